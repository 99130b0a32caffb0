import type { Instant } from '../../kernel/primitives.ts'
import { isBefore } from '../../kernel/time.ts'

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

const first: AvaRuleSet = { version: 1, stays: null }

/**
 * Every set of rules by which AVA may be earned. All credit ratings given (B-30) and bookings (B-32); the second adds
 * what stays earn (B-31). Which of them is in force an administrator says (`rulebook-ava`); before anybody did, the first.
 */
export const avaRuleSets: readonly [AvaRuleSet, ...AvaRuleSet[]] = [
  first,
  {
    version: 2,
    stays: { fiveStars: 1, firstStay: 5, venues: { count: 5, ava: 10 }, returns: { ava: 10, most: 50 } },
  },
]

/** A set put in force, and when. */
export interface InForce {
  readonly version: number
  readonly from: Instant
}

/** The set in force at a moment; `changes` come in the order they were made. */
export const ruleSetAt = (changes: readonly InForce[], at: Instant): AvaRuleSet => {
  const last = changes.findLast(({ from }) => !isBefore(at, from))
  return avaRuleSets.find(({ version }) => version === last?.version) ?? first
}
