import type { CommonQueryMethods } from 'slonik'
import type { Doors } from '../../application/access/doors.ts'
import type { Capabilities } from '../../application/capabilities.ts'
import type { Clock } from '../../application/ports/clock.ts'
import type { Sessions } from '../../application/ports/sessions.ts'
import type { Message } from '../../application/ports/mail.ts'
import type { Places, PlaceSearch } from '../../application/ports/places.ts'
import type { AppFailure } from '../../application/use-case.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import type { QueueChange } from '../contract/queue.ts'
import type { Topic } from '../contract/dashboard.ts'

export interface SentMessage extends Omit<Message, 'key'> {
  readonly id: string
  readonly at: string
}

/** What happens, as screens hear of it. Each returns how to stop listening. */
export interface Live {
  readonly ofAccount: (
    whose: { readonly accountId: string; readonly clientId: string | null },
    heard: (topic: Topic) => void,
  ) => () => void
  /** From after `after` on; null: from now on. */
  readonly ofQueue: (after: Position | null, heard: (change: QueueChange, position: Position) => void) => () => void
}

/** What routes may reach for. */
export interface Hall {
  readonly ask: Capabilities
  readonly doors: Doors
  readonly db: CommonQueryMethods
  readonly clock: Clock
  readonly sessions: Sessions
  /** Waits, not for long, until the read models show a position. */
  readonly settled: (position: Position) => Promise<boolean>
  readonly live: Live
  /** How the Android app is recognised, and where it is opened with a token; null without one. */
  readonly androidApp: { readonly marker: string; readonly enrollLink: string | null }
  /** Staff works only in sessions a passkey began. */
  readonly staffSecondFactor: boolean
  /** Developer tools are switched on. */
  readonly developer: boolean
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

type Answer<A> = TE.TaskEither<AppFailure, A>

/** A query's answer; a database that cannot be asked is a failure to be told, not an exception. */
export const asked = <A>(query: () => Promise<A>): Answer<A> =>
  TE.tryCatch(query, (cause): AppFailure => ({ type: 'Unavailable', cause }))

/** What a command just wrote, read back; it was written even when the read model cannot show it in time. */
export const readBack = <A>(hall: Hall, position: Position | null, query: () => Promise<A | null>): Answer<A> =>
  asked(async () => {
    if (position !== null) await hall.settled(position)
    const found = await query()
    if (found === null) throw new Error('The read model does not show it yet')
    return found
  })
