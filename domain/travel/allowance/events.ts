import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Day, Id, Instant } from '../../kernel/primitives.ts'

export const AllowanceUsed = event('AllowanceUsed', {
  accountId: clear(Id),
  day: clear(Day),
  bookingId: clear(Id),
  at: clear(Instant),
})

export const AllowanceEvents = family(AllowanceUsed)
export type AllowanceEvent = EventIn<typeof AllowanceEvents>
