import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { ErrorState } from '../components/ErrorState.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { useSession } from '../shared/session.ts'
import { texts } from '../texts.ts'

/** On the way elsewhere: until that screen's chunk is here, the shape of what is coming stands in for it. */
function LedTo({ place }: { readonly place: string }) {
  return (
    <>
      <Navigate to={place} replace />
      <Skeleton />
    </>
  )
}

/** Behind it there is always somebody (P-06); where one wanted to go is not remembered. */
export function SignedIn() {
  const { data: user, isPending, error, refetch } = useSession()
  if (user !== null && user !== undefined) return <Outlet />
  if (user === null) return <LedTo place="/auth/login" />
  if (isPending) return <Skeleton />
  return <ErrorState title={texts.shell.sessionFailed} text={error?.message} onRetry={() => void refetch()} />
}

/** The same for a screen on which the account may come to its end: it then says so to nobody any more. */
export function SignedInAtFirst() {
  const { data: user } = useSession()
  const [admitted, admit] = useState(false)
  if (user !== null && user !== undefined && !admitted) admit(true)
  return admitted ? <Outlet /> : <SignedIn />
}

/** Whoever comes here signed in has nothing to do here (P-05); whoever signs in here is led on by the screen. */
export function Visitors() {
  const { data: user } = useSession()
  const [admitted, admit] = useState(false)
  if (user === null && !admitted) admit(true)
  return admitted || user === null || user === undefined ? <Outlet /> : <LedTo place="/dashboard" />
}

/** Whoever came in with a temporary password chooses another before going anywhere (Q-04, points settled 5). */
export function NewPasswordFirst() {
  const { data: user } = useSession()
  const { pathname } = useLocation()
  const due = user?.mustChangePassword === true && pathname !== changePassword
  return due ? <LedTo place={changePassword} /> : <Outlet />
}

/** Whoever is suspended sees why, and what the rules are, and nothing else. */
export function NotSuspended() {
  const { data: user } = useSession()
  const { pathname } = useLocation()
  const shut = user?.suspended !== undefined && !openToTheSuspended.has(pathname)
  return shut ? <LedTo place="/sanctions" /> : <Outlet />
}

const changePassword = '/change-password'
const openToTheSuspended: ReadonlySet<string> = new Set([
  '/sanctions',
  '/decisions',
  '/community-guidelines',
  '/transparency',
  '/privacy-policy',
  '/account-deletion',
  changePassword,
])

/** Staff shows a passkey before it works, where that is wanted (ASVS 6.3.3). */
export function StaffPasskeyFirst() {
  const { data: user } = useSession()
  return user?.secondFactorDue === true ? <LedTo place="/staff-passkey" /> : <Outlet />
}

/** Screens of one side only: the other is sent to its own dashboard. */
export function Only({ side }: { readonly side: 'CLIENTE' | 'ESERCENTE' }) {
  return useSession().data?.role === side ? <Outlet /> : <LedTo place="/dashboard" />
}
