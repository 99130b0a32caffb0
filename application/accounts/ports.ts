import type { AccountKind, SocialProvider } from '../../domain/accounts/vocabulary.ts'
import type { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'

export type StorageFailure = { readonly type: 'Unavailable'; readonly cause: unknown }
type Stored<A> = TE.TaskEither<StorageFailure, A>

/** Why a password is rejected. @rule V-11 V-12 Q-06 password policy */
export type PasswordWeakness = {
  readonly type: 'PasswordTooShort' | 'PasswordTooPlain' | 'PasswordCommon' | 'PasswordPersonal'
}

export interface SignInAttempt {
  /** Null for an unknown name; the result and the time taken are the same as for a wrong password. */
  readonly accountId: string | null
  /** The e-mail address or username entered. */
  readonly name: string
  readonly password: string
  /** Network address of the request. @rule Q-23 failures lock out the source, not the owner elsewhere */
  readonly source: string
  readonly at: Instant
}

export type SignInOutcome =
  | {
      readonly type: 'correct'
      readonly accountId: string
      /** The password was a temporary one. @rule Q-04 a new password must be chosen first */
      readonly mustChangePassword: boolean
      /** Identifies the password; changes with the password. */
      readonly credential: string
    }
  | { readonly type: 'incorrect' }
  | { readonly type: 'locked'; readonly retryAfterSeconds: number }

export interface SetPasswordOptions {
  /** As in `findWeakness`. */
  readonly personalWords?: readonly string[]
  /** Set only if this credential is still current; omitted after a reset code. */
  readonly ifCurrent?: string
}

/** Passwords, stored outside the event log. */
export interface Credentials {
  /** Null if the password is acceptable for an owner with these names and addresses. */
  readonly findWeakness: (password: string, personalWords: readonly string[]) => Promise<PasswordWeakness | null>
  /**
   * Sets the password and returns its credential id; null if `ifCurrent` is no longer current. Fails with a weakness.
   * @rule Q-03 Q-26 ends the account's sessions, device tokens, temporary password and reset code
   */
  readonly set: (
    accountId: string,
    password: string,
    at: Instant,
    options?: SetPasswordOptions,
  ) => TE.TaskEither<StorageFailure | PasswordWeakness, string | null>
  readonly attempt: (attempt: SignInAttempt) => TE.TaskEither<StorageFailure, SignInOutcome>
  /** Checks the current password, or a temporary one already used for signing in; failures count as at sign-in. */
  readonly confirm: (attempt: SignInAttempt) => TE.TaskEither<StorageFailure, SignInOutcome>
  /** Whether a temporary password was used and not replaced yet. @rule Q-04 */
  readonly mustBeChanged: (accountId: string) => TE.TaskEither<StorageFailure, boolean>
  /** Clears failures of this source after another proof of ownership. */
  readonly clearFailures: (accountId: string, source: string) => TE.TaskEither<StorageFailure, void>
  readonly deleteAllOf: (accountId: string) => TE.TaskEither<StorageFailure, void>
  /** Deletes expired failures and returns their number. */
  readonly sweep: (at: Instant) => TE.TaskEither<StorageFailure, number>
}

/** Purpose of a code; each purpose has at most one code at a time per account or change. */
export type CodePurpose = 'verify-email' | 'reset-password' | 'change-email'

export interface IssuedCode {
  /** Six digits, for typing. */
  readonly code: string
  /** 256 bits, for a link; needs no limit on attempts. */
  readonly token: string
  readonly expiresAt: Instant
}

/** Digits entered for a code, and the network address they came from. */
export interface CodeAttempt {
  readonly code: string
  readonly source: string
}

/**
 * One-time codes, derived from a secret and a nonce; the database contains nothing that can be guessed or used.
 * `issuedFor` is the account id, or for `change-email` the id of the change.
 */
export interface OneTimeCodes {
  /** Issues a code and invalidates the previous one. For the same `flow`, returns the same code with its attempts so far. */
  readonly issue: (
    purpose: CodePurpose,
    issuedFor: string,
    at: Instant,
    flow?: string,
  ) => TE.TaskEither<StorageFailure, IssuedCode>
  /** The valid code, for rendering its e-mail; null if there is none. */
  readonly current: (
    purpose: CodePurpose,
    issuedFor: string,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, IssuedCode | null>
  /** Whether the latest code has expired without being used; false if none was issued. */
  readonly hasExpired: (purpose: CodePurpose, issuedFor: string, at: Instant) => TE.TaskEither<StorageFailure, boolean>
  /** Whether the code is right, without using it up; a wrong code counts as an attempt of its source. */
  readonly check: (
    purpose: CodePurpose,
    issuedFor: string,
    attempt: CodeAttempt,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, boolean>
  /** Uses up the code if it is right; a wrong code counts as an attempt of its source. */
  readonly spend: (
    purpose: CodePurpose,
    issuedFor: string,
    attempt: CodeAttempt,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, boolean>
  /** Uses up the token of a link and returns its `issuedFor`, or null. */
  readonly spendToken: (
    purpose: CodePurpose,
    token: string,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, string | null>
  readonly deleteAllOf: (issuedFor: string) => TE.TaskEither<StorageFailure, void>
}

export interface TemporaryPassword {
  readonly password: string
  readonly expiresAt: Instant
}

/** Passwords for a single sign-in, after which a new one must be chosen; stored as hashes. @rule Q-04 */
export interface TemporaryPasswords {
  /**
   * Issues the temporary password of a recovery requested at `at`. Idempotent per recovery, so that a retried e-mail
   * contains the same password; invalidates those of earlier recoveries.
   */
  readonly issue: (
    accountId: string,
    recoveryId: string,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, TemporaryPassword>
  /** Deletes expired ones and returns their number. */
  readonly sweep: (at: Instant) => TE.TaskEither<StorageFailure, number>
}

export interface DeviceTokenOwner {
  readonly accountId: string
  readonly session: string
  /** Id of the browser that requests the token. A device has one token: the next one replaces it. */
  readonly deviceId: string
  /** Display name of browser and system; null if unknown. */
  readonly device: string | null
}

export interface SpentDeviceToken {
  readonly accountId: string
  /** Id of the record, which is no secret. */
  readonly id: string
}

/**
 * Tokens that sign the app in once, within a minute, on the same telephone.
 * @rule Q-17 quick access from the app
 * @rule Q-03 a token ends with the session that requested it
 */
export interface DeviceTokens {
  /** Null if the session has ended. */
  readonly issue: (owner: DeviceTokenOwner, at: Instant) => Stored<string | null>
  /** Account and id of the token; null if it is unknown, used, revoked or expired. */
  readonly spend: (token: string, at: Instant) => Stored<SpentDeviceToken | null>
  /** Revokes the account's unused tokens and the record of quick access on the device. */
  readonly revokeFromDevice: (accountId: string, deviceId: string | null) => Stored<void>
  readonly revokeAllOf: (accountId: string) => Stored<void>
  readonly sweep: (at: Instant) => Stored<number>
}

/** @rule Q-15 the account and the session that registers a passkey */
export interface Registrant {
  readonly accountId: string
  readonly kind: AccountKind
  readonly session: string
}

/** Random bytes for an authenticator to sign; valid once, for a minute. */
export interface PasskeyChallenge {
  /** Identifies the challenge in the response. */
  readonly sessionId: string
  readonly challenge: Uint8Array
  /** The domain of the passkey. */
  readonly rpId: string
}

export interface Attestation {
  readonly sessionId: string
  readonly credentialId: Uint8Array
  readonly attestationObject: Uint8Array
  readonly clientDataJSON: Uint8Array
  readonly deviceName: string
  /** Id of the browser in which the passkey was created. */
  readonly device: string
  /** Whether the passkey is a valid second factor for staff. */
  readonly trusted?: boolean
}

export interface Assertion {
  readonly sessionId: string
  /** Device id of the browser that sends it; null if it has none. */
  readonly browser: string | null
  readonly credentialId: Uint8Array
  readonly authenticatorData: Uint8Array
  readonly clientDataJSON: Uint8Array
  readonly signature: Uint8Array
  /** The account according to the authenticator; null if not sent. */
  readonly userHandle: Uint8Array | null
}

export interface Passkey {
  readonly id: string
  readonly credentialId: Uint8Array
  readonly deviceName: string
  readonly createdAt: Instant
  readonly usedAt: Instant | null
}

/** Passkeys; only their public keys are stored. */
export interface Passkeys {
  readonly beginRegistration: (registrant: Registrant, at: Instant) => Stored<PasskeyChallenge>
  readonly register: (
    registrant: Registrant,
    attestation: Attestation,
    at: Instant,
  ) => Stored<'registered' | 'rejected' | 'taken'>
  /** The challenge is valid in the browser that requests it only. @param browser its device id */
  readonly beginSignIn: (kind: AccountKind, browser: string, at: Instant) => Stored<PasskeyChallenge>
  /** Account id of a valid assertion, or null. */
  readonly verify: (assertion: Assertion, at: Instant) => Stored<string | null>
  /** Whether the passkey is a valid second factor for staff; false if it is unknown. */
  readonly isTrusted: (credentialId: Uint8Array) => Stored<boolean>
  readonly listOf: (accountId: string) => Stored<readonly Passkey[]>
  /** False if the account has no such passkey. */
  readonly remove: (accountId: string, id: string) => Stored<boolean>
  readonly removeFromDevice: (accountId: string, device: string) => Stored<void>
  readonly deleteAllOf: (accountId: string) => Stored<void>
  /** Deletes expired challenges and returns their number. */
  readonly sweep: (at: Instant) => Stored<number>
}

export interface Session {
  readonly accountId: string
  /** Internal id; not the value of the cookie. */
  readonly id: string
  /** Id shown to the owner, who may list and end sessions. */
  readonly publicId: string
  /** Started with a temporary password. @rule Q-04 only a password change is allowed */
  readonly mustChangePassword?: boolean
  /** Started with a passkey trusted for staff. */
  readonly secondFactorConfirmed?: boolean
}

export interface NewSession {
  readonly accountId: string
  /** Display name of browser and system; null if unknown. */
  readonly device?: string | null
  /** The credential that was proven; omitted if none was. */
  readonly credential?: string | undefined
  /** Id of the device token with which it was started. */
  readonly deviceToken?: string | undefined
  /** Started with a passkey trusted for staff. */
  readonly secondFactorConfirmed?: boolean
}

export interface OwnSession {
  /** As `Session.publicId`. */
  readonly id: string
  readonly device: string | null
  readonly startedAt: Instant
  /** Precise to the minute. */
  readonly usedAt: Instant
  /** Whether it was started by quick access from the app. */
  readonly quickAccess: boolean
}

/** Sessions. The token is the value of the cookie and is not stored, so read access to the database yields no session. */
export interface Sessions {
  /** Returns the token; null if the proven credential is no longer current. */
  readonly begin: (session: NewSession, at: Instant) => Promise<string | null>
  /** Null if the token is unknown, ended or expired. */
  readonly find: (token: string, at: Instant) => Promise<Session | null>
  readonly end: (token: string) => Promise<void>
  /** Valid sessions, most recently used first. */
  readonly listOf: (accountId: string, at: Instant) => Promise<readonly OwnSession[]>
  /** False if the account has no such session. */
  readonly endOne: (accountId: string, id: string) => Promise<boolean>
  readonly endOthers: (accountId: string, keptId: string) => Promise<void>
  /** @rule Q-26 a password reset, suspension or erasure ends the sessions on every device */
  readonly endAllOf: (accountId: string) => Promise<void>
  /** Deletes expired sessions and returns their number. */
  readonly sweep: (at: Instant) => Promise<number>
}

/**
 * Keyed hashes of names, used as ids of reservation streams, so that the log does not reveal who is registered. Spellings
 * that count as the same name have the same hash.
 */
export interface NameHasher {
  readonly email: (address: string) => string
  readonly username: (name: string) => string
  /** @rule Q-19 identity at a provider is its subject, never an e-mail address */
  readonly social: (provider: SocialProvider, subject: string) => string
  /** @rule Q-127 a payout address belongs to one account */
  readonly payoutAddress: (address: string) => string
  /** Id of a provider's deletion request; equal for repeated requests. */
  readonly deletion: (provider: 'facebook', subject: string, issuedAt: number) => string
  /** Id of a rating as shown to its client. @rule Q-46 its own id would reveal the business */
  readonly rating: (ratingId: string) => string
  /** Id of a rating in the lists of its business, where its own id would show that of the client. @rule Q-46 */
  readonly givenRating: (ratingId: string) => string
  /** Id of a browser as an account's events show it; different for each account. */
  readonly device: (accountId: string, deviceId: string) => string
  /** For looking up accounts by telephone; null if it is not a number. */
  readonly phone: (number: string) => string | null
  /** Equal for all addresses of a mailbox. @rule Q-123 */
  readonly mailbox: (address: string) => string
  /**
   * What is kept of a name after the deletion of its account, or of the sanction because of which it is kept; `about` is the
   * target of a review.
   * @rule Q-129
   */
  readonly kept: (purpose: 'registration' | 'review' | 'sanction', nameId: string, about?: string) => string
  /** Id of a browser in which a passkey was created; unlike `device`, equal for all accounts. @rule Q-123 */
  readonly passkeyDevice: (deviceId: string) => string
}

/** A keyed hash that outlives the deletion of an account. */
export interface KeptHash {
  readonly hash: string
  readonly until: Instant
  /** Keyed hash of the sanction because of which it is kept; null for another reason. */
  readonly sanction: string | null
}

/** Keyed hashes kept after deletions, outside the log, which forgets nothing. @rule Q-129 */
export interface KeptHashes {
  /** Keeps them; those that are kept already for the same reason stay until the later time. */
  readonly keep: (hashes: readonly KeptHash[]) => Stored<void>
  /** Deletes those kept because of this sanction; others of the same names stay. */
  readonly release: (sanction: string) => Stored<void>
  /** Until when the longest of these is kept; null if none is. */
  readonly keptUntil: (hashes: readonly string[], at: Instant) => Stored<Instant | null>
  /** Deletes those whose time is over and returns their number. */
  readonly sweep: (at: Instant) => Stored<number>
}

/** A limit per hour and key, shared by all processes. @rule Q-05 Q-23 */
export interface RateLimit {
  /**
   * `recover-email`: lookup of a forgotten address; `recovery-mail`: e-mail with a code or password; `confirmation-mail`:
   * e-mail that confirms a new account's address. Stored with the counts.
   */
  readonly action: 'recover-email' | 'recovery-mail' | 'confirmation-mail' | 'email-change' | 'referral-click'
  readonly key: string
  readonly perHour: number
}

/** Limits how often an hour an action may happen per key, across processes; `web/api/plugins/rate-limits.ts` limits requests. */
export interface HourlyLimits {
  /** Counts an action and returns null, or returns the seconds to wait; rejected actions do not count. */
  readonly consume: (limit: RateLimit, at: Instant) => TE.TaskEither<StorageFailure, number | null>
  /** Deletes expired counts and returns their number. */
  readonly sweep: (at: Instant) => TE.TaskEither<StorageFailure, number>
}

export interface Photo {
  readonly id: string
  readonly owner: string
}

/** Uploaded photos, encrypted with their owner's key, whose erasure makes them unreadable. */
export interface PhotoStore {
  /** Returns an unguessable id, the same for equal images of one account; null if the account is erased. */
  readonly add: (owner: string, image: Uint8Array, at: Instant) => Stored<string | null>
  /** Null if the photo is unknown or deleted, or its owner erased. */
  readonly find: (id: string) => Stored<Uint8Array | null>
  /** Exempts the photo from `sweep`; false if the account has no such photo. */
  readonly markUsed: (photo: Photo) => Stored<boolean>
  readonly remove: (photo: Photo) => Stored<void>
  readonly deleteAllOf: (owner: string) => Stored<void>
  /** Deletes photos unused for a day and returns their number. */
  readonly sweep: (at: Instant) => Stored<number>
}

/** Maximum unused photos of an account; beyond it the oldest are deleted. */
export const maxUnusedPhotos = 20

export type ImageFlaw = { readonly type: 'NotAPicture' } | { readonly type: 'PictureTooLarge' }

export interface ImageProcessor {
  /**
   * Re-encodes an image as JPEG.
   * @rule C-13 at most 400 pixels on the longer side
   * @rule Q-88 without metadata
   */
  readonly reencode: (file: Uint8Array) => TE.TaskEither<ImageFlaw, Uint8Array>
}

/** Values that bind the provider's response to one sign-in. */
export interface OAuthChallenge {
  readonly state: string
  readonly nonce: string
  /** PKCE code verifier. */
  readonly verifier: string
}

export interface SocialProfile {
  /** Permanent id of the person at the provider. */
  readonly subject: string
  readonly email: string | null
  /** As asserted by the provider; false if it asserts nothing. */
  readonly emailVerified: boolean
  readonly firstName: string
  readonly lastName: string
}

export type ProviderFailure =
  | { readonly type: 'unreachable'; readonly cause: unknown }
  | { readonly type: 'cancelled' }
  | { readonly type: 'refused'; readonly cause: unknown }

type ProviderResult<A> = TE.TaskEither<ProviderFailure, A>

export interface IdentityProvider {
  /** URL to which the browser is redirected. */
  readonly authorizationUrl: (challenge: OAuthChallenge) => ProviderResult<URL>
  /** Fetches the profile with the parameters of the callback. */
  readonly fetchProfile: (challenge: OAuthChallenge, callbackParams: URLSearchParams) => ProviderResult<SocialProfile>
}

export interface FacebookToken {
  readonly accessToken: string
  readonly userId: string
  readonly signedRequest: string | null
}

export interface Facebook extends IdentityProvider {
  /** @rule Q-20 Facebook confirms that the token was issued to this app, and for whom */
  readonly fetchProfileByToken: (token: FacebookToken) => ProviderResult<SocialProfile>
  /** Payload of a signed request; null if the signature is invalid. */
  readonly verifySignedRequest: (request: string) => SignedRequest | null
}

export interface SignedRequest {
  readonly subject: string
  /** In seconds since 1970. */
  readonly issuedAt: number
  /** It is of a sign-in: the browser has seen it. */
  readonly isSignIn: boolean
}

/** Null for providers without configured keys. */
export interface SocialProviders {
  readonly google: IdentityProvider | null
  readonly facebook: Facebook | null
}

export interface SocialFlow {
  readonly provider: SocialProvider
  /** Started in the app. */
  readonly app: boolean
}

/** Pending sign-ins, each bound to one browser, valid once and for a limited time. */
export interface SocialFlows {
  readonly open: (flow: SocialFlow, browser: string, at: Instant) => TE.TaskEither<StorageFailure, OAuthChallenge>
  /** Removes and returns the pending sign-in; null if this provider and browser have none with this state. */
  readonly take: (
    provider: SocialProvider,
    state: string,
    browser: string,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, (SocialFlow & { readonly challenge: OAuthChallenge }) | null>
  /** Deletes expired ones and returns their number. */
  readonly sweep: (at: Instant) => TE.TaskEither<StorageFailure, number>
}
