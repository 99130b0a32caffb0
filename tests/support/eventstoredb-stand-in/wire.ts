import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Expectation } from './commit-check.ts'
import type { Logged, Proposed } from './event-log.ts'

type ProposedMessage = streams.BatchAppendReq.ProposedMessage | streams.AppendReq.ProposedMessage
interface Expecting {
  readonly hasAny: () => boolean
  readonly hasNoStream: () => boolean
  readonly hasStreamExists: () => boolean
}

const ticksInMs = 10_000n

export const nameIn = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()

export const identifier = (stream: string): shared.StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream))

/** A UUID as text, whether it came as text or as two halves. */
export const uuidIn = (uuid: shared.UUID | undefined): string => {
  const halves = uuid?.getStructured()
  if (!halves) return uuid?.getString().toLowerCase() ?? ''
  const hex = [halves.getMostSignificantBits(), halves.getLeastSignificantBits()]
    .map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
    .join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export const proposedIn = (message: ProposedMessage): Proposed => ({
  id: uuidIn(message.getId()),
  type: message.getMetadataMap().get('type') ?? '',
  contentType: message.getMetadataMap().get('content-type') ?? '',
  data: message.getData_asU8(),
  meta: message.getCustomMetadata_asU8(),
})

export const expectationIn = (options: Expecting, revision: string): Expectation => {
  if (options.hasAny()) return 'any'
  if (options.hasNoStream()) return 'no_stream'
  return options.hasStreamExists() ? 'stream_exists' : BigInt(revision)
}

export const eventOut = (event: Logged): streams.ReadResp => {
  const record = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(identifier(event.stream))
    .setStreamRevision(String(event.revision))
    .setCommitPosition(String(event.commit))
    .setPreparePosition(String(event.prepare))
    .setData(event.data)
    .setCustomMetadata(event.meta)
  record
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', String(BigInt(event.created) * ticksInMs))
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(record).setCommitPosition(String(event.commit)),
  )
}
