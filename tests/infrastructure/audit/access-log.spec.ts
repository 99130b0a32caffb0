import type { DatabasePool } from 'slonik'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { AccessEntry } from '../../../application/audit/ports.ts'
import { type AccessLogWriter, maxQueued, postgresAccessLog } from '../../../infrastructure/audit/access-log.ts'
import { databaseWithTables } from '../../support/test-garbo.ts'

const secret = new Uint8Array(32).fill(3)
const database = await databaseWithTables()
const open: AccessLogWriter[] = []
const openLog = (options: { readonly onDropping?: () => void } = {}): AccessLogWriter => {
  const log = postgresAccessLog(database.queries, { secret, ...options })
  open.push(log)
  return log
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((log) => log.close()))
  await database.pool.query('truncate audit.access_log, audit.forgotten')
})
afterAll(database.drop)

const signIn: AccessEntry = {
  what: 'sign-in',
  outcome: 'success',
  actor: 'giulia',
  role: 'CLIENTE',
  subject: 'giulia',
  why: 'password',
  object: null,
  device: 'Firefox su Windows',
  address: '203.0.113.7',
  browser: 'Mozilla/5.0 (Windows NT 10.0)',
  correlationId: 'request-1',
}
const reading: AccessEntry = {
  ...signIn,
  what: 'staff-read',
  actor: 'mario',
  role: 'MODERATORE',
  why: 'case-file',
  device: null,
}

const all = async (log: AccessLogWriter) => (await log.search({ limit: 200 })).items

describe('the access log', () => {
  it('Q-97, D-36: is written in one batch behind the requests', async () => {
    const log = openLog()
    for (let n = 0; n < 300; n++) log.record({ ...signIn, correlationId: `request-${n}` })
    expect(await all(log)).toEqual([])
    await expect.poll(() => log.counts()).toEqual({ queued: 0, dropped: 0 })
    const { rows } = await database.pool.query<{ transactions: number; entries: number }>(
      'select count(distinct xmin::text)::int as transactions, count(*)::int as entries from audit.access_log',
    )
    expect(rows).toEqual([{ transactions: 1, entries: 300 }])
  })

  it('Q-97: says what was done by whom, without an address', async () => {
    const log = openLog()
    log.record(signIn)
    log.record({ ...signIn, address: '203.0.113.8' })
    log.record({ ...signIn, browser: 'Safari' })
    await log.close()
    const entries = await all(log)
    expect(entries[0]).toEqual({
      id: expect.stringMatching(/^\d+$/) as unknown,
      at: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
      what: 'sign-in',
      outcome: 'success',
      actor: 'giulia',
      role: 'CLIENTE',
      subject: 'giulia',
      why: 'password',
      device: 'Firefox su Windows',
      source: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      correlationId: 'request-1',
    })
    const [third, second, first] = entries.map(({ source }) => source)
    expect(third).toBe(first)
    expect(second).not.toBe(first)
    const { rows } = await database.pool.query<{ text: string }>(`select string_agg(a::text, ' ') as text
      from audit.access_log a`)
    expect(rows[0]?.text).not.toMatch(/203\.0|Mozilla|Safari/)
  })

  it('D-36: is continued by a cursor and narrowed down by account, act and time', async () => {
    const log = openLog()
    for (let n = 0; n < 5; n++) log.record({ ...signIn, correlationId: `request-${n}` })
    log.record({ ...reading, subject: 'rosa' })
    log.record({ ...signIn, what: 'export', actor: 'rosa', subject: 'rosa' })
    await log.close()
    const pages: (string | null)[][] = []
    let cursor: string | undefined
    do {
      const page = await log.search({ subject: 'giulia', limit: 2, cursor })
      pages.push(page.items.map(({ correlationId }) => correlationId))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(pages).toEqual([['request-4', 'request-3'], ['request-2', 'request-1'], ['request-0']])
    const actsOf = async (filter: Parameters<AccessLogWriter['search']>[0]) =>
      (await log.search(filter)).items.map(({ what }) => what)
    expect(await actsOf({ subject: 'rosa', limit: 9 })).toEqual(['export', 'staff-read'])
    expect(await actsOf({ actor: 'mario', limit: 9 })).toEqual(['staff-read'])
    expect(await actsOf({ what: 'export', limit: 9 })).toEqual(['export'])
    const [latest] = await all(log)
    expect(await actsOf({ to: latest?.at, what: 'export', limit: 9 })).toEqual([])
    expect(await actsOf({ from: latest?.at, what: 'export', limit: 9 })).toEqual(['export'])
  })

  it('Q-97: keeps one row of one thing that a member of staff reads about an account within an hour', async () => {
    const [log, other] = [openLog(), openLog()]
    log.record(reading)
    log.record({ ...reading, why: 'queue' })
    log.record({ ...reading, why: 'stream', object: 'account-giulia' })
    log.record({ ...reading, why: 'stream', object: 'wallet-giulia' })
    log.record({ ...reading, why: 'stream', object: 'account-giulia' })
    await log.close()
    other.record(reading)
    other.record({ ...reading, why: 'stream', object: 'wallet-giulia' })
    other.record({ ...reading, actor: 'ada', role: 'ADMIN' })
    other.record({ ...reading, subject: 'rosa' })
    await other.close()
    expect((await all(log)).map(({ actor, subject, why }) => [actor, subject, why])).toEqual([
      ['mario', 'rosa', 'case-file'],
      ['ada', 'giulia', 'case-file'],
      ['mario', 'giulia', 'stream'],
      ['mario', 'giulia', 'stream'],
      ['mario', 'giulia', 'queue'],
      ['mario', 'giulia', 'case-file'],
    ])
    await database.pool.query(`update audit.access_log set at = at - interval '61 minutes'`)
    const later = openLog()
    later.record(reading)
    await later.close()
    expect(await all(later)).toHaveLength(7)
  })

  it('B-45: forgets the id, the sources and the requests of an erased account, also in entries that arrive late', async () => {
    const log = openLog()
    log.record(signIn)
    log.record(reading)
    log.record({ ...reading, actor: 'giulia', subject: 'rosa' })
    await log.close()
    await log.forget('giulia')
    const late = openLog()
    late.record({ ...signIn, what: 'deletion' })
    await late.close()
    const left = (await all(late)).map(({ what, actor, subject, source, correlationId }) => [
      what,
      actor,
      subject,
      source === null,
      correlationId,
    ])
    expect(left).toEqual([
      ['deletion', null, null, true, null],
      ['staff-read', null, 'rosa', true, null],
      ['staff-read', 'mario', null, false, 'request-1'],
      ['sign-in', null, null, true, null],
    ])
  })
})

describe('the partitions of the access log', () => {
  const partitions = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'audit.access_log'::regclass order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  const maintainAt = (at: string) => database.pool.query('select audit.maintain_access_log($1, 12)', [at])
  const insertAt = (at: string) =>
    database.pool.query(
      `insert into audit.access_log (at, what, outcome, correlation_id) values ($1, 'sign-in', 'success', 'x')`,
      [at],
    )
  const times = async () => {
    const { rows } = await database.pool.query<{ at: Date; table: string }>(
      `select at, tableoid::regclass::text as table from audit.access_log order by at`,
    )
    return rows.map(({ at, table }) => `${at.toISOString().slice(0, 10)} in ${table.replace('audit.', '')}`)
  }

  it('D-36: exist ahead of time from the start', async () => expect(await partitions()).toHaveLength(4))

  it('D-36: are added ahead of time, with the rows that were written without them', async () => {
    await insertAt('2040-03-05T10:00:00Z')
    expect(await times()).toEqual(['2040-03-05 in access_log_other'])
    await maintainAt('2040-02-10T10:00:00Z')
    expect(await partitions()).toEqual(
      expect.arrayContaining(['access_log_204002', 'access_log_204003', 'access_log_204004']),
    )
    expect(await times()).toEqual(['2040-03-05 in access_log_204003'])
  })

  it('D-36: are dropped once their last row is older than twelve months', async () => {
    await maintainAt('2041-01-01T00:00:00Z')
    await insertAt('2041-01-01T00:00:00Z')
    await insertAt('2041-01-31T23:59:59Z')
    await maintainAt('2042-01-31T23:00:00Z')
    expect(await times()).toEqual(['2041-01-01 in access_log_204101', '2041-01-31 in access_log_204101'])
    await maintainAt('2042-02-01T00:00:00Z')
    expect(await times()).toEqual([])
    expect(await partitions()).not.toContain('access_log_204101')
  })

  it('D-36: stay as they are while another session uses the table, for example a dump', async () => {
    const dump = await database.pool.connect()
    try {
      await dump.query('begin')
      await dump.query('select from audit.access_log limit 1')
      const before = await partitions()
      await maintainAt('2045-01-01T00:00:00Z')
      expect(await partitions()).toEqual(before)
    } finally {
      await dump.query('rollback')
      dump.release()
    }
  })
})

describe('the access log while the database is away', () => {
  it('D-36: keeps a limited number of entries, drops the oldest and reports it once', async () => {
    const other = await databaseWithTables()
    let reports = 0
    const log = postgresAccessLog(other.queries, { secret, onDropping: () => reports++ })
    await other.drop()
    for (let n = 0; n < maxQueued + 5_000; n++) log.record(signIn)
    await log.close()
    expect(log.counts().queued).toBeLessThanOrEqual(maxQueued)
    expect(log.counts().queued + log.counts().dropped).toBe(maxQueued + 5_000)
    expect(reports).toBe(1)
  })

  it('D-36: writes what was recorded in the meantime once the database is back', async () => {
    let failures = 0
    const flaky: DatabasePool = {
      ...database.queries,
      transaction: (...work: Parameters<DatabasePool['transaction']>) =>
        failures++ < 2
          ? Promise.reject(new Error('Connection terminated unexpectedly'))
          : database.queries.transaction(...work),
    } as DatabasePool
    const log = postgresAccessLog(flaky, { secret })
    log.record(signIn)
    await expect.poll(() => log.counts(), { timeout: 10_000 }).toEqual({ queued: 0, dropped: 0 })
    expect(failures).toBe(3)
    expect(await all(log)).toHaveLength(1)
  })
})
