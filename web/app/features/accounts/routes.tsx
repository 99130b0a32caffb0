import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

const login = lazyPage(() => import('./sign-in/LoginPage.tsx').then((m) => m.LoginPage))
const registerBusiness = lazyPage(() =>
  import('./sign-in/RegisterBusinessPage.tsx').then((m) => m.RegisterBusinessPage),
)
const quickAccess = lazyPage(() => import('./passkeys/QuickAccessPage.tsx').then((m) => m.QuickAccessPage))

/** Sign-in and registration each have an alias. @rule Q-30 */
export const accountRoutes: GuardedRoutes = {
  visitors: [
    { path: '/login', Component: login },
    { path: '/auth/login', Component: login },
    { path: '/register', Component: registerBusiness },
    { path: '/auth/register', Component: registerBusiness },
    {
      path: '/register-client',
      Component: lazyPage(() => import('./sign-in/RegisterClientPage.tsx').then((m) => m.RegisterClientPage)),
    },
    {
      path: '/recover-password',
      Component: lazyPage(() => import('./recovery/RecoverPasswordPage.tsx').then((m) => m.RecoverPasswordPage)),
    },
  ],
  everyone: [
    {
      path: '/client-auth',
      Component: lazyPage(() => import('./sign-in/ClientAuthPage.tsx').then((m) => m.ClientAuthPage)),
    },
    {
      path: '/confirm-email',
      Component: lazyPage(() => import('./sign-in/ConfirmEmailPage.tsx').then((m) => m.ConfirmEmailPage)),
    },
    {
      path: '/data-deletion/:code',
      Component: lazyPage(() =>
        import('./sign-in/FacebookDataDeletionPage.tsx').then((m) => m.FacebookDataDeletionPage),
      ),
    },
    { path: '/biometric-setup', Component: quickAccess },
    {
      path: '/unsubscribe/:token',
      Component: lazyPage(() => import('./notifications/UnsubscribePage.tsx').then((m) => m.UnsubscribePage)),
    },
  ],
  signedIn: [
    {
      path: '/notifications',
      Component: lazyPage(() => import('./notifications/NotificationsPage.tsx').then((m) => m.NotificationsPage)),
    },
    {
      path: '/notifications/preferences',
      Component: lazyPage(() =>
        import('./notifications/NotificationPreferencesPage.tsx').then((m) => m.NotificationPreferencesPage),
      ),
    },
    {
      path: '/profile/edit',
      Component: lazyPage(() => import('./profile/EditProfilePage.tsx').then((m) => m.EditProfilePage)),
    },
    {
      path: '/profile/photo',
      Component: lazyPage(() => import('./profile/EditProfilePage.tsx').then((m) => m.ProfilePhotoPage)),
    },
    { path: '/profile/biometric-setup', Component: quickAccess },
    {
      path: '/change-password',
      Component: lazyPage(() => import('./recovery/ChangePasswordPage.tsx').then((m) => m.ChangePasswordPage)),
    },
    {
      path: '/staff-passkey',
      Component: lazyPage(() => import('./passkeys/StaffPasskeyPage.tsx').then((m) => m.StaffPasskeyPage)),
    },
  ],
  businesses: [
    {
      path: '/profile/setup',
      Component: lazyPage(() => import('./profile/ProfileSetupPage.tsx').then((m) => m.ProfileSetupPage)),
    },
  ],
  clients: [
    {
      path: '/favorites',
      Component: lazyPage(() => import('./favourites/FavouritesPage.tsx').then((m) => m.FavouritesPage)),
    },
  ],
}
