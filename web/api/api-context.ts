import { setTimeout as pause } from 'node:timers/promises'
import type { CommonQueryMethods } from 'slonik'
import type { Sessions } from '../../application/accounts/ports.ts'
import type { UseCases } from '../../application/all.ts'
import type {
  AccessLogQueries,
  Archives,
  AuditedStreams,
  LogTree,
  ReadModelCheck,
} from '../../application/audit/ports.ts'
import type { CompanyWalletServices } from '../../application/ava/payout-services.ts'
import type { LiabilityTrees } from '../../application/ava/ports.ts'
import type { Cache } from '../../application/ports/cache.ts'
import type { Clock } from '../../application/ports/clock.ts'
import type { LiveUpdates } from '../../application/moderation/ports.ts'
import type { Message } from '../../application/ports/mail.ts'
import type { Gazetteer, PlaceSearch } from '../../application/travel/ports.ts'
import type { AppFailure } from '../../application/use-case.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { RewardAnnouncement } from '../../domain/rewards/rules.ts'
import type { Segment } from '../../projections/analytics/figures.queries.ts'
import type { WrittenReview, WrittenReviewLookup } from '../../projections/reviews/reviews.ts'
import type { Transparency } from '../contract/moderation/decisions.ts'

export interface SentMessage extends Omit<Message, 'key' | 'attachments'> {
  readonly id: string
  readonly at: string
}

/** Dependencies of route handlers. */
export interface ApiContext extends CompanyWalletServices {
  readonly useCases: UseCases
  readonly db: CommonQueryMethods
  readonly clock: Clock
  readonly sessions: Sessions
  /** Reads once the read models show the position; after a limited time it reads what they show, which may be stale. */
  readonly readAfterOrStale: <A>(position: Position, read: () => Promise<A>) => Promise<A>
  /** One of the author's own reviews, read together with those of concurrent requests; null for others. */
  readonly reviewWritten: (lookup: WrittenReviewLookup) => Promise<WrittenReview | null>
  readonly live: LiveUpdates
  readonly accessLog: AccessLogQueries
  readonly logTree: LogTree
  readonly archives: Archives
  /** Public address of the site. */
  readonly origin: () => string
  readonly liabilityTrees: LiabilityTrees
  /** The last check of each read model, by name. */
  readonly readModelChecks: () => Promise<readonly ReadModelCheck[]>
  readonly auditedStreams: AuditedStreams
  /** Transparency reports by year; requests that must see a recent change bypass the cache. */
  readonly transparencyReports: Cache<Transparency>
  /** User-agent marker of the Android app and its deep link; null without an app. */
  readonly androidApp: { readonly marker: string; readonly enrollLink: string | null }
  /** Staff roles require a session started with a passkey. */
  readonly staffSecondFactor: boolean
  /** @rule Q-34 developer tools are enabled */
  readonly developerTools: boolean
  /** Whether the web app shows the gallery of its components. */
  readonly gallery: boolean
  readonly gazetteer: Gazetteer
  readonly placeSearch: PlaceSearch
  /** @rule A-29 settings of Google's address suggestions; null without a key */
  readonly googleMaps: { readonly key: string; readonly origin: string } | null
  /** @rule Q-76 partner hotel search; `trackingId` is our partner number, null without one */
  readonly hotelPartner: { readonly address: string; readonly trackingId: string | null }
  readonly sessionMaxDays: number
  readonly announcement: RewardAnnouncement
  /** Settings of Facebook's script on the login page; null without keys. */
  readonly facebookSdk: { readonly appId: string; readonly sdk: string; readonly version: string } | null
  /** Messages of the development transport, newest first; null with a real transport. */
  /** Averages of the businesses of a type in a province, by the business compared with them. */
  readonly segments: Cache<Segment | null>
  readonly devMailbox: ((to: string | undefined) => Promise<readonly SentMessage[]>) | null
}

type QueryResult<A> = TE.TaskEither<AppFailure, A>

/** A query's result; a database error becomes a failure. */
export const runQuery = <A>(query: () => Promise<A>): QueryResult<A> =>
  TE.tryCatch(query, (cause): AppFailure => ({ type: 'Unavailable', cause }))

/** Reads once the read models show a write. The result may be stale, since the write was accepted. */
export const readAfterWrite =
  <A>({ readAfterOrStale }: ApiContext, position: Position | null, read: QueryResult<A>): QueryResult<A> =>
  () =>
    position === null ? read() : readAfterOrStale(position, read)

/** How often, and how long apart, a repeated request looks for what it wrote before. */
const repeatedReads = { attempts: 20, pauseMs: 100 }

/**
 * Like `readAfterWrite`, for what the command wrote: fails if it is missing. Without a position, an earlier attempt of the
 * request wrote it, perhaps just now.
 */
export const readWritten = <A>(
  api: ApiContext,
  position: Position | null,
  query: () => Promise<A | null>,
): QueryResult<A> =>
  readAfterWrite(
    api,
    position,
    runQuery(async () => {
      const attempts = position === null ? repeatedReads.attempts : 1
      for (let attempt = 1; ; attempt++) {
        const found = await query()
        if (found !== null) return found
        if (attempt === attempts) throw new Error('The read model does not show it yet')
        await pause(repeatedReads.pauseMs)
      }
    }),
  )
