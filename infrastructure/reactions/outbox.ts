import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Effect } from '../../application/policy.ts'
import type { Job, Jobs } from '../../application/ports/jobs.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { statement } from '../postgres/postgres.ts'
import {
  firstExtraParameter,
  onlyIfMoved,
  pause,
  type ReaderRuntime,
  runAsLeader,
} from '../projections/projection-engine.ts'

/** Channel that announces new messages. */
export const outboxChannel = 'garbo_outbox'

/** Polling interval without notifications, in milliseconds. */
const pollMs = 30_000
const batchSize = 200

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

/** Part of the checkpoint move that inserts messages. */
export const insertMessages = `put as (
  insert into ops.outbox (key, queue, kind, payload, run_at)
  select * from unnest(${['text', 'text', 'text', 'json', 'timestamptz'].map((type, n) => `$${firstExtraParameter + n}::${type}[]`).join(', ')})
  where ${onlyIfMoved} on conflict (key) do nothing)`

export const messageColumns = (messages: readonly OutboxMessage[]): readonly unknown[] => [
  messages.map(({ key }) => key),
  messages.map(({ effect }) => effect.queue),
  messages.map(({ effect }) => effect.job),
  messages.map(({ effect }) => JSON.stringify(effect.data)),
  messages.map(({ effect }) => effect.runAt?.toISOString() ?? null),
]

export interface OutboxOptions {
  readonly queries: CommonQueryMethods
  readonly jobs: Pick<Jobs, 'add'>
}

/**
 * Dispatches messages to the job queue in order until `signal` aborts. A message dispatched twice is one job, because
 * both have the same key.
 */
export const runOutbox = (
  runtime: ReaderRuntime,
  { queries, jobs }: OutboxOptions,
  signal: AbortSignal,
): Promise<void> =>
  runAsLeader(runtime, 'outbox', signal, async (_, until) => {
    let wake = new AbortController()
    const unsubscribe = runtime.session.on(outboxChannel, () => wake.abort())
    try {
      while (!until.aborted) {
        wake = new AbortController()
        if ((await dispatchBatch(queries, jobs)) < batchSize) await pause(pollMs, AbortSignal.any([until, wake.signal]))
      }
      return 0
    } finally {
      unsubscribe()
    }
  })

const OutboxRow = z.object({
  key: z.string(),
  queue: z.string(),
  kind: z.string(),
  payload: z.string(),
  runAt: z.number().nullable(),
})
type OutboxRow = z.infer<typeof OutboxRow>

const dispatchBatch = async (db: CommonQueryMethods, jobs: Pick<Jobs, 'add'>): Promise<number> => {
  const rows = await db.any(sql.type(OutboxRow)`
    select key, queue, kind, payload::text as payload, run_at as "runAt"
    from ops.outbox where dispatched_at is null order by number limit ${batchSize}`)
  if (rows.length === 0) return 0
  await jobs.add(rows.map(toJob))
  const keys = rows.map(({ key }) => key)
  await db.query(statement`update ops.outbox set dispatched_at = now() where key = any(${sql.array(keys, 'text')})`)
  return rows.length
}

const toJob = ({ key, queue, kind, payload, runAt }: OutboxRow): Job => ({
  queue,
  name: kind,
  data: JSON.parse(payload) as Job['data'],
  key: key.replace(':', '_'),
  ...(runAt === null ? {} : { runAt: new Date(runAt) }),
})
