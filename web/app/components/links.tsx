import { ExternalLink as Leaves } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { textLinkStyle } from './styles.ts'
import { componentTexts } from './texts.ts'

interface TextLinkProps {
  readonly to: string
  /** Navigation state for the next page. */
  readonly state?: unknown
  readonly children: ReactNode
}

export function TextLink({ to, state, children }: TextLinkProps) {
  return (
    <Link to={to} state={state} className={textLinkStyle}>
      {children}
    </Link>
  )
}

interface ExternalLinkProps {
  readonly href: string
  /** Paid link, marked as sponsored for search engines. */
  readonly sponsored?: boolean
  /** Called in addition to the browser's own navigation. */
  readonly onFollow?: () => void
  readonly children: ReactNode
}

/** Link to another site, in a new tab without opener and referrer. */
export function ExternalLink({ href, sponsored = false, onFollow, children }: ExternalLinkProps) {
  return (
    <a
      href={href}
      target="_blank"
      rel={sponsored ? 'noopener noreferrer sponsored' : 'noopener noreferrer'}
      onClick={onFollow}
      className={textLinkStyle}
    >
      {children} <Leaves aria-hidden="true" className="inline size-4 align-[-0.125em]" />
      <span className="sr-only"> {componentTexts.newTab}</span>
    </a>
  )
}

/** @rule A-34 link to the user's e-mail program */
export function MailLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <a href={`mailto:${to}`} className={textLinkStyle}>
      {children}
    </a>
  )
}
