import type { Aggregate } from '../domain/kernel/decider.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { conduct } from '../domain/conduct/conduct/decider.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import { romeDay } from '../domain/kernel/rome.ts'
import { plusDays } from '../domain/kernel/time.ts'
import type { Metadata } from '../domain/kernel/recorded.ts'
import { release, releaseRule } from '../domain/reputation/release/decider.ts'
import { rewards } from '../domain/rewards/rewards/decider.ts'
import { booking } from '../domain/travel/booking/decider.ts'
import { carryOut } from './carry-out.ts'
import type { AnyRejection } from './rejections.ts'
import type { Answer, Toolbox } from './use-case.ts'

/** So many at a time; the next run takes the rest. */
const batch = 500

/** stays whose check-out has passed are over, and their AVA matures. How many there were. */
export const completeDueBookings = (toolbox: Toolbox): Answer<number> => {
  const at = toolbox.clock()
  const today = romeDay(at)
  return pipe(
    toolbox.lookups.bookingsToComplete(today, batch),
    TE.flatMap((ids) =>
      each(ids, (id) => byTimer(toolbox, booking, id, { type: 'CompleteBooking', today, at }, settledStays)),
    ),
  )
}

/** codes whose time has run out. How many clients had some. */
export const expireDueRewards = (toolbox: Toolbox): Answer<number> => {
  const at = toolbox.clock()
  return pipe(
    toolbox.lookups.clientsWithExpiredRewards(at, batch),
    TE.flatMap((ids) =>
      each(ids, (clientId) => byTimer(toolbox, rewards, clientId, { type: 'ExpireRewards', clientId, at }, [])),
    ),
  )
}

/** Ratings that have waited long enough; all of them once ratings are no longer released in batches. How many clients had some. */
export const releaseDueRatings = (toolbox: Toolbox): Answer<number> => {
  const at = toolbox.clock()
  const upTo = toolbox.limits.ratingRelease === 'batch' ? plusDays(at, -releaseRule.days) : at
  return pipe(
    toolbox.lookups.clientsWithHeldRatings(upTo, batch),
    TE.flatMap((ids) =>
      each(ids, (clientId) =>
        byTimer(toolbox, release, clientId, { type: 'ReleaseDue', clientId, batch: toolbox.newId(), upTo, at }, []),
      ),
    ),
  )
}

/** sanctions that have run out. How many accounts had some. */
export const expireDueSanctions = (toolbox: Toolbox): Answer<number> => {
  const at = toolbox.clock()
  return pipe(
    toolbox.lookups.accountsWithSpentSanctions(at, batch),
    TE.flatMap((ids) =>
      each(ids, (accountId) => byTimer(toolbox, conduct, accountId, { type: 'ExpireSanctions', accountId, at }, [])),
    ),
  )
}

/** The list may lag: what has been cancelled or completed meanwhile needs nothing. */
const settledStays: readonly AnyRejection['type'][] = [
  'BookingAlreadyCancelled',
  'BookingAlreadyCompleted',
  'StayNotOver',
]

export const each = (ids: readonly string[], act: (id: string) => Answer<unknown>): Answer<number> =>
  pipe(
    TE.traverseSeqArray(act)(ids),
    TE.map(({ length }) => length),
  )

/** In the clock's own name; a rejection named in `settled` means that there is nothing left to do. */
export const byTimer = <C, Ev extends AnyEvent, S, R extends AnyRejection>(
  toolbox: Toolbox,
  aggregate: Aggregate<C, Ev, S, R>,
  id: string,
  command: C,
  settled: readonly AnyRejection['type'][],
): Answer<unknown> => {
  const actor = { id: 'timer', role: 'policy' } as const
  const meta: Metadata = { correlationId: toolbox.newId(), causationId: null, actor, occurredAt: toolbox.clock() }
  return pipe(
    carryOut(toolbox)(aggregate, id, command, meta),
    TE.orElse((failure): Answer<unknown> =>
      failure.type === 'Rejected' && settled.includes(failure.rejection.type) ? TE.right([]) : TE.left(failure),
    ),
  )
}
