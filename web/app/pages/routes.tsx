import { Navigate } from 'react-router-dom'
import { NotFoundPage } from '../components/page-layout.tsx'
import { call } from '../shared/api.ts'
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
    {
      path: '/address-frame',
      Component: lazyPage(() => import('./dev/AddressPages.tsx').then((m) => m.AddressFramePage)),
    },
  ],
  everyone: [
    { path: '/', Component: lazyPage(() => import('./marketing/HomePage.tsx').then((m) => m.HomePage)) },
    { path: '/landing', Component: lazyPage(() => import('./marketing/LandingPage.tsx').then((m) => m.LandingPage)) },
    {
      path: '/community-guidelines',
      Component: lazyPage(() =>
        import('./marketing/CommunityGuidelinesPage.tsx').then((m) => m.CommunityGuidelinesPage),
      ),
    },
    {
      path: '/privacy-policy',
      Component: lazyPage(() => import('./marketing/PrivacyPolicyPage.tsx').then((m) => m.PrivacyPolicyPage)),
    },
    { path: '/download', element: <Navigate to="/" replace /> },
    {
      path: '/client-dashboard',
      Component: lazyPage(() => import('./ClientDashboardPage.tsx').then((m) => m.ClientDashboardPage)),
    },
    { path: '/business/:id', Component: lazyPage(() => import('./BusinessPage.tsx').then((m) => m.BusinessPage)) },
    {
      path: '/biometric-test',
      Component: lazyPage(() => import('./dev/PasskeyPages.tsx').then((m) => m.BiometricTestPage)),
    },
    {
      path: '/biometric-demo',
      Component: lazyPage(() => import('./dev/PasskeyPages.tsx').then((m) => m.BiometricDemoPage)),
    },
    {
      path: '/lab/passkeys',
      Component: lazyPage(() => import('./dev/PasskeyPages.tsx').then((m) => m.PasskeyLabPage)),
    },
    {
      path: '/address-test',
      Component: lazyPage(() => import('./dev/AddressPages.tsx').then((m) => m.AddressTestPage)),
    },
    {
      path: '/address-test-fixed',
      Component: lazyPage(() => import('./dev/AddressPages.tsx').then((m) => m.AddressTestFixedPage)),
    },
    {
      path: '/address-working',
      Component: lazyPage(() => import('./dev/AddressPages.tsx').then((m) => m.AddressWorkingPage)),
    },
    { path: '/gallery', Component: galleryPage },
    {
      path: '/dev/outbox',
      Component: lazyPage(() => import('./dev/DevMailboxPage.tsx').then((m) => m.DevMailboxPage)),
    },
  ],
  signedIn: [
    { path: '/dashboard', Component: lazyPage(() => import('./DashboardPage.tsx').then((m) => m.DashboardPage)) },
    { path: '/profile', Component: lazyPage(() => import('./ProfilePage.tsx').then((m) => m.ProfilePage)) },
  ],
  businesses: [
    { path: '/clients', Component: lazyPage(() => import('./ClientsPage.tsx').then((m) => m.ClientsPage)) },
    { path: '/ratings', Component: lazyPage(() => import('./ReviewsPage.tsx').then((m) => m.ReviewsPage)) },
  ],
  clients: [
    { path: '/my-reviews', Component: lazyPage(() => import('./MyReviewsPage.tsx').then((m) => m.MyReviewsPage)) },
  ],
  staff: [
    { path: '/admin/reviews', Component: lazyPage(() => import('./ModerationPage.tsx').then((m) => m.ModerationPage)) },
  ],
}
