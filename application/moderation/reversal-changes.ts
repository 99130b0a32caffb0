import { avaRules } from '../../domain/ava/rules.ts'
import type { WalletState } from '../../domain/ava/wallet.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Reasons } from '../../domain/kernel/statement-of-reasons.ts'
import type { KeptBenefit, Metric, PredictedChange } from '../../domain/moderation/reversal.ts'
import { CountedStarsChanged } from '../../domain/reviews/counted-review.ts'
import { type ExistingReview, pendingFlags } from '../../domain/reviews/review-state.ts'
import type { ReviewCommand } from '../../domain/reviews/review.ts'
import type { RewardsState } from '../../domain/rewards/rewards.ts'
import type { FullScore } from '../reviews/lookups.ts'

interface RemovalDecision {
  readonly by: string
  /** The account of a reviewed client; null for other targets. */
  readonly targetAccountId: string | null
  readonly at: Instant
}

/**
 * The command that removes a fake review, or hides it if it is held, as in manual moderation.
 * @rule Q-54 a held review can only be hidden by upholding one of its flags
 */
export const removalCommand = (review: ExistingReview, decision: RemovalDecision): ReviewCommand => {
  const [flag] = review.status === 'PENDING_REVIEW' ? pendingFlags(review) : []
  const reasoned = { ...decision, notes: null, reasons: removalReasons }
  return flag === undefined
    ? { type: 'ModerateReview', to: 'REMOVED', ...reasoned }
    : { type: 'DecideFlag', flagId: flag.flagId, outcome: 'UPHELD', ...reasoned }
}

const removalReasons: Reasons = {
  facts:
    'La recensione è stata giudicata falsa: un moderatore ne ha valutato gli effetti e un secondo moderatore li ha approvati.',
  ground: 'FAKE',
  violation: 'FAKE_REVIEWS',
}

const tierNames = ['new', 'trusted', 'top']

/** Reduces an event to ids and amounts, so that predicted and actual events can be compared. */
export const toPredictedChange = ({ stream, event: { type: what, data } }: EventEnvelope): PredictedChange => {
  const fields = data as Readonly<Record<string, unknown>>
  const { before, after, from, to } = fields
  return {
    stream,
    what,
    id: idIn(what, fields),
    amount: numberIn(fields['amount'] ?? fields['percent'] ?? fields['strike'] ?? fields['strikes']),
    before: numberIn(before ?? tierIn(from)),
    after: numberIn(after ?? tierIn(to)),
  }
}

/** Leaves out ids that differ between preview and execution, such as newly drawn codes. */
const idIn = (what: string, { code, flagId, causeId, caseId }: Readonly<Record<string, unknown>>): string | null => {
  if (what === 'RewardIssued') return null
  const id = code ?? flagId ?? causeId ?? caseId
  return typeof id === 'string' ? id : null
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const tierIn = (tier: unknown): number | null =>
  typeof tier === 'string' && tierNames.includes(tier) ? tierNames.indexOf(tier) : null

/** Multiset difference: the changes in `some` that `others` lacks. */
export const difference = (
  some: readonly PredictedChange[],
  others: readonly PredictedChange[],
): readonly PredictedChange[] => {
  const unmatched = others.map((change) => JSON.stringify(change))
  return some.filter((change) => {
    const index = unmatched.indexOf(JSON.stringify(change))
    if (index >= 0) unmatched.splice(index, 1)
    return index < 0
  })
}

export interface AuthorEarnings {
  readonly wallet: WalletState
  /** Null for a business, which earns no codes. */
  readonly rewards: RewardsState | null
}

/** The totals shown to the moderator before and after the reversal. */
export const reversalMetricsOf = (
  venue: FullScore | null,
  predicted: readonly PredictedChange[],
  before: AuthorEarnings,
  after: AuthorEarnings,
): readonly Metric[] => [...(venue === null ? [] : venueMetrics(venue, predicted)), ...authorMetrics(before, after)]

const venueMetrics = ({ starSum, counted }: FullScore, predicted: readonly PredictedChange[]): readonly Metric[] => {
  const changes = predicted.filter(({ what }) => what === CountedStarsChanged.type)
  const starsAfter = changes.reduce((total, { before, after }) => total + (after ?? 0) - (before ?? 0), starSum)
  const countedAfter = changes.reduce(
    (total, { before, after }) => total + Number(after !== null) - Number(before !== null),
    counted,
  )
  return [
    { name: 'venue-stars', before: starSum, after: Math.max(0, starsAfter) },
    { name: 'venue-raters', before: counted, after: Math.max(0, countedAfter) },
  ]
}

const authorMetrics = (before: AuthorEarnings, after: AuthorEarnings): readonly Metric[] => [
  { name: 'author-ratings', before: before.wallet.counted.size, after: after.wallet.counted.size },
  { name: 'author-ava', before: before.wallet.available, after: after.wallet.available },
  ...(before.rewards === null || after.rewards === null
    ? []
    : [{ name: 'author-codes' as const, before: activeCodes(before.rewards), after: activeCodes(after.rewards) }]),
]

const activeCodes = ({ rewards }: RewardsState): number => rewards.count(({ status }) => status === 'active')

/** Benefits earned with this review that were already used. The reversal reports them and does not take them back. */
export const keptBenefitsOf = (
  reviewId: string,
  before: AuthorEarnings,
  after: AuthorEarnings,
): readonly KeptBenefit[] => {
  const redeemed = [...(before.rewards?.rewards.values() ?? [])].filter(
    ({ status, evidence, issuedForReviewId }) =>
      status === 'redeemed' && (issuedForReviewId === reviewId || evidence.includes(reviewId)),
  )
  const spent = avaWithoutContributions(after.wallet) - avaWithoutContributions(before.wallet)
  return [
    ...redeemed.map(({ code, percent }): KeptBenefit => ({ what: 'code-redeemed', id: code, amount: percent })),
    ...(spent > 0 ? [{ what: 'ava-spent', id: null, amount: spent } as const] : []),
  ]
}

/** AVA credited for contributions that no longer count. */
const avaWithoutContributions = ({ counted, creditedTens }: WalletState): number =>
  Math.max(0, creditedTens.size - Math.floor(counted.size / avaRules.contributionsPerAva))
