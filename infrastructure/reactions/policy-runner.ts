import type { AnyPolicy, PolicyFailure } from '../../application/policy.ts'
import type { RecordedEvent } from '../../application/ports/event-store.ts'
import type { EventEnvelope, Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Migrations } from '../postgres/postgres.ts'
import {
  acquireCheckpoint,
  type AcquiredCheckpoint,
  checkpointMove,
  decodeEvents,
  describeError,
  failedEvent,
  followLog,
  hasChanges,
  measureLags,
  noSetAsideChanges,
  type PageOutcome,
  type ReaderRuntime,
  readReaders,
  type ReaderStatus,
  reportSetAside,
  retrySetAside,
  runAsLeader,
  restartOnRetryRequest,
  type SetAsideChanges,
  type SetAsideEvent,
  setAsideEvent,
  type SetAsideRetry,
  type StallWatch,
  stopAtFailedEvent,
  type ProcessPage,
  type UnmeasuredReaders,
} from '../projections/projection-engine.ts'
import {
  insertMessages,
  messageValues,
  messageParameters,
  outboxChannel,
  type OutboxMessage,
  outboxMessages,
} from './outbox.ts'
import { policyReaderName, type InlineReactions } from './inline-reactions.ts'

export { type DeliveryRecorder, deliveryRecorder, recordInOutbox } from './deliveries.ts'
export { countMessages, listMessages, outboxProgress, retryMessages } from './messages.ts'
export { type InlineReactions, inlineReactions } from './inline-reactions.ts'
export { outboxJobs, type OutboxOptions, runOutbox } from './outbox.ts'

export const reactionsMigrations: Migrations = {
  module: 'reactions',
  folder: new URL('migrations/', import.meta.url),
}

const readerName = ({ name }: Pick<AnyPolicy, 'name'>): string => policyReaderName(name)

/** Maximum number of events between checkpoint moves. */
const checkpointInterval = 50

/**
 * Runs a policy for every event it subscribes to, in order and at least once, until `signal` aborts. Any number of
 * processes may run it; one leads. Messages are written together with the checkpoint.
 */
export const runPolicy = (
  runtime: ReaderRuntime,
  policy: AnyPolicy,
  signal: AbortSignal,
  reactions: Pick<InlineReactions, 'hasReacted'> = noReactions,
): Promise<void> => {
  let current: AcquiredCheckpoint | null = null
  const stopListening = restartOnRetryRequest(runtime, () => current)
  return runAsLeader(runtime, readerName(policy), signal, async (lease, until, watch) => {
    await registerCheckpoint(runtime, policy)
    const checkpoint = await acquireCheckpoint(runtime.pool, readerName(policy), lease)
    if (checkpoint === null) return 100
    current = checkpoint
    if ((await retrySetAside(runtime, checkpoint, reactAgain(runtime, policy, checkpoint))) !== 'Done') return 0
    const processPage = policyReactor(runtime, policy, checkpoint, { until, watch, reactions })
    const outcome = await followLog(runtime, { lease, checkpoint, processPage, pageSize: 500, watch }, until)
    return outcome.type === 'EventFailed' ? stopAtFailedEvent(runtime, checkpoint, outcome) : 0
  }).finally(stopListening)
}

const noReactions: Pick<InlineReactions, 'hasReacted'> = { hasReacted: () => Promise.resolve(false) }

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

const moveAndWriteMessages = checkpointMove(insertMessages, messageParameters, outboxChannel)

/** Moves the checkpoint of a policy. */
interface PolicyProgress {
  readonly save: (
    to: Position | undefined,
    messages: readonly OutboxMessage[],
    setAside?: SetAsideChanges,
  ) => Promise<PageOutcome>
  readonly setAside: (stored: RecordedEvent, reason: string) => Promise<PageOutcome>
}

const policyProgress = (runtime: ReaderRuntime, checkpoint: AcquiredCheckpoint): PolicyProgress => {
  const { pool, checkpointBatcher } = runtime
  const save: PolicyProgress['save'] = async (to, messages, setAside = noSetAsideChanges) => {
    if (to === undefined) return { type: 'Moved' }
    if (messages.length === 0 && !hasChanges(setAside)) {
      checkpoint.readUpTo = to
      checkpointBatcher.defer(checkpoint)
      return { type: 'Moved' }
    }
    await checkpointBatcher.withdraw(checkpoint)
    if (!(await moveAndWriteMessages(pool, checkpoint, { to, values: messageValues(messages), setAside })))
      return { type: 'Superseded' }
    checkpoint.stored = checkpoint.readUpTo = to
    checkpoint.blocked.add(setAside.added)
    return { type: 'Moved' }
  }
  return {
    save,
    /** @rule Q-119 sets an event aside; later events of its stream wait behind it, and those of others go on */
    setAside: async (stored, reason) => {
      if (checkpoint.blocked.isFull()) return failedEvent(stored, reason)
      const saved = await save(stored.position, [], { added: [setAsideEvent(stored, '', reason)], resolved: [] })
      if (saved.type === 'Moved') reportSetAside(runtime, checkpoint, failedEvent(stored, reason))
      return saved
    },
  }
}

const policyDecoder =
  ({ history }: ReaderRuntime, { events: family, personalData = 'omitted' }: AnyPolicy) =>
  (events: readonly RecordedEvent[]) =>
    decodeEvents(history, family, events, personalData)

interface ReactorOptions {
  readonly until: AbortSignal
  readonly watch: StallWatch
  readonly reactions: Pick<InlineReactions, 'hasReacted'>
}

const policyReactor = (
  runtime: ReaderRuntime,
  policy: AnyPolicy,
  checkpoint: AcquiredCheckpoint,
  { until, watch, reactions }: ReactorOptions,
): ProcessPage => {
  const decode = policyDecoder(runtime, policy)
  const { save, setAside } = policyProgress(runtime, checkpoint)

  /** Halves a page that cannot be decoded until the undecodable event is alone. */
  const reactToAll = async (events: readonly RecordedEvent[]): Promise<PageOutcome> => {
    const decoded = await decode(events)
    if (E.isRight(decoded)) return reactInTurn(events, decoded.right)
    const [first] = events
    if (first !== undefined && events.length === 1) return setAside(first, decoded.left)
    const middle = events.length >> 1
    const before = await reactToAll(events.slice(0, middle))
    return before.type === 'Moved' ? reactToAll(events.slice(middle)) : before
  }

  const reactInTurn = async (
    events: readonly RecordedEvent[],
    decoded: readonly EventEnvelope[],
  ): Promise<PageOutcome> => {
    const messages: OutboxMessage[] = []
    const waiting: SetAsideEvent[] = []
    const saveUpTo = (to: Position | undefined) =>
      save(to, messages.splice(0), { added: waiting.splice(0), resolved: [] })
    for (const recorded of decoded) {
      if (checkpoint.blocked.has(recorded.stream, '')) {
        waiting.push(setAsideEvent({ ...recorded, type: recorded.event.type }, '', null))
        continue
      }
      const hasReacted = policy.react !== undefined && (await reactions.hasReacted(policy.name, recorded, until))
      if (until.aborted) return { type: 'Superseded' }
      const reaction = await reactTo(policy, recorded, hasReacted)
      watch.busy()
      if (E.isRight(reaction)) {
        messages.push(...reaction.right)
        continue
      }
      const index = events.findIndex(({ id }) => id === recorded.id)
      const saved = await saveUpTo(events[index - 1]?.position)
      if (saved.type !== 'Moved') return saved
      const reason = permanentReason(reaction.left)
      const failed = events[index]
      const passed = failed === undefined ? saved : await setAside(failed, reason)
      if (passed.type !== 'Moved') return passed
    }
    return saveUpTo(events.at(-1)?.position)
  }

  return async ({ events }) => {
    for (let from = 0; from < events.length; from += checkpointInterval) {
      const outcome = await reactToAll(events.slice(from, from + checkpointInterval))
      if (outcome.type !== 'Moved') return outcome
    }
    return { type: 'Moved' }
  }
}

/** Reacts to an event that was set aside. */
const reactAgain = (runtime: ReaderRuntime, policy: AnyPolicy, checkpoint: AcquiredCheckpoint): SetAsideRetry => {
  const decode = policyDecoder(runtime, policy)
  const { save } = policyProgress(runtime, checkpoint)
  const react = async (stored: RecordedEvent): Promise<E.Either<string, readonly OutboxMessage[]>> => {
    const decoded = await decode([stored])
    if (E.isLeft(decoded)) return decoded
    const [recorded] = decoded.right
    const reaction = recorded === undefined ? E.right([]) : await reactTo(policy, recorded)
    return E.isLeft(reaction) ? E.left(permanentReason(reaction.left)) : reaction
  }
  const at = checkpoint.stored ?? undefined
  const keep: SetAsideRetry['keep'] = async (event, reason) => {
    const saved = await save(at, [], { added: [{ ...event, reason }], resolved: [] })
    return saved.type === 'Moved' ? { reason } : 'Superseded'
  }
  const apply: SetAsideRetry['apply'] = async (event, stored) => {
    const reaction = await react(stored)
    if (E.isLeft(reaction)) return keep(event, reaction.left)
    const saved = await save(at, reaction.right, { added: [], resolved: [event] })
    return saved.type === 'Moved' ? 'Applied' : 'Superseded'
  }
  return { apply, keep }
}

/** Throws if the failure is transient: the policy then starts again at the same event. */
const permanentReason = (failure: PolicyFailure): string => {
  if (failure.type === 'Permanent') return failure.reason
  throw new Error('a command failed temporarily', { cause: failure.cause })
}

/** `hasReacted`: only the messages are missing. */
const reactTo = async (
  policy: AnyPolicy,
  recorded: EventEnvelope,
  hasReacted = false,
): Promise<E.Either<PolicyFailure, readonly OutboxMessage[]>> => {
  const event = recorded as EventEnvelope<never>
  try {
    const reaction = hasReacted ? undefined : await policy.react?.(event)()
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
  const { positions, withLags } = await readPolicies(pool, policies)
  return withLags(await measureLags(store, positions))
}

/** Like `listPolicies`, without reading the log. */
export const readPolicies = (
  pool: Pick<ReaderRuntime['pool'], 'query'>,
  policies: readonly Pick<AnyPolicy, 'name'>[],
): Promise<UnmeasuredReaders<ReaderStatus>> =>
  readReaders(
    pool,
    policies.map((policy) => ({ name: policy.name, checkpoint: readerName(policy) })),
  )
