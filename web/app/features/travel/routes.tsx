import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const travelRoutes: GuardedRoutes = {
  everyone: [{ path: '/places', Component: lazyPage(() => import('./PlacesPage.tsx').then((m) => m.PlacesPage)) }],
  signedIn: [
    { path: '/book-travel', Component: lazyPage(() => import('./BookTravelPage.tsx').then((m) => m.BookTravelPage)) },
  ],
  clients: [
    { path: '/my-travels', Component: lazyPage(() => import('./BookTravelPage.tsx').then((m) => m.MyTravelsPage)) },
  ],
}
