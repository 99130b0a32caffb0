import type { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { StorageFailure } from './credentials.ts'

type Stored<A> = TE.TaskEither<StorageFailure, A>

/**
 * Quick access: a token lets the app on the same telephone in, once and within a minute, and no longer than the
 * session it was asked for in: what ends sessions ends tokens.
 */
export interface DeviceTokens {
  readonly issue: (whose: { readonly accountId: string; readonly session: string }, at: Instant) => Stored<string>
  /** Whose it was; null for one that never was, is spent, revoked or too old. */
  readonly spend: (token: string, at: Instant) => Stored<string | null>
  readonly revokeAllOf: (accountId: string) => Stored<void>
  readonly sweep: (at: Instant) => Stored<number>
}
