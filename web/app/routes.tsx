import type { ComponentType } from 'react'
import { Navigate, type RouteObject } from 'react-router-dom'
import { Skeleton } from './components/Skeleton.tsx'
import { HomeScreen } from './features/face/HomeScreen.tsx'
import { Broken } from './shell/Broken.tsx'
import {
  NewPasswordFirst,
  NotSuspended,
  Only,
  SignedIn,
  SignedInAtFirst,
  StaffPasskeyFirst,
  Visitors,
} from './shell/guards.tsx'
import { Layout } from './shell/Layout.tsx'
import { NotFound } from './components/NotFound.tsx'

/** A screen comes with its own chunk, when somebody goes there. */
const lazily =
  <M extends Record<K, ComponentType>, K extends string>(load: () => Promise<M>, name: K) =>
  async () => ({
    Component: (await load())[name],
  })

const login = lazily(() => import('./features/access/LoginScreen.tsx'), 'LoginScreen')
const register = lazily(() => import('./features/access/RegisterScreen.tsx'), 'RegisterScreen')
const quickAccess = lazily(() => import('./features/access/biometrics/QuickAccessScreen.tsx'), 'QuickAccessScreen')
const rewards = lazily(() => import('./features/rewards/RewardsScreen.tsx'), 'RewardsScreen')

/** Two doors have an alias each. */
const forVisitors: RouteObject[] = [
  { path: '/login', lazy: login },
  { path: '/auth/login', lazy: login },
  { path: '/register', lazy: register },
  { path: '/auth/register', lazy: register },
  {
    path: '/register-client',
    lazy: lazily(() => import('./features/access/RegisterClientScreen.tsx'), 'RegisterClientScreen'),
  },
  {
    path: '/recover-password',
    lazy: lazily(() => import('./features/access/recovery/RecoverPasswordScreen.tsx'), 'RecoverPasswordScreen'),
  },
]

const forBusinesses: RouteObject[] = [
  { path: '/clients', lazy: lazily(() => import('./routes/ClientsPage.tsx'), 'ClientsPage') },
  { path: '/ratings', lazy: lazily(() => import('./routes/ReceivedReviewsPage.tsx'), 'ReceivedReviewsPage') },
  { path: '/profile/setup', lazy: lazily(() => import('./features/profile/setup/SetupScreen.tsx'), 'SetupScreen') },
]

const forClients: RouteObject[] = [
  { path: '/my-reviews', lazy: lazily(() => import('./routes/MyReviewsPage.tsx'), 'MyReviewsPage') },
  { path: '/my-travels', lazy: lazily(() => import('./features/travel/MyTravelsScreen.tsx'), 'MyTravelsScreen') },
  { path: '/my-rewards', lazy: rewards },
  { path: '/favorites', lazy: lazily(() => import('./features/favourites/FavouritesScreen.tsx'), 'FavouritesScreen') },
]

const forAccounts: RouteObject[] = [
  { path: '/dashboard', lazy: lazily(() => import('./routes/DashboardPage.tsx'), 'DashboardPage') },
  { path: '/profile', lazy: lazily(() => import('./features/profile/ProfileScreen.tsx'), 'ProfileScreen') },
  {
    path: '/profile/edit',
    lazy: lazily(() => import('./features/profile/EditProfileScreen.tsx'), 'EditProfileScreen'),
  },
  { path: '/profile/photo', lazy: lazily(() => import('./features/profile/PhotoScreen.tsx'), 'PhotoScreen') },
  { path: '/profile/biometric-setup', lazy: quickAccess },
  { path: '/rewards', lazy: rewards },
  { path: '/sanctions', lazy: lazily(() => import('./features/conduct/SituationScreen.tsx'), 'SituationScreen') },
  {
    path: '/change-password',
    lazy: lazily(() => import('./features/access/recovery/ChangePasswordScreen.tsx'), 'ChangePasswordScreen'),
  },
  { path: '/decisions', lazy: lazily(() => import('./routes/DecisionsPage.tsx'), 'DecisionsPage') },
  { path: '/ava-wallet', lazy: lazily(() => import('./features/ava/AvaWalletScreen.tsx'), 'AvaWalletScreen') },
  { path: '/affiliate', lazy: lazily(() => import('./features/affiliate/AffiliateScreen.tsx'), 'AffiliateScreen') },
  { path: '/book-travel', lazy: lazily(() => import('./features/travel/BookTravelScreen.tsx'), 'BookTravelScreen') },
  {
    element: <StaffPasskeyFirst />,
    children: [
      { path: '/admin/reviews', lazy: lazily(() => import('./routes/ModerationPage.tsx'), 'ModerationPage') },
      {
        path: '/admin-wallet',
        lazy: lazily(() => import('./features/company/CompanyWalletScreen.tsx'), 'CompanyWalletScreen'),
      },
      {
        path: '/admin/rulebooks',
        lazy: lazily(() => import('./features/rulebook/RuleBooksScreen.tsx'), 'RuleBooksScreen'),
      },
    ],
  },
  {
    path: '/staff-passkey',
    lazy: lazily(() => import('./features/access/biometrics/StaffPasskeyScreen.tsx'), 'StaffPasskeyScreen'),
  },
  { path: '/cases/:caseId', lazy: lazily(() => import('./features/replay/ReplayScreen.tsx'), 'ReplayScreen') },
  { element: <Only side="ESERCENTE" />, children: forBusinesses },
  { element: <Only side="CLIENTE" />, children: forClients },
]

const forLeavers: RouteObject[] = [
  {
    path: '/account-deletion',
    lazy: lazily(() => import('./features/profile/deletion/AccountDeletionScreen.tsx'), 'AccountDeletionScreen'),
  },
]

/** Pages for developers: reachable by anyone, harmless to everyone. */
const biometricWorkshop: RouteObject[] = [
  {
    path: '/biometric-test',
    lazy: lazily(() => import('./features/access/biometrics/BiometricTestScreen.tsx'), 'BiometricTestScreen'),
  },
  {
    path: '/biometric-demo',
    lazy: lazily(() => import('./features/access/biometrics/BiometricDemoScreen.tsx'), 'BiometricDemoScreen'),
  },
  {
    path: '/lab/passkeys',
    lazy: lazily(() => import('./features/access/biometrics/PasskeyLabScreen.tsx'), 'PasskeyLabScreen'),
  },
]

const addressScreens = () => import('./features/addresses/AddressScreens.tsx')
const addressWorkshop: RouteObject[] = [
  { path: '/address-test', lazy: lazily(addressScreens, 'AddressTestScreen') },
  { path: '/address-test-fixed', lazy: lazily(addressScreens, 'AddressTestFixedScreen') },
  { path: '/address-working', lazy: lazily(addressScreens, 'AddressWorkingScreen') },
]

/** No guard before these, whoever asks (P-04, P-07). */
const forEveryone: RouteObject[] = [
  { path: '/', element: <HomeScreen /> },
  { path: '/landing', lazy: lazily(() => import('./features/face/LandingScreen.tsx'), 'LandingScreen') },
  {
    path: '/community-guidelines',
    lazy: lazily(() => import('./features/face/CommunityScreen.tsx'), 'CommunityScreen'),
  },
  {
    path: '/transparency',
    lazy: lazily(() => import('./features/decisions/TransparencyScreen.tsx'), 'TransparencyScreen'),
  },
  { path: '/privacy-policy', lazy: lazily(() => import('./features/face/PrivacyScreen.tsx'), 'PrivacyScreen') },
  //
  { path: '/download', element: <Navigate to="/" replace /> },
  { path: '/client-auth', lazy: lazily(() => import('./features/access/ClientAuthScreen.tsx'), 'ClientAuthScreen') },
  {
    path: '/confirm-email',
    lazy: lazily(() => import('./features/access/ConfirmEmailScreen.tsx'), 'ConfirmEmailScreen'),
  },
  {
    path: '/data-deletion/:code',
    lazy: lazily(() => import('./features/access/social/DataDeletionScreen.tsx'), 'DataDeletionScreen'),
  },
  { path: '/biometric-setup', lazy: quickAccess },
  ...biometricWorkshop,
  ...addressWorkshop,
  { path: '/client-dashboard', lazy: lazily(() => import('./routes/ClientDashboardPage.tsx'), 'ClientDashboardPage') },
  { path: '/places', lazy: lazily(() => import('./features/places/PlacesScreen.tsx'), 'PlacesScreen') },
  { path: '/business/:id', lazy: lazily(() => import('./routes/BusinessPage.tsx'), 'BusinessPage') },
  { path: '/dev/outbox', lazy: lazily(() => import('./features/dev/OutboxScreen.tsx'), 'OutboxScreen') },
  { path: '*', element: <NotFound /> },
]

/** Every address of the app, and the guard before it (S-09, Q-35). */
export const routes: RouteObject[] = [
  // alone in its frame: nothing around it leads anywhere
  {
    path: '/address-frame',
    lazy: lazily(() => import('./features/addresses/AddressFrameScreen.tsx'), 'AddressFrameScreen'),
    errorElement: <Broken />,
    hydrateFallbackElement: <Skeleton />,
  },
  {
    element: <Layout />,
    errorElement: <Broken />,
    hydrateFallbackElement: <Skeleton />,
    children: [
      {
        element: <NewPasswordFirst />,
        children: [
          {
            element: <NotSuspended />,
            children: [
              ...forEveryone,
              { element: <Visitors />, children: forVisitors },
              { element: <SignedIn />, children: forAccounts },
              { element: <SignedInAtFirst />, children: forLeavers },
            ],
          },
        ],
      },
    ],
  },
]
