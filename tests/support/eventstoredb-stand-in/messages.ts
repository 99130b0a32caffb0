import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { LoggedEvent, ProposedEvent } from './event-log.ts'
import type { ExpectedRevision } from './stream-rules.ts'

type ProposedMessage = streams.BatchAppendReq.ProposedMessage | streams.AppendReq.ProposedMessage
interface ExpectationOptions {
  readonly hasAny: () => boolean
  readonly hasNoStream: () => boolean
  readonly hasStreamExists: () => boolean
}

const ticksPerMs = 10_000n

export const toStreamName = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()

export const toStreamIdentifier = (stream: string): shared.StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream))

/** A UUID as text, from text or from two 64-bit halves. */
export const toUuid = (uuid: shared.UUID | undefined): string => {
  const halves = uuid?.getStructured()
  if (!halves) return uuid?.getString().toLowerCase() ?? ''
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
    .map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
    .join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const toProposedEvent = (message: ProposedMessage): ProposedEvent => ({
  id: toUuid(message.getId()),
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  meta: message.getCustomMetadata_asU8(),
})

export const toExpectedRevision = (options: ExpectationOptions, revision: string): ExpectedRevision => {
  if (options.hasAny()) return 'any'
  if (options.hasNoStream()) return 'no_stream'
  return options.hasStreamExists() ? 'stream_exists' : BigInt(revision)
}

export const toReadResponse = (event: LoggedEvent): streams.ReadResp => {
  const record = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(toStreamIdentifier(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.commit))
    .setPreparePosition(String(event.prepare))
    .setData(event.data)
    .setCustomMetadata(event.meta)
  record
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(BigInt(event.created) * ticksPerMs))
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(record).setCommitPosition(String(event.commit)),
  )
}
