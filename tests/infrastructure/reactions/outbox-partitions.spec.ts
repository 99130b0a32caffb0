import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { recordOutcomes } from '../../../infrastructure/reactions/deliveries.ts'
import { listMessages } from '../../../infrastructure/reactions/messages.ts'
import { maintainOutbox } from '../../../infrastructure/reactions/outbox-partitions.ts'
import { outboxJobs, runOutbox } from '../../../infrastructure/reactions/outbox.ts'
import { reactionsMigrations } from '../../../infrastructure/reactions/policy-runner.ts'
import { testDatabase } from '../../support/database.ts'
import { resetReaders, startReaderProcess, waitUntil } from '../projections/reader-process.ts'
import { memoryTestLog } from '../projections/test-log.ts'

const { pool, queries, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => resetReaders(pool))

const weeks = 7 * 24 * 60 * 60_000
const monday = Date.parse('2026-11-23T00:00:00Z')
const thisMonday = monday + Math.floor((Date.now() - monday) / weeks) * weeks
/** The Thursday of this week. */
const now = thisMonday + weeks / 2
const maintain = (at = now) => maintainOutbox(pool, new AbortController().signal, at)

/** Messages of events recorded at a time; the same time gives the same keys. */
const keysAt = (msecs: number, count = 1) =>
  Array.from({ length: count }, (_, seq) => `${v7({ msecs, seq, random: new Uint8Array(16) })}:letter`)
const ask = (...keys: readonly string[]) =>
  outboxJobs(queries).add(keys.map((key) => ({ queue: 'mail', name: 'letter', data: {}, key: key.replace(':', '_') })))
const deliver = async (...keys: readonly string[]) => {
  await recordOutcomes(
    queries,
    keys.map((key) => ({ jobKey: key.replace(':', '_'), result: 'delivered', attempt: 1, error: null })),
  )
  await pool.query(`update ops.outbox set delivered_at = now() - interval '3 hours' where key = any($1)`, [keys])
}
const column = async (sql: string, values: readonly unknown[] = []) =>
  (await pool.query<[string]>({ text: sql, values: [...values], rowMode: 'array' })).rows.map(([value]) => value)
const stored = () => column('select key from ops.outbox order by key')
const partitionOf = (key: string) => column('select tableoid::regclass::text from ops.outbox where key = $1', [key])
const partitions = () =>
  column(`select inhrelid::regclass::text from pg_inherits where inhparent = 'ops.outbox'::regclass order by 1`)
/** The partition of messages written the given number of weeks ago. */
const partitionAt = (weeksAgo: number) =>
  `ops.outbox_until_${new Date(thisMonday + (1 - weeksAgo) * weeks).toISOString().slice(0, 10).replaceAll('-', '')}`

/** Partitions from now on, as if the database had been created some weeks ago. */
const startedWeeksAgo = async (count: number) => {
  const { rows } = await pool.query<{ name: string; until: string; bound: string }>(
    `select 'ops.outbox_until_' || to_char(until, 'YYYYMMDD') as name, until::text, ops.outbox_bound(until at time zone 'UTC') as bound
     from (select date_trunc('week', to_timestamp($1) at time zone 'UTC') as until) t`,
    [(now - count * weeks) / 1_000],
  )
  const [first] = rows
  const old = (await partitions()).find((name) => name !== 'ops.outbox_other')
  await pool.query(`alter table ops.outbox detach partition ${old}; alter table ${old} rename to ${first?.name.split('.')[1]};
    alter table ops.outbox attach partition ${first?.name} for values from (minvalue) to ('${first?.bound}')`)
}

describe('the partitions of the outbox', () => {
  it('exist two weeks ahead', async () => {
    await maintain()
    const [key = ''] = keysAt(now + 2 * weeks - 1)
    await ask(key)
    expect(await partitionOf(key)).not.toEqual(['ops.outbox_other'])
  })

  it('are dropped two weeks after their last message', async () => {
    await startedWeeksAgo(6)
    await maintain(now - 6 * weeks)
    const [old, recent] = [
      [6, 5, 4, 3],
      [2, 1, 0],
    ].map((ages) => ages.flatMap((age) => keysAt(now - age * weeks, 2)))
    await ask(...(old ?? []), ...(recent ?? []))
    await deliver(...(old ?? []), ...(recent ?? []))
    await maintain()
    await maintain()
    expect(await stored()).toEqual(recent?.toSorted())
    expect(await partitions()).toEqual(['ops.outbox_other', ...[2, 1, 0, -1, -2].map(partitionAt)])
  })

  it('lose nothing that is not delivered: it stays queued or given up, and can be retried', async () => {
    await startedWeeksAgo(6)
    await maintain(now - 6 * weeks)
    const [delivered = '', queued = '', givenUp = ''] = keysAt(now - 5 * weeks, 3)
    await ask(delivered, queued, givenUp)
    await deliver(delivered)
    const failure = { jobKey: givenUp.replace(':', '_'), result: 'given up' as const, attempt: 83, error: 'refused' }
    await recordOutcomes(queries, [failure])
    await maintain()
    expect(await stored()).toEqual([queued, givenUp])
    expect((await listMessages(queries, 10)).map(({ key, state }) => [key, state])).toEqual([
      [givenUp, 'given up'],
      [queued, 'queued'],
    ])
    await deliver(queued, givenUp)
    await maintain()
    expect(await stored()).toEqual([])
  })

  it('stay while too much in them is not delivered', async () => {
    await startedWeeksAgo(6)
    await maintain(now - 6 * weeks)
    await pool.query(
      `insert into ops.outbox (key, queue, kind, payload)
       select ops.outbox_bound(to_timestamp($1)) || '-7' || n, 'mail', 'letter', '{}' from generate_series(1, 10001) n`,
      [(now - 5 * weeks) / 1_000],
    )
    await maintain()
    await maintain()
    expect(await partitions()).toEqual(['ops.outbox_other', ...[5, 2, 1, 0, -1, -2].map(partitionAt)])
    expect(await column('select count(*)::int from ops.outbox_other')).toEqual([0])
  })

  it('are remembered after they are dropped: an event read again has its consequences only once', async () => {
    await startedWeeksAgo(6)
    await maintain(now - 6 * weeks)
    const [first = '', moved = '', isNew = ''] = keysAt(now - 5 * weeks, 3)
    await ask(first, moved)
    await deliver(first)
    await maintain()
    await deliver(moved)
    await maintain()
    expect(await stored()).toEqual([])
    await ask(first, moved, isNew)
    await ask(first, moved, isNew)
    expect(await stored()).toEqual([isNew])
  })

  it('refuse a repetition across their boundary', async () => {
    await maintain()
    const keys = [...keysAt(thisMonday + weeks - 1), ...keysAt(thisMonday + weeks)]
    await ask(...keys)
    await deliver(...keys)
    await ask(...keys)
    expect(await stored()).toEqual(keys)
    expect(new Set((await Promise.all(keys.map(partitionOf))).flat()).size).toBe(2)
    expect(await column('select count(*)::int from ops.outbox where delivered_at is null')).toEqual([0])
  })

  it('that were not added in time keep nothing from being written; it moves to them later', async () => {
    const late = keysAt(now + 5 * weeks, 2)
    await ask(...late)
    expect(await partitionOf(late[0] ?? '')).toEqual(['ops.outbox_other'])
    await ask(...late)
    await maintain(now + 5 * weeks)
    expect(await partitionOf(late[0] ?? '')).not.toEqual(['ops.outbox_other'])
    expect(await stored()).toEqual(late)
  })

  it('are as before after the clock was years ahead and came back, and no message is lost or repeated', async () => {
    await startedWeeksAgo(0)
    await maintain()
    const expected = await partitions()
    const [delivered = '', waiting = ''] = keysAt(now, 2)
    await ask(delivered, waiting)
    await deliver(delivered)
    const years = 4 * 52 * weeks
    await maintain(now + years)
    const [ahead = ''] = keysAt(now + years)
    await ask(ahead)
    expect(await partitionOf(ahead)).toEqual([partitionAt(-4 * 52)])

    await maintain()
    const dropped = partitionAt(0)
    expect(await partitions()).toEqual(
      expect.arrayContaining(expected.filter((name) => ![dropped, 'ops.outbox_other'].includes(name))),
    )
    expect((await partitions()).length).toBeLessThan(expected.length + 3)
    await ask(delivered, waiting, ahead)
    expect(await stored()).toEqual([waiting, ahead])
    const [later = ''] = keysAt(now + weeks)
    await ask(later)
    expect(await partitionOf(later)).toEqual([partitionAt(-1)])
    await maintain()
    await ask(delivered)
    expect(await stored()).toEqual([waiting, later, ahead])
  })

  it('are left as they are while a dump holds them, and changed later', async () => {
    await startedWeeksAgo(6)
    await maintain(now - 6 * weeks)
    const [key = ''] = keysAt(now - 5 * weeks)
    await ask(key)
    await deliver(key)
    const dump = await pool.connect()
    await dump.query('begin; lock table ops.outbox in access share mode')
    const before = await partitions()
    await maintain()
    expect(await partitions()).toEqual(before)
    expect(await stored()).toEqual([key])
    await dump.query('rollback')
    dump.release()
    await maintain()
    expect(await stored()).toEqual([])
  })

  it('are maintained by the process that leads the outbox', async () => {
    await startedWeeksAgo(6)
    const reader = startReaderProcess(pool, memoryTestLog())
    const jobs = { add: async () => undefined, retry: async () => undefined, states: async () => new Map() }
    reader.runAlso((runtime, signal) => runOutbox(runtime, { queries, jobs }, signal))
    await waitUntil(async () => (await partitions()).includes(partitionAt(-1)))
    expect(reader.failures).toEqual([])
  })

  it('are looked up by key with one probe of one partition', async () => {
    await maintain()
    const [key = ''] = keysAt(now)
    const plan = await column(`explain select from ops.outbox where key = '${key}'`)
    expect(plan.filter((line) => line.includes('Scan'))).toHaveLength(1)
  })
})

describe('an outbox without partitions', () => {
  it('becomes the first partition, with every message as it was', async () => {
    await pool.query(
      `drop schema ops cascade; delete from garbo_migrations where module = 'reactions'; create schema ops`,
    )
    const previous = mkdtempSync(join(tmpdir(), 'garbo-migrations-'))
    onTestFinished(() => rmSync(previous, { recursive: true }))
    for (const name of ['0001-outbox.sql', '0002-delivery.sql'])
      copyFileSync(new URL(name, reactionsMigrations.folder), join(previous, name))
    await migrate(pool, [{ module: 'reactions', folder: pathToFileURL(`${previous}/`) }])
    const keys = [
      ...keysAt(now - 40 * weeks, 2),
      ...keysAt(now, 2),
      ...keysAt(now + 30 * weeks),
      'queue-digest-2026-11-21-a',
    ]
    for (const [n, key] of keys.entries())
      await pool.query(
        `insert into ops.outbox (key, queue, kind, payload, delivered_at) values ($1, 'mail', 'letter', $2, $3)`,
        [key, JSON.stringify({ n }), n % 2 === 0 ? null : new Date(now)],
      )
    const all = 'select row_to_json(m)::text from (select * from ops.outbox order by number) m'
    const before = await column(all)
    await migrate(pool, [reactionsMigrations])
    expect(await column(all)).toEqual(before)
    const [next = ''] = keysAt(now - weeks)
    await ask(...keys, next)
    expect(await column('select key from ops.outbox order by number')).toEqual([...keys, next])
  })
})
