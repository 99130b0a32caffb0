import { avaRules } from '../../domain/ava/wallet/rules.ts'
import type { WalletState } from '../../domain/ava/wallet/decider.ts'
import type { Effect, Figure, Kept } from '../../domain/moderation/unwind/events.ts'
import type { RewardsState } from '../../domain/rewards/rewards/decider.ts'
import type { VenueScore } from '../ports/lookups.ts'

/** What an author has earned. */
export interface Earned {
  readonly wallet: WalletState
  /** Null for a business, which earns no codes. */
  readonly rewards: RewardsState | null
}

/** The numbers a moderator should see move before deciding. */
export const figuresOf = (
  venue: VenueScore | null,
  effects: readonly Effect[],
  before: Earned,
  after: Earned,
): readonly Figure[] => [...(venue === null ? [] : ofVenue(venue, effects)), ...ofAuthor(before, after)]

const ofVenue = ({ sum, raters }: VenueScore, effects: readonly Effect[]): readonly Figure[] => {
  const changes = effects.filter(({ what }) => what === 'OpinionChanged')
  const stars = changes.reduce((all, one) => all + (one.after ?? 0) - (one.before ?? 0), sum)
  const voices = changes.reduce((all, one) => all + Number(one.after !== null) - Number(one.before !== null), raters)
  return [
    { name: 'venue-stars', before: sum, after: Math.max(0, stars) },
    { name: 'venue-raters', before: raters, after: Math.max(0, voices) },
  ]
}

const ofAuthor = (before: Earned, after: Earned): readonly Figure[] => [
  { name: 'author-ratings', before: before.wallet.counted.length, after: after.wallet.counted.length },
  { name: 'author-ava', before: before.wallet.available, after: after.wallet.available },
  ...(before.rewards === null || after.rewards === null
    ? []
    : [{ name: 'author-codes' as const, before: usable(before.rewards), after: usable(after.rewards) }]),
]

const usable = ({ rewards }: RewardsState): number => rewards.filter(({ status }) => status === 'active').length

/** What was given for this review and is out of reach: it is told, never taken back in silence. */
export const keptFor = (reviewId: string, before: Earned, after: Earned): readonly Kept[] => {
  const redeemed = (before.rewards?.rewards ?? []).filter(
    ({ status, evidence, issuedForReviewId }) =>
      status === 'redeemed' && (issuedForReviewId === reviewId || evidence.includes(reviewId)),
  )
  const spent = uncovered(after.wallet) - uncovered(before.wallet)
  return [
    ...redeemed.map(({ code, percent }): Kept => ({ what: 'code-redeemed', id: code, amount: percent })),
    ...(spent > 0 ? [{ what: 'ava-spent', id: null, amount: spent } as const] : []),
  ]
}

/** AVA given for tens that are no longer full. */
const uncovered = ({ counted, tenths }: WalletState): number =>
  Math.max(0, tenths.length - Math.floor(counted.length / avaRules.ratingsPerAva))
