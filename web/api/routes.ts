import { accountExtensions, accountRoutes } from './accounts/routes.ts'
import type { ApiContext } from './api-context.ts'
import { auditRoutes } from './audit/routes.ts'
import { reviewRoutes } from './reviews/routes.ts'
import { ratingRoutes } from './ratings/routes.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { sanctionRoutes } from './sanctions/routes.ts'
import { rewardRoutes } from './rewards/routes.ts'
import { avaRoutes } from './ava/routes.ts'
import { travelRoutes } from './travel/routes.ts'
import { promotionExtensions, promotionRoutes } from './promotion/routes.ts'
import { privacyRoutes } from './privacy/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { supportRoutes } from './support/routes.ts'
import { platformRoutes } from './platform.routes.ts'
import type { AnyRoute, ServerExtension } from './route.ts'

/** Routes of all contexts. */
export const routesOf = (api: ApiContext): readonly AnyRoute[] => [
  ...accountRoutes(api),
  ...reviewRoutes(api),
  ...ratingRoutes(api),
  ...moderationRoutes(api),
  ...sanctionRoutes(api),
  ...rewardRoutes(api),
  ...avaRoutes(api),
  ...travelRoutes(api),
  ...promotionRoutes(api),
  ...privacyRoutes(api),
  ...analyticsRoutes(api),
  ...supportRoutes(api),
  ...auditRoutes(api),
  ...platformRoutes(api),
]

export const serverExtensions: readonly ServerExtension[] = [...accountExtensions, ...promotionExtensions]
