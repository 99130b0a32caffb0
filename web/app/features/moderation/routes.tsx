import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const moderationRoutes: GuardedRoutes = {
  everyone: [
    { path: '/transparency', lazy: lazyPage(() => import('./TransparencyPage.tsx').then((m) => m.TransparencyPage)) },
  ],
  signedIn: [
    { path: '/decisions', lazy: lazyPage(() => import('./DecisionsPage.tsx').then((m) => m.DecisionsPage)) },
    {
      path: '/cases/:caseId',
      lazy: lazyPage(() => import('./replay/CaseReplayPage.tsx').then((m) => m.CaseReplayPage)),
    },
  ],
}
