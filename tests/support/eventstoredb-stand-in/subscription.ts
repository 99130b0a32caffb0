import { randomUUID } from 'node:crypto'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { EventLog, Logged } from './event-log.ts'
import { checkpointEvery, filterIn } from './filter.ts'
import { type ReadCall, send } from './sending.ts'
import { eventOut } from './wire.ts'

/** A subscription: its confirmation, the past after its start (which is excluded), `caughtUp`, then what happens. */
export const follow = async (
  log: EventLog,
  call: ReadCall,
  options: streams.ReadReq.Options,
  stream: string | null,
): Promise<void> => {
  const source = () => (stream === null ? log.all : log.stream(stream))
  const wanted = filterIn(options.getFilter())
  const isPast = startOf(log, options, stream)
  const filter = stream === null ? options.getFilter() : undefined
  const written = bell(log, call)
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID())
  let going = await send(call, new streams.ReadResp().setConfirmation(confirmation))
  let caughtUp = false

  for (let next = 0; going; next++) {
    if (next === source().length && !caughtUp) {
      caughtUp = true
      going = await send(call, new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()))
    }
    while (going && next === source().length) going = await written()
    const event = source()[next]
    if (!going || event === undefined || isPast(event)) continue
    if (wanted(event)) going = await send(call, eventOut(event))
    if (going && filter && (next + 1) % checkpointEvery(filter) === 0) going = await send(call, checkpointAt(event))
  }
}

const startOf = (log: EventLog, options: streams.ReadReq.Options, stream: string | null) => {
  const from = stream === null ? options.getAll() : options.getStream()
  const end = log.all.length
  if (from?.hasEnd() === true) return (event: Logged) => log.all.indexOf(event) < end
  const position = options.getAll()?.getPosition()
  if (position) {
    const [commit, prepare] = [BigInt(position.getCommitPosition()), BigInt(position.getPreparePosition())]
    return (event: Logged) => event.commit < commit || (event.commit === commit && event.prepare <= prepare)
  }
  const revision = options.getStream()?.hasRevision() === true ? BigInt(options.getStream()?.getRevision() ?? 0) : -1n
  return (event: Logged) => stream !== null && event.revision <= revision
}

/** Waits for the next write; false when the client has gone. */
const bell = (log: EventLog, call: ReadCall) => {
  let wake: () => void = () => undefined
  const off = log.onWritten(() => wake())
  const leave = () => {
    off()
    wake()
  }
  call.on('cancelled', leave).on('close', leave)
  return () =>
    new Promise<boolean>((resolve) => {
      wake = () => resolve(!call.cancelled && !call.destroyed)
      if (call.cancelled || call.destroyed) wake()
    })
}

const checkpointAt = ({ commit, prepare }: Logged) =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(String(commit)).setPreparePosition(String(prepare)),
  )
