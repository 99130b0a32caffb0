import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Effect } from '../../application/policy.ts'
import type { Jobs } from '../../application/ports/jobs.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import {
  firstExtraParameter,
  onlyIfMoved,
  pause,
  type ReaderRuntime,
  runAsLeader,
} from '../projections/projection-engine.ts'
import { batchSize, messageColumns, messageKeyOf, setDispatched, StoredMessage, toJob } from './messages.ts'
import { maintainOutbox } from './outbox-partitions.ts'
import { reconciler, type ReconcilerOptions } from './reconciler.ts'

/** Channel that announces new messages. */
export const outboxChannel = 'garbo_outbox'

/** Polling interval without notifications, in milliseconds. */
const pollMs = 30_000
const maintenanceMs = 3_600_000

export interface OutboxMessage {
  readonly key: string
  readonly effect: Effect
}

/** Messages for the effects of an event, keyed so that each happens once. */
export const outboxMessages = ({ id }: EventEnvelope, effects: readonly Effect[]): readonly OutboxMessage[] =>
  effects.map((effect) => {
    if (!/^[a-z][a-z0-9-]*$/.test(effect.id)) throw new Error(`invalid effect id: ${effect.id}`)
    return { key: `${id}:${effect.id}`, effect }
  })

const messageTypes = ['text', 'text', 'text', 'json', 'timestamptz']

/** Number of parameters of `insertMessages`. */
export const messageParameters = messageTypes.length

/** Part of the checkpoint move that inserts messages. */
export const insertMessages = `put as (
  insert into ops.outbox (key, queue, kind, payload, run_at)
  select * from unnest(${messageTypes.map((type, n) => `$${firstExtraParameter + n}::${type}[]`).join(', ')})
  where ${onlyIfMoved} on conflict (key) do nothing)`

export const messageValues = (messages: readonly OutboxMessage[]): readonly unknown[] => [
  messages.map(({ key }) => key),
  messages.map(({ effect }) => effect.queue),
  messages.map(({ effect }) => effect.job),
  messages.map(({ effect }) => JSON.stringify(effect.data)),
  messages.map(({ effect }) => effect.runAt?.toISOString() ?? null),
]

export interface OutboxOptions {
  readonly queries: CommonQueryMethods
  readonly jobs: Pick<Jobs, 'add' | 'states' | 'retry'>
  readonly warn?: ReconcilerOptions['warn']
  /** How often the outbox is compared with the job store. */
  readonly reconcileMs?: number
  readonly graceMs?: number
}

/**
 * Dispatches messages to the job store in order until `signal` aborts, and again if the store loses them. A message
 * dispatched twice is one job, because both have the same key.
 */
export const runOutbox = (
  runtime: ReaderRuntime,
  { queries, jobs, warn = () => undefined, reconcileMs = 30_000, graceMs = 60_000 }: OutboxOptions,
  signal: AbortSignal,
): Promise<void> =>
  runAsLeader(runtime, 'outbox', signal, async (_, until, watch) => {
    let wake = new AbortController()
    const reconcile = reconciler({ queries, jobs, graceMs, warn })
    let reconciledAt = -Infinity
    let maintainedAt = -Infinity
    const maintain = () => {
      maintainedAt = performance.now()
      maintainOutbox(runtime.pool, until).catch((err: unknown) => {
        if (!until.aborted) warn({ err }, 'the partitions of the outbox could not be maintained')
      })
    }
    const unsubscribe = runtime.session.on(outboxChannel, () => wake.abort())
    try {
      while (!until.aborted) {
        wake = new AbortController()
        watch.busy()
        if (performance.now() - maintainedAt >= maintenanceMs) maintain()
        const isDue = performance.now() - reconciledAt >= reconcileMs
        const failure = isDue ? await failureOf(reconcile()) : null
        if (isDue) reconciledAt = performance.now()
        const isIdle = (await dispatchBatch(queries, jobs)) < batchSize
        if (failure !== null) throw failure
        watch.idle()
        const dueInMs = reconciledAt + reconcileMs - performance.now()
        if (isIdle) await pause(Math.min(dueInMs, pollMs), AbortSignal.any([until, wake.signal]))
      }
      return 0
    } finally {
      unsubscribe()
    }
  })

/** Reconciling must not keep new messages from being dispatched. */
const failureOf = (work: Promise<void>): Promise<Error | null> =>
  work.then(
    () => null,
    (cause: unknown) => new Error('the outbox could not be compared with the job store', { cause }),
  )

const dispatchBatch = async (db: CommonQueryMethods, jobs: Pick<Jobs, 'add'>): Promise<number> => {
  const messages = await db.any(sql.type(StoredMessage)`
    select ${messageColumns} from ops.outbox where dispatched_at is null order by number limit ${batchSize}`)
  if (messages.length === 0) return 0
  await jobs.add(messages.map(toJob))
  await setDispatched(
    db,
    messages.map(({ key }) => key),
    true,
  )
  return messages.length
}

/** Adds jobs by writing them to the outbox: unlike the job store, it loses none. */
export const outboxJobs = (db: CommonQueryMethods): Pick<Jobs, 'add'> => ({
  add: async (jobs) => {
    const rows = jobs.map(({ key, queue, name, data, runAt }) => [
      messageKeyOf(key),
      queue,
      name,
      JSON.stringify(data),
      runAt?.toISOString() ?? null,
    ])
    await db.query(sql.type(z.object({ notified: z.number() }))`
      with put as (
        insert into ops.outbox (key, queue, kind, payload, run_at)
        select * from ${sql.unnest(rows, messageTypes)}
        on conflict (key) do nothing returning key)
      select count(pg_notify(${outboxChannel}, ''))::int as notified from put`)
  },
})
