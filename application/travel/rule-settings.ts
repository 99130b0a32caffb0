/** Configurable parameters of the rules on bookings. */
export interface TravelRuleSettings {
  /** Maximum bookings of an account per day. */
  readonly bookingsPerDay: number
}
