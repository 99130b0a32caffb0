import type { CountedStay } from '../../domain/ava/stay-ava.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { LookupResult } from '../ports/lookups.ts'

export interface StaysPage {
  /** Stays that count for AVA, per client. */
  readonly clients: readonly (readonly CountedStay[])[]
  readonly next: string | null
}

export interface AvaLookups {
  /**
   * Accounts with a balance at or above their threshold and an address that may be paid at this time, that are not
   * suspended; highest balance first.
   */
  readonly walletsToPay: (limit: number, at: Instant) => LookupResult<readonly string[]>
  /** Whether another account is paid at this address; also knows addresses set before they were reserved. @rule Q-127 */
  readonly isAddressOfAnother: (address: string, accountId: string) => LookupResult<boolean>
  /** Payout batches still open. */
  readonly openPayoutBatches: () => LookupResult<readonly string[]>
  /** Pages through rated clients in id order after `after`; `next` is null on the last page. */
  readonly staysOfClients: (after: string, clients: number) => LookupResult<StaysPage>
  /** Total AVA ever credited. */
  readonly totalAvaCredited: () => LookupResult<number>
}
