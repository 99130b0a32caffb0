import type { Effect } from '../../application/policy.ts'
import type { Job, Jobs } from '../../application/ports/jobs.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { firstOfPart, onlyIfMoved } from '../projections/checkpoint.ts'
import { lead, pause } from '../projections/lead.ts'
import type { Reading } from '../projections/reading.ts'
import type { Database } from '../projections/rows.ts'

/** Heard by the relay. */
export const outboxChannel = 'garbo_outbox'

/** The relay looks this often when no NOTIFY comes. */
const pollMs = 30_000
const batch = 200

export interface Letter {
  readonly key: string
  readonly effect: Effect
}

/** What an event asks for, under the names that make it happen once. */
export const lettersOf = ({ id }: Recorded, effects: readonly Effect[]): readonly Letter[] =>
  effects.map((effect) => {
    if (!/^[a-z][a-z0-9-]*$/.test(effect.name)) throw new Error(`no name for an effect: ${effect.name}`)
    return { key: `${id}:${effect.name}`, effect }
  })

/** The part of a policy's move that puts letters into the outbox. */
export const putLetters = `put as (
  insert into ops.outbox (key, queue, kind, payload, run_at)
  select * from unnest(${['text', 'text', 'text', 'json', 'timestamptz'].map((type, n) => `$${firstOfPart + n}::${type}[]`).join(', ')})
  where ${onlyIfMoved} on conflict (key) do nothing)`

export const letterValues = (letters: readonly Letter[]): readonly unknown[] => [
  letters.map(({ key }) => key),
  letters.map(({ effect }) => effect.queue),
  letters.map(({ effect }) => effect.kind),
  letters.map(({ effect }) => JSON.stringify(effect.data)),
  letters.map(({ effect }) => effect.runAt?.toISOString() ?? null),
]

/**
 * Hands the outbox over to the job queue, in order, until `signal` aborts. A letter handed over twice is one job: its key
 * is the job's.
 */
export const runOutbox = (reading: Reading, jobs: Pick<Jobs, 'add'>, signal: AbortSignal): Promise<void> =>
  lead(reading, 'outbox', signal, async (_, until) => {
    let bell = new AbortController()
    const unsubscribe = reading.session.on(outboxChannel, () => bell.abort())
    try {
      while (!until.aborted) {
        bell = new AbortController()
        if ((await handOver(reading.pool, jobs)) < batch) await pause(pollMs, AbortSignal.any([until, bell.signal]))
      }
      return 0
    } finally {
      unsubscribe()
    }
  })

interface Waiting {
  readonly key: string
  readonly queue: string
  readonly kind: string
  readonly payload: string
  readonly run_at: string | null
}

const handOver = async (db: Database, jobs: Pick<Jobs, 'add'>): Promise<number> => {
  const { rows } = await db.query<Waiting>(
    `select key, queue, kind, payload::text, (extract(epoch from run_at) * 1000)::bigint::text as run_at
     from ops.outbox where dispatched_at is null order by number limit ${batch}`,
  )
  if (rows.length === 0) return 0
  await jobs.add(rows.map(jobOf))
  await db.query('update ops.outbox set dispatched_at = now() where key = any($1)', [rows.map(({ key }) => key)])
  return rows.length
}

const jobOf = ({ key, queue, kind, payload, run_at: runAt }: Waiting): Job => ({
  queue,
  name: kind,
  data: JSON.parse(payload) as Job['data'],
  key: key.replace(':', '_'),
  ...(runAt === null ? {} : { runAt: new Date(Number(runAt)) }),
})
