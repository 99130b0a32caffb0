import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const supportRoutes: GuardedRoutes = {
  signedIn: [{ path: '/support', Component: lazyPage(() => import('./SupportPage.tsx').then((m) => m.SupportPage)) }],
  staff: [
    {
      path: '/admin/support',
      Component: lazyPage(() => import('./SupportQueuePage.tsx').then((m) => m.SupportQueuePage)),
    },
  ],
}
