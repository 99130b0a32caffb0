import { accept, type Aggregate, nothing } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Id, Instant, nullable, oneOf } from '../kernel/primitives.ts'
import { socialProviders } from './vocabulary.ts'

/** A sign-in provider forwarded a person's request to delete their data. */
export const DataDeletionRequested = event('DataDeletionRequested', {
  requestId: clear(Id),
  provider: clear(oneOf(socialProviders)),
  /** The account linked to the identity at that time; null if none. */
  accountId: clear(nullable(Id)),
  at: clear(Instant),
})

export const DataDeletionRequestEvents = family(DataDeletionRequested)
export type DataDeletionRequestEvent = EventIn<typeof DataDeletionRequestEvents>

export type DataDeletionRequestCommand = { readonly type: 'RequestDataDeletion' } & DataDeletionRequestEvent['data']

/** The first request; null before it. */
export type DataDeletionRequestState = DataDeletionRequestEvent['data'] | null

/** A provider's request to delete the data of one identity; repetitions have no effect. */
export const dataDeletionRequest: Aggregate<
  DataDeletionRequestCommand,
  DataDeletionRequestEvent,
  DataDeletionRequestState,
  never
> = {
  category: 'deletion',
  events: DataDeletionRequestEvents,
  initial: null,
  evolve: (state, { data }) => state ?? data,
  decide: ({ type: _, ...data }, state) => (state === null ? accept({ type: 'DataDeletionRequested', data }) : nothing),
}
