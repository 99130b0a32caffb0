import type { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { StorageFailure } from './credentials.ts'

export interface TemporaryPassword {
  readonly password: string
  readonly expiresAt: Instant
}

/** Good for one sign-in, and only to choose another password; hashed at rest. */
export interface TemporaryPasswords {
  /**
   * The one of a recovery asked for at `at`: the same whenever it is issued for the same recovery, so that a letter
   * written again says the same. What was issued for an earlier one is void.
   */
  readonly issue: (
    accountId: string,
    recoveryId: string,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, TemporaryPassword>
  /** Removes what has expired; how many. */
  readonly sweep: (at: Instant) => TE.TaskEither<StorageFailure, number>
}
