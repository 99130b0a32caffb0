import type { Instant } from '../kernel/primitives.ts'
import { isBefore } from '../kernel/time.ts'

/**
 * Parameters common to all rule sets; those that differ are in `avaRuleSets`.
 * @rule B-30 ratings or reviews given for one AVA
 * @rule B-33 price and duration of Premium
 * @rule V-62 limits of the payout threshold
 * @rule B-34 default payout threshold
 */
export const avaRules = {
  /** Version recorded with AVA earned by contributions and bookings. */
  version: 1,
  contributionsPerAva: 10,
  premium: { days: 30, price: 10 },
  payoutThreshold: { min: 1, max: 100, default: 10 },
} as const

/** Contributions (ratings or reviews) still missing for the next AVA. @rule B-30 */
export const contributionsToNextAva = (given: number): number =>
  avaRules.contributionsPerAva - (given % avaRules.contributionsPerAva)

/** `0x` and 40 hex digits; not the zero address, which has no owner. @rule Q-70 */
export const isPayoutAddress = (address: string): boolean =>
  /^0x[0-9a-f]{40}$/i.test(address) && !/^0x0{40}$/i.test(address)

/** Ignores case, which only encodes a checksum. */
export const isSameAddress = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

/** What rated stays earn the guest, in whole AVA. @rule B-31 */
export interface StayRules {
  /** For each five-star rating received. */
  readonly fiveStars: number
  /** For the first stay at a venue. */
  readonly firstStay: number
  /** Once, with the stay that reaches `count` different venues. */
  readonly venues: { readonly count: number; readonly ava: number }
  /** For each further stay at the same venue, up to `max` in total. */
  readonly loyalty: { readonly ava: number; readonly max: number }
}

export interface AvaRuleSet {
  readonly version: number
  /** Null if stays earn nothing. */
  readonly stays: StayRules | null
}

const firstRuleSet: AvaRuleSet = { version: 1, stays: null }

/**
 * All rule sets for earning AVA. Each credits contributions and bookings; the second also credits stays. An
 * administrator activates a rule set (stream `rulebook-ava`); until then the first is active.
 * @rule Q-68 rule sets are activated by an administrator
 * @rule B-32 bookings earn AVA under every rule set
 */
export const avaRuleSets: readonly [AvaRuleSet, ...AvaRuleSet[]] = [
  firstRuleSet,
  {
    version: 2,
    stays: { fiveStars: 1, firstStay: 5, venues: { count: 5, ava: 10 }, loyalty: { ava: 10, max: 50 } },
  },
]

/** Activation of a rule set. */
export interface RuleSetActivation {
  readonly version: number
  readonly from: Instant
}

/** The rule set active at a moment; `activations` in chronological order. */
export const ruleSetAt = (activations: readonly RuleSetActivation[], at: Instant): AvaRuleSet => {
  const last = activations.findLast(({ from }) => !isBefore(at, from))
  return avaRuleSets.find(({ version }) => version === last?.version) ?? firstRuleSet
}
