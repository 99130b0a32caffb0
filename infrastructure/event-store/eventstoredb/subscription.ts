import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { PassThrough, type Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { RecordedEvent } from '../../../application/ports/event-store.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import type { Connection } from './connection.ts'
import { belongsToLog, ordinaryStreamsFilter, toRecordedEvent } from './messages.ts'
import { checkNotAhead, readHead, startAt } from './reads.ts'
import { isBrokenLog } from './retry.ts'

/** Events buffered ahead of the consumer, and the maximum page size. */
const pageSize = 500
const maxReconnectMs = 1_000

/**
 * Follows the log until `signal` aborts. After a lost connection it resumes from the last delivered event, so none is
 * lost or repeated. Throws if the log ends before that event.
 */
export const subscribeToLog = async function* (
  connection: Connection,
  after: Position | null,
  signal: AbortSignal,
): AsyncGenerator<readonly RecordedEvent[], void, undefined> {
  let position = after
  for (let delayMs = 50; !signal.aborted; delayMs = Math.min(delayMs * 2, maxReconnectMs)) {
    try {
      for await (const page of subscribeOnce(connection, position, signal)) {
        position = page.at(-1)?.position ?? position
        delayMs = 50
        yield page
      }
    } catch (error) {
      if (isBrokenLog(error)) throw error
      await pause(delayMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

const subscribeOnce = async function* (connection: Connection, after: Position | null, signal: AbortSignal) {
  if (after !== null && (await unlessAborted(checkNotAhead(connection, after), signal)) === aborted) return
  const openingCall = connection.stream('subscribe', {}, (client, metadata, options) =>
    client.read(subscriptionFrom(after), metadata, options),
  )
  const call = await unlessAborted(openingCall, signal)
  if (call === aborted) return void openingCall.then((openedCall) => openedCall.cancel()).catch(() => undefined)
  const answers = new PassThrough({ objectMode: true, highWaterMark: pageSize })
  // A lost call fails, then ends; buffered events are still delivered before the end.
  call.on('error', () => undefined)
  call.pipe(answers)
  try {
    while (!signal.aborted) {
      const page = takePage(answers)
      if (page.length > 0) yield page
      else if (!(await hasAnswers(answers, connection.deadlineMs(), signal))) await assertAlive(connection, signal)
    }
  } finally {
    call.unpipe(answers)
    call.cancel()
  }
}

const subscriptionFrom = (after: Position | null) =>
  new streams.ReadReq().setOptions(
    new streams.ReadReq.Options()
      .setAll(startAt(after))
      .setSubscription(new streams.ReadReq.Options.SubscriptionOptions())
      .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty()))
      .setFilter(ordinaryStreamsFilter()),
  )

export const aborted = Symbol('aborted')

/** The result of `work`, or `aborted` as soon as `signal` aborts; the work itself goes on. */
export const unlessAborted = <A>(work: Promise<A>, signal: AbortSignal): Promise<A | typeof aborted> =>
  new Promise((resolve, reject) => {
    const onAbort = () => resolve(aborted)
    signal.addEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })

/** Takes the events of the log that are buffered, skipping confirmations and checkpoints. */
const takePage = (answers: Readable): readonly RecordedEvent[] => {
  const page: RecordedEvent[] = []
  for (let remaining = pageSize; remaining > 0; remaining--) {
    const answer = answers.read() as streams.ReadResp | null
    if (answer === null) break
    const event = toRecordedEvent(answer)
    if (event && belongsToLog(event)) page.push(event)
  }
  return page
}

/** True when there is more to read or `signal` aborts, false after `silentMs`; throws when the call has ended. */
const hasAnswers = async (answers: Readable, silentMs: number, signal: AbortSignal): Promise<boolean> => {
  const isSilent = await new Promise<boolean>((resolve) => {
    const settle = (silent: boolean) => {
      clearTimeout(timer)
      answers.off('readable', onAnswer).off('end', onAnswer)
      signal.removeEventListener('abort', onAnswer)
      resolve(silent)
    }
    const onAnswer = () => settle(false)
    const timer = setTimeout(settle, silentMs, true)
    answers.on('readable', onAnswer).on('end', onAnswer)
    signal.addEventListener('abort', onAnswer)
    if (signal.aborted || answers.readableEnded || answers.readableLength > 0) onAnswer()
  })
  if (answers.readableEnded) throw new Error('the subscription was lost')
  return !isSilent
}

/**
 * Throws if the server does not respond on the connection of a subscription that has been silent: the network may have
 * lost it. The client would notice after 20 seconds.
 */
const assertAlive = async (connection: Connection, signal: AbortSignal): Promise<void> => {
  await unlessAborted(readHead(connection), signal)
}
