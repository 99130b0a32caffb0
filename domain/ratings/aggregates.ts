import type { Aggregates } from '../kernel/aggregates.ts'
import { guestContact } from './guest-contact.ts'
import { newClientAllowance } from './new-client-allowance.ts'
import { ratingAllowance } from './rating-allowance.ts'
import { ratingContest } from './rating-contest.ts'
import { ratingRelease } from './rating-release.ts'
import { rating } from './rating.ts'

export const ratingAggregates = {
  rating,
  ratingAllowance,
  release: ratingRelease,
  guestContact,
  newClientAllowance,
  ratingContest,
} as const satisfies Aggregates
