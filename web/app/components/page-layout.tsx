import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { LinkButton } from './buttons.tsx'
import { ErrorState } from './feedback.tsx'
import { classNames } from './styles.ts'
import { shellTexts } from '../texts.ts'

/**
 * The main heading of a page: sets the document title and takes the focus after a navigation, unless the URL names a
 * section.
 */
export const usePageHeading = (title: string) => {
  const { key, hash } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const arrival = useRef({ opened: key === 'default', section: hash.slice(1) })
  useEffect(() => {
    document.title = title === shellTexts.product ? title : `${title} · ${shellTexts.product}`
  }, [title])
  useEffect(() => {
    const { opened, section } = arrival.current
    if (section !== '') document.getElementById(section)?.focus({ preventScroll: true })
    else if (!opened) heading.current?.focus()
  }, [])
  return heading
}

interface PageLayoutProps {
  readonly title: string
  /** Next to the title. */
  readonly badge?: ReactNode
  readonly intro?: string | undefined
  /** Main action, next to the title. */
  readonly action?: ReactNode
  /** Single column for text or a form. */
  readonly narrow?: boolean
  readonly children: ReactNode
}

export function PageLayout({ title, badge, intro, action, narrow = false, children }: PageLayoutProps) {
  const heading = usePageHeading(title)
  return (
    <div className={classNames('mx-auto grid w-full gap-6', narrow ? 'max-w-xl' : 'max-w-6xl')}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 ref={heading} tabIndex={-1} className="min-w-0 text-3xl font-medium break-words sm:text-4xl">
              {title}
            </h1>
            {badge}
          </div>
          {intro !== undefined && <p className="mt-1.5 max-w-prose text-muted">{intro}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}

interface ForbiddenProps {
  readonly title: string
  readonly text: string
}

/** @rule Q-11 shown to users without staff role; sends no request */
export function Forbidden({ title, text }: ForbiddenProps) {
  return (
    <PageLayout title={title} narrow>
      <ErrorState
        title={text}
        action={
          <LinkButton to="/dashboard" variant="secondary">
            {shellTexts.dashboard}
          </LinkButton>
        }
      />
    </PageLayout>
  )
}

/** @rule R-33 page not found */
export function NotFoundPage() {
  const heading = usePageHeading(shellTexts.notFoundTitle)
  return (
    <div className="mx-auto grid max-w-5xl items-center gap-x-16 gap-y-10 py-4 sm:grid-cols-[1fr_2fr] sm:py-14">
      <ClosedDoorIllustration />
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-4xl font-medium sm:text-6xl">
          {shellTexts.notFoundTitle}
        </h1>
        <p className="mt-5 max-w-prose text-lg text-muted">{shellTexts.notFound}</p>
        <div className="mt-8">
          <LinkButton to="/">{shellTexts.toHome}</LinkButton>
        </div>
      </div>
    </div>
  )
}

function ClosedDoorIllustration() {
  return (
    <svg viewBox="0 0 200 270" aria-hidden="true" className="mx-auto w-44 sm:w-full sm:max-w-64">
      <path d="M10 262V100a90 90 0 0 1 180 0v162Z" className="fill-(--art-wall)" />
      <path d="M24 262V100a76 76 0 0 1 152 0v162Z" className="fill-(--art-stone)" />
      <path d="M32 116h136v146H32Z" className="fill-(--art-near)" />
      <path d="M32 116v-16a68 68 0 0 1 136 0v16Z" className="fill-(--art-sky)" />
      <path d="M32 113h136v6H32Z" className="fill-(--art-stone)" />
      <path d="M100 119v143" strokeWidth="2.5" className="stroke-(--art-tree)" />
      <path
        d="M44 131h44v50H44ZM112 131h44v50h-44ZM44 194h44v56H44ZM112 194h44v56h-44Z"
        fill="none"
        strokeWidth="2.5"
        className="stroke-(--art-tree)"
      />
      <circle cx="92" cy="187" r="3.5" className="fill-(--art-sun)" />
      <circle cx="108" cy="187" r="3.5" className="fill-(--art-sun)" />
      <text x="100" y="96" textAnchor="middle" className="fill-(--art-wall-shade) font-display text-[46px]">
        {shellTexts.notFoundCode}
      </text>
      <path d="M0 262h200v8H0Z" className="fill-(--art-wall-shade)" />
    </svg>
  )
}
