import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const analyticsRoutes: GuardedRoutes = {
  businesses: [
    { path: '/analytics', Component: lazyPage(() => import('./pages.ts').then((m) => m.AnalyticsPage)) },
    {
      path: '/analytics/rows',
      Component: lazyPage(() => import('./pages.ts').then((m) => m.AnalyticsRowsPage)),
    },
  ],
}
