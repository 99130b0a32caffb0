import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const auditRoutes: GuardedRoutes = {
  signedIn: [
    {
      path: '/profile/access-log',
      Component: lazyPage(() => import('./OwnAccessLogPage.tsx').then((m) => m.OwnAccessLogPage)),
    },
  ],
  staff: [
    {
      path: '/admin/audit',
      Component: lazyPage(() => import('./AccessLogPage.tsx').then((m) => m.AccessLogPage)),
    },
  ],
}
