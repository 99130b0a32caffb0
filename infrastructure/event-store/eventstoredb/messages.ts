import type { ResolvedEvent } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type statuses from '@eventstore/db-client/generated/status_pb.js'
import streams, {
  type AppendReq,
  type BatchAppendReq,
  type ReadResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import { status as grpc } from '@grpc/grpc-js'
import type { EventStoreFailure, NewEvent, RecordedEvent, Version } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { isInvalidStreamName } from '../append-validation.ts'
import { deletedForGood, rpcError, tooBig } from './retry.ts'

type ProposedMessage = BatchAppendReq.ProposedMessage | AppendReq.ProposedMessage

/**
 * Sends data and metadata as raw bytes with content type JSON. The client's codec cannot: it parses and reserialises
 * JSON events, and the server's tools cannot read binary ones.
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

/** The event in a response; null for any other response. Requires server 22.6 or later. */
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

/** Identity, version and time of an event, without its data. */
export interface EventTrace extends Pick<RecordedEvent, 'id' | 'version'> {
  /** Server clock, milliseconds since 1970. */
  readonly createdAt: number
}

export const toEventTrace = ({ event }: ResolvedEvent): readonly EventTrace[] =>
  event ? [{ id: event.id, version: Number(event.revision) + 1, createdAt: event.created.getTime() }] : []

const decodeText = (bytes: Uint8Array = new Uint8Array()) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()

/**
 * A position in $all as decimal text. Both parts matter: the events of an old explicit transaction share one commit
 * position.
 */
export interface WirePosition {
  readonly commit: string
  readonly prepare: string
}

const digits = 20

const formatPosition = ({ commit, prepare }: WirePosition): Position =>
  `${commit.padStart(digits, '0')}:${prepare.padStart(digits, '0')}`

export const parsePosition = (position: Position): WirePosition => {
  const [commit = '0', prepare = commit] = position.split(':')
  return { commit: BigInt(commit).toString(), prepare: BigInt(prepare).toString() }
}

/** The server counts revisions from zero. */
const toVersion = (revision: string): Version => Number(revision) + 1
export const toRevision = (version: Version): string => String(version - 1)

/** The server's response to one append. Anything else is thrown and leaves the outcome unknown. */
export type AppendResult =
  /** The position is null if the server does not know it, as for a repeated append whose events are truncated. */
  | { readonly type: 'Appended'; readonly version: Version; readonly position: Position | null }
  | { readonly type: 'WrongVersion'; readonly actual: Version }
  | { readonly type: 'Refused'; readonly failure: EventStoreFailure }

/**
 * Appends at exactly version `before`. With a revision the server recognises a repeated append permanently; without
 * one, only while it is cached.
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
  const mismatch = response.getWrongExpectedVersion()
  return {
    type: 'WrongVersion',
    actual: mismatch?.hasCurrentRevision() === true ? toVersion(mismatch.getCurrentRevision()) : 0,
  }
}

const toAppended = (success: Success): AppendResult => {
  const position = success.getPosition()
  return {
    type: 'Appended',
    version: toVersion(success.getCurrentRevision()),
    position: position
      ? formatPosition({ commit: position.getCommitPosition(), prepare: position.getPreparePosition() })
      : null,
  }
}

const toRefusal = (status: statuses.Status | undefined): AppendResult => {
  const details = status?.getDetails()
  switch (details?.getTypeName() ?? '') {
    case 'event_store.client.WrongExpectedVersion': {
      const mismatch = shared.WrongExpectedVersion.deserializeBinary(details?.getValue_asU8() ?? new Uint8Array())
      return {
        type: 'WrongVersion',
        actual: mismatch.hasCurrentStreamRevision() ? toVersion(mismatch.getCurrentStreamRevision()) : 0,
      }
    }
    case 'event_store.client.StreamDeleted':
      return { type: 'Refused', failure: deletedForGood }
    case 'event_store.client.MaximumAppendSizeExceeded':
    case 'event_store.client.MaximumAppendEventSizeExceeded':
      return { type: 'Refused', failure: tooBig }
    case 'event_store.client.AccessDenied':
      throw rpcError(grpc.PERMISSION_DENIED, 'access denied')
    default:
      throw new Error(`the server responded: ${status?.getMessage() ?? 'no status'}`)
  }
}

/** Streams whose names start with `$` belong to the server: users, metadata, statistics, indexes. */
const isSystemStream = (stream: string): boolean => stream.startsWith('$')

const systemTypes = new Set(['$>', '$@', '$metadata', '$streamDeleted'])

/** Event types the server writes into ordinary streams: links and tombstones. */
export const isSystemEvent = ({ stream, type }: Pick<RecordedEvent, 'stream' | 'type'>): boolean =>
  isSystemStream(stream) || systemTypes.has(type)

/**
 * Whether an event is part of the log: neither the server's own nor in a stream whose name no append accepts, which only
 * a foreign program can have written.
 */
export const belongsToLog = (event: Pick<RecordedEvent, 'stream' | 'type'>): boolean =>
  !isSystemEvent(event) && !isInvalidStreamName(event.stream)

/** Events examined per window; a subscription sends a checkpoint every 100 windows. */
const searchWindow = 500

/** Excludes system streams on the server. */
export const ordinaryStreamsFilter = () =>
  streamsFilter(new streams.ReadReq.Options.FilterOptions.Expression().setRegex('^[^$]'))

/** Only streams whose names start with `prefix`. */
export const prefixFilter = (prefix: string) =>
  streamsFilter(new streams.ReadReq.Options.FilterOptions.Expression().setPrefixList([prefix]))

const streamsFilter = (
  expression: streams.ReadReq.Options.FilterOptions.Expression,
): streams.ReadReq.Options.FilterOptions =>
  new streams.ReadReq.Options.FilterOptions()
    .setStreamIdentifier(expression)
    .setMax(searchWindow)
    .setCheckpointintervalmultiplier(100)
