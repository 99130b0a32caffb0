import type { TravelLookups } from '../../../application/travel/lookups.ts'
import { TE } from '../../../domain/kernel/fp.ts'

export const travelLookups: TravelLookups = { bookingsToComplete: () => TE.right([]) }
