import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

/** The auditors' pages are one file, because each file has an entry in the one that every visitor loads. */
export const auditRoutes: GuardedRoutes = {
  signedIn: [
    {
      path: '/profile/access-log',
      Component: lazyPage(() => import('./OwnAccessLogPage.tsx').then((m) => m.OwnAccessLogPage)),
    },
  ],
  staff: [
    {
      Component: lazyPage(() => import('./pages.ts').then((m) => m.AuditLayout)),
      children: [
        {
          path: '/admin/audit',
          Component: lazyPage(() => import('./pages.ts').then((m) => m.OverviewPage)),
        },
        {
          path: '/admin/audit/access-log',
          Component: lazyPage(() => import('./pages.ts').then((m) => m.AccessLogPage)),
        },
        {
          path: '/admin/audit/events',
          Component: lazyPage(() => import('./pages.ts').then((m) => m.EventSearchPage)),
        },
        {
          path: '/admin/audit/events/:eventId',
          Component: lazyPage(() => import('./pages.ts').then((m) => m.EventPage)),
        },
        {
          path: '/admin/audit/correlations/:correlationId',
          Component: lazyPage(() => import('./pages.ts').then((m) => m.CorrelationPage)),
        },
        {
          path: '/admin/audit/streams/:stream',
          Component: lazyPage(() => import('./pages.ts').then((m) => m.StreamPage)),
        },
      ],
    },
  ],
}
