import { matchRoutes, type RouteObject, useRoutes } from 'react-router-dom'
import { NotFoundPage } from './components/page-layout.tsx'
import { accountRoutes } from './features/accounts/routes.tsx'
import { analyticsRoutes } from './features/analytics/routes.tsx'
import { auditRoutes } from './features/audit/routes.tsx'
import { avaRoutes } from './features/ava/routes.tsx'
import { moderationRoutes } from './features/moderation/routes.tsx'
import { privacyRoutes } from './features/privacy/routes.tsx'
import { promotionRoutes } from './features/promotion/routes.tsx'
import { ratingRoutes } from './features/ratings/routes.tsx'
import { rewardRoutes } from './features/rewards/routes.tsx'
import { sanctionRoutes } from './features/sanctions/routes.tsx'
import { supportRoutes } from './features/support/routes.tsx'
import { travelRoutes } from './features/travel/routes.tsx'
import { pageRoutes } from './pages/routes.tsx'
import type { GuardedRoutes } from './shared/guarded-routes.ts'
import type { LazyComponent } from './lazy.ts'
import { SessionProvider } from './shared/session.ts'
import { Layout, StandaloneLayout } from './shell/Layout.tsx'
import {
  RequireNewPassword,
  RequireNotSuspended,
  RequireRole,
  RequireSession,
  RequireSessionOnEntry,
  RequireStaffPasskey,
  VisitorsOnly,
} from './shell/guards.tsx'

const contexts: readonly GuardedRoutes[] = [
  pageRoutes,
  accountRoutes,
  ratingRoutes,
  moderationRoutes,
  sanctionRoutes,
  rewardRoutes,
  avaRoutes,
  travelRoutes,
  promotionRoutes,
  privacyRoutes,
  supportRoutes,
  auditRoutes,
  analyticsRoutes,
]

const routesOf = (group: keyof GuardedRoutes): RouteObject[] => contexts.flatMap((context) => context[group] ?? [])

const signedInRoutes: RouteObject[] = [
  ...routesOf('signedIn'),
  { element: <RequireStaffPasskey />, children: routesOf('staff') },
  { element: <RequireRole accountRole="ESERCENTE" />, children: routesOf('businesses') },
  { element: <RequireRole accountRole="CLIENTE" />, children: routesOf('clients') },
]

const guardedRoutes: RouteObject[] = [
  ...routesOf('everyone'),
  { path: '*', element: <NotFoundPage /> },
  { element: <VisitorsOnly />, children: routesOf('visitors') },
  { element: <RequireSession />, children: signedInRoutes },
  { element: <RequireSessionOnEntry />, children: routesOf('signedInOnEntry') },
]

/**
 * All routes: those of each context, nested in the layout and their guards.
 * @rule S-09 guards
 * @rule Q-35 routes by role
 */
export const routes: RouteObject[] = [
  { element: <StandaloneLayout />, children: routesOf('standalone') },
  {
    element: (
      <SessionProvider>
        <Layout />
      </SessionProvider>
    ),
    children: [
      {
        element: <RequireNewPassword />,
        children: [{ element: <RequireNotSuspended />, children: guardedRoutes }],
      },
    ],
  },
]

/** The page at the current address. */
export function Pages() {
  return useRoutes(routes)
}

/** Loads the code of the page at an address. */
export const preloadPage = async (path: string): Promise<void> => {
  const matched = matchRoutes(routes, path) ?? []
  await Promise.all(matched.map(({ route }) => preloadOf(route.Component)))
}

const preloadOf = (component: RouteObject['Component']): unknown =>
  component !== null && component !== undefined && 'preload' in component
    ? (component as LazyComponent<object>).preload()
    : undefined
