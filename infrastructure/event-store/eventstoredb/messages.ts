import shared from '@eventstore/db-client/generated/shared_pb.js'
import type { AppendReq, BatchAppendReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { NewEvent, RecordedEvent } from '../../../application/ports/event-store.ts'
import { positionOf, versionOf } from './places.ts'

type ProposedMessage = BatchAppendReq.ProposedMessage | AppendReq.ProposedMessage

const ticksInMs = 10_000

/**
 * Data and metadata go out and come back as the bytes they are, marked as JSON. The client's own codec could not do
 * that: its JSON events are parsed and printed again on the way, its binary ones are opaque to the server's tools.
 */
export const proposed = <M extends ProposedMessage>(message: M, { id, type, data, meta }: NewEvent): M => {
  message.setId(new shared.UUID().setString(id))
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  message.setData(Buffer.from(data))
  message.setCustomMetadata(Buffer.from(meta))
  return message
}

export const identifier = (stream: string): shared.StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream))

/** The event in an answer; null where the answer is about something else. Needs a server from 22.6 on. */
export const recorded = (answer: ReadResp): RecordedEvent | null => {
  const record = answer.getEvent()?.getEvent()
  if (!record) return null
  return {
    stream: text(record.getStreamIdentifier()?.getStreamName_asU8()),
    id: record.getId()?.getString() ?? '',
    type: record.getMetadataMap().get('type') ?? '',
    data: text(record.getData_asU8()),
    meta: text(record.getCustomMetadata_asU8()),
    version: versionOf(record.getStreamRevision()),
    position: positionOf({ commit: record.getCommitPosition(), prepare: record.getPreparePosition() }),
  }
}

/** Which event, where and when, without what it says. */
export interface Trace extends Pick<RecordedEvent, 'id' | 'version'> {
  /** By the server's clock, in milliseconds since 1970. */
  readonly createdAt: number
}

export const traced = (answer: ReadResp): Trace | null => {
  const record = answer.getEvent()?.getEvent()
  if (!record) return null
  return {
    id: record.getId()?.getString() ?? '',
    version: versionOf(record.getStreamRevision()),
    createdAt: Number(record.getMetadataMap().get('created') ?? 0) / ticksInMs,
  }
}

const text = (bytes: Uint8Array = new Uint8Array()) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
