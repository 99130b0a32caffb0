import type { Day } from '../../kernel/primitives.ts'
import { nightsBetween } from '../../kernel/time.ts'

/** V-77 and B-32; what they give rise to names their version. */
export const bookingRules = { version: 1, guests: { least: 1, most: 10 }, centsPerAva: 100_00 } as const

/** What a stay costs and earns (B-32): the search shows it, the booking holds to it. */
export const quote = (pricePerNightCents: number, checkIn: Day, checkOut: Day) => {
  const nights = nightsBetween(checkIn, checkOut)
  const totalCents = pricePerNightCents * nights
  return { nights, totalCents, avaEarned: Math.floor(totalCents / bookingRules.centsPerAva) }
}
