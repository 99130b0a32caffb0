import { type CommonQueryMethods, sql } from 'slonik'
import type { JobFailure, JobSuccess } from '../jobs/bull-jobs.ts'
import { statement } from '../postgres/postgres.ts'
import { pause } from '../projections/projection-engine.ts'
import { lockedKeys, messageKeyOf } from './messages.ts'

/** What became of an attempt to deliver a message. */
export interface Outcome {
  /** The key of the message's job. */
  readonly jobKey: string
  readonly result: 'delivered' | 'failed' | 'given up'
  /** Null if only the job store knows. */
  readonly attempt: number | null
  /** Kind of the failure, without personal data. */
  readonly error: string | null
}

export interface DeliveryRecorder {
  /** Records an outcome soon. Outcomes that arrive while a statement is running form the next one. */
  readonly record: (outcome: Outcome) => void
  /** Records the pending outcomes. */
  readonly close: () => Promise<void>
}

const maxBatch = 500
/** The reconciler finds further outcomes in the job store. */
const maxWaiting = 20_000
const retryMs = 1_000

/** Records outcomes of jobs in the outbox; those of other jobs are ignored. */
export const deliveryRecorder = (db: Pick<CommonQueryMethods, 'query'>): DeliveryRecorder => {
  const waiting = new Map<string, Outcome>()
  const closing = new AbortController()
  let recording: Promise<void> | null = null

  /** `recording` is reset in the same step as the last check, so that no outcome arrives between the two. */
  const recordWaiting = async () => {
    while (waiting.size > 0) {
      const batch = [...waiting.values()].slice(0, maxBatch)
      for (const { jobKey } of batch) waiting.delete(jobKey)
      try {
        await recordOutcomes(db, batch)
      } catch {
        for (const outcome of batch) if (!waiting.has(outcome.jobKey)) waiting.set(outcome.jobKey, outcome)
        if (closing.signal.aborted) break
        await pause(retryMs, closing.signal)
      }
    }
    recording = null
  }

  return {
    record: (outcome) => {
      if (waiting.size >= maxWaiting && !waiting.has(outcome.jobKey)) return
      waiting.set(outcome.jobKey, outcome)
      recording ??= recordWaiting()
    },
    close: async () => {
      closing.abort()
      await recording
      await recordWaiting()
    },
  }
}

/** Options of the jobs whose outcomes are recorded. */
export const recordInOutbox = (deliveries: DeliveryRecorder, onFailure: (failure: JobFailure) => void) => ({
  onSuccess: ({ key, attempt }: JobSuccess) =>
    deliveries.record({ jobKey: key, result: 'delivered', attempt, error: null }),
  onFailure: (failure: JobFailure) => {
    const { job, error } = failure
    if (job !== undefined)
      deliveries.record({
        jobKey: job.key,
        result: job.gaveUp ? 'given up' : 'failed',
        attempt: job.attempt,
        error: errorKind(error),
      })
    onFailure(failure)
  },
})

/**
 * A message that fails is in an outage if nothing of its queue was delivered since its previous attempt: then the
 * transport failed, not the message. Later outcomes of a delivered message change nothing.
 */
export const recordOutcomes = async (
  db: Pick<CommonQueryMethods, 'query'>,
  outcomes: readonly Outcome[],
): Promise<void> => {
  const rows = outcomes.map(({ jobKey, result, attempt, error }) => [messageKeyOf(jobKey), result, attempt, error])
  await db.query(statement`
    with outcome as (
      select * from ${sql.unnest(rows, ['text', 'text', 'int4', 'text'])} as o (key, result, attempt, error)
    ), ${lockedKeys(sql.fragment`select key from outcome`)}, recorded as (
      update ops.outbox m set
        delivered_at = case o.result when 'delivered' then now() end,
        given_up_at = case o.result when 'given up' then now() end,
        in_outage = o.result <> 'delivered' and not exists (
          select from ops.outbox_deliveries d
          where d.queue = m.queue and d.last_at > coalesce(m.last_attempt_at, m.dispatched_at)),
        dispatched_at = case o.result when 'failed' then m.dispatched_at else coalesce(m.dispatched_at, now()) end,
        attempts = coalesce(o.attempt, m.attempts),
        last_attempt_at = case when o.attempt is null then m.last_attempt_at else now() end,
        last_error = case o.result when 'delivered' then null else coalesce(o.error, m.last_error) end
      from locked join outcome o using (key)
      where m.key = locked.key and m.delivered_at is null
      returning m.queue, m.delivered_at
    )
    insert into ops.outbox_deliveries as d (queue, delivered, last_at)
    select queue, count(*), max(delivered_at) from recorded where delivered_at is not null group by queue order by queue
    on conflict (queue) do update set delivered = d.delivered + excluded.delivered, last_at = excluded.last_at`)
}

/** Class and codes of an error and its causes; messages may quote addresses. */
const errorKind = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return typeof error
  const { name, type, code, responseCode, cause } = error as Readonly<Record<string, unknown>>
  const parts = [[name, type].find(isPlainWord) ?? 'unknown', ...[code, responseCode].filter(isPlainWord)]
  return cause === undefined ? parts.join(' ') : `${parts.join(' ')} < ${errorKind(cause)}`
}

const isPlainWord = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && /^\w{1,60}$/.test(value))
