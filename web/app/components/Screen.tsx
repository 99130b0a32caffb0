import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { texts } from '../texts.ts'
import { classNames } from './class-names.ts'

interface ScreenProps {
  readonly title: string
  readonly intro?: string | undefined
  /** What the screen is mostly for, beside its title. */
  readonly action?: ReactNode
  /** One column of text or one form. */
  readonly narrow?: boolean
  readonly children: ReactNode
}

/** A screen has one main heading: it names the browser's tab and takes the focus when we arrive from elsewhere. */
export function Screen({ title, intro, action, narrow = false, children }: ScreenProps) {
  const { key } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const opened = useRef(key === 'default')
  useEffect(() => {
    document.title = title === texts.shell.product ? title : `${title} · ${texts.shell.product}`
  }, [title])
  useEffect(() => {
    if (!opened.current) heading.current?.focus()
  }, [])
  return (
    <div className={classNames('mx-auto grid w-full gap-6', narrow ? 'max-w-xl' : 'max-w-6xl')}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold break-words sm:text-3xl">
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
