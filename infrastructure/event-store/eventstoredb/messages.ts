import shared from '@eventstore/db-client/generated/shared_pb.js'
import type statuses from '@eventstore/db-client/generated/status_pb.js'
import streams, {
  type AppendReq,
  type BatchAppendReq,
  type ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import { status as grpc } from '@grpc/grpc-js'
import type {
  Appended,
  EventStoreFailure,
  NewEvent,
  RecordedEvent,
  Version,
} from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { deletedForGood, rpcError, tooBig } from './retry.ts'

type ProposedMessage = BatchAppendReq.ProposedMessage | AppendReq.ProposedMessage

const ticksInMs = 10_000

/**
 * Data and metadata go out and come back as the bytes they are, marked as JSON. The client's own codec could not do
 * that: its JSON events are parsed and printed again on the way, its binary ones are opaque to the server's tools.
 */
export const toProposedMessage = <M extends ProposedMessage>(message: M, { id, type, data, meta }: NewEvent): M => {
  message.setId(new shared.UUID().setString(id))
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  message.setData(Buffer.from(data))
  message.setCustomMetadata(Buffer.from(meta))
  return message
}

export const streamIdentifier = (stream: string): shared.StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream))

/** The event in an answer; null where the answer is about something else. Needs a server from 22.6 on. */
export const toRecordedEvent = (answer: ReadResp): RecordedEvent | null => {
  const record = answer.getEvent()?.getEvent()
  if (!record) return null
  return {
    stream: decodeText(record.getStreamIdentifier()?.getStreamName_asU8()),
    id: record.getId()?.getString() ?? '',
    type: record.getMetadataMap().get('type') ?? '',
    data: decodeText(record.getData_asU8()),
    meta: decodeText(record.getCustomMetadata_asU8()),
    version: toVersion(record.getStreamRevision()),
    position: formatPosition({ commit: record.getCommitPosition(), prepare: record.getPreparePosition() }),
  }
}

/** Which event, where and when, without what it says. */
export interface EventTrace extends Pick<RecordedEvent, 'id' | 'version'> {
  /** By the server's clock, in milliseconds since 1970. */
  readonly createdAt: number
}

export const toEventTrace = (answer: ReadResp): EventTrace | null => {
  const record = answer.getEvent()?.getEvent()
  if (!record) return null
  return {
    id: record.getId()?.getString() ?? '',
    version: toVersion(record.getStreamRevision()),
    createdAt: Number(record.getMetadataMap().get('created') ?? 0) / ticksInMs,
  }
}

const decodeText = (bytes: Uint8Array = new Uint8Array()) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()

/** A place in $all as the wire has it: decimal text. Both numbers count: old transactions share one commit. */
export interface WirePosition {
  readonly commit: string
  readonly prepare: string
}

const digits = 20

export const formatPosition = ({ commit, prepare }: WirePosition): Position =>
  `${commit.padStart(digits, '0')}:${prepare.padStart(digits, '0')}`

export const parsePosition = (position: Position): WirePosition => {
  const [commit = '0', prepare = commit] = position.split(':')
  return { commit: BigInt(commit).toString(), prepare: BigInt(prepare).toString() }
}

/** The server counts revisions from zero. */
export const toVersion = (revision: string): Version => Number(revision) + 1
export const toRevision = (version: Version): string => String(version - 1)

/** What the server said of one append; anything else is thrown, and leaves its outcome unknown. */
export type AppendResult =
  | ({ readonly type: 'Appended' } & Appended)
  | { readonly type: 'WrongVersion'; readonly actual: Version }
  | { readonly type: 'Refused'; readonly failure: EventStoreFailure }

/**
 * Sends one append on the very version `before`, never on less: with a revision the server knows an append again for
 * ever, without one only while it happens to be in a cache.
 */
export type SendAppend = (stream: string, before: Version, events: readonly NewEvent[]) => Promise<AppendResult>

type Success = streams.BatchAppendResp.Success | streams.AppendResp.Success

export const batchResult = (response: streams.BatchAppendResp): AppendResult => {
  const success = response.getSuccess()
  return success ? toAppended(success) : toRefusal(response.getError())
}

export const singleResult = (response: streams.AppendResp): AppendResult => {
  const success = response.getSuccess()
  if (success) return toAppended(success)
  const wrong = response.getWrongExpectedVersion()
  return {
    type: 'WrongVersion',
    actual: wrong?.hasCurrentRevision() === true ? toVersion(wrong.getCurrentRevision()) : 0,
  }
}

const toAppended = (success: Success): AppendResult => {
  const position = success.getPosition()
  if (!position) throw new Error('appended, but the server does not say where')
  return {
    type: 'Appended',
    version: toVersion(success.getCurrentRevision()),
    position: formatPosition({ commit: position.getCommitPosition(), prepare: position.getPreparePosition() }),
  }
}

const toRefusal = (status: statuses.Status | undefined): AppendResult => {
  const details = status?.getDetails()
  switch (details?.getTypeName() ?? '') {
    case 'event_store.client.WrongExpectedVersion': {
      const wrong = shared.WrongExpectedVersion.deserializeBinary(details?.getValue_asU8() ?? new Uint8Array())
      return {
        type: 'WrongVersion',
        actual: wrong.hasCurrentStreamRevision() ? toVersion(wrong.getCurrentStreamRevision()) : 0,
      }
    }
    case 'event_store.client.StreamDeleted':
      return { type: 'Refused', failure: deletedForGood }
    case 'event_store.client.MaximumAppendSizeExceeded':
      return { type: 'Refused', failure: tooBig }
    case 'event_store.client.AccessDenied':
      throw rpcError(grpc.PERMISSION_DENIED, 'access denied')
    default:
      throw new Error(`the server answered ${status?.getMessage() ?? 'nothing'}`)
  }
}

/** Streams that begin with `$` are the server's own: users, metadata, statistics, indexes. */
const isSystemStream = (stream: string): boolean => stream.startsWith('$')

const systemTypes = new Set(['$>', '$@', '$metadata', '$streamDeleted'])

/** What the server itself may write into an ordinary stream: links and tombstones. */
export const isSystemEvent = ({ stream, type }: Pick<RecordedEvent, 'stream' | 'type'>): boolean =>
  isSystemStream(stream) || systemTypes.has(type)

/** Events looked at between two checkpoints of a subscription: 100 windows of these. */
const searchWindow = 500

/** Leaves out the system streams already at the server. */
export const ordinaryStreamsFilter = (): streams.ReadReq.Options.FilterOptions =>
  new streams.ReadReq.Options.FilterOptions()
    .setStreamIdentifier(new streams.ReadReq.Options.FilterOptions.Expression().setRegex('^[^$]'))
    .setMax(searchWindow)
    .setCheckpointintervalmultiplier(100)
