import { Navigate } from 'react-router-dom'
import { NotFoundPage } from '../components/page-layout.tsx'
import { call } from '../shared/api.ts'
import { HomePage } from './marketing/HomePage.tsx'
import { LandingPage } from './marketing/LandingPage.tsx'
import { lazyPage, type GuardedRoutes } from '../shared/guarded-routes.ts'

/** An unknown page, unless the developer setting is on; only then is the gallery loaded. */
const galleryPage = lazyPage(async () => {
  const { gallery } = await call('devSettings', {}).catch(() => ({ gallery: false }))
  return gallery ? import('./dev/gallery/GalleryPage.tsx').then((m) => m.GalleryPage) : NotFoundPage
})

/**
 * Pages that compose several contexts, the marketing pages, and the developer pages, which are public and harmless.
 * @rule Q-34 developer pages
 * @rule Q-43 the download page leads to the landing page
 */
export const pageRoutes: GuardedRoutes = {
  standalone: [
    { path: '/address-frame', lazy: lazyPage(() => import('./dev/AddressPages.tsx').then((m) => m.AddressFramePage)) },
  ],
  everyone: [
    { path: '/', element: <HomePage /> },
    { path: '/landing', element: <LandingPage /> },
    {
      path: '/community-guidelines',
      lazy: lazyPage(() => import('./marketing/CommunityGuidelinesPage.tsx').then((m) => m.CommunityGuidelinesPage)),
    },
    {
      path: '/privacy-policy',
      lazy: lazyPage(() => import('./marketing/PrivacyPolicyPage.tsx').then((m) => m.PrivacyPolicyPage)),
    },
    { path: '/download', element: <Navigate to="/" replace /> },
    {
      path: '/client-dashboard',
      lazy: lazyPage(() => import('./ClientDashboardPage.tsx').then((m) => m.ClientDashboardPage)),
    },
    { path: '/business/:id', lazy: lazyPage(() => import('./BusinessPage.tsx').then((m) => m.BusinessPage)) },
    {
      path: '/biometric-test',
      lazy: lazyPage(() => import('./dev/PasskeyPages.tsx').then((m) => m.BiometricTestPage)),
    },
    {
      path: '/biometric-demo',
      lazy: lazyPage(() => import('./dev/PasskeyPages.tsx').then((m) => m.BiometricDemoPage)),
    },
    { path: '/lab/passkeys', lazy: lazyPage(() => import('./dev/PasskeyPages.tsx').then((m) => m.PasskeyLabPage)) },
    { path: '/address-test', lazy: lazyPage(() => import('./dev/AddressPages.tsx').then((m) => m.AddressTestPage)) },
    {
      path: '/address-test-fixed',
      lazy: lazyPage(() => import('./dev/AddressPages.tsx').then((m) => m.AddressTestFixedPage)),
    },
    {
      path: '/address-working',
      lazy: lazyPage(() => import('./dev/AddressPages.tsx').then((m) => m.AddressWorkingPage)),
    },
    { path: '/gallery', lazy: galleryPage },
    { path: '/dev/outbox', lazy: lazyPage(() => import('./dev/DevMailboxPage.tsx').then((m) => m.DevMailboxPage)) },
  ],
  signedIn: [
    { path: '/dashboard', lazy: lazyPage(() => import('./DashboardPage.tsx').then((m) => m.DashboardPage)) },
    { path: '/profile', lazy: lazyPage(() => import('./ProfilePage.tsx').then((m) => m.ProfilePage)) },
  ],
  businesses: [
    { path: '/clients', lazy: lazyPage(() => import('./ClientsPage.tsx').then((m) => m.ClientsPage)) },
    { path: '/ratings', lazy: lazyPage(() => import('./ReviewsPage.tsx').then((m) => m.ReviewsPage)) },
  ],
  clients: [{ path: '/my-reviews', lazy: lazyPage(() => import('./MyReviewsPage.tsx').then((m) => m.MyReviewsPage)) }],
  staff: [
    { path: '/admin/reviews', lazy: lazyPage(() => import('./ModerationPage.tsx').then((m) => m.ModerationPage)) },
  ],
}
