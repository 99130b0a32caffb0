import { ExternalLink as Leaves } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { textLinkStyle } from './styles.ts'
import { componentTexts } from './texts.ts'

interface TextLinkProps {
  readonly to: string
  /** What the next screen may know and the address does not say. */
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
  /** It was paid for, as search engines are told. */
  readonly sponsored?: boolean
  /** Heard beside: the browser follows the link by itself. */
  readonly onFollow?: () => void
  readonly children: ReactNode
}

/** Leads to another site, in a tab that knows neither who opened it nor from where. */
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

/** Opens the reader's own mail program. */
export function MailLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <a href={`mailto:${to}`} className={textLinkStyle}>
      {children}
    </a>
  )
}
