import type { OfType } from '../kernel/event.ts'
import type { Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'
import { potOf } from './pots.ts'
import { ruleSetAt, type RuleSetActivation, type StayRules } from './rules.ts'
import { noBooking, type StayCredit, type StayReason, type WalletEvent, type WalletState } from './wallet-state.ts'

export interface ReconcileStays {
  readonly type: 'ReconcileStays'
  /** Owner of the wallet. */
  readonly accountId: string
  readonly at: Instant
  /** All ratings received that currently count. */
  readonly stays: readonly CountedStay[]
  readonly activations: readonly RuleSetActivation[]
  /** The stays whose five-star AVA are written off. */
  readonly writtenOff: readonly Pick<CountedStay, 'ratingId' | 'businessId'>[]
}

/** A counted rating that the wallet's owner received for a stay. */
export interface CountedStay {
  readonly ratingId: string
  readonly businessId: string
  /** Connected businesses count as one of them; null while the business is new. @rule Q-123 */
  readonly countsAs: string | null
  readonly overall: number
  /** When the rating began to count; determines the rule set. */
  readonly since: Instant
}

export interface StayEarning {
  /** A cause is credited at most once at a time. */
  readonly causeId: string
  readonly reason: StayReason
  readonly amount: number
  readonly ruleVersion: number
}

/**
 * AVA earned by these stays in chronological order; used by the ledger and by simulations. `writtenOffLoyalty`: loyalty
 * AVA of stays that no longer count, already spent; it still counts towards the maximum.
 * @rule D-43 stays at new businesses earn nothing until these count
 * @rule B-31 five stars, first stays, different venues, loyalty
 */
export const calculateStayEarnings = (
  stays: readonly CountedStay[],
  activations: readonly RuleSetActivation[],
  writtenOffLoyalty = 0,
): readonly StayEarning[] => {
  const counting = stays.filter(({ countsAs }) => countsAs !== null)
  const inOrder = counting.toSorted((a, b) => (isBefore(a.since, b.since) ? -1 : Number(a.since > b.since)))
  const venues = new Set<string>()
  const businesses = new Set<string>()
  let loyalty = writtenOffLoyalty
  return inOrder.flatMap((stay) => {
    const occasion = !venues.has(venueOf(stay)) ? 'first stay' : businesses.has(stay.businessId) ? 'return' : 'other'
    venues.add(venueOf(stay))
    businesses.add(stay.businessId)
    const { version, stays: rules } = ruleSetAt(activations, stay.since)
    if (rules === null) return []
    const earned = earningsOfStay(rules, stay, occasion, { venues: venues.size, loyalty })
    loyalty += earned.find(({ reason }) => reason === 'LOYALTY')?.amount ?? 0
    return earned.filter(({ amount }) => amount > 0).map((earning) => ({ ...earning, ruleVersion: version }))
  })
}

const venueOf = ({ countsAs, businessId }: CountedStay): string => countsAs ?? businessId

const earningsOfStay = (
  { fiveStars, firstStay, venues, loyalty }: StayRules,
  stay: CountedStay,
  /** `other`: at another business of a venue the guest already knows. */
  occasion: 'first stay' | 'return' | 'other',
  soFar: { readonly venues: number; readonly loyalty: number },
): readonly Omit<StayEarning, 'ruleVersion'>[] => {
  const { ratingId, overall } = stay
  const fiveStarEarning = {
    causeId: fiveStarCauseId(ratingId),
    reason: 'FIVE_STARS',
    amount: overall === 5 ? fiveStars : 0,
  } as const
  if (occasion === 'other') return [fiveStarEarning]
  if (occasion === 'return') {
    const amount = Math.min(loyalty.ava, Math.max(0, loyalty.max - soFar.loyalty))
    return [fiveStarEarning, { causeId: loyaltyCauseId(ratingId), reason: 'LOYALTY', amount }]
  }
  const reachesCount = soFar.venues === venues.count
  return [
    fiveStarEarning,
    { causeId: firstStayCauseId(venueOf(stay)), reason: 'FIRST_STAY', amount: firstStay },
    { causeId: `venues-${venues.count}`, reason: 'FIVE_VENUES', amount: reachesCount ? venues.ava : 0 },
  ]
}

const loyaltyCauseId = (ratingId: string) => `return-${ratingId}`
const fiveStarCauseId = (ratingId: string) => `five-stars-${ratingId}`
const firstStayCauseId = (venueId: string) => `first-stay-${venueId}`
const ratingOfFiveStars = ({ causeId }: Pick<StayCredit, 'causeId'>): string =>
  causeId.slice(fiveStarCauseId('').length)

/** Whether the cause of AVA names a venue that rated the owner, or its rating. */
export const isStayCause = (causeId: string): boolean =>
  [loyaltyCauseId(''), fiveStarCauseId(''), firstStayCauseId('')].some((prefix) => causeId.startsWith(prefix))

/** Ratings whose five-star AVA were spent and are no longer earned. */
export const writtenOffFiveStars = ({ stayCredits }: Pick<WalletState, 'stayCredits'>): readonly string[] =>
  [...stayCredits.values()]
    .filter(({ reason, writtenOff }) => reason === 'FIVE_STARS' && writtenOff)
    .map(ratingOfFiveStars)

/** Loyalty AVA of stays that no longer count, spent before they could be taken back. */
const writtenOffLoyaltyOf = (credits: WalletState['stayCredits'], stays: readonly CountedStay[]): number => {
  const counting = new Set(stays.map(({ ratingId }) => loyaltyCauseId(ratingId)))
  const isWrittenOff = ({ reason, writtenOff, causeId }: StayCredit) =>
    reason === 'LOYALTY' && writtenOff && !counting.has(causeId)
  return credits.reduce((sum, credit) => (isWrittenOff(credit) ? sum + credit.amount : sum), 0)
}

/**
 * Credits newly earned AVA and takes back those no longer earned, as far as they are available. Spent AVA are written
 * off: neither taken back nor earned again.
 * @rule Q-50 spent AVA are not taken back
 */
export const reconcileStays = (
  { accountId, stays, activations, writtenOff, at }: ReconcileStays,
  { stayCredits, available }: WalletState,
): readonly WalletEvent[] => {
  const earnings = calculateStayEarnings(stays, activations, writtenOffLoyaltyOf(stayCredits, stays))
  const uncredited = earnings.filter(({ causeId }) => !stayCredits.has(causeId))
  const earned = withoutPaidBefore(uncredited, stays, writtenOff).map((earning): AvaEarnedEvent => {
    const origin = { pot: potOf(earning.reason), ...noBooking }
    return { type: 'AvaEarned', data: { accountId, ...earning, state: 'available', ...origin, at } }
  })
  let remaining = available + earned.reduce((sum, { data }) => sum + data.amount, 0)
  const stillEarned = new Set(earnings.map(({ causeId }) => causeId))
  const revocations = stayCredits
    .valueSeq()
    .filter(({ causeId, writtenOff }) => !writtenOff && !stillEarned.has(causeId))
    .map(({ causeId, amount, reason }): WalletEvent => {
      const data = { accountId, amount, causeId, at }
      if (amount > remaining) return { type: 'AvaWrittenOff', data }
      remaining -= amount
      return { type: 'AvaTakenBack', data: { ...data, state: 'available', pot: potOf(reason) } }
    })
  return [...earned, ...revocations]
}

/**
 * For each stay whose five-star AVA are written off, the next stay at the same venue earns none: a venue could otherwise
 * withdraw and repeat a rating whenever its AVA are spent.
 * @rule D-41
 */
const withoutPaidBefore = (
  earnings: readonly StayEarning[],
  stays: readonly CountedStay[],
  writtenOff: ReconcileStays['writtenOff'],
): readonly StayEarning[] => {
  const businessOf = new Map(stays.map(({ ratingId, businessId }) => [ratingId, businessId]))
  const paidBefore = new Map<string, number>()
  for (const { ratingId, businessId } of writtenOff)
    if (!businessOf.has(ratingId)) paidBefore.set(businessId, (paidBefore.get(businessId) ?? 0) + 1)
  return earnings.filter((earning) => {
    const business = earning.reason === 'FIVE_STARS' ? businessOf.get(ratingOfFiveStars(earning)) : undefined
    if (business === undefined) return true
    const before = paidBefore.get(business) ?? 0
    paidBefore.set(business, before - 1)
    return before <= 0
  })
}

type AvaEarnedEvent = OfType<WalletEvent, 'AvaEarned'>
