import type { SocialProvider } from '../../domain/access/account/social-events.ts'
import type { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { StorageFailure } from './credentials.ts'

/** What binds an answer to its question: all three good for one sign-in only. */
export interface Ceremony {
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

type Told<A> = TE.TaskEither<ProviderFailure, A>

export interface IdentityProvider {
  /** Where the browser is sent. */
  readonly begin: (ceremony: Ceremony) => Told<URL>
  /** Who it is that came back, by the answer's parameters. */
  readonly redeem: (ceremony: Ceremony, returned: URLSearchParams) => Told<SocialProfile>
}

export interface FacebookToken {
  readonly accessToken: string
  readonly userId: string
  readonly signedRequest: string | null
}

export interface Facebook extends IdentityProvider {
  /** Whose token this is, as Facebook says of a token given to this very app. */
  readonly redeemToken: (token: FacebookToken) => Told<SocialProfile>
  /** What Facebook has signed; null when it has not, or is not what it was. */
  readonly signed: (request: string) => { readonly subject: string; readonly issuedAt: number } | null
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
  readonly open: (flow: SocialFlow, browser: string, at: Instant) => TE.TaskEither<StorageFailure, Ceremony>
  /** Takes it, whatever comes of it; null when there is none such, of this provider and this browser. */
  readonly take: (
    provider: SocialProvider,
    state: string,
    browser: string,
    at: Instant,
  ) => TE.TaskEither<StorageFailure, (SocialFlow & { readonly ceremony: Ceremony }) | null>
  /** Removes those nobody came back from; how many. */
  readonly sweep: (at: Instant) => TE.TaskEither<StorageFailure, number>
}
