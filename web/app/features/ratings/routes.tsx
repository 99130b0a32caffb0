import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const ratingRoutes: GuardedRoutes = {
  everyone: [
    {
      path: '/non-ero-io/:token',
      Component: lazyPage(() => import('./DisownRatingsPage.tsx').then((m) => m.DisownRatingsPage)),
    },
  ],
}
