import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const promotionRoutes: GuardedRoutes = {
  signedIn: [
    { path: '/affiliate', Component: lazyPage(() => import('./AffiliatePage.tsx').then((m) => m.AffiliatePage)) },
  ],
  staff: [
    {
      path: '/admin/affiliates',
      Component: lazyPage(() => import('./AffiliateApprovalsPage.tsx').then((m) => m.AffiliateApprovalsPage)),
    },
  ],
}
