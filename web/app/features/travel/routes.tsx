import { lazyPage, type GuardedRoutes } from '../../shared/guarded-routes.ts'

export const travelRoutes: GuardedRoutes = {
  everyone: [{ path: '/places', lazy: lazyPage(() => import('./PlacesPage.tsx').then((m) => m.PlacesPage)) }],
  signedIn: [
    { path: '/book-travel', lazy: lazyPage(() => import('./BookTravelPage.tsx').then((m) => m.BookTravelPage)) },
  ],
  clients: [{ path: '/my-travels', lazy: lazyPage(() => import('./BookTravelPage.tsx').then((m) => m.MyTravelsPage)) }],
}
