/** Configurable limits of reward codes. */
export interface RewardLimits {
  /** Months until a reward code expires. */
  readonly ttlMonths: number
}
