import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { rewards } from './decider.ts'
import type { RewardsCommand } from './commands.ts'
import type { RewardsState } from './state.ts'

interface Asked {
  readonly clientId: string
  readonly at: Instant
}

/** What would be if a rating counted no more: the decider's own answer, never written down. */
export const withoutRating = (state: RewardsState, ratingId: string, { clientId, at }: Asked): RewardsState =>
  after(state, { type: 'UncountStars', clientId, ratingId, at })

/** What would be if a review of the client's were taken away. */
export const withoutReview = (state: RewardsState, reviewId: string, { clientId, at }: Asked): RewardsState =>
  after(state, { type: 'UncreditReview', clientId, reviewId, at })

/** What would be with five stars more, from a venue that has given none yet. */
export const withFiveMore = (
  state: RewardsState,
  { clientId, at, eligible, ttlMonths }: Asked & { readonly eligible: boolean; readonly ttlMonths: number },
): RewardsState => {
  const supposed = { ratingId: unheardOf, businessId: unheardOf, overall: 5, codes: { elite: unheardOf } }
  return after(state, { type: 'CountStars', clientId, at, eligible, ttlMonths, ...supposed })
}

/** Names nothing there is: ids of ours are longer, and codes have no dash. */
const unheardOf = 'what-if'

const after = (state: RewardsState, command: RewardsCommand): RewardsState => {
  const decided = rewards.decide(command, state)
  return E.isRight(decided) ? decided.right.reduce(rewards.evolve, state) : state
}
