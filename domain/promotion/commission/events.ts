import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Cents, Id, Instant, Whole } from '../../kernel/primitives.ts'

/** For a booking of somebody the code brought; recorded, not paid. */
export const CommissionRecorded = event('CommissionRecorded', {
  bookingId: clear(Id),
  code: clear(Id),
  /** Whose commission it is. */
  accountId: clear(Id),
  rateHundredths: clear(Whole),
  amountCents: clear(Cents),
  at: clear(Instant),
})
/** The stay is over. */
export const CommissionEarned = event('CommissionEarned', { bookingId: clear(Id), at: clear(Instant) })
/** The booking was cancelled. */
export const CommissionVoided = event('CommissionVoided', { bookingId: clear(Id), at: clear(Instant) })

export const CommissionEvents = family(CommissionRecorded, CommissionEarned, CommissionVoided)
export type CommissionEvent = EventIn<typeof CommissionEvents>
