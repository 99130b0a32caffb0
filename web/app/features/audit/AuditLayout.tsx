import { Suspense } from 'react'
import { NavLink, Outlet } from 'react-router-dom'
import { Skeleton } from '../../components/feedback.tsx'
import { Forbidden } from '../../components/page-layout.tsx'
import { classNames } from '../../components/styles.ts'
import { isAuditor, useUser } from '../../shared/session.ts'
import { eventLogTexts } from './texts.ts'

const pages = [
  { to: '/admin/audit', label: eventLogTexts.overview },
  { to: '/admin/audit/events', label: eventLogTexts.events },
  { to: '/admin/audit/access-log', label: eventLogTexts.accessLog },
] as const

/** The pages for auditors, with their navigation; others see none of them. @rule D-66 */
export function AuditLayout() {
  if (!isAuditor(useUser())) return <Forbidden title={eventLogTexts.forbiddenTitle} text={eventLogTexts.forbidden} />
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-6">
      <nav aria-label={eventLogTexts.navigation} className="flex flex-wrap gap-2">
        {pages.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end
            className={({ isActive }) =>
              classNames(
                'rounded-control border px-3 py-1.5 text-sm font-medium',
                isActive ? 'border-brand text-brand' : 'border-line hover:bg-sunken',
              )
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <Suspense fallback={<Skeleton />}>
        <Outlet />
      </Suspense>
    </div>
  )
}
