import { Navigate } from 'react-router-dom'
import { NotFoundPage } from '../components/page-layout.tsx'
import { call } from '../shared/api.ts'
import { HomePage } from './marketing/HomePage.tsx'
import { lazyPage, type GuardedRoutes } from '../shared/guarded-routes.ts'

const addressPages = () => import('./dev/AddressPages.tsx')
const passkeyPages = () => import('./dev/PasskeyPages.tsx')

/** An unknown page, unless the developer setting is on; only then is the gallery loaded. */
const galleryPage = async () => {
  const { gallery } = await call('devSettings', {}).catch(() => ({ gallery: false }))
  return { Component: gallery ? (await import('./dev/gallery/GalleryPage.tsx')).GalleryPage : NotFoundPage }
}

/**
 * Pages that compose several contexts, the marketing pages, and the developer pages, which are public and harmless.
 * @rule Q-34 developer pages
 * @rule Q-43 the download page leads to the landing page
 */
export const pageRoutes: GuardedRoutes = {
  standalone: [{ path: '/address-frame', lazy: lazyPage(addressPages, 'AddressFramePage') }],
  everyone: [
    { path: '/', element: <HomePage /> },
    { path: '/landing', lazy: lazyPage(() => import('./marketing/LandingPage.tsx'), 'LandingPage') },
    {
      path: '/community-guidelines',
      lazy: lazyPage(() => import('./marketing/CommunityGuidelinesPage.tsx'), 'CommunityGuidelinesPage'),
    },
    { path: '/privacy-policy', lazy: lazyPage(() => import('./marketing/PrivacyPolicyPage.tsx'), 'PrivacyPolicyPage') },
    { path: '/download', element: <Navigate to="/" replace /> },
    { path: '/client-dashboard', lazy: lazyPage(() => import('./ClientDashboardPage.tsx'), 'ClientDashboardPage') },
    { path: '/business/:id', lazy: lazyPage(() => import('./BusinessPage.tsx'), 'BusinessPage') },
    { path: '/biometric-test', lazy: lazyPage(passkeyPages, 'BiometricTestPage') },
    { path: '/biometric-demo', lazy: lazyPage(passkeyPages, 'BiometricDemoPage') },
    { path: '/lab/passkeys', lazy: lazyPage(passkeyPages, 'PasskeyLabPage') },
    { path: '/address-test', lazy: lazyPage(addressPages, 'AddressTestPage') },
    { path: '/address-test-fixed', lazy: lazyPage(addressPages, 'AddressTestFixedPage') },
    { path: '/address-working', lazy: lazyPage(addressPages, 'AddressWorkingPage') },
    { path: '/gallery', lazy: galleryPage },
    { path: '/dev/outbox', lazy: lazyPage(() => import('./dev/OutboxPage.tsx'), 'OutboxPage') },
  ],
  signedIn: [
    { path: '/dashboard', lazy: lazyPage(() => import('./DashboardPage.tsx'), 'DashboardPage') },
    { path: '/profile', lazy: lazyPage(() => import('./ProfilePage.tsx'), 'ProfilePage') },
  ],
  businesses: [
    { path: '/clients', lazy: lazyPage(() => import('./ClientsPage.tsx'), 'ClientsPage') },
    { path: '/ratings', lazy: lazyPage(() => import('./ReviewsPage.tsx'), 'ReviewsPage') },
  ],
  clients: [{ path: '/my-reviews', lazy: lazyPage(() => import('./MyReviewsPage.tsx'), 'MyReviewsPage') }],
  staff: [{ path: '/admin/reviews', lazy: lazyPage(() => import('./ModerationPage.tsx'), 'ModerationPage') }],
}
