import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { ErasureEvents, stores, type ErasureEvent, type Store } from './events.ts'

export type ErasureCommand =
  | { readonly type: 'RecordStoreErased'; readonly accountId: string; readonly store: Store; readonly at: Instant }
  | {
      readonly type: 'CompleteErasure'
      readonly accountId: string
      readonly clientId: string | null
      readonly at: Instant
    }

export interface ErasureState {
  readonly erased: readonly Store[]
  readonly complete: boolean
}

/** An erasure that left something out is no erasure. */
export type ErasureRejection = { readonly type: 'StoresLeft'; readonly stores: readonly Store[] }

const decide = (
  { type, ...command }: ErasureCommand,
  { erased, complete }: ErasureState,
): E.Either<ErasureRejection, readonly ErasureEvent[]> => {
  if ('store' in command) return E.right(erased.includes(command.store) ? [] : [{ type: 'StoreErased', data: command }])
  if (complete) return E.right([])
  const left = stores.filter((store) => !erased.includes(store))
  return left.length > 0
    ? E.left({ type: 'StoresLeft', stores: left })
    : E.right([{ type: 'AccountErased', data: command }])
}

/** What becomes of a deleted account: store after store gives its receipt, then it is erased. */
export const erasure: Aggregate<ErasureCommand, ErasureEvent, ErasureState, ErasureRejection> = {
  category: 'erasure',
  events: ErasureEvents,
  initial: { erased: [], complete: false },
  evolve: (state, { type, data }) =>
    type === 'AccountErased' ? { ...state, complete: true } : { ...state, erased: [...state.erased, data.store] },
  decide,
}
