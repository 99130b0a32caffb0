import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { LiveTopic } from '../../domain/kernel/vocabulary.ts'
import type { QueueChange } from './queue-changes.ts'

/** Changes for open screens, once the read models show them. Both methods return how to unsubscribe. */
export interface LiveUpdates {
  /** Topics that concern the account or its client. */
  readonly subscribeToAccount: (
    account: { readonly accountId: string; readonly clientId: string | null },
    listener: (topic: LiveTopic) => void,
  ) => () => void
  /** Changes of the moderators' queue after `after`; null for new changes only. The next one waits for the listener. */
  readonly subscribeToQueue: (
    after: Position | null,
    listener: (change: QueueChange, position: Position) => Promise<void> | void,
  ) => () => void
}
