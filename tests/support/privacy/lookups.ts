import type { DomainEvent } from '../../../application/event-registry.ts'
import type { PrivacyLookups } from '../../../application/ports/lookups.ts'
import { account } from '../../../domain/accounts/account.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { TE } from '../../../domain/kernel/fp.ts'

type EventData<T extends DomainEvent['type']> = Extract<DomainEvent, { readonly type: T }>['data']

/** The lookups of a deletion, answered from the log itself. */
export const privacyLookups = (log: () => Promise<readonly EventEnvelope<DomainEvent>[]>): PrivacyLookups => {
  const from = <A>(
    answer: (of: <T extends DomainEvent['type']>(type: T) => readonly EventData<T>[], all: readonly DomainEvent[]) => A,
  ) =>
    TE.fromTask(async () => {
      const all = (await log()).map(({ event }) => event)
      return answer((type) => all.flatMap((one) => (one.type === type ? [one.data as never] : [])), all)
    })
  const ended = ['DisputeUpheld', 'DisputeRejected', 'DisputeClosed', 'DisputeVoided'] as const
  return {
    hasOpenDispute: (accountId) =>
      from((of) => {
        const over = new Set(ended.flatMap((type) => of(type).map(({ disputeId }) => disputeId)))
        const theirs = new Set(
          of('ReviewSubmitted').flatMap((one) => (one.authorId === accountId ? [one.reviewId] : [])),
        )
        return of('DisputeOpened').some(
          ({ disputeId, reviewId, businessId }) =>
            !over.has(disputeId) && (businessId === accountId || theirs.has(reviewId)),
        )
      }),
    hasOtherAdmin: (accountId) =>
      from((of, all) => {
        const others = new Set(of('RoleGranted').map((one) => one.accountId))
        others.delete(accountId)
        return [...others].some((id) => {
          const its = all.filter(
            (one) => account.events.codecs.has(one.type) && 'accountId' in one.data && one.data.accountId === id,
          )
          const state = fold(account, its as never)
          return state.kind !== null && state.roles.includes('ADMIN')
        })
      }),
    bookingsAhead: (accountId, today) =>
      from((of) => {
        const over = new Set([...of('BookingCancelled'), ...of('BookingCompleted')].map(({ bookingId }) => bookingId))
        return of('BookingConfirmed').flatMap((one) =>
          one.accountId === accountId && one.checkIn > today && !over.has(one.bookingId) ? [one.bookingId] : [],
        )
      }),
    erasuresDue: () =>
      from((of) => {
        const erased = new Set(of('AccountErased').map(({ accountId }) => accountId))
        const items = of('AccountDeleted').flatMap(({ accountId, at: askedAt }) =>
          erased.has(accountId) ? [] : [{ accountId, askedAt, decided: true }],
        )
        return { items, nextCursor: null }
      }),
  }
}
