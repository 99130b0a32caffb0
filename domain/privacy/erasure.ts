import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family } from '../kernel/event.ts'
import { Id, Instant, nullable, oneOf } from '../kernel/primitives.ts'
import { type DataStore, dataStores } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

/** The store no longer holds data of the account. */
const StoreErased = event('StoreErased', {
  accountId: clear(Id),
  store: clear(oneOf(dataStores)),
  at: clear(Instant),
})

/** All stores are erased. Projections delete their plain-text personal data of these subjects on this event. */
export const AccountErased = event('AccountErased', {
  accountId: clear(Id),
  clientId: clear(nullable(Id)),
  at: clear(Instant),
})

export const ErasureEvents = family(StoreErased, AccountErased)
export type ErasureEvent = EventIn<typeof ErasureEvents>

// --- State ------------------------------------------------------------------------------------------

export interface ErasureState {
  readonly erased: readonly DataStore[]
  readonly complete: boolean
}

// --- Decisions --------------------------------------------------------------------------------------

export type ErasureCommand =
  | { readonly type: 'RecordStoreErased'; readonly accountId: string; readonly store: DataStore; readonly at: Instant }
  | {
      readonly type: 'CompleteErasure'
      readonly accountId: string
      readonly clientId: string | null
      readonly at: Instant
    }

/** Some stores have not been erased yet. */
export type ErasureRejection = { readonly type: 'StoresLeft'; readonly stores: readonly DataStore[] }

const decide = (
  { type, ...command }: ErasureCommand,
  { erased, complete }: ErasureState,
): DecisionOf<ErasureEvent, ErasureRejection> => {
  if ('store' in command)
    return erased.includes(command.store) ? nothing : accept({ type: 'StoreErased', data: command })
  if (complete) return nothing
  const remaining = dataStores.filter((store) => !erased.includes(store))
  return remaining.length > 0
    ? reject({ type: 'StoresLeft', stores: remaining })
    : accept({ type: 'AccountErased', data: command })
}

/** The erasure of a deleted account, complete once every store has been erased. */
export const erasure: Aggregate<ErasureCommand, ErasureEvent, ErasureState, ErasureRejection> = {
  category: 'erasure',
  events: ErasureEvents,
  initial: { erased: [], complete: false },
  evolve: (state, { type, data }) =>
    type === 'AccountErased' ? { ...state, complete: true } : { ...state, erased: [...state.erased, data.store] },
  decide,
}
