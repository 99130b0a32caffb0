import { useEffect, useId, useRef, type ReactNode } from 'react'

interface CardProps {
  /** A card with a title is a named region of the page. */
  readonly title?: string
  /** What stands at the right of the title: a link or a button. */
  readonly action?: ReactNode
  /** It has just taken the place of something else: its title takes the focus. */
  readonly arrived?: boolean
  readonly children: ReactNode
}

export function Card({ title, action, arrived = false, children }: CardProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  const Element = title === undefined ? 'div' : 'section'
  return (
    <Element
      aria-labelledby={title === undefined ? undefined : id}
      className="min-w-0 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6"
    >
      {title !== undefined && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 ref={heading} id={id} tabIndex={-1} className="text-lg font-semibold">
            {title}
          </h2>
          {action}
        </div>
      )}
      {children}
    </Element>
  )
}
