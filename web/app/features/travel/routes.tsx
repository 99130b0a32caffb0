import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const travelRoutes: GuardedRoutes = {
  everyone: [{ path: '/places', lazy: lazyPage(() => import('./PlacesPage.tsx'), 'PlacesPage') }],
  signedIn: [{ path: '/book-travel', lazy: lazyPage(() => import('./BookTravelPage.tsx'), 'BookTravelPage') }],
  clients: [{ path: '/my-travels', lazy: lazyPage(() => import('./BookTravelPage.tsx'), 'MyTravelsPage') }],
}
