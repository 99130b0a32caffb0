import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const avaRoutes: GuardedRoutes = {
  everyone: [
    {
      path: '/annulla/:token',
      Component: lazyPage(() => import('./UndoAddressPage.tsx').then((m) => m.UndoAddressPage)),
    },
  ],
  signedIn: [
    { path: '/ava-wallet', Component: lazyPage(() => import('./AvaWalletPage.tsx').then((m) => m.AvaWalletPage)) },
  ],
  staff: [
    {
      path: '/admin-wallet',
      Component: lazyPage(() => import('./CompanyWalletPage.tsx').then((m) => m.CompanyWalletPage)),
    },
    { path: '/admin/rulebooks', Component: lazyPage(() => import('./RuleBooksPage.tsx').then((m) => m.RuleBooksPage)) },
  ],
}
