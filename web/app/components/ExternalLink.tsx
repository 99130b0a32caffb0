import { ExternalLink as Leaves } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '../texts.ts'
import { textLinkStyle } from './text-link-style.ts'

/** Leads to another site, in a tab that knows neither who opened it nor from where. */
export function ExternalLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={textLinkStyle}>
      {children} <Leaves aria-hidden="true" className="inline size-4" />
      <span className="sr-only"> {texts.kit.newTab}</span>
    </a>
  )
}
