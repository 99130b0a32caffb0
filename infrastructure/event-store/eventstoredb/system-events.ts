import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { RecordedEvent } from '../../../application/ports/event-store.ts'

/** Streams that begin with `$` are the server's own: users, metadata, statistics, indexes. */
const isSystemStream = (stream: string): boolean => stream.startsWith('$')

const systemTypes = new Set(['$>', '$@', '$metadata', '$streamDeleted'])

/** What the server itself may write into an ordinary stream: links and tombstones. */
export const isSystemEvent = ({ stream, type }: Pick<RecordedEvent, 'stream' | 'type'>): boolean =>
  isSystemStream(stream) || systemTypes.has(type)

/** Events looked at between two checkpoints of a subscription: 100 windows of these. */
const searchWindow = 500

/** Leaves out the system streams already at the server. */
export const ordinaryStreams = (): streams.ReadReq.Options.FilterOptions =>
  new streams.ReadReq.Options.FilterOptions()
    .setStreamIdentifier(new streams.ReadReq.Options.FilterOptions.Expression().setRegex('^[^$]'))
    .setMax(searchWindow)
    .setCheckpointintervalmultiplier(100)
