import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { AccountRole } from '../../contract/accounts/authentication.ts'
import { ErrorState, Skeleton } from '../components/feedback.tsx'
import { useSession } from '../shared/session.ts'
import { shellTexts } from '../texts.ts'

/** Shows a placeholder until the target's chunk is loaded. */
function RedirectTo({ to }: { readonly to: string }) {
  return (
    <>
      <Navigate to={to} replace />
      <Skeleton />
    </>
  )
}

/** @rule P-06 Q-111 requires a session; the requested page is not remembered */
export function RequireSession() {
  const { data: user, isPending, error, refetch } = useSession()
  if (user !== null && user !== undefined) return <Outlet />
  if (user === null) return <RedirectTo to="/auth/login" />
  if (isPending) return <Skeleton />
  return <ErrorState title={shellTexts.sessionFailed} text={error?.message} onRetry={() => void refetch()} />
}

/** @rule R-99 requires a session on entry only, as the page may end it by deleting the account */
export function RequireSessionOnEntry() {
  const { data: user } = useSession()
  const [admitted, admit] = useState(false)
  if (user !== null && user !== undefined && !admitted) admit(true)
  return admitted ? <Outlet /> : <RequireSession />
}

/** @rule P-05 redirects users who are already signed in; those signing in here are redirected by the page */
export function VisitorsOnly() {
  const { data: user } = useSession()
  const [admitted, admit] = useState(false)
  if (user === null && !admitted) admit(true)
  return admitted || user === null || user === undefined ? <Outlet /> : <RedirectTo to="/dashboard" />
}

/** @rule Q-04 users with a temporary password must change it first (D-05) */
export function RequireNewPassword() {
  const { data: user } = useSession()
  const { pathname } = useLocation()
  const mustChange = user?.mustChangePassword === true && pathname !== changePasswordPath
  return mustChange ? <RedirectTo to={changePasswordPath} /> : <Outlet />
}

/** @rule Q-55 D-32 suspended users see the sanction, the decisions, the rules, the help desk and their own account */
export function RequireNotSuspended() {
  const { data: user } = useSession()
  const { pathname } = useLocation()
  const isBlocked = user?.suspended !== undefined && !pathsOpenToSuspended.has(pathname)
  return isBlocked ? <RedirectTo to="/sanctions" /> : <Outlet />
}

const changePasswordPath = '/change-password'
/** Pages a suspended account can open. The contract marks the endpoints it can use with `allowedWhileSuspended`. */
const pathsOpenToSuspended: ReadonlySet<string> = new Set([
  '/sanctions',
  '/decisions',
  '/community-guidelines',
  '/transparency',
  '/privacy-policy',
  '/account-deletion',
  '/support',
  changePasswordPath,
])

/** Staff must sign in with a passkey where required (ASVS 6.3.3). */
export function RequireStaffPasskey() {
  const { data: user } = useSession()
  return user?.secondFactorDue === true ? <RedirectTo to="/staff-passkey" /> : <Outlet />
}

/** @rule Q-13 pages of one role; the other is redirected to its dashboard */
export function RequireRole({ accountRole }: { readonly accountRole: AccountRole }) {
  return useSession().data?.role === accountRole ? <Outlet /> : <RedirectTo to="/dashboard" />
}
