import type { TE } from '../../domain/kernel/fp.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import type { LookupFailure } from './lookups.ts'

type Answer<A> = TE.TaskEither<LookupFailure, A>

/** What the deletion of an account looks up in the read models. */
export interface PrivacyLookups {
  /** Over something the account wrote, or opened by it. */
  readonly hasOpenDispute: (accountId: string) => Answer<boolean>
  readonly hasOtherAdmin: (accountId: string) => Answer<boolean>
  /** Confirmed stays that have not begun. */
  readonly bookingsAhead: (accountId: string, today: Day) => Answer<readonly string[]>
  /** A page of the accounts not yet erased: decided on, or whose deletion a provider has asked for. Who waits longest comes first. */
  readonly erasuresDue: (paging: { readonly limit: number; readonly cursor?: string | undefined }) => Answer<{
    readonly items: readonly ErasureDue[]
    readonly nextCursor: string | null
  }>
}

export interface ErasureDue {
  readonly accountId: string
  readonly askedAt: string
  readonly decided: boolean
}
