import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const analyticsRoutes: GuardedRoutes = {
  businesses: [
    { path: '/analytics', Component: lazyPage(() => import('./AnalyticsPage.tsx').then((m) => m.AnalyticsPage)) },
    {
      path: '/analytics/rows',
      Component: lazyPage(() => import('./AnalyticsRowsPage.tsx').then((m) => m.AnalyticsRowsPage)),
    },
  ],
}
