import type { Aggregates } from '../kernel/aggregates.ts'
import { bookingAllowance } from './booking-allowance.ts'
import { booking } from './booking.ts'

/** By stream category. */
export const travelAggregates = { booking, allowance: bookingAllowance } as const satisfies Aggregates
