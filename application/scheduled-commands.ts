import type { Aggregate } from '../domain/kernel/decider.ts'
import type { EventMetadata } from '../domain/kernel/event-envelope.ts'
import type { AnyEvent } from '../domain/kernel/event.ts'
import { pipe, TE } from '../domain/kernel/fp.ts'
import { romeDay } from '../domain/kernel/italian-calendar.ts'
import { plusDays } from '../domain/kernel/time.ts'
import { ratingRelease } from '../domain/ratings/rating-release.ts'
import { ratingReleaseRule } from '../domain/ratings/rules.ts'
import { rewards } from '../domain/rewards/rewards.ts'
import { sanctionRecord } from '../domain/sanctions/sanction-record.ts'
import { booking } from '../domain/travel/booking.ts'
import { executeCommand } from './execute-command.ts'
import type { AnyRejection } from './rejections.ts'
import type { Result, Services } from './use-case.ts'

/** Maximum items per run; the next run continues. */
const batchSize = 500

/**
 * Completes bookings past check-out, which lets their AVA mature; returns their number.
 * @rule Q-72 stays are completed after check-out
 */
export const completeDueBookings = (services: Services): Result<number> => {
  const at = services.clock()
  const today = romeDay(at)
  return pipe(
    services.lookups.travel.bookingsToComplete(today, batchSize),
    TE.flatMap((ids) =>
      forEachId(ids, (id) =>
        executeAsTimer(services, booking, id, { type: 'CompleteBooking', today, at }, alreadyOverRejections),
      ),
    ),
  )
}

/**
 * Expires reward codes; returns the number of clients concerned.
 * @rule Q-67 expiry of codes
 */
export const expireDueRewards = (services: Services): Result<number> => {
  const at = services.clock()
  return pipe(
    services.lookups.rewards.clientsWithExpiredRewards(at, batchSize),
    TE.flatMap((ids) =>
      forEachId(ids, (clientId) =>
        executeAsTimer(services, rewards, clientId, { type: 'ExpireRewards', clientId, at }, []),
      ),
    ),
  )
}

/**
 * Releases ratings whose waiting period is over, or all if batch release is off; returns the number of clients
 * concerned.
 */
export const releaseDueRatings = (services: Services): Result<number> => {
  const at = services.clock()
  const upTo = services.limits.ratingRelease === 'batch' ? plusDays(at, -ratingReleaseRule.days) : at
  return pipe(
    services.lookups.ratings.clientsWithHeldRatings(upTo, batchSize),
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

/**
 * Ends sanctions past their term; returns the number of accounts concerned.
 * @rule Q-55 expiry of sanctions
 */
export const expireDueSanctions = (services: Services): Result<number> => {
  const at = services.clock()
  return pipe(
    services.lookups.sanctions.accountsWithExpiredSanctions(at, batchSize),
    TE.flatMap((ids) =>
      forEachId(ids, (accountId) =>
        executeAsTimer(services, sanctionRecord, accountId, { type: 'ExpireSanctions', accountId, at }, []),
      ),
    ),
  )
}

/** The lookup may lag behind cancellations and completions. */
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

/** Executes a command as the timer; rejections in `settled` mean that nothing is left to do. */
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
