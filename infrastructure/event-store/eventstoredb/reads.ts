import { type ReadStreamOptions, StreamNotFoundError } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import type { RecordedEvent, Version } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import type { Connection } from './connection.ts'
import {
  type EventTrace,
  belongsToLog,
  ordinaryStreamsFilter,
  parsePosition,
  prefixFilter,
  streamIdentifier,
  toEventTrace,
  toRecordedEvent,
  toRevision,
} from './messages.ts'
import { brokenLog, rpcError } from './retry.ts'

const unlimited = Number.MAX_SAFE_INTEGER
const { FORWARDS, BACKWARDS } = streams.ReadReq.Options.ReadDirection

/** Events of a stream from a version on; empty if the stream does not exist. */
export const readStream = async (
  connection: Connection,
  stream: string,
  from: Version,
  limit = unlimited,
): Promise<readonly RecordedEvent[]> => {
  const start = new streams.ReadReq.Options.StreamOptions().setStreamIdentifier(streamIdentifier(stream))
  start.setRevision(toRevision(Math.max(from, 1)))
  return collect(connection, readOptions(FORWARDS, limit).setStream(start), toRecordedEvent)
}

/** Ids and versions of a stream's events from a version on; empty if the stream does not exist. */
export const readTraces = (connection: Connection, stream: string, from: Version, maxCount?: number) =>
  tracesOf(connection, stream, {
    fromRevision: BigInt(toRevision(from)),
    requiresLeader: true,
    ...(maxCount === undefined ? {} : { maxCount }),
  })

/** Ids and versions of a stream's last events, newest first, before version `below` (null: from the end). */
export const readTracesBack = (connection: Connection, stream: string, below: Version | null, maxCount: number) =>
  tracesOf(connection, stream, {
    direction: 'backwards',
    requiresLeader: true,
    fromRevision: below === null ? 'end' : BigInt(toRevision(below - 1)),
    maxCount,
  })

const tracesOf = async (
  connection: Connection,
  stream: string,
  options: ReadStreamOptions,
): Promise<readonly EventTrace[]> => {
  try {
    return (await connection.read((client) => client.readStream(stream, options))).flatMap(toEventTrace)
  } catch (error) {
    if (error instanceof StreamNotFoundError) return []
    throw error
  }
}

/** Up to `limit` events after a position, skipping the server's own. */
export const readLog = async (
  connection: Connection,
  after: Position | null,
  limit: number,
): Promise<readonly RecordedEvent[]> => {
  const found: RecordedEvent[] = []
  for (let from = after; found.length < limit;) {
    // The server includes the event at the start position.
    const count = limit - found.length + (from === null ? 0 : 1)
    const page = await collect(connection, logOptions(FORWARDS, count, startAt(from)), toRecordedEvent)
    found.push(...page.filter((event) => event.position !== from && belongsToLog(event)))
    if (page.length < count) break
    from = page.at(-1)?.position ?? from
  }
  if (found.length === 0 && after !== null) await checkNotAhead(connection, after)
  return found.slice(0, limit)
}

/** Fails if the log, including the server's own events, ends before a position that a reader has reached. */
export const checkNotAhead = async (connection: Connection, reached: Position): Promise<void> => {
  const end = new streams.ReadReq.Options.AllOptions().setEnd(new shared.Empty())
  const [last] = await collect(connection, readOptions(BACKWARDS, 1).setAll(end), toRecordedEvent)
  if (last === undefined || last.position < reached)
    throw brokenLog(`the log ends at ${last?.position}, before ${reached}: was an older backup restored?`)
}

/** Position of the last event that is not the server's own; null if there is none. */
export const readHead = async (connection: Connection): Promise<Position | null> => {
  const end = new streams.ReadReq.Options.AllOptions().setEnd(new shared.Empty())
  for (let start = end, count = 1; ; count = searchPage) {
    const page = await collect(connection, logOptions(BACKWARDS, count, start), toRecordedEvent)
    const last = page.find(belongsToLog)
    if (last || page.length < count) return last?.position ?? null
    start = startAt(page.at(-1)?.position ?? null)
  }
}

/** Events per page of a search backwards. */
const searchPage = 100

/**
 * The event at a version of a stream, even if the stream has been truncated after it; null once it has been scavenged.
 * A truncated event is searched in the log, from the first event behind it.
 */
export const findEvent = async (
  connection: Connection,
  stream: string,
  version: Version,
): Promise<RecordedEvent | null> => {
  const [visible] = await readStream(connection, stream, version, 1)
  if (visible?.version === version) return visible
  const end = new streams.ReadReq.Options.AllOptions().setEnd(new shared.Empty())
  for (let start = visible ? startAt(visible.position) : end; ;) {
    const options = logOptions(BACKWARDS, searchPage, start).setFilter(prefixFilter(stream))
    const page = await collect(connection, options, toRecordedEvent)
    const candidates = page.filter((event) => event.stream === stream)
    const found = candidates.find((event) => event.version === version)
    if (found) return found
    if (page.length < searchPage || candidates.some((event) => event.version < version)) return null
    start = startAt(page.at(-1)?.position ?? null)
  }
}

export const startAt = (position: Position | null): streams.ReadReq.Options.AllOptions => {
  const start = new streams.ReadReq.Options.AllOptions()
  if (position === null) return start.setStart(new shared.Empty())
  const { commit, prepare } = parsePosition(position)
  return start.setPosition(new streams.ReadReq.Options.Position().setCommitPosition(commit).setPreparePosition(prepare))
}

const logOptions = (
  direction: streams.ReadReq.Options.ReadDirection,
  count: number,
  start: streams.ReadReq.Options.AllOptions,
) => readOptions(direction, count).setAll(start).setFilter(ordinaryStreamsFilter())

const readOptions = (direction: streams.ReadReq.Options.ReadDirection, count: number) =>
  new streams.ReadReq.Options()
    .setReadDirection(direction)
    .setCount(String(count))
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty()))
    .setNoFilter(new shared.Empty())

/** From the leader: a follower may not have received the latest appends yet. */
const collect = async <A>(
  connection: Connection,
  options: streams.ReadReq.Options,
  decode: (answer: streams.ReadResp) => A | null,
): Promise<readonly A[]> => {
  const call = await connection.stream('read', { requiresLeader: true }, (client, metadata, callOptions) =>
    client.read(new streams.ReadReq().setOptions(options), metadata, callOptions),
  )
  return new Promise((resolve, reject) => {
    const found: A[] = []
    const silenceTimer = setTimeout(() => {
      const error = rpcError(status.DEADLINE_EXCEEDED, 'the server stopped responding')
      call.cancel()
      reject(error)
      connection.leaveUnusable(error, call)
    }, connection.deadlineMs())
    call.on('data', (answer: streams.ReadResp) => {
      silenceTimer.refresh()
      const event = decode(answer)
      if (event !== null) found.push(event)
    })
    call.on('error', (error) => {
      clearTimeout(silenceTimer)
      reject(error)
    })
    call.on('end', () => {
      clearTimeout(silenceTimer)
      resolve(found)
    })
  })
}
