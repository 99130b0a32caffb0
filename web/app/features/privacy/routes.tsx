import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const privacyRoutes: GuardedRoutes = {
  leavers: [
    { path: '/account-deletion', lazy: lazyPage(() => import('./AccountDeletionPage.tsx'), 'AccountDeletionPage') },
  ],
}
