import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const moderationRoutes: GuardedRoutes = {
  everyone: [{ path: '/transparency', lazy: lazyPage(() => import('./TransparencyPage.tsx'), 'TransparencyPage') }],
  signedIn: [
    { path: '/decisions', lazy: lazyPage(() => import('./DecisionsPage.tsx'), 'DecisionsPage') },
    { path: '/cases/:caseId', lazy: lazyPage(() => import('./replay/CaseReplayPage.tsx'), 'CaseReplayPage') },
  ],
}
