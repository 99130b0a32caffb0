import { setTimeout as pause } from 'node:timers/promises'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { handleServerStreamingCall } from '@grpc/grpc-js'
import type { EventLog, Logged } from './event-log.ts'
import { streamDeleted, type Faults } from './faults.ts'
import { filterIn } from './filter.ts'
import { type ReadCall, send } from './sending.ts'
import { isTombstoned, visible } from './stream-states.ts'
import { follow } from './subscription.ts'
import { eventOut, identifier, nameIn } from './wire.ts'

type Options = streams.ReadReq.Options
type StreamOptions = streams.ReadReq.Options.StreamOptions

/** `Read`: a stream or the whole log, forwards or backwards, once or as a subscription. */
export const reading =
  (log: EventLog, faults: Faults, pace: number): handleServerStreamingCall<streams.ReadReq, streams.ReadResp> =>
  (call) => {
    const fault = faults.meet('read')
    if (fault?.kind === 'refuse') return void call.emit('error', fault.error)
    if (fault?.kind === 'silence') return
    const options = call.request.getOptions() ?? new streams.ReadReq.Options()
    const stream = options.getStream()
    const name = stream ? nameIn(stream.getStreamIdentifier()) : null
    if (name !== null && isTombstoned(log, name)) return void call.emit('error', streamDeleted(name))
    if (options.hasSubscription()) return void follow(log, call, options, name)
    void (stream ? sendStream(log, call, options, stream, pace) : sendAll(log, call, options, pace))
  }

const sendStream = async (log: EventLog, call: ReadCall, options: Options, from: StreamOptions, pace: number) => {
  const events = visible(log, nameIn(from.getStreamIdentifier()))
  if (events === null) {
    await send(call, notFound(nameIn(from.getStreamIdentifier())))
    call.end()
    return
  }
  const revision = from.hasRevision() ? BigInt(from.getRevision()) : 0n
  const first = from.hasEnd() ? events.length : firstNotBefore(events, (one) => one.revision < revision)
  await sendFrom(call, options, events, isBackwards(options) && !from.hasEnd() ? first + 1 : first, pace)
}

/** A position read forwards is included, one read backwards is not. */
const sendAll = (log: EventLog, call: ReadCall, options: Options, pace: number) => {
  const at = options.getAll()?.getPosition()
  const [commit, prepare] = [BigInt(at?.getCommitPosition() ?? 0), BigInt(at?.getPreparePosition() ?? 0)]
  const first =
    options.getAll()?.hasEnd() === true
      ? log.all.length
      : firstNotBefore(log.all, (one) => one.commit < commit || (one.commit === commit && one.prepare < prepare))
  return sendFrom(call, options, log.all, first, pace)
}

const sendFrom = async (call: ReadCall, options: Options, events: readonly Logged[], first: number, pace: number) => {
  const wanted = filterIn(options.getFilter())
  const step = isBackwards(options) ? -1 : 1
  let left = Number(options.getCount())
  for (let n = step === 1 ? first : first - 1; left > 0 && events[n]; n += step) {
    const event = events[n]
    if (event === undefined || !wanted(event)) continue
    if (pace > 0) await pause(pace)
    if (!(await send(call, eventOut(event)))) return
    left--
  }
  call.end()
}

const isBackwards = (options: Options) => options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS

/** By halving: logs are long, and ordered. */
const firstNotBefore = (events: readonly Logged[], isBefore: (event: Logged) => boolean): number => {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const event = events[middle]
    if (event && isBefore(event)) low = middle + 1
    else high = middle
  }
  return low
}

const notFound = (stream: string) =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier(stream)),
  )
