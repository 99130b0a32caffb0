import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { romeDay } from '../../domain/kernel/rome.ts'
import { booking } from '../../domain/travel/booking/decider.ts'
import type { UseCase } from '../use-case.ts'

/** before check-in; the AVA in maturation is taken back. */
export const cancelBooking: UseCase<{ readonly bookingId: string }, { readonly position: Position | null }> =
  (context) =>
  ({ bookingId }) => {
    const { person, at } = context
    const command = { type: 'CancelBooking', accountId: person.accountId, today: romeDay(at), at } as const
    return pipe(
      context.run(booking, bookingId, command),
      TE.map(({ position }) => ({ position })),
    )
  }
