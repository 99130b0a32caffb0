import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

/** Short line above a heading. */
export function Eyebrow({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex items-center gap-3 text-sm font-semibold tracking-wide text-brand in-data-grove:text-gold">
      <span aria-hidden="true" className="h-px w-8 shrink-0 bg-current" />
      {children}
    </p>
  )
}

interface ScrollLinkProps {
  /** Id of a section on this page. */
  readonly to: string
  readonly className: string
  readonly children: ReactNode
}

/** Scrolls to a section of this page and focuses it. */
export function ScrollLink({ to, className, children }: ScrollLinkProps) {
  return (
    <Link
      to={`#${to}`}
      className={className}
      onClick={() => document.getElementById(to)?.focus({ preventScroll: true })}
    >
      {children}
    </Link>
  )
}

interface TableOfContentsProps {
  readonly title: string
  readonly entries: readonly { readonly id: string; readonly title: string }[]
}

/** Table of contents, shown to the right of the text on wide screens. */
export function TableOfContents({ title, entries }: TableOfContentsProps) {
  return (
    <div className="self-start rounded-card bg-sunken p-5 lg:sticky lg:top-24">
      <h2 className="text-sm font-semibold">{title}</h2>
      <ol className="mt-3 grid gap-1 text-sm">
        {entries.map((entry) => (
          <li key={entry.id}>
            <ScrollLink to={entry.id} className="inline-block py-1 underline-offset-4 hover:underline">
              {entry.title}
            </ScrollLink>
          </li>
        ))}
      </ol>
    </div>
  )
}

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A text section with a linkable id. */
export function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="scroll-mt-24">
      <h2 id={`${id}-title`} className="font-display text-2xl font-medium sm:text-3xl">
        {title}
      </h2>
      <div className="mt-4 grid max-w-prose gap-3 leading-relaxed">{children}</div>
    </section>
  )
}
