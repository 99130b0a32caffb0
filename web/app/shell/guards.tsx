import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { ErrorState, Skeleton } from '../components/feedback.tsx'
import { useSession } from '../shared/session.ts'
import { shellTexts } from '../texts.ts'

/** On the way elsewhere: until that screen's chunk is here, the shape of what is coming stands in for it. */
function RedirectTo({ place }: { readonly place: string }) {
  return (
    <>
      <Navigate to={place} replace />
      <Skeleton />
    </>
  )
}

/** Behind it there is always somebody (P-06); where one wanted to go is not remembered. */
export function RequireSession() {
  const { data: user, isPending, error, refetch } = useSession()
  if (user !== null && user !== undefined) return <Outlet />
  if (user === null) return <RedirectTo place="/auth/login" />
  if (isPending) return <Skeleton />
  return <ErrorState title={shellTexts.sessionFailed} text={error?.message} onRetry={() => void refetch()} />
}

/** The same for a screen on which the account may come to its end: it then says so to nobody any more. */
export function RequireSessionOnEntry() {
  const { data: user } = useSession()
  const [admitted, admit] = useState(false)
  if (user !== null && user !== undefined && !admitted) admit(true)
  return admitted ? <Outlet /> : <RequireSession />
}

/** Whoever comes here signed in has nothing to do here (P-05); whoever signs in here is led on by the screen. */
export function VisitorsOnly() {
  const { data: user } = useSession()
  const [admitted, admit] = useState(false)
  if (user === null && !admitted) admit(true)
  return admitted || user === null || user === undefined ? <Outlet /> : <RedirectTo place="/dashboard" />
}

/** Whoever came in with a temporary password chooses another before going anywhere (Q-04, points settled 5). */
export function RequireNewPassword() {
  const { data: user } = useSession()
  const { pathname } = useLocation()
  const due = user?.mustChangePassword === true && pathname !== changePasswordPath
  return due ? <RedirectTo place={changePasswordPath} /> : <Outlet />
}

/** Whoever is suspended sees why, and what the rules are, and nothing else. */
export function RequireNotSuspended() {
  const { data: user } = useSession()
  const { pathname } = useLocation()
  const shut = user?.suspended !== undefined && !pathsOpenToSuspended.has(pathname)
  return shut ? <RedirectTo place="/sanctions" /> : <Outlet />
}

const changePasswordPath = '/change-password'
const pathsOpenToSuspended: ReadonlySet<string> = new Set([
  '/sanctions',
  '/decisions',
  '/community-guidelines',
  '/transparency',
  '/privacy-policy',
  '/account-deletion',
  changePasswordPath,
])

/** Staff shows a passkey before it works, where that is wanted (ASVS 6.3.3). */
export function RequireStaffPasskey() {
  const { data: user } = useSession()
  return user?.secondFactorDue === true ? <RedirectTo place="/staff-passkey" /> : <Outlet />
}

/** Screens of one side only: the other is sent to its own dashboard. */
export function RequireRole({ side }: { readonly side: 'CLIENTE' | 'ESERCENTE' }) {
  return useSession().data?.role === side ? <Outlet /> : <RedirectTo place="/dashboard" />
}
