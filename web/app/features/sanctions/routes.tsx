import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const sanctionRoutes: GuardedRoutes = {
  signedIn: [
    { path: '/sanctions', Component: lazyPage(() => import('./OwnSanctionsPage.tsx').then((m) => m.OwnSanctionsPage)) },
  ],
}
