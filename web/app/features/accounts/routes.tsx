import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

const login = lazyPage(() => import('./sign-in/LoginPage.tsx').then((m) => m.LoginPage))
const registerBusiness = lazyPage(() =>
  import('./sign-in/RegisterBusinessPage.tsx').then((m) => m.RegisterBusinessPage),
)
const quickAccess = lazyPage(() => import('./passkeys/QuickAccessPage.tsx').then((m) => m.QuickAccessPage))

/** Sign-in and registration each have an alias. @rule Q-30 */
export const accountRoutes: GuardedRoutes = {
  visitors: [
    { path: '/login', lazy: login },
    { path: '/auth/login', lazy: login },
    { path: '/register', lazy: registerBusiness },
    { path: '/auth/register', lazy: registerBusiness },
    {
      path: '/register-client',
      lazy: lazyPage(() => import('./sign-in/RegisterClientPage.tsx').then((m) => m.RegisterClientPage)),
    },
    {
      path: '/recover-password',
      lazy: lazyPage(() => import('./recovery/RecoverPasswordPage.tsx').then((m) => m.RecoverPasswordPage)),
    },
  ],
  everyone: [
    {
      path: '/client-auth',
      lazy: lazyPage(() => import('./sign-in/ClientAuthPage.tsx').then((m) => m.ClientAuthPage)),
    },
    {
      path: '/confirm-email',
      lazy: lazyPage(() => import('./sign-in/ConfirmEmailPage.tsx').then((m) => m.ConfirmEmailPage)),
    },
    {
      path: '/data-deletion/:code',
      lazy: lazyPage(() => import('./sign-in/FacebookDataDeletionPage.tsx').then((m) => m.FacebookDataDeletionPage)),
    },
    { path: '/biometric-setup', lazy: quickAccess },
  ],
  signedIn: [
    {
      path: '/profile/edit',
      lazy: lazyPage(() => import('./profile/EditProfilePage.tsx').then((m) => m.EditProfilePage)),
    },
    {
      path: '/profile/photo',
      lazy: lazyPage(() => import('./profile/EditProfilePage.tsx').then((m) => m.ProfilePhotoPage)),
    },
    { path: '/profile/biometric-setup', lazy: quickAccess },
    {
      path: '/change-password',
      lazy: lazyPage(() => import('./recovery/ChangePasswordPage.tsx').then((m) => m.ChangePasswordPage)),
    },
    {
      path: '/staff-passkey',
      lazy: lazyPage(() => import('./passkeys/StaffPasskeyPage.tsx').then((m) => m.StaffPasskeyPage)),
    },
  ],
  businesses: [
    {
      path: '/profile/setup',
      lazy: lazyPage(() => import('./profile/ProfileSetupPage.tsx').then((m) => m.ProfileSetupPage)),
    },
  ],
  clients: [
    {
      path: '/favorites',
      lazy: lazyPage(() => import('./favourites/FavouritesPage.tsx').then((m) => m.FavouritesPage)),
    },
  ],
}
