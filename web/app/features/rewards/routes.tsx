import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

const rewards = lazyPage(() => import('./RewardsPage.tsx').then((m) => m.RewardsPage))

export const rewardRoutes: GuardedRoutes = {
  signedIn: [{ path: '/rewards', Component: rewards }],
  clients: [{ path: '/my-rewards', Component: rewards }],
}
