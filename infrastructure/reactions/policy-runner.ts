import type { AnyPolicy, PolicyFailure } from '../../application/policy.ts'
import type { RecordedEvent } from '../../application/ports/event-store.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Migrations } from '../postgres/postgres.ts'
import {
  checkpointColumns,
  checkpointMove,
  type CheckpointRow,
  claimCheckpoint,
  type ClaimedCheckpoint,
  decodeEvents,
  describeError,
  followLog,
  type LogPage,
  measureLags,
  type PageOutcome,
  poisonedEvent,
  type ReaderRuntime,
  readerStatus,
  type ReaderStatus,
  runAsLeader,
  stopAtPoison,
} from '../projections/projection-engine.ts'
import { insertMessages, messageValues, outboxChannel, type OutboxMessage, outboxMessages } from './outbox.ts'

export { deliveryRecorder, recordInOutbox } from './deliveries.ts'
export { countMessages, listMessages, retryMessages } from './messages.ts'
export { outboxJobs, type OutboxOptions, runOutbox } from './outbox.ts'

export const reactionsMigrations: Migrations = {
  module: 'reactions',
  folder: new URL('migrations/', import.meta.url),
}

/** Name of a policy's checkpoint and lease. */
const readerName = ({ name }: Pick<AnyPolicy, 'name'>): string => `policy:${name}`

/** Maximum number of events between checkpoint moves. */
const checkpointInterval = 50

/**
 * Runs a policy for every event it listens to, in order and at least once, until `signal` aborts. Any number of
 * processes may run it; one leads. Messages are written together with the checkpoint.
 */
export const runPolicy = (runtime: ReaderRuntime, policy: AnyPolicy, signal: AbortSignal): Promise<void> =>
  runAsLeader(runtime, readerName(policy), signal, async (lease, until) => {
    await registerCheckpoint(runtime, policy)
    const checkpoint = await claimCheckpoint(runtime.pool, readerName(policy), lease)
    if (checkpoint === null) return 100
    const take = policyReactor(runtime, policy, checkpoint, until)
    const outcome = await followLog(runtime, { lease, checkpoint, take, pageSize: 500 }, until)
    return outcome.type === 'Poisoned' ? stopAtPoison(runtime, checkpoint, outcome) : 0
  })

const registerCheckpoint = async ({ pool, store }: ReaderRuntime, policy: AnyPolicy) => {
  const { rowCount } = await pool.query('select from ops.checkpoints where name = $1', [readerName(policy)])
  if (rowCount === 1) return
  const head = policy.startsFrom === 'now' ? await store.head()() : E.right(null)
  if (E.isLeft(head)) throw new Error(`the event log is unavailable: ${head.left.type}`, { cause: head.left })
  await pool.query('insert into ops.checkpoints (name, position) values ($1, $2) on conflict do nothing', [
    readerName(policy),
    head.right,
  ])
}

const moveAndEnqueue = checkpointMove(insertMessages, outboxChannel)

const policyReactor = (
  { pool, history, checkpointBatcher, inFlight }: ReaderRuntime,
  policy: AnyPolicy,
  checkpoint: ClaimedCheckpoint,
  until: AbortSignal,
): ((page: LogPage) => Promise<PageOutcome>) => {
  const save = async (last: RecordedEvent | undefined, messages: readonly OutboxMessage[]): Promise<PageOutcome> => {
    if (last === undefined) return { type: 'Moved' }
    if (messages.length === 0) {
      checkpoint.readUpTo = last.position
      checkpointBatcher.defer(checkpoint)
      return { type: 'Moved' }
    }
    await checkpointBatcher.withdraw(checkpoint)
    if (!(await moveAndEnqueue(pool, checkpoint, last.position, true, messageValues(messages))))
      return { type: 'Superseded' }
    checkpoint.stored = checkpoint.readUpTo = last.position
    return { type: 'Moved' }
  }

  /** Halves a page that cannot be decoded until the undecodable event is alone. */
  const reactToAll = async (events: readonly RecordedEvent[]): Promise<PageOutcome> => {
    const relevant = events.filter(({ type }) => policy.events.codecs.has(type))
    const decoded = await decodeEvents(history, policy.events, relevant, policy.personalData ?? 'omitted')
    if (E.isRight(decoded)) return reactInTurn(events, decoded.right)
    const [first] = events
    if (first !== undefined && events.length === 1) return poisonedEvent(first, decoded.left)
    const middle = events.length >> 1
    const before = await reactToAll(events.slice(0, middle))
    return before.type === 'Moved' ? reactToAll(events.slice(middle)) : before
  }

  const reactInTurn = async (
    events: readonly RecordedEvent[],
    decoded: readonly EventEnvelope[],
  ): Promise<PageOutcome> => {
    const messages: OutboxMessage[] = []
    for (const recorded of decoded) {
      if (policy.react !== undefined) await inFlight.whenDone(recorded.meta.correlationId)
      if (until.aborted) return { type: 'Superseded' }
      const reaction = await reactTo(policy, recorded)
      if (E.isRight(reaction)) {
        messages.push(...reaction.right)
        continue
      }
      const index = events.findIndex(({ id }) => id === recorded.id)
      const saved = await save(events[index - 1], messages)
      if (saved.type !== 'Moved') return saved
      if (reaction.left.type === 'Transient')
        throw new Error('a command failed temporarily', { cause: reaction.left.cause })
      const poisoned = events[index]
      if (poisoned !== undefined) return poisonedEvent(poisoned, reaction.left.reason)
    }
    return save(events.at(-1), messages)
  }

  return async ({ events }) => {
    for (let from = 0; from < events.length; from += checkpointInterval) {
      const outcome = await reactToAll(events.slice(from, from + checkpointInterval))
      if (outcome.type !== 'Moved') return outcome
    }
    return { type: 'Moved' }
  }
}

const reactTo = async (
  policy: AnyPolicy,
  recorded: EventEnvelope,
): Promise<E.Either<PolicyFailure, readonly OutboxMessage[]>> => {
  const event = recorded as EventEnvelope<never>
  try {
    const reaction = await policy.react?.(event)()
    if (reaction !== undefined && E.isLeft(reaction)) return reaction
    return E.right(outboxMessages(recorded, policy.effects?.(event) ?? []))
  } catch (error) {
    return E.left({ type: 'Permanent', reason: describeError(error) })
  }
}

/** Progress, lag and failure of each policy. */
export const listPolicies = async (
  { pool, store }: Pick<ReaderRuntime, 'pool' | 'store'>,
  policies: readonly Pick<AnyPolicy, 'name'>[],
): Promise<readonly ReaderStatus[]> => {
  const { rows } = await pool.query<CheckpointRow>(
    `select ${checkpointColumns} from ops.checkpoints c where c.name = any($1)`,
    [policies.map(readerName)],
  )
  const rowOf = (policy: Pick<AnyPolicy, 'name'>) => rows.find(({ name }) => name === readerName(policy))
  const lags = await measureLags(
    store,
    policies.map((policy) => rowOf(policy)?.position ?? null),
  )
  return policies.map((policy) => readerStatus(policy.name, rowOf(policy), lags))
}
