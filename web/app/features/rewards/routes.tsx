import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

const rewards = lazyPage(() => import('./RewardsPage.tsx').then((m) => m.RewardsPage))

export const rewardRoutes: GuardedRoutes = {
  signedIn: [{ path: '/rewards', lazy: rewards }],
  clients: [{ path: '/my-rewards', lazy: rewards }],
}
