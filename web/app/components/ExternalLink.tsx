import { ExternalLink as Leaves } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { textLinkStyle } from './text-link-style.ts'

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
      <span className="sr-only"> {texts.kit.newTab}</span>
    </a>
  )
}
