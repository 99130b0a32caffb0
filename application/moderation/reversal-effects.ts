import { avaRules } from '../../domain/ava/rules.ts'
import type { WalletState } from '../../domain/ava/wallet.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Reasons } from '../../domain/kernel/statement-of-reasons.ts'
import type { Effect, Figure, KeptBenefit } from '../../domain/moderation/reversal.ts'
import { type ExistingReview, pendingFlags } from '../../domain/reviews/review-state.ts'
import type { ReviewCommand } from '../../domain/reviews/review.ts'
import type { RewardsState } from '../../domain/rewards/rewards.ts'
import type { VenueScore } from '../ports/lookups.ts'

interface RemovalDecision {
  readonly by: string
  /** The account behind a USER target; null for other targets. */
  readonly targetAccountId: string | null
  readonly at: Instant
}

/**
 * The ordinary command that takes a fake review out of sight: a review that waits for its flags is left by upholding one of
 * them, any other is removed.
 */
export const removalCommand = (review: ExistingReview, judge: RemovalDecision): ReviewCommand => {
  const [flag] = review.status === 'PENDING_REVIEW' ? pendingFlags(review) : []
  const decided = { ...judge, notes: null, reasons: removalReasons }
  return flag === undefined
    ? { type: 'ModerateReview', to: 'REMOVED', ...decided }
    : { type: 'DecideFlag', flagId: flag.flagId, outcome: 'UPHELD', ...decided }
}

const removalReasons: Reasons = {
  facts:
    'La recensione è stata giudicata falsa: un moderatore ha esaminato che cosa ne sarebbe seguito e un secondo lo ha approvato.',
  ground: 'FAKE',
  violation: 'FAKE_REVIEWS',
}

const tierNames = ['new', 'trusted', 'top']

/** An event by the ids and amounts it is about, so that what was foreseen can be compared with what happened. */
export const toEffect = ({ stream, event: { type: what, data } }: EventEnvelope): Effect => {
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

/** What is drawn anew each time, or named after the event that caused it, is no name to compare by. */
const idIn = (what: string, { code, flagId, causeId, caseId }: Readonly<Record<string, unknown>>): string | null => {
  if (what === 'RewardIssued') return null
  const id = code ?? flagId ?? causeId ?? caseId
  return typeof id === 'string' ? id : null
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const tierIn = (tier: unknown): number | null =>
  typeof tier === 'string' && tierNames.includes(tier) ? tierNames.indexOf(tier) : null

/** What of the first is not in the second, each as often as it is missing. */
export const difference = (some: readonly Effect[], others: readonly Effect[]): readonly Effect[] => {
  const left = others.map((one) => JSON.stringify(one))
  return some.filter((one) => {
    const place = left.indexOf(JSON.stringify(one))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
}

/** What an author has earned. */
export interface AuthorEarnings {
  readonly wallet: WalletState
  /** Null for a business, which earns no codes. */
  readonly rewards: RewardsState | null
}

/** The numbers a moderator should see move before deciding. */
export const keyFigures = (
  venue: VenueScore | null,
  effects: readonly Effect[],
  before: AuthorEarnings,
  after: AuthorEarnings,
): readonly Figure[] => [...(venue === null ? [] : venueFigures(venue, effects)), ...authorFigures(before, after)]

const venueFigures = ({ sum, raters }: VenueScore, effects: readonly Effect[]): readonly Figure[] => {
  const changes = effects.filter(({ what }) => what === 'OpinionChanged')
  const stars = changes.reduce((all, one) => all + (one.after ?? 0) - (one.before ?? 0), sum)
  const voices = changes.reduce((all, one) => all + Number(one.after !== null) - Number(one.before !== null), raters)
  return [
    { name: 'venue-stars', before: sum, after: Math.max(0, stars) },
    { name: 'venue-raters', before: raters, after: Math.max(0, voices) },
  ]
}

const authorFigures = (before: AuthorEarnings, after: AuthorEarnings): readonly Figure[] => [
  { name: 'author-ratings', before: before.wallet.counted.length, after: after.wallet.counted.length },
  { name: 'author-ava', before: before.wallet.available, after: after.wallet.available },
  ...(before.rewards === null || after.rewards === null
    ? []
    : [{ name: 'author-codes' as const, before: activeCodes(before.rewards), after: activeCodes(after.rewards) }]),
]

const activeCodes = ({ rewards }: RewardsState): number => rewards.filter(({ status }) => status === 'active').length

/** What was given for this review and is out of reach: it is told, never taken back in silence. */
export const keptBenefits = (
  reviewId: string,
  before: AuthorEarnings,
  after: AuthorEarnings,
): readonly KeptBenefit[] => {
  const redeemed = (before.rewards?.rewards ?? []).filter(
    ({ status, evidence, issuedForReviewId }) =>
      status === 'redeemed' && (issuedForReviewId === reviewId || evidence.includes(reviewId)),
  )
  const spent = uncoveredAva(after.wallet) - uncoveredAva(before.wallet)
  return [
    ...redeemed.map(({ code, percent }): KeptBenefit => ({ what: 'code-redeemed', id: code, amount: percent })),
    ...(spent > 0 ? [{ what: 'ava-spent', id: null, amount: spent } as const] : []),
  ]
}

/** AVA given for tens that are no longer full. */
const uncoveredAva = ({ counted, tenths }: WalletState): number =>
  Math.max(0, tenths.length - Math.floor(counted.length / avaRules.ratingsPerAva))
