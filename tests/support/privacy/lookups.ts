import type { PrivacyLookups } from '../../../application/privacy/lookups.ts'
import { account } from '../../../domain/accounts/account.ts'
import { fold } from '../../../domain/kernel/decider.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import type { EventLog } from '../event-log.ts'

export const privacyLookups = ({ read, query }: EventLog): PrivacyLookups => {
  const ended = ['DisputeUpheld', 'DisputeRejected', 'DisputeClosed', 'DisputeVoided'] as const
  return {
    hasUndecidedDispute: (accountId) =>
      query((dataOf) => {
        const closed = new Set(ended.flatMap((type) => dataOf(type).map(({ disputeId }) => disputeId)))
        const ownReviews = new Set(
          dataOf('ReviewSubmitted').flatMap((entry) => (entry.authorId === accountId ? [entry.reviewId] : [])),
        )
        return dataOf('DisputeOpened').some(
          ({ disputeId, reviewId, businessId }) =>
            !closed.has(disputeId) && (businessId === accountId || ownReviews.has(reviewId)),
        )
      }),
    otherAdmins: (accountId) =>
      TE.fromTask(async () => {
        const all = (await read()).map(({ event }) => event)
        const everPromoted = all.flatMap(({ type, data }) => (type === 'RoleGranted' ? [data.accountId] : []))
        return [...new Set(everPromoted)].filter((id) => {
          if (id === accountId) return false
          const ownEvents = all.filter(
            ({ type, data }) => account.events.codecs.has(type) && 'accountId' in data && data.accountId === id,
          )
          const state = fold(account, ownEvents as never)
          return state.kind !== null && state.roles.includes('ADMIN')
        })
      }),
    upcomingBookings: (accountId, today) =>
      query((dataOf) => {
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
      query((dataOf) => {
        const erased = new Set(dataOf('AccountErased').map(({ accountId }) => accountId))
        const items = dataOf('AccountDeleted').flatMap(({ accountId, at: requestedAt }) =>
          erased.has(accountId) ? [] : [{ accountId, requestedAt, isDeleted: true }],
        )
        return { items, nextCursor: null }
      }),
  }
}
