import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

const login = lazyPage(() => import('./sign-in/LoginPage.tsx'), 'LoginPage')
const registerBusiness = lazyPage(() => import('./sign-in/RegisterBusinessPage.tsx'), 'RegisterBusinessPage')
const quickAccess = lazyPage(() => import('./passkeys/QuickAccessPage.tsx'), 'QuickAccessPage')

/** Sign-in and registration each have an alias. @rule Q-30 */
export const accountRoutes: GuardedRoutes = {
  visitors: [
    { path: '/login', lazy: login },
    { path: '/auth/login', lazy: login },
    { path: '/register', lazy: registerBusiness },
    { path: '/auth/register', lazy: registerBusiness },
    {
      path: '/register-client',
      lazy: lazyPage(() => import('./sign-in/RegisterClientPage.tsx'), 'RegisterClientPage'),
    },
    {
      path: '/recover-password',
      lazy: lazyPage(() => import('./recovery/RecoverPasswordPage.tsx'), 'RecoverPasswordPage'),
    },
  ],
  everyone: [
    { path: '/client-auth', lazy: lazyPage(() => import('./sign-in/ClientAuthPage.tsx'), 'ClientAuthPage') },
    { path: '/confirm-email', lazy: lazyPage(() => import('./sign-in/ConfirmEmailPage.tsx'), 'ConfirmEmailPage') },
    {
      path: '/data-deletion/:code',
      lazy: lazyPage(() => import('./sign-in/FacebookDataDeletionPage.tsx'), 'FacebookDataDeletionPage'),
    },
    { path: '/biometric-setup', lazy: quickAccess },
  ],
  signedIn: [
    { path: '/profile/edit', lazy: lazyPage(() => import('./profile/EditProfilePage.tsx'), 'EditProfilePage') },
    { path: '/profile/photo', lazy: lazyPage(() => import('./profile/EditProfilePage.tsx'), 'ProfilePhotoPage') },
    { path: '/profile/biometric-setup', lazy: quickAccess },
    {
      path: '/change-password',
      lazy: lazyPage(() => import('./recovery/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
    },
    { path: '/staff-passkey', lazy: lazyPage(() => import('./passkeys/StaffPasskeyPage.tsx'), 'StaffPasskeyPage') },
  ],
  businesses: [
    { path: '/profile/setup', lazy: lazyPage(() => import('./profile/ProfileSetupPage.tsx'), 'ProfileSetupPage') },
  ],
  clients: [{ path: '/favorites', lazy: lazyPage(() => import('./favourites/FavouritesPage.tsx'), 'FavouritesPage') }],
}
