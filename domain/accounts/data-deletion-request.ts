import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Id, Instant, nullable } from '../kernel/primitives.ts'
import { SocialProvider } from './account-events.ts'

/** A provider passes on that somebody wants their data deleted. */
export const DataDeletionRequested = event('DataDeletionRequested', {
  requestId: clear(Id),
  provider: clear(SocialProvider),
  /** Whose identity it was then; null when nobody had it. */
  accountId: clear(nullable(Id)),
  at: clear(Instant),
})

export const DataDeletionRequestEvents = family(DataDeletionRequested)
export type DataDeletionRequestEvent = EventIn<typeof DataDeletionRequestEvents>

export type DataDeletionRequestCommand = { readonly type: 'RequestDataDeletion' } & DataDeletionRequestEvent['data']

/** As first asked; null while nobody has. */
export type DataDeletionRequestState = DataDeletionRequestEvent['data'] | null

/** One request of a provider's for one identity; asked again it stays the first. */
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
  decide: ({ type: _, ...data }, state) => E.right(state === null ? [{ type: 'DataDeletionRequested', data }] : []),
}
