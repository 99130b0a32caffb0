import type { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'

export type StorageFailure = { readonly type: 'Unavailable'; readonly cause: unknown }

/** Why a password will not do (V-11, V-12, Q-06). */
export type PasswordFlaw = { readonly type: 'PasswordTooShort' } | { readonly type: 'PasswordTooPlain' }

export interface SignInAttempt {
  /** Null when nobody has this name: the answer takes the same work and is the same. */
  readonly accountId: string | null
  /** What was typed as e-mail or username. */
  readonly name: string
  readonly password: string
  /** Where the attempt comes from: failures lock this source out, not the owner elsewhere. */
  readonly source: string
  readonly at: Instant
}

export type SignInOutcome =
  | {
      readonly type: 'right'
      readonly accountId: string
      /** It was a temporary one: another must be chosen first. */
      readonly mustChangePassword: boolean
    }
  | { readonly type: 'wrong' }
  | { readonly type: 'locked'; readonly retryAfterSeconds: number }

/** Passwords; never events, never in the log. */
export interface Credentials {
  /** Null when this would do as a password. */
  readonly flawOf: (password: string) => PasswordFlaw | null
  /**
   * Refuses what has a flaw; otherwise the account's password from now on: its sessions, its device tokens, its temporary
   * password and its reset code end with the old one.
   */
  readonly set: (accountId: string, password: string, at: Instant) => TE.TaskEither<StorageFailure | PasswordFlaw, void>
  readonly attempt: (attempt: SignInAttempt) => TE.TaskEither<StorageFailure, SignInOutcome>
  /** Whether this is the account's password now, a temporary one that was used included; failures count as at sign-in. */
  readonly confirm: (attempt: SignInAttempt) => TE.TaskEither<StorageFailure, SignInOutcome>
  /** Failures from here count no more: whose account it is has been proven otherwise. */
  readonly pardon: (accountId: string, source: string) => TE.TaskEither<StorageFailure, void>
  readonly forget: (accountId: string) => TE.TaskEither<StorageFailure, void>
  /** Removes failures so old that they count no more; how many. */
  readonly sweep: (at: Instant) => TE.TaskEither<StorageFailure, number>
}
