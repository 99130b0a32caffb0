import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const moderationRoutes: GuardedRoutes = {
  everyone: [
    {
      path: '/transparency',
      Component: lazyPage(() => import('./TransparencyPage.tsx').then((m) => m.TransparencyPage)),
    },
  ],
  signedIn: [
    { path: '/decisions', Component: lazyPage(() => import('./DecisionsPage.tsx').then((m) => m.DecisionsPage)) },
    {
      path: '/admin/collegamenti',
      Component: lazyPage(() => import('./connections/ConnectionsPage.tsx').then((m) => m.ConnectionsPage)),
    },
    {
      path: '/cases/:caseId',
      Component: lazyPage(() => import('./replay/CaseReplayPage.tsx').then((m) => m.CaseReplayPage)),
    },
  ],
}
