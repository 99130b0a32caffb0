import { ratingEndpoints, dashboardEndpoints } from './ratings.ts'
import { clientEndpoints } from './clients.ts'

export const ratings = { ...ratingEndpoints, ...dashboardEndpoints, ...clientEndpoints }
