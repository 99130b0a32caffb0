import { accounts } from './accounts/calls.ts'
import { reviews } from './reviews/calls.ts'
import { ratings } from './ratings/calls.ts'
import { moderation } from './moderation/calls.ts'
import { sanctions } from './sanctions/sanctions.ts'
import { rewards } from './rewards/rewards.ts'
import { ava } from './ava/calls.ts'
import { travel } from './travel/calls.ts'
import { promotion } from './promotion/calls.ts'
import { privacy } from './privacy/privacy.ts'
import { developerCalls } from './developer.ts'
import { liveCalls } from './live.ts'
import { ruleSettingsCalls } from './rule-settings.ts'

/** All API calls. Routes, documentation, browser client and test tables derive from them. */
export const calls = {
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
  ...liveCalls,
  ...ruleSettingsCalls,
  ...developerCalls,
} as const

export type CallName = keyof typeof calls
