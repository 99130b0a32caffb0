import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { requestDataDeletion } from '../../application/accounts/data-deletion-request.ts'
import type { Sessions } from '../../application/accounts/ports.ts'
import type { beginSocialSignIn, finishSocialSignIn } from '../../application/accounts/social-sign-in.ts'
import type { Person } from '../../application/person.ts'
import type { Clock, NewId } from '../../application/ports/clock.ts'
import type { IdempotencyStore } from '../../application/ports/idempotency.ts'
import type { countReferralClick } from '../../application/promotion/affiliate.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { RateLimitBucket } from '../contract/call.ts'

export interface ServerSettings {
  /** The public address; null: whatever host the request itself names. */
  readonly origin: string | null
  readonly secureCookies: boolean
  readonly sessionDays: number
  /** Addresses of trusted proxies, comma-separated. */
  readonly trustProxy: string | null
  /** Calls marked `developer` exist. */
  readonly developerTools: boolean
  /** How many requests of a kind a minute one address may send, and how many there may be by or about one key. */
  readonly rateLimits: Readonly<Record<RateLimitBucket, { readonly perAddress: number; readonly perKey: number }>>
  readonly streams: { readonly heartbeatMs: number; readonly perAccount: number; readonly maxBufferedBytes: number }
  /** Whose script may run beside ours; null: nobody’s. */
  readonly googleMaps: string | null
  /** Facebook's own script, and whom it speaks to; null without keys. */
  readonly facebookSdk: {
    readonly appId: string
    readonly sdk: string
    readonly version: string
    readonly speaksTo: readonly string[]
  } | null
  /** Staff works only in sessions a passkey began (ASVS 6.3.3). */
  readonly staffSecondFactor: boolean
  /** What `/metrics` is asked with; null: it answers this machine alone. */
  readonly metricsToken: string | null
  /** The folder of the built screens; null: the API alone. */
  readonly webAppFolder: string | null
}

/** Signing in by somebody else's word, as browsers and Facebook's servers come to it. */
export interface SocialSignInServices {
  readonly begin: ReturnType<typeof beginSocialSignIn>
  readonly finish: ReturnType<typeof finishSocialSignIn>
  readonly deleteData: ReturnType<typeof requestDataDeletion>
}

export interface ServerContext {
  readonly settings: ServerSettings
  /** Keys CSRF tokens and the ids of repeated intents. */
  readonly secret: Uint8Array
  readonly clock: Clock
  readonly newId: NewId
  readonly sessions: Sessions
  readonly idempotentResponses: IdempotencyStore
  readonly social: SocialSignInServices
  /** Counts that somebody came by a referral link. */
  readonly countReferralClick: (...followed: Parameters<ReturnType<typeof countReferralClick>>) => Promise<void>
  /** Who an account is today, as the log says; null for none. */
  readonly findPerson: (accountId: string) => Promise<Person | null>
  /** Waits, not for long, until the read models have reached a position; false: they have not. */
  readonly waitUntilProjected: (position: Position) => Promise<boolean>
  /** Why the process should not be sent work; none when it should. */
  readonly notReadyReasons: () => Promise<readonly string[]>
  readonly metrics: Registry
  readonly logger: FastifyBaseLogger
}

export const defaultStreamSettings: ServerSettings['streams'] = {
  heartbeatMs: 15_000,
  perAccount: 20,
  maxBufferedBytes: 256 * 1024,
}
