import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const avaRoutes: GuardedRoutes = {
  signedIn: [{ path: '/ava-wallet', lazy: lazyPage(() => import('./AvaWalletPage.tsx').then((m) => m.AvaWalletPage)) }],
  staff: [
    { path: '/admin-wallet', lazy: lazyPage(() => import('./CompanyWalletPage.tsx').then((m) => m.CompanyWalletPage)) },
    { path: '/admin/rulebooks', lazy: lazyPage(() => import('./RuleBooksPage.tsx').then((m) => m.RuleBooksPage)) },
  ],
}
