import type { Instant } from '../../domain/kernel/primitives.ts'

export interface Session {
  readonly accountId: string
  /** Names this session and nothing else; not the cookie's value. */
  readonly id: string
  /** Begun with a temporary password: nothing else may be done before another is chosen. */
  readonly mustChangePassword?: boolean
}

/** Who is signed in. The token is the cookie's value: it is stored nowhere, so nobody who reads the database has one. */
export interface Sessions {
  readonly begin: (accountId: string, at: Instant) => Promise<string>
  /** Null for a token that never was, was revoked, or lay idle or lived too long. */
  readonly find: (token: string, at: Instant) => Promise<Session | null>
  readonly end: (token: string) => Promise<void>
  /** Every device at once: after a password reset, a ban, an erasure. */
  readonly endAllOf: (accountId: string) => Promise<void>
  /** Removes what `find` no longer answers; how many. */
  readonly sweep: (at: Instant) => Promise<number>
}
