import type { CommonQueryMethods } from 'slonik'
import type { AuthServices } from '../../application/accounts/auth-services.ts'
import type { Sessions } from '../../application/accounts/ports.ts'
import type { Commands } from '../../application/all.ts'
import type { Clock } from '../../application/ports/clock.ts'
import type { Message } from '../../application/ports/mail.ts'
import type { Places, PlaceSearch } from '../../application/travel/ports.ts'
import type { AppFailure } from '../../application/use-case.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { LiveTopic } from '../contract/live.ts'
import type { QueueChange } from '../contract/moderation/cases.ts'

export interface SentMessage extends Omit<Message, 'key'> {
  readonly id: string
  readonly at: string
}

/** What happens, as screens hear of it. Each returns how to stop listening. */
export interface LiveUpdates {
  readonly subscribeToAccount: (
    account: { readonly accountId: string; readonly clientId: string | null },
    listener: (topic: LiveTopic) => void,
  ) => () => void
  /** From after `after` on; null: from now on. */
  readonly subscribeToQueue: (
    after: Position | null,
    listener: (change: QueueChange, position: Position) => void,
  ) => () => void
}

/** What routes may reach for. */
export interface ApiContext {
  readonly commands: Commands
  readonly auth: AuthServices
  readonly db: CommonQueryMethods
  readonly clock: Clock
  readonly sessions: Sessions
  /** Waits, not for long, until the read models show a position. */
  readonly waitUntilProjected: (position: Position) => Promise<boolean>
  readonly live: LiveUpdates
  /** How the Android app is recognised, and where it is opened with a token; null without one. */
  readonly androidApp: { readonly marker: string; readonly enrollLink: string | null }
  /** Staff works only in sessions a passkey began. */
  readonly staffSecondFactor: boolean
  /** Developer tools are switched on. */
  readonly developerTools: boolean
  readonly places: Places
  readonly placeSearch: PlaceSearch
  /** What browsers need of Google’s script, which then suggests addresses; null without a key. */
  readonly googleMaps: { readonly key: string; readonly origin: string } | null
  /** The hotel search of others; `trackingId` is our number there, null without one. */
  readonly hotelPartner: { readonly address: string; readonly trackingId: string | null }
  /** What the login page loads for Facebook; null without keys. */
  readonly facebookSdk: { readonly appId: string; readonly sdk: string; readonly version: string } | null
  /** The messages of the development transport, newest first; null with a real one. */
  readonly outbox: ((to: string | undefined) => Promise<readonly SentMessage[]>) | null
}

type QueryResult<A> = TE.TaskEither<AppFailure, A>

/** A query's answer; a database that cannot be asked is a failure to be told, not an exception. */
export const runQuery = <A>(query: () => Promise<A>): QueryResult<A> =>
  TE.tryCatch(query, (cause): AppFailure => ({ type: 'Unavailable', cause }))

/** What a command just wrote, read back; it was written even when the read model cannot show it in time. */
export const readAfterWrite = <A>(
  api: ApiContext,
  position: Position | null,
  query: () => Promise<A | null>,
): QueryResult<A> =>
  runQuery(async () => {
    if (position !== null) await api.waitUntilProjected(position)
    const found = await query()
    if (found === null) throw new Error('The read model does not show it yet')
    return found
  })
