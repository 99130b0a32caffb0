import type { Instant } from '../../kernel/primitives.ts'
import { isBefore } from '../../kernel/time.ts'
import type { SettleStays } from './commands.ts'
import type { WalletEvent } from './events.ts'
import { ruleSetAt, type InForce, type StayRules } from './rule-sets.ts'
import type { StayCredit, StayReason, WalletState } from './state.ts'

/** A rating received that counts, as the guest's wallet sees it. */
export interface Stay {
  readonly ratingId: string
  readonly businessId: string
  readonly overall: number
  /** Since when it counts: the rules of that moment are its rules. */
  readonly since: Instant
}

export interface StayEarning {
  /** Each earns once. */
  readonly causeId: string
  readonly reason: StayReason
  readonly amount: number
  readonly ruleVersion: number
}

/**
 * What these stays earn, one after the other (B-31): for the ledger, and for whoever asks what would have been. `kept` is what
 * loyalty has earned beside them and was not taken back: it counts towards the most.
 */
export const earnedByStays = (
  stays: readonly Stay[],
  changes: readonly InForce[],
  kept = 0,
): readonly StayEarning[] => {
  const inOrder = stays.toSorted((one, other) =>
    isBefore(one.since, other.since) ? -1 : Number(one.since > other.since),
  )
  const venues = new Set<string>()
  let loyalty = kept
  return inOrder.flatMap((stay) => {
    const isFirst = !venues.has(stay.businessId)
    venues.add(stay.businessId)
    const { version, stays: rules } = ruleSetAt(changes, stay.since)
    if (rules === null) return []
    const due = dueFor(rules, stay, isFirst, { venues: venues.size, loyalty })
    loyalty += due.find(({ reason }) => reason === 'LOYALTY')?.amount ?? 0
    return due.filter(({ amount }) => amount > 0).map((one) => ({ ...one, ruleVersion: version }))
  })
}

const dueFor = (
  { fiveStars, firstStay, venues, returns }: StayRules,
  { ratingId, businessId, overall }: Stay,
  isFirst: boolean,
  had: { readonly venues: number; readonly loyalty: number },
): readonly Omit<StayEarning, 'ruleVersion'>[] => {
  const stars = {
    causeId: `five-stars-${ratingId}`,
    reason: 'FIVE_STARS',
    amount: overall === 5 ? fiveStars : 0,
  } as const
  if (!isFirst) {
    const amount = Math.min(returns.ava, Math.max(0, returns.most - had.loyalty))
    return [stars, { causeId: returnOf(ratingId), reason: 'LOYALTY', amount }]
  }
  const enough = had.venues === venues.count
  return [
    stars,
    { causeId: `first-stay-${businessId}`, reason: 'FIRST_STAY', amount: firstStay },
    { causeId: `venues-${venues.count}`, reason: 'FIVE_VENUES', amount: enough ? venues.ava : 0 },
  ]
}

const returnOf = (ratingId: string) => `return-${ratingId}`

/** What loyalty earned by stays that are gone, and had been spent by then. */
const loyaltyKept = (credits: readonly StayCredit[], stays: readonly Stay[]): number => {
  const standing = new Set(stays.map(({ ratingId }) => returnOf(ratingId)))
  const kept = credits.filter(
    ({ reason, writtenOff, causeId }) => reason === 'LOYALTY' && writtenOff && !standing.has(causeId),
  )
  return kept.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * Credits what the stays earn and the wallet has not had yet, and takes back what is no longer earned if it is still there;
 * what was spent is written off: not asked for again, and not earned again.
 */
export const settleStays = (
  { accountId, stays, changes, at }: SettleStays,
  { stayCredits, available }: WalletState,
): readonly WalletEvent[] => {
  const due = earnedByStays(stays, changes, loyaltyKept(stayCredits, stays))
  const had = new Set(stayCredits.map(({ causeId }) => causeId))
  const earned = due
    .filter(({ causeId }) => !had.has(causeId))
    .map((one): Earned => ({ type: 'AvaEarned', data: { accountId, ...one, state: 'available', at } }))
  let left = available + earned.reduce((sum, { data }) => sum + data.amount, 0)
  const lost = stayCredits
    .filter(({ causeId, writtenOff }) => !writtenOff && !due.some((one) => one.causeId === causeId))
    .map(({ causeId, amount }): WalletEvent => {
      const gone = { accountId, amount, causeId, at }
      if (amount > left) return { type: 'AvaWrittenOff', data: gone }
      left -= amount
      return { type: 'AvaTakenBack', data: { ...gone, state: 'available' } }
    })
  return [...earned, ...lost]
}

type Earned = Extract<WalletEvent, { readonly type: 'AvaEarned' }>
