import type { DomainEvent } from '../../../application/event-registry.ts'
import type { PrivacyLookups } from '../../../application/ports/lookups.ts'
import { account } from '../../../domain/accounts/account.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { TE } from '../../../domain/kernel/fp.ts'

type EventData<T extends DomainEvent['type']> = Extract<DomainEvent, { readonly type: T }>['data']

/** Lookups for deletions, computed from the log. */
export const privacyLookups = (log: () => Promise<readonly EventEnvelope<DomainEvent>[]>): PrivacyLookups => {
  const from = <A>(
    query: (
      dataOf: <T extends DomainEvent['type']>(type: T) => readonly EventData<T>[],
      all: readonly DomainEvent[],
    ) => A,
  ) =>
    TE.fromTask(async () => {
      const all = (await log()).map(({ event }) => event)
      return query((type) => all.flatMap((event) => (event.type === type ? [event.data as never] : [])), all)
    })
  const ended = ['DisputeUpheld', 'DisputeRejected', 'DisputeClosed', 'DisputeVoided'] as const
  return {
    hasOpenDispute: (accountId) =>
      from((dataOf) => {
        const closed = new Set(ended.flatMap((type) => dataOf(type).map(({ disputeId }) => disputeId)))
        const ownReviews = new Set(
          dataOf('ReviewSubmitted').flatMap((entry) => (entry.authorId === accountId ? [entry.reviewId] : [])),
        )
        return dataOf('DisputeOpened').some(
          ({ disputeId, reviewId, businessId }) =>
            !closed.has(disputeId) && (businessId === accountId || ownReviews.has(reviewId)),
        )
      }),
    hasOtherAdmin: (accountId) =>
      from((dataOf, all) => {
        const others = new Set(dataOf('RoleGranted').map((entry) => entry.accountId))
        others.delete(accountId)
        return [...others].some((id) => {
          const ownEvents = all.filter(
            (entry) =>
              account.events.codecs.has(entry.type) && 'accountId' in entry.data && entry.data.accountId === id,
          )
          const state = fold(account, ownEvents as never)
          return state.kind !== null && state.roles.includes('ADMIN')
        })
      }),
    bookingsAhead: (accountId, today) =>
      from((dataOf) => {
        const closed = new Set(
          [...dataOf('BookingCancelled'), ...dataOf('BookingCompleted')].map(({ bookingId }) => bookingId),
        )
        return dataOf('BookingConfirmed').flatMap((entry) =>
          entry.accountId === accountId && entry.checkIn > today && !closed.has(entry.bookingId)
            ? [entry.bookingId]
            : [],
        )
      }),
    erasuresDue: () =>
      from((dataOf) => {
        const erased = new Set(dataOf('AccountErased').map(({ accountId }) => accountId))
        const items = dataOf('AccountDeleted').flatMap(({ accountId, at: askedAt }) =>
          erased.has(accountId) ? [] : [{ accountId, askedAt, decided: true }],
        )
        return { items, nextCursor: null }
      }),
  }
}
