import { ratingCalls, dashboardCalls } from './ratings.ts'
import { clientCalls } from './clients.ts'

export const ratings = { ...ratingCalls, ...dashboardCalls, ...clientCalls }
