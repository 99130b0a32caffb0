import type { Instant } from '../../domain/kernel/primitives.ts'

export interface Session {
  readonly accountId: string
  /** Names this session and nothing else; not the cookie's value. */
  readonly id: string
  /** Names it to its owner, who may see it and end it. */
  readonly shownAs: string
  /** Begun with a temporary password: nothing else may be done before another is chosen. */
  readonly mustChangePassword?: boolean
  /** Begun with a passkey that counts for staff. */
  readonly strong?: boolean
}

export interface NewSession {
  readonly accountId: string
  /** Where it is used, as its owner reads it; null when the browser does not say. */
  readonly device?: string | null
  /** The password that was proven; left out where none was. */
  readonly credential?: string | undefined
  /** A passkey was shown that counts for staff. */
  readonly strong?: boolean
}

export interface OwnSession {
  /** As `Session.shownAs`. */
  readonly id: string
  readonly device: string | null
  readonly startedAt: Instant
  /** To the minute. */
  readonly usedAt: Instant
}

/** Who is signed in. The token is the cookie's value: it is stored nowhere, so nobody who reads the database has one. */
export interface Sessions {
  /** Null when the password it was asked for with is no longer the account's. */
  readonly begin: (session: NewSession, at: Instant) => Promise<string | null>
  /** Null for a token that never was, was revoked, or lay idle or lived too long. */
  readonly find: (token: string, at: Instant) => Promise<Session | null>
  readonly end: (token: string) => Promise<void>
  /** Those `find` still answers, the last used first. */
  readonly of: (accountId: string, at: Instant) => Promise<readonly OwnSession[]>
  /** False when this account has no such session. */
  readonly endOne: (accountId: string, id: string) => Promise<boolean>
  readonly endOthers: (accountId: string, kept: string) => Promise<void>
  /** Every device at once: after a password reset, a ban, an erasure. */
  readonly endAllOf: (accountId: string) => Promise<void>
  /** Removes what `find` no longer answers; how many. */
  readonly sweep: (at: Instant) => Promise<number>
}
