import type { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { StorageFailure } from './credentials.ts'

/** What a code proves; one code at a time for each purpose and account. */
export type CodePurpose = 'verify-email' | 'reset-password' | 'change-email'

export interface IssuedCode {
  /** Six digits, to be typed. */
  readonly code: string
  /** The same proof for a link: 256 bits, so it needs no try limit. */
  readonly token: string
  readonly expiresAt: Instant
}

/** One-time codes. Derived from a secret and a nonce: the database holds nothing that could be guessed or used. */
export interface Codes {
  /**
   * A new one; what was issued before is void (resend replaces). For the same `flow` it is the same one, and the tries it
   * has cost stay counted.
   */
  readonly issue: (
    purpose: CodePurpose,
    accountId: string,
    at: Instant,
    flow?: string,
  ) => TE.TaskEither<StorageFailure, IssuedCode>
  /** The one in force, for the hand that mails it; null when there is none. */
  readonly current: (
    purpose: CodePurpose,
    accountId: string,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, IssuedCode | null>
  /** Whether the code is right, which stays good; a wrong one costs a try. */
  readonly check: (
    purpose: CodePurpose,
    accountId: string,
    code: string,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, boolean>
  /** Spends the code when it is right; a wrong one costs a try. */
  readonly spend: (
    purpose: CodePurpose,
    accountId: string,
    code: string,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, boolean>
  /** Spends a link's token: whose it was, or null. */
  readonly spendToken: (
    purpose: CodePurpose,
    token: string,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, string | null>
  readonly forget: (accountId: string) => TE.TaskEither<StorageFailure, void>
}
