import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'slonik'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { bootstrap } from '../../../infrastructure/composition/bootstrap.ts'
import { readConfig } from '../../../infrastructure/composition/config.ts'
import { OperatorError } from '../../../infrastructure/operator-error.ts'
import { testDatabase } from '../../support/database.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'

const database = await testDatabase()
const home = mkdtempSync(join(tmpdir(), 'garbo-bootstrap-'))
afterAll(async () => {
  await database.drop()
  rmSync(home, { recursive: true, force: true })
})

const config = readConfig({
  NODE_ENV: 'test',
  DATABASE_URL: database.url,
  GARBO_HOME: home,
  GARBO_MASTER_KEY: randomBytes(32).toString('base64'),
})

/** The clock of this machine is `ms` ahead until the test ends. */
const runAhead = (ms: number) => {
  const realNow = Date.now
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ms)
  onTestFinished(() => spy.mockRestore())
}

describe('a process that starts while its database is unreachable', () => {
  it('waits for it', async () => {
    const proxy = await startTcpProxy(database.url)
    onTestFinished(proxy.close)
    proxy.refuse()
    const reasons: string[] = []
    const throughProxy = { ...config, DATABASE_URL: proxy.urlThrough(database.url) }
    const starting = bootstrap(throughProxy, {
      databaseWaitMs: 60_000,
      onUnreachable: (reason) => reasons.push(reason),
    })
    await vi.waitUntil(() => reasons.length === 2, { timeout: 30_000 })
    proxy.restore()
    await (await starting).close()
    expect(reasons).toContain('Connection terminated unexpectedly')
  })

  it('says so in one sentence when it gives up', async () => {
    const nowhere = 'postgresql://garbo@127.0.0.1:1/garbo'
    await expect(bootstrap({ ...config, DATABASE_URL: nowhere })).rejects.toThrow(
      new OperatorError(
        'The database is unreachable: connect ECONNREFUSED 127.0.0.1:1. Is it running, and is DATABASE_URL correct?',
      ),
    )
  })

  it('does not wait if the database answers with an error', async () => {
    const unknown = Object.assign(new URL(database.url), { pathname: '/unknown' }).href
    const onUnreachable = vi.fn<(reason: string) => void>()
    const starting = bootstrap({ ...config, DATABASE_URL: unknown }, { databaseWaitMs: 60_000, onUnreachable })
    await expect(starting).rejects.toThrow(
      new OperatorError(
        'The database refuses the connection: database "unknown" does not exist. Is DATABASE_URL correct?',
      ),
    )
    expect(onUnreachable).not.toHaveBeenCalled()
  })
})

it('a process that starts on a read-only database says so in one sentence', async () => {
  const readOnly = { ...config, DATABASE_URL: `${database.url}?options=-c%20default_transaction_read_only%3Don` }
  await expect(bootstrap(readOnly)).rejects.toThrow(
    new OperatorError('The database is read-only. Is it a standby, or does DATABASE_URL name the wrong server?'),
  )
})

it('a process whose database knows no such parameter says so in one sentence', async () => {
  const unknown = { ...config, DATABASE_URL: `${database.url}?options=-c%20colour%3Dred` }
  await expect(bootstrap(unknown)).rejects.toThrow(
    new OperatorError(
      'The database refuses the connection: unrecognized configuration parameter "colour". Is DATABASE_URL correct?',
    ),
  )
})

it('a process whose database does not encrypt connections as DATABASE_URL demands says so in one sentence', async () => {
  const encrypted = { ...config, DATABASE_URL: `${database.url}?sslmode=require` }
  await expect(bootstrap(encrypted)).rejects.toThrow(
    new OperatorError(
      'The database refuses the connection: The server does not support SSL connections. Is DATABASE_URL correct?',
    ),
  )
})

it('a process with an invalid address of EventStoreDB says so in one sentence, without its password', async () => {
  const invalid = { ...config, ESDB_URL: 'esdb://admin:secret@127.0.0.1:2113?tls=maybe' }
  await expect(bootstrap(invalid)).rejects.toThrow(new OperatorError('ESDB_URL is not a valid connection string.'))
})

it('a process whose data folder is a file says so in one sentence', async () => {
  const file = join(home, 'file')
  writeFileSync(file, '')
  const { GARBO_MASTER_KEY: _, ...rest } = config
  const refusal = await bootstrap({ ...rest, GARBO_HOME: file }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(OperatorError)
  expect(refusal).toMatchObject({ message: expect.stringMatching(/file\/master\.key can be neither read nor created/) })
})

it('a process with the wrong master key says so in one sentence', async () => {
  await (await bootstrap(config)).close()
  const wrong = { ...config, GARBO_MASTER_KEY: randomBytes(32).toString('base64') }
  const refusal = await bootstrap(wrong).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(OperatorError)
  expect(refusal).toMatchObject({ message: expect.stringMatching(/^Wrong master key: /) })
})

describe('R29: a process whose machine has the wrong time', () => {
  it('refuses to start in production, and says by how much', async () => {
    runAhead(120_000)
    await expect(bootstrap({ ...config, NODE_ENV: 'production' })).rejects.toThrow(
      /^The clock of this machine is 1[12]\d s ahead of the database's\. Synchronise both/,
    )
  })

  it('follows the clock of the database elsewhere', async () => {
    const before = Date.now()
    runAhead(86_400_000)
    const { clock, close } = await bootstrap(config)
    onTestFinished(close)
    expect(Date.parse(clock()) - before).toBeLessThan(60_000)
    expect(Date.parse(clock()) - before).toBeGreaterThan(-60_000)
  })
})

it('each pool of a process opens at most DATABASE_POOL_SIZE connections', async () => {
  const { storage, close } = await bootstrap({ ...config, DATABASE_POOL_SIZE: 4 })
  onTestFinished(close)
  const statements = Array.from({ length: 10 })
  const events = await Promise.all(
    statements.map(() => storage.pool.query<{ pid: number }>('select pg_backend_pid() pid, pg_sleep(0.1)::text')),
  )
  const rows = await Promise.all(
    statements.map(() =>
      storage.queries.oneFirst(sql.type(z.object({ pid: z.number() }))`select pg_backend_pid() pid from pg_sleep(0.1)`),
    ),
  )
  expect(new Set(events.map(({ rows: [row] }) => row?.pid)).size).toBeLessThanOrEqual(4)
  expect(new Set(rows).size).toBe(4)
})
