import { useEffect, useId, useRef, type ReactNode } from 'react'

interface StepCardProps {
  readonly title: string
  /** The screen begins with it: then its main heading has the focus. */
  readonly first?: boolean
  readonly children: ReactNode
}

/** A step takes the focus when it comes, so that whoever does not see it hears of it. */
export function StepCard({ title, first = false, children }: StepCardProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!first) heading.current?.focus()
  }, [first])
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 gap-5 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      <h2 ref={heading} id={id} tabIndex={-1} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}
