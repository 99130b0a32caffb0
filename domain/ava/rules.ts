import type { Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'

/** What holds in every set of rules; what differs is in `rule-sets.ts`. */
export const avaRules = {
  /** The set that brought B-30 and B-32; what they give rise to names it. */
  version: 1,
  /** B-30: ratings or reviews given for one AVA. */
  ratingsPerAva: 10,
  /** B-33. */
  premium: { days: 30, price: 10 },
  /** V-62. */
  payoutThreshold: { least: 1, most: 100, byDefault: 10 },
} as const

/** 0x and 40 hex digits; the zero address belongs to nobody. */
export const isPayoutAddress = (address: string): boolean =>
  /^0x[0-9a-f]{40}$/i.test(address) && !/^0x0{40}$/i.test(address)

/** Upper and lower case are a checksum, not another address. */
export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** What stays that were rated earn the guest, in whole AVA (B-31). */
export interface StayRules {
  /** For each rating of five stars received. */
  readonly fiveStars: number
  /** For the first stay at a venue. */
  readonly firstStay: number
  /** Once, with the stay that makes so many different venues. */
  readonly venues: { readonly count: number; readonly ava: number }
  /** Loyalty: for each stay at a venue known already, up to so many for ever. */
  readonly returns: { readonly ava: number; readonly most: number }
}

export interface AvaRuleSet {
  readonly version: number
  /** Null where stays earn nothing. */
  readonly stays: StayRules | null
}

const firstRuleSet: AvaRuleSet = { version: 1, stays: null }

/**
 * Every set of rules by which AVA may be earned. All credit ratings given (B-30) and bookings (B-32); the second adds
 * what stays earn (B-31). Which of them is in force an administrator says (`rulebook-ava`); before anybody did, the first.
 */
export const avaRuleSets: readonly [AvaRuleSet, ...AvaRuleSet[]] = [
  firstRuleSet,
  {
    version: 2,
    stays: { fiveStars: 1, firstStay: 5, venues: { count: 5, ava: 10 }, returns: { ava: 10, most: 50 } },
  },
]

/** A set put in force, and when. */
export interface RuleSetChange {
  readonly version: number
  readonly from: Instant
}

/** The set in force at a moment; `changes` come in the order they were made. */
export const ruleSetAt = (changes: readonly RuleSetChange[], at: Instant): AvaRuleSet => {
  const last = changes.findLast(({ from }) => !isBefore(at, from))
  return avaRuleSets.find(({ version }) => version === last?.version) ?? firstRuleSet
}
