import type { SocialProvider } from '../../domain/accounts/vocabulary.ts'
import type { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'

export type StorageFailure = { readonly type: 'Unavailable'; readonly cause: unknown }

/** Why a password will not do (V-11, V-12, Q-06). */
export type PasswordWeakness = {
  readonly type: 'PasswordTooShort' | 'PasswordTooPlain' | 'PasswordCommon' | 'PasswordPersonal'
}

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
      /** Names the password that was right, until another is chosen. */
      readonly credential: string
    }
  | { readonly type: 'wrong' }
  | { readonly type: 'locked'; readonly retryAfterSeconds: number }

export interface SetPasswordOptions {
  /** As in `flawOf`. */
  readonly personalWords?: readonly string[]
  /** The password that was proven; left out where the right to choose another was proven otherwise. */
  readonly ifCurrent?: string
}

/** Passwords; never events, never in the log. */
export interface Credentials {
  /** Null when this would do as a password of whom these words tell: names, addresses. */
  readonly findWeakness: (password: string, about: readonly string[]) => Promise<PasswordWeakness | null>
  /**
   * Refuses what has a flaw; otherwise the account's password from now on: its sessions, its device tokens, its temporary
   * password and its reset code end with the old one. The name of the new one; null when the one it was to
   * stand instead of is not there any more.
   */
  readonly set: (
    accountId: string,
    password: string,
    at: Instant,
    options?: SetPasswordOptions,
  ) => TE.TaskEither<StorageFailure | PasswordWeakness, string | null>
  readonly attempt: (attempt: SignInAttempt) => TE.TaskEither<StorageFailure, SignInOutcome>
  /** Whether this is the account's password now, a temporary one that was used included; failures count as at sign-in. */
  readonly confirm: (attempt: SignInAttempt) => TE.TaskEither<StorageFailure, SignInOutcome>
  /** Whether a temporary password was used and another must be chosen first. */
  readonly mustBeChanged: (accountId: string) => TE.TaskEither<StorageFailure, boolean>
  /** Failures from here count no more: whose account it is has been proven otherwise. */
  readonly clearFailures: (accountId: string, source: string) => TE.TaskEither<StorageFailure, void>
  readonly deleteAllOf: (accountId: string) => TE.TaskEither<StorageFailure, void>
  /** Removes failures so old that they count no more; how many. */
  readonly sweep: (at: Instant) => TE.TaskEither<StorageFailure, number>
}

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
export interface OneTimeCodes {
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
  readonly deleteAllOf: (accountId: string) => TE.TaskEither<StorageFailure, void>
}

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

type DeviceTokenResult<A> = TE.TaskEither<StorageFailure, A>

/**
 * Quick access: a token lets the app on the same telephone in, once and within a minute, and no longer than the
 * session it was asked for in: what ends sessions ends tokens.
 */
export interface DeviceTokens {
  readonly issue: (
    whose: { readonly accountId: string; readonly session: string },
    at: Instant,
  ) => DeviceTokenResult<string>
  /** Whose it was; null for one that never was, is spent, revoked or too old. */
  readonly spend: (token: string, at: Instant) => DeviceTokenResult<string | null>
  readonly revokeAllOf: (accountId: string) => DeviceTokenResult<void>
  readonly sweep: (at: Instant) => DeviceTokenResult<number>
}

type PasskeyResult<A> = TE.TaskEither<StorageFailure, A>
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
  readonly beginRegistration: (who: Registrant, at: Instant) => PasskeyResult<PasskeyChallenge>
  readonly register: (
    who: Registrant,
    attestation: Attestation,
    at: Instant,
  ) => PasskeyResult<'registered' | 'refused' | 'taken'>
  readonly beginSignIn: (kind: AccountKind, at: Instant) => PasskeyResult<PasskeyChallenge>
  /** Whose signature it is; null when anything about it is not as it must be. */
  readonly verify: (assertion: Assertion, at: Instant) => PasskeyResult<string | null>
  /** Whether it counts for staff; false for one that is not there. */
  readonly isTrusted: (credentialId: Uint8Array) => PasskeyResult<boolean>
  readonly listOf: (accountId: string) => PasskeyResult<readonly Passkey[]>
  /** False when this account has no such passkey. */
  readonly remove: (accountId: string, id: string) => PasskeyResult<boolean>
  readonly removeFromDevice: (accountId: string, device: string) => PasskeyResult<void>
  readonly deleteAllOf: (accountId: string) => PasskeyResult<void>
  /** Removes challenges nobody answered; how many. */
  readonly sweep: (at: Instant) => PasskeyResult<number>
}

export interface Session {
  readonly accountId: string
  /** Names this session and nothing else; not the cookie's value. */
  readonly id: string
  /** Names it to its owner, who may see it and end it. */
  readonly publicId: string
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
  readonly listOf: (accountId: string, at: Instant) => Promise<readonly OwnSession[]>
  /** False when this account has no such session. */
  readonly endOne: (accountId: string, id: string) => Promise<boolean>
  readonly endOthers: (accountId: string, kept: string) => Promise<void>
  /** Every device at once: after a password reset, a ban, an erasure. */
  readonly endAllOf: (accountId: string) => Promise<void>
  /** Removes what `find` no longer answers; how many. */
  readonly sweep: (at: Instant) => Promise<number>
}

/**
 * A name as the id of its reservation stream: a keyed hash, so that neither the log nor whoever has it tells who is
 * registered. Two spellings of one name have one id.
 */
export interface NameHasher {
  readonly email: (address: string) => string
  readonly username: (name: string) => string
  /** Who somebody is at a provider's: its subject, never an e-mail address. */
  readonly social: (provider: 'google' | 'facebook', subject: string) => string
  /** A provider's request to delete what is held of its subject: the same for the same request. */
  readonly deletion: (provider: 'facebook', subject: string, issuedAt: number) => string
  /** What a rating is called before the client it is about: its own id names the business. */
  readonly rating: (ratingId: string) => string
  /** For finding an account by its phone; null for what is no number. */
  readonly phone: (number: string) => string | null
}

/** What may be done only so many times an hour, and by whom; counted for all processes together. */
export interface RateLimit {
  readonly action: 'recover-email' | 'recovery-mail' | 'email-change' | 'referral-click'
  readonly key: string
  readonly perHour: number
}

export interface RateLimiter {
  /** Null when it may be done, which counts it; otherwise in how many seconds it may. What is refused does not count. */
  readonly consume: (allowance: RateLimit, at: Instant) => TE.TaskEither<StorageFailure, number | null>
  /** Removes what counts no more; how many. */
  readonly sweep: (at: Instant) => TE.TaskEither<StorageFailure, number>
}

type PhotoResult<A> = TE.TaskEither<StorageFailure, A>

export interface Photo {
  readonly id: string
  readonly owner: string
}

/** Pictures that were handed in. Personal data: whoever's they are, with that account's key they are gone. */
export interface PhotoStore {
  /**
   * Answers its id, which nobody can guess. The same picture of the same account is one picture. Null when the account
   * has been erased.
   */
  readonly add: (owner: string, picture: Uint8Array, at: Instant) => PhotoResult<string | null>
  /** Null for one that never was, was dropped, or is gone with its owner. */
  readonly find: (id: string) => PhotoResult<Uint8Array | null>
  /** From now on no sweep takes it away; false when this account has no such picture. */
  readonly markUsed: (photo: Photo) => PhotoResult<boolean>
  readonly remove: (photo: Photo) => PhotoResult<void>
  readonly deleteAllOf: (owner: string) => PhotoResult<void>
  /** Removes what nobody made use of for a day; how many. */
  readonly sweep: (at: Instant) => PhotoResult<number>
}

/** So many pictures not in use an account may have; of more, the oldest go. */
export const maxUnusedPhotos = 20

export type ImageFlaw = { readonly type: 'NotAPicture' } | { readonly type: 'PictureTooLarge' }

export interface ImageProcessor {
  /** A JPEG of our own making, at most 400 pixels long (C-13), with nothing in it but the picture. */
  readonly redraw: (file: Uint8Array) => TE.TaskEither<ImageFlaw, Uint8Array>
}

/** 5 MB of file (C-12). */
export const maxFileBytes = 5 * 1024 * 1024

/** What binds an answer to its question: all three good for one sign-in only. */
export interface OAuthChallenge {
  readonly state: string
  readonly nonce: string
  /** Of PKCE; the provider sees its hash first, itself with the code. */
  readonly verifier: string
}

export interface SocialProfile {
  /** Who it is at the provider's, for ever. */
  readonly subject: string
  readonly email: string | null
  /** The provider says so itself; one that says nothing does not. */
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
  /** Where the browser is sent. */
  readonly authorizationUrl: (ceremony: OAuthChallenge) => ProviderResult<URL>
  /** Who it is that came back, by the answer's parameters. */
  readonly fetchProfile: (ceremony: OAuthChallenge, returned: URLSearchParams) => ProviderResult<SocialProfile>
}

export interface FacebookToken {
  readonly accessToken: string
  readonly userId: string
  readonly signedRequest: string | null
}

export interface Facebook extends IdentityProvider {
  /** Whose token this is, as Facebook says of a token given to this very app. */
  readonly fetchProfileByToken: (token: FacebookToken) => ProviderResult<SocialProfile>
  /** What Facebook has signed; null when it has not, or is not what it was. */
  readonly verifySignedRequest: (request: string) => { readonly subject: string; readonly issuedAt: number } | null
}

/** Null where no keys are set up. */
export interface SocialProviders {
  readonly google: IdentityProvider | null
  readonly facebook: Facebook | null
}

export interface SocialFlow {
  readonly provider: SocialProvider
  /** Begun in the app. */
  readonly app: boolean
}

/** Sign-ins under way: each belongs to one browser, is good once and not for long. */
export interface SocialFlows {
  readonly open: (flow: SocialFlow, browser: string, at: Instant) => TE.TaskEither<StorageFailure, OAuthChallenge>
  /** Takes it, whatever comes of it; null when there is none such, of this provider and this browser. */
  readonly take: (
    provider: SocialProvider,
    state: string,
    browser: string,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, (SocialFlow & { readonly ceremony: OAuthChallenge }) | null>
  /** Removes those nobody came back from; how many. */
  readonly sweep: (at: Instant) => TE.TaskEither<StorageFailure, number>
}
