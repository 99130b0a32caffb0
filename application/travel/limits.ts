/** Configurable limits of bookings. */
export interface TravelLimits {
  /** Maximum bookings of an account per day. */
  readonly bookingsPerDay: number
}
