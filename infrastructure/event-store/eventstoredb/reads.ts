import { type ReadStreamOptions, StreamNotFoundError } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import type { RecordedEvent, Version } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import type { Connection } from './connection.ts'
import {
  type EventTrace,
  isSystemEvent,
  ordinaryStreamsFilter,
  parsePosition,
  streamIdentifier,
  toEventTrace,
  toRecordedEvent,
  toRevision,
} from './messages.ts'
import { rpcError } from './retry.ts'

const unlimited = String(Number.MAX_SAFE_INTEGER)
const { FORWARDS, BACKWARDS } = streams.ReadReq.Options.ReadDirection

/** Events of a stream from a version on; empty if the stream does not exist. */
export const readStream = async (
  connection: Connection,
  stream: string,
  from: Version,
): Promise<readonly RecordedEvent[]> => {
  const start = new streams.ReadReq.Options.StreamOptions().setStreamIdentifier(streamIdentifier(stream))
  start.setRevision(toRevision(Math.max(from, 1)))
  return collect(connection, readOptions(FORWARDS, unlimited).setStream(start), toRecordedEvent)
}

/** Ids and versions of a stream's events from a version on; empty if the stream does not exist. */
export const readTraces = (connection: Connection, stream: string, from: Version, maxCount?: number) =>
  tracesOf(connection, stream, {
    fromRevision: BigInt(toRevision(from)),
    ...(maxCount === undefined ? {} : { maxCount }),
  })

/** Ids and versions of a stream's last events, newest first, before version `below` (null: from the end). */
export const readTracesBack = (connection: Connection, stream: string, below: Version | null, maxCount: number) =>
  tracesOf(connection, stream, {
    direction: 'backwards',
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
    found.push(...page.filter((event) => event.position !== from && !isSystemEvent(event)))
    if (page.length < count) break
    from = page.at(-1)?.position ?? from
  }
  return found.slice(0, limit)
}

/** Position of the last event that is not the server's own; null if there is none. */
export const readHead = async (connection: Connection): Promise<Position | null> => {
  const end = new streams.ReadReq.Options.AllOptions().setEnd(new shared.Empty())
  for (let start = end, count = 1; ; count = 100) {
    const page = await collect(connection, logOptions(BACKWARDS, count, start), toRecordedEvent)
    const last = page.find((event) => !isSystemEvent(event))
    if (last || page.length < count) return last?.position ?? null
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
) => readOptions(direction, String(count)).setAll(start).setFilter(ordinaryStreamsFilter())

const readOptions = (direction: streams.ReadReq.Options.ReadDirection, count: string) =>
  new streams.ReadReq.Options()
    .setReadDirection(direction)
    .setCount(count)
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty()))
    .setNoFilter(new shared.Empty())

const collect = async <A>(
  connection: Connection,
  options: streams.ReadReq.Options,
  decode: (answer: streams.ReadResp) => A | null,
): Promise<readonly A[]> => {
  const call = await connection.stream('read', {}, (client, metadata, callOptions) =>
    client.read(new streams.ReadReq().setOptions(options), metadata, callOptions),
  )
  return new Promise((resolve, reject) => {
    const found: A[] = []
    const silenceTimer = setTimeout(() => {
      call.cancel()
      reject(rpcError(status.DEADLINE_EXCEEDED, 'the server stopped responding'))
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
