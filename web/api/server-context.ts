import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { requestDataDeletion } from '../../application/accounts/data-deletion-request.ts'
import type { Sessions } from '../../application/accounts/ports.ts'
import type { beginSocialSignIn, finishSocialSignIn } from '../../application/accounts/social-sign-in.ts'
import type { AccessLog } from '../../application/audit/ports.ts'
import type { Person } from '../../application/person.ts'
import type { Clock, NewId } from '../../application/ports/clock.ts'
import type { IdempotencyStore } from '../../application/ports/idempotency.ts'
import type { recordDevice } from '../../application/accounts/notifications.ts'
import type { LogPositions } from '../../application/ports/log-positions.ts'
import type { SharedRateLimits } from '../../application/ports/shared-rate-limits.ts'
import type { countReferralClick } from '../../application/promotion/affiliate.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import type { RateLimitBucket } from '../contract/endpoint.ts'

export interface ServerSettings {
  /** Public origin; null: the host named by the request. */
  readonly origin: string | null
  readonly secureCookies: boolean
  readonly sessionDays: number
  /** Trusted proxies, comma-separated. */
  readonly trustProxy: string | null
  /** Enables endpoints marked `developerOnly`. */
  readonly developerTools: boolean
  /** Requests per minute and bucket, per network address and per key. */
  readonly rateLimits: Readonly<Record<RateLimitBucket, { readonly perAddress: number; readonly perKey: number }>>
  /** For receiving a whole request, headers and body. @rule Q-130 */
  readonly requestTimeoutMs: number
  readonly streams: { readonly heartbeatMs: number; readonly perAccount: number; readonly maxBufferedBytes: number }
  /** @rule A-29 origin of Google's script; null if not configured */
  readonly googleMaps: string | null
  /** Facebook's script and the origins it contacts; null without keys. */
  readonly facebookSdk: {
    readonly appId: string
    readonly sdk: string
    readonly version: string
    /** Origins of its requests. */
    readonly connectsTo: readonly string[]
  } | null
  /** Staff roles require a session started with a passkey (ASVS 6.3.3). */
  readonly staffSecondFactor: boolean
  /** Bearer token for `/metrics`; null: local requests only. */
  readonly metricsToken: string | null
  /** Folder of the built web app; null: API only. */
  readonly webAppFolder: string | null
}

/** Social sign-in for browser redirects and Facebook's server callbacks. */
export interface SocialSignInServices {
  readonly begin: ReturnType<typeof beginSocialSignIn>
  readonly finish: ReturnType<typeof finishSocialSignIn>
  readonly deleteData: ReturnType<typeof requestDataDeletion>
}

export interface ServerContext {
  readonly settings: ServerSettings
  /** HMAC key of CSRF tokens and ids of new entities. */
  readonly secret: Uint8Array
  readonly clock: Clock
  readonly newId: NewId
  readonly sessions: Sessions
  readonly idempotentResponses: IdempotencyStore
  /** Null if this process counts alone. */
  readonly sharedRateLimits: SharedRateLimits | null
  readonly social: SocialSignInServices
  readonly accessLog: AccessLog
  /** Counts a followed referral link. */
  readonly countReferralClick: (...followed: Parameters<ReturnType<typeof countReferralClick>>) => Promise<void>
  /** Records the browser of a sign-in, which succeeds even if this fails. */
  readonly recordDevice: (...used: Parameters<ReturnType<typeof recordDevice>>) => Promise<void>
  /** The account's current state according to the log; null if unknown. */
  readonly findPerson: (accountId: string) => Promise<Person | null>
  /**
   * Runs `read`, whose queries wait a limited time until the read models they use show the position, and otherwise fail
   * with `ReadModelsBehind`.
   */
  readonly readAfterOrFail: <A>(position: Position, read: () => A) => A
  readonly logPositions: LogPositions
  /** Waits a limited time until the read models reach a position; false if they do not. */
  readonly waitUntilProjected: (position: Position) => Promise<boolean>
  readonly health: () => Promise<Health>
  /** Rejects if the database is unavailable. */
  readonly backgroundTasks: () => Promise<readonly BackgroundTask[]>
  readonly metrics: Registry
  readonly logger: FastifyBaseLogger
}

export interface Health {
  /** Why the process is not ready; empty if it is. */
  readonly notReady: readonly string[]
  /** What an operator should look at although everybody can be served. */
  readonly warnings: readonly string[]
}

/** A projection, policy or timer, or the outbox: work that some process does apart from requests. */
export interface BackgroundTask {
  /** `projection:<name>`, `policy:<name>`, `timer:<queue>/<name>` or `outbox`. */
  readonly name: string
  /** Whether a live process does this work; for timers, whether there is any worker. */
  readonly hasLeader: boolean
  /** Since a reader last moved, a timer last did its work, a message was last delivered; null if never. */
  readonly lastProgressSeconds: number | null
  /** Unread events or messages that are due; null for timers, or if the log is unavailable. */
  readonly lagEvents: number | null
  /** Age of the oldest of them, or how long a timer is overdue; null if unknown. */
  readonly lagSeconds: number | null
}

export const defaultStreamSettings: ServerSettings['streams'] = {
  heartbeatMs: 15_000,
  perAccount: 20,
  maxBufferedBytes: 256 * 1024,
}
