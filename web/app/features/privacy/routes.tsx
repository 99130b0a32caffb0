import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const privacyRoutes: GuardedRoutes = {
  signedInOnEntry: [
    {
      path: '/account-deletion',
      lazy: lazyPage(() => import('./AccountDeletionPage.tsx').then((m) => m.AccountDeletionPage)),
    },
  ],
}
