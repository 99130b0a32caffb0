import { clear, event, family, type EventIn } from '../../kernel/event.ts'
import { Id, Instant, orNull } from '../../kernel/primitives.ts'
import { SocialProvider } from '../account/social-events.ts'

/** A provider passes on that somebody wants their data deleted. */
export const DataDeletionRequested = event('DataDeletionRequested', {
  requestId: clear(Id),
  provider: clear(SocialProvider),
  /** Whose identity it was then; null when nobody had it. */
  accountId: clear(orNull(Id)),
  at: clear(Instant),
})

export const DeletionEvents = family(DataDeletionRequested)
export type DeletionEvent = EventIn<typeof DeletionEvents>
