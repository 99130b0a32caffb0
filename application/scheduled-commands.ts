import type { Aggregate } from '../domain/kernel/decider.ts'
import type { EventMetadata } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import { romeDay } from '../domain/kernel/italian-calendar.ts'
import { plusDays } from '../domain/kernel/time.ts'
import { ratingRelease, ratingReleaseRule } from '../domain/ratings/rating-release.ts'
import { rewards } from '../domain/rewards/rewards.ts'
import { sanctionRecord } from '../domain/sanctions/sanction-record.ts'
import { booking } from '../domain/travel/booking.ts'
import { executeCommand } from './execute-command.ts'
import type { AnyRejection } from './rejections.ts'
import type { Result, Services } from './use-case.ts'

/** So many at a time; the next run takes the rest. */
const batchSize = 500

/** stays whose check-out has passed are over, and their AVA matures. How many there were. */
export const completeDueBookings = (services: Services): Result<number> => {
  const at = services.clock()
  const today = romeDay(at)
  return pipe(
    services.lookups.bookingsToComplete(today, batchSize),
    TE.flatMap((ids) =>
      forEachId(ids, (id) =>
        executeAsTimer(services, booking, id, { type: 'CompleteBooking', today, at }, alreadyOverRejections),
      ),
    ),
  )
}

/** codes whose time has run out. How many clients had some. */
export const expireDueRewards = (services: Services): Result<number> => {
  const at = services.clock()
  return pipe(
    services.lookups.clientsWithExpiredRewards(at, batchSize),
    TE.flatMap((ids) =>
      forEachId(ids, (clientId) =>
        executeAsTimer(services, rewards, clientId, { type: 'ExpireRewards', clientId, at }, []),
      ),
    ),
  )
}

/** Ratings that have waited long enough; all of them once ratings are no longer released in batches. How many clients had some. */
export const releaseDueRatings = (services: Services): Result<number> => {
  const at = services.clock()
  const upTo = services.limits.ratingRelease === 'batch' ? plusDays(at, -ratingReleaseRule.days) : at
  return pipe(
    services.lookups.clientsWithHeldRatings(upTo, batchSize),
    TE.flatMap((ids) =>
      forEachId(ids, (clientId) =>
        executeAsTimer(
          services,
          ratingRelease,
          clientId,
          { type: 'ReleaseDue', clientId, batch: services.newId(), upTo, at },
          [],
        ),
      ),
    ),
  )
}

/** sanctions that have run out. How many accounts had some. */
export const expireDueSanctions = (services: Services): Result<number> => {
  const at = services.clock()
  return pipe(
    services.lookups.accountsWithExpiredSanctions(at, batchSize),
    TE.flatMap((ids) =>
      forEachId(ids, (accountId) =>
        executeAsTimer(services, sanctionRecord, accountId, { type: 'ExpireSanctions', accountId, at }, []),
      ),
    ),
  )
}

/** The list may lag: what has been cancelled or completed meanwhile needs nothing. */
const alreadyOverRejections: readonly AnyRejection['type'][] = [
  'BookingAlreadyCancelled',
  'BookingAlreadyCompleted',
  'StayNotOver',
]

export const forEachId = (ids: readonly string[], act: (id: string) => Result<unknown>): Result<number> =>
  pipe(
    TE.traverseSeqArray(act)(ids),
    TE.map(({ length }) => length),
  )

/** In the clock's own name; a rejection named in `settled` means that there is nothing left to do. */
export const executeAsTimer = <C, Ev extends AnyEvent, S, R extends AnyRejection>(
  services: Services,
  aggregate: Aggregate<C, Ev, S, R>,
  id: string,
  command: C,
  settled: readonly AnyRejection['type'][],
): Result<unknown> => {
  const actor = { id: 'timer', role: 'policy' } as const
  const meta: EventMetadata = {
    correlationId: services.newId(),
    causationId: null,
    actor,
    occurredAt: services.clock(),
  }
  return pipe(
    executeCommand(services)(aggregate, id, command, meta),
    TE.orElse((failure): Result<unknown> =>
      failure.type === 'Rejected' && settled.includes(failure.rejection.type) ? TE.right([]) : TE.left(failure),
    ),
  )
}
