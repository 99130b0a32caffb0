import { accounts } from './accounts/endpoints.ts'
import { reviews } from './reviews/endpoints.ts'
import { ratings } from './ratings/endpoints.ts'
import { moderation } from './moderation/endpoints.ts'
import { sanctions } from './sanctions/sanctions.ts'
import { rewards } from './rewards/rewards.ts'
import { ava } from './ava/endpoints.ts'
import { travel } from './travel/endpoints.ts'
import { promotion } from './promotion/endpoints.ts'
import { audit } from './audit/audit.ts'
import { analyticsEndpoints } from './analytics/analytics.ts'
import { privacy } from './privacy/privacy.ts'
import { support } from './support/support.ts'
import { developerEndpoints } from './developer.ts'
import { liveEndpoints } from './live.ts'
import { ruleSettingsEndpoints } from './rule-settings.ts'

/** All endpoints of the API. Routes, documentation, browser client and test tables derive from them. */
export const endpoints = {
  ...accounts,
  ...reviews,
  ...ratings,
  ...moderation,
  ...sanctions,
  ...rewards,
  ...ava,
  ...travel,
  ...promotion,
  ...privacy,
  ...support,
  ...audit,
  ...analyticsEndpoints,
  ...liveEndpoints,
  ...ruleSettingsEndpoints,
  ...developerEndpoints,
} as const

export type EndpointName = keyof typeof endpoints
