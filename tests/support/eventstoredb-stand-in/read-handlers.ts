import streams, { type ReadReq, type ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type LoggedEvent, lowerBound, type ReadableLog } from './event-log.ts'
import { streamDeleted } from './faults.ts'
import { toReadResponse, toStreamIdentifier, toStreamName } from './messages.ts'
import type { StandInNode } from './node.ts'
import { isTombstoned, visibleEvents } from './stream-rules.ts'

type FilterOptions = streams.ReadReq.Options.FilterOptions

/** The client's filter as a predicate; accepts everything if there is none. */
const toFilter = (filter: FilterOptions | undefined): ((event: LoggedEvent) => boolean) => {
  const expression = filter?.getStreamIdentifier() ?? filter?.getEventType()
  if (!filter || !expression) return () => true
  const subject = filter.hasStreamIdentifier() ? 'stream' : 'type'
  const regex = expression.getRegex() === '' ? null : new RegExp(expression.getRegex())
  return (event) =>
    regex?.test(event[subject]) ?? expression.getPrefixList().some((prefix) => event[subject].startsWith(prefix))
}

/** Number of examined events between two checkpoints of a filtered subscription. */
const checkpointInterval = (filter: FilterOptions): number =>
  Math.max(1, filter.getCheckpointintervalmultiplier()) * (filter.hasMax() ? filter.getMax() : 32)

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>

/** Writes with back-pressure; false if the client is gone. */
const send = (call: ReadCall, response: ReadResp): Promise<boolean> => {
  if (call.cancelled || call.destroyed) return Promise.resolve(false)
  if (call.write(response)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const settle = () => {
      call.off('drain', settle).off('cancelled', settle).off('close', settle)
      resolve(!call.cancelled && !call.destroyed)
    }
    call.on('drain', settle).on('cancelled', settle).on('close', settle)
  })
}

type ReadOptions = streams.ReadReq.Options
type StreamOptions = streams.ReadReq.Options.StreamOptions

/** `Read`: a stream or $all, forwards or backwards, once or as a subscription. */
export const handleRead =
  (node: StandInNode, pace: number): handleServerStreamingCall<streams.ReadReq, streams.ReadResp> =>
  (call) => {
    const fault = node.faults.takeFault('read')
    const refusal = fault?.kind === 'refuse' ? fault.error : node.refusal('read', call.metadata)
    if (refusal) return void call.emit('error', refusal)
    node.track(call)
    if (fault?.kind === 'silence') return
    const log = node.readable
    const options = call.request.getOptions() ?? new streams.ReadReq.Options()
    const stream = options.getStream()
    const name = stream ? toStreamName(stream.getStreamIdentifier()) : null
    if (name !== null && isTombstoned(log, name)) return void call.emit('error', streamDeleted(name))
    if (options.hasSubscription()) return void sendSubscription(log, call, options, name)
    void (stream ? sendStream(log, call, options, stream, pace) : sendAll(log, call, options, pace))
  }

const sendStream = async (
  log: ReadableLog,
  call: ReadCall,
  options: ReadOptions,
  from: StreamOptions,
  pace: number,
) => {
  const events = visibleEvents(log, toStreamName(from.getStreamIdentifier()))
  if (events === null) {
    await send(call, notFound(toStreamName(from.getStreamIdentifier())))
    call.end()
    return
  }
  const revision = from.hasRevision() ? BigInt(from.getRevision()) : 0n
  const first = from.hasEnd() ? events.length : lowerBound(events, (one) => one.revision < revision)
  await sendFrom(call, options, events, isBackwards(options) && !from.hasEnd() ? first + 1 : first, pace)
}

/** The start position is included when reading forwards and excluded when reading backwards. */
const sendAll = (log: ReadableLog, call: ReadCall, options: ReadOptions, pace: number) => {
  const at = options.getAll()?.getPosition()
  const [commit, prepare] = [BigInt(at?.getCommitPosition() ?? 0), BigInt(at?.getPreparePosition() ?? 0)]
  const first =
    options.getAll()?.hasEnd() === true
      ? log.all.length
      : lowerBound(log.all, (one) => one.commit < commit || (one.commit === commit && one.prepare < prepare))
  return sendFrom(call, options, log.all, first, pace)
}

const sendFrom = async (
  call: ReadCall,
  options: ReadOptions,
  events: readonly LoggedEvent[],
  first: number,
  pace: number,
) => {
  const wanted = toFilter(options.getFilter())
  const step = isBackwards(options) ? -1 : 1
  let left = Number(options.getCount())
  for (let n = step === 1 ? first : first - 1; left > 0 && events[n]; n += step) {
    const event = events[n]
    if (event === undefined || !wanted(event)) continue
    if (pace > 0) await pause(pace)
    if (!(await send(call, toReadResponse(event)))) return
    left--
  }
  call.end()
}

const isBackwards = (options: ReadOptions) =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS

const notFound = (stream: string) =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(toStreamIdentifier(stream)),
  )

/** A subscription: confirmation, existing events after the start position, `caughtUp`, then new events. */
const sendSubscription = async (
  log: ReadableLog,
  call: ReadCall,
  options: streams.ReadReq.Options,
  stream: string | null,
): Promise<void> => {
  const source = () => (stream === null ? log.all : log.stream(stream))
  const wanted = toFilter(options.getFilter())
  const isPast = isBeforeStart(log, options, stream)
  const filter = stream === null ? options.getFilter() : undefined
  const written = nextWrite(log, call)
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
    if (wanted(event)) going = await send(call, toReadResponse(event))
    if (going && filter && (next + 1) % checkpointInterval(filter) === 0) going = await send(call, checkpointAt(event))
  }
}

const isBeforeStart = (log: ReadableLog, options: streams.ReadReq.Options, stream: string | null) => {
  const from = stream === null ? options.getAll() : options.getStream()
  const end = log.all.length
  if (from?.hasEnd() === true) return (event: LoggedEvent) => log.all.indexOf(event) < end
  const position = options.getAll()?.getPosition()
  if (position) {
    const [commit, prepare] = [BigInt(position.getCommitPosition()), BigInt(position.getPreparePosition())]
    return (event: LoggedEvent) => event.commit < commit || (event.commit === commit && event.prepare <= prepare)
  }
  const revision = options.getStream()?.hasRevision() === true ? BigInt(options.getStream()?.getRevision() ?? 0) : -1n
  return (event: LoggedEvent) => stream !== null && event.revision <= revision
}

/** Waits for the next write; false if the client is gone. */
const nextWrite = (log: ReadableLog, call: ReadCall) => {
  let wake: () => void = () => undefined
  const off = log.onReadable(() => wake())
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

const checkpointAt = ({ commit, prepare }: LoggedEvent) =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(String(commit)).setPreparePosition(String(prepare)),
  )
