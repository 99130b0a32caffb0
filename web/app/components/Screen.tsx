import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useMainHeading } from './main-heading.ts'

interface ScreenProps {
  readonly title: string
  readonly intro?: string | undefined
  /** What the screen is mostly for, beside its title. */
  readonly action?: ReactNode
  /** One column of text or one form. */
  readonly narrow?: boolean
  readonly children: ReactNode
}

export function Screen({ title, intro, action, narrow = false, children }: ScreenProps) {
  const heading = useMainHeading(title)
  return (
    <div className={classNames('mx-auto grid w-full gap-6', narrow ? 'max-w-xl' : 'max-w-6xl')}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-3xl font-medium break-words sm:text-4xl">
            {title}
          </h1>
          {intro !== undefined && <p className="mt-1.5 max-w-prose text-muted">{intro}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}
