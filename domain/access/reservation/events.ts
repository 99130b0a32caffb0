import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Id, Instant } from '../../kernel/primitives.ts'

/** A name is claimed for a while, kept once its account exists, released on change or erasure. */
export const NameClaimed = event('NameClaimed', {
  accountId: clear(Id),
  /** The claim lapses then unless it has been kept. */
  until: clear(Instant),
})
export const NameKept = event('NameKept', { accountId: clear(Id) })
export const NameReleased = event('NameReleased', { accountId: clear(Id) })

export const ReservationEvents = family(NameClaimed, NameKept, NameReleased)
export type ReservationEvent = EventIn<typeof ReservationEvents>
