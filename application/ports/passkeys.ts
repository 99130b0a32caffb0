import type { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { StorageFailure } from './credentials.ts'

type Stored<A> = TE.TaskEither<StorageFailure, A>
type AccountKind = 'business' | 'client'

/** Who registers: this account, in this session and no other. */
export interface Registrant {
  readonly accountId: string
  readonly kind: AccountKind
  readonly session: string
}

/** Random bytes for an authenticator to sign: good once, for a minute. */
export interface PasskeyChallenge {
  /** Names the challenge; comes back with the answer. */
  readonly sessionId: string
  readonly challenge: Uint8Array
  /** The domain the passkey belongs to. */
  readonly rpId: string
}

export interface Attestation {
  readonly sessionId: string
  readonly credentialId: Uint8Array
  readonly attestationObject: Uint8Array
  readonly clientDataJSON: Uint8Array
  readonly deviceName: string
  /** The browser it was made in. */
  readonly device: string
  /** It will count for staff. */
  readonly trusted?: boolean
}

export interface Assertion {
  readonly sessionId: string
  readonly credentialId: Uint8Array
  readonly authenticatorData: Uint8Array
  readonly clientDataJSON: Uint8Array
  readonly signature: Uint8Array
  /** Whom the authenticator takes it to be for; null when it does not say. */
  readonly userHandle: Uint8Array | null
}

export interface Passkey {
  readonly id: string
  readonly credentialId: Uint8Array
  readonly deviceName: string
  readonly createdAt: Instant
  readonly usedAt: Instant | null
}

/** Credentials in an authenticator's keeping; here lie only their public halves. */
export interface Passkeys {
  readonly askToRegister: (who: Registrant, at: Instant) => Stored<PasskeyChallenge>
  readonly register: (
    who: Registrant,
    attestation: Attestation,
    at: Instant,
  ) => Stored<'registered' | 'refused' | 'taken'>
  readonly askToSignIn: (kind: AccountKind, at: Instant) => Stored<PasskeyChallenge>
  /** Whose signature it is; null when anything about it is not as it must be. */
  readonly judge: (assertion: Assertion, at: Instant) => Stored<string | null>
  /** Whether it counts for staff; false for one that is not there. */
  readonly isTrusted: (credentialId: Uint8Array) => Stored<boolean>
  readonly of: (accountId: string) => Stored<readonly Passkey[]>
  /** False when this account has no such passkey. */
  readonly remove: (accountId: string, id: string) => Stored<boolean>
  readonly removeMadeOn: (accountId: string, device: string) => Stored<void>
  readonly forget: (accountId: string) => Stored<void>
  /** Removes challenges nobody answered; how many. */
  readonly sweep: (at: Instant) => Stored<number>
}
