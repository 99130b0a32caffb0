import type { ReactNode } from 'react'

interface ChapterProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A part of a page to be read, with an address of its own. */
export function Chapter({ id, title, children }: ChapterProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="scroll-mt-24">
      <h2 id={`${id}-title`} className="font-display text-2xl font-medium sm:text-3xl">
        {title}
      </h2>
      <div className="mt-4 grid max-w-prose gap-3 leading-relaxed">{children}</div>
    </section>
  )
}
