import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import { DeletionEvents, type DeletionEvent } from './events.ts'

export type DeletionCommand = { readonly type: 'RequestDataDeletion' } & DeletionEvent['data']

/** As first asked; null while nobody has. */
export type DeletionState = DeletionEvent['data'] | null

/** One request of a provider's for one identity; asked again it stays the first. */
export const deletion: Aggregate<DeletionCommand, DeletionEvent, DeletionState, never> = {
  category: 'deletion',
  events: DeletionEvents,
  initial: null,
  evolve: (state, { data }) => state ?? data,
  decide: ({ type: _, ...data }, state) => E.right(state === null ? [{ type: 'DataDeletionRequested', data }] : []),
}
