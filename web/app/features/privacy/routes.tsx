import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const privacyRoutes: GuardedRoutes = {
  signedInOnEntry: [
    {
      path: '/account-deletion',
      Component: lazyPage(() => import('./AccountDeletionPage.tsx').then((m) => m.AccountDeletionPage)),
    },
  ],
}
