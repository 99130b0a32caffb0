import { accountRoutes } from './access/account.routes.ts'
import { avaRoutes } from './ava/ava.routes.ts'
import type { Hall } from './hall.ts'
import { liveRoutes } from './live/live.routes.ts'
import { moderationRoutes } from './moderation/moderation.routes.ts'
import { ratingRoutes } from './reputation/ratings.routes.ts'
import { reviewRoutes } from './reputation/reviews.routes.ts'
import { rewardRoutes } from './rewards/rewards.routes.ts'
import type { Route, Stream } from './route.ts'
import { bookingRoutes } from './travel/bookings.routes.ts'

/** Every call of the contract, answered. */
export const routesOf = (hall: Hall): readonly (Route | Stream)[] => [
  ...accountRoutes(hall),
  ...ratingRoutes(hall),
  ...reviewRoutes(hall),
  ...moderationRoutes(hall),
  ...rewardRoutes(hall),
  ...avaRoutes(hall),
  ...bookingRoutes(hall),
  ...liveRoutes(hall),
]
