import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Job, Jobs } from '../../application/ports/jobs.ts'
import { type Outcome, recordOutcomes } from './deliveries.ts'
import {
  batchSize,
  dueAt,
  firstCursor,
  isAfter,
  isQueued,
  jobKeyOf,
  cursorColumns,
  retryMessages,
  setDispatched,
} from './messages.ts'

export interface ReconcilerOptions {
  readonly queries: CommonQueryMethods
  readonly jobs: Pick<Jobs, 'add' | 'states' | 'retry'>
  /** Grace period after dispatch and due time before a message is looked up in the job store. */
  readonly graceMs: number
  readonly warn: (details: Readonly<Record<string, unknown>>, message: string) => void
}

/** A job that no worker takes: without it, the store was emptied or replaced. */
const marker: Job = { queue: 'outbox', name: 'marker', key: 'marker', data: {} }

/** Batches looked up in one round. */
const maxBatches = 25
const lateAfterMinutes = 60
const warnAgainAfterMs = 3_600_000
/** Late messages are counted up to this number. */
const maxLate = 10_000

/** Compares the outbox with the job store, one round a call. */
export const reconciler = (options: ReconcilerOptions): (() => Promise<void>) => {
  const { queries, jobs, warn } = options
  const lookUp = storeLookup(options)
  let warnedAt = -Infinity
  return async () => {
    if (!(await jobs.states(marker.queue, [marker.key])).has(marker.key)) await redispatchAll(options)
    await lookUp()
    const retried = await retryMessages(queries, jobs, 'after an outage', batchSize * maxBatches)
    if (retried > 0) warn({ messages: retried }, 'messages that failed during an outage are retried')
    if (performance.now() - warnedAt > warnAgainAfterMs && (await warnOfLateMessages(options)))
      warnedAt = performance.now()
  }
}

/**
 * The marker is added last: if this is interrupted, it starts again. What is dispatched from now on is in the new store;
 * dispatched once more, it could arrive twice.
 */
const redispatchAll = async ({ queries, jobs, warn }: ReconcilerOptions): Promise<void> => {
  const noticedAt = await queries.oneFirst(sql.type(z.object({ now: z.string() }))`
    select clock_timestamp()::text as now`)
  let messages = 0
  for (;;) {
    const keys = await queries.anyFirst(sql.type(z.object({ key: z.string() }))`
      select key from ops.outbox where ${isQueued} and dispatched_at <= ${noticedAt}::timestamptz
      order by ${dueAt}, number limit ${batchSize * maxBatches}`)
    if (keys.length === 0) break
    await setDispatched(queries, keys, false)
    messages += keys.length
  }
  await jobs.add([marker])
  if (messages > 0) warn({ messages }, 'the job store is empty or new; queued messages are dispatched again')
}

const LookedUp = z.object({
  key: z.string(),
  queue: z.string(),
  cursorDue: z.string(),
  cursorNumber: z.string(),
})

/** Looks up messages that should be delivered; each round continues where the previous one stopped. */
const storeLookup = ({ queries, jobs, graceMs, warn }: ReconcilerOptions) => {
  let last = firstCursor
  return async () => {
    for (let batch = 0; batch < maxBatches; batch++) {
      const rows = await queries.any(sql.type(LookedUp)`
        select key, queue, ${cursorColumns} from ops.outbox
        where ${isQueued} and ${isAfter(last)}
          and ${dueAt} < now() - ${graceMs} * interval '1 millisecond'
          and dispatched_at < now() - ${graceMs} * interval '1 millisecond'
        order by ${dueAt}, number limit ${batchSize}`)
      const { outcomes, lost } = await compare(jobs, rows)
      if (outcomes.length > 0) await recordOutcomes(queries, outcomes)
      if (lost.length > 0) {
        await setDispatched(queries, lost, false)
        warn({ messages: lost.length }, 'the job store has lost messages; they are dispatched again')
      }
      const givenUp = outcomes.filter(({ result }) => result === 'given up').length
      if (givenUp > 0) warn({ messages: givenUp }, 'messages were given up')
      last = (rows.length < batchSize ? undefined : rows.at(-1)) ?? firstCursor
      if (last === firstCursor) return
    }
  }
}

const compare = async (jobs: Pick<Jobs, 'states'>, rows: readonly z.infer<typeof LookedUp>[]) => {
  const outcomes: Outcome[] = []
  const lost: string[] = []
  for (const [queue, messages] of Map.groupBy(rows, (row) => row.queue)) {
    const states = await jobs.states(
      queue,
      messages.map(({ key }) => jobKeyOf(key)),
    )
    for (const { key } of messages) {
      const jobKey = jobKeyOf(key)
      const state = states.get(jobKey)
      if (state === undefined) lost.push(key)
      else if (state !== 'queued')
        outcomes.push({ jobKey, result: state === 'done' ? 'delivered' : 'given up', attempt: null, error: null })
    }
  }
  return { outcomes, lost }
}

const LateMessage = z.object({
  key: z.string(),
  queue: z.string(),
  job: z.string(),
  attempts: z.number(),
  error: z.string().nullable(),
  late: z.number(),
})

/** True if there are late messages. */
const warnOfLateMessages = async ({ queries, warn }: ReconcilerOptions): Promise<boolean> => {
  const oldest = await queries.maybeOne(sql.type(LateMessage)`
    select key, queue, job, attempts, error, (count(*) over ())::int as late from (
      select key, queue, kind as job, attempts, last_error as error, ${dueAt} as due, number from ops.outbox
      where ${isQueued} and ${dueAt} < now() - ${lateAfterMinutes} * interval '1 minute'
      order by ${dueAt}, number limit ${maxLate}) late_messages
    order by due, number limit 1`)
  if (oldest === null) return false
  const { late, ...message } = oldest
  warn({ messages: late, oldest: message }, 'messages have not been delivered for over an hour')
  return true
}
