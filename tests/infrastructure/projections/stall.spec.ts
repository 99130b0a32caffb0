import { setTimeout as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { retryDelayMs } from '../../../infrastructure/projections/reader-runtime.ts'
import { runPolicy } from '../../../infrastructure/reactions/policy-runner.ts'
import { createPool, testDatabase } from '../../support/database.ts'
import { greetingPolicy } from '../reactions/greeting-policy.ts'
import { ledger, stamped } from './card-projections.ts'
import { checkpointReaches, readCheckpoint, resetReaders, startReaderProcess, waitUntil } from './reader-process.ts'
import { memoryTestLog, type TestLog } from './test-log.ts'

const { pool, url, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => resetReaders(pool))

/** Decodes events like the log, until told to hang. */
const hangingHistory = (log: TestLog) => {
  let hangs = false
  const released = Promise.withResolvers<undefined>()
  let started = 0
  const decode: TestLog['history']['decode'] = (family, page, personalData) => async () => {
    started += 1
    if (hangs) await released.promise
    return log.history.decode(family, page, personalData)()
  }
  return {
    history: { decode },
    hang: () => (hangs = true),
    release: () => released.resolve(undefined),
    started: () => started,
  }
}
const fence = async (name: string) => Number((await readCheckpoint(pool, name))?.fence)

describe('R12: a reader that fails again and again', () => {
  const unreachable = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const outages = {
    'a refused connection': unreachable,
    'a database without an answer': new Error('the database does not respond'),
    'an event log that is away': new Error('the event log cannot be read', { cause: { type: 'Unavailable' } }),
    'keys that cannot be read': new Error('undecrypted', { cause: { type: 'KeyringUnavailable', cause: unreachable } }),
  }

  it.each(Object.entries(outages))('tries again every second after %s', (_, cause) => {
    expect([1, 2, 3, 4, 9].map((failures) => retryDelayMs(failures, cause))).toEqual([200, 400, 800, 1_000, 1_000])
  })

  it('pauses up to ten seconds after an error that will not pass by itself', () => {
    const pauses = [1, 4, 6, 7, 20].map((failures) =>
      retryDelayMs(failures, new TypeError('undefined is not a function')),
    )
    expect(pauses).toEqual([200, 1_600, 6_400, 10_000, 10_000])
  })
})

describe('R12: a leader that has work but makes no progress', () => {
  it('loses its lease, and another process projects what it did not; nothing is projected twice', async () => {
    const log = memoryTestLog()
    const { history, hang, release } = hangingHistory(log)
    const stuck = startReaderProcess(pool, log, { history, stallMs: 500 })
    stuck.run(ledger)
    await checkpointReaches(pool, 'ledger_v1', await log.write(stamped('a')))
    startReaderProcess(pool, log).run(ledger)
    hang()
    await checkpointReaches(pool, 'ledger_v1', await log.write(stamped('b')))
    expect(stuck.failures).toContainEqual(
      expect.objectContaining({ type: 'Unavailable', reason: 'Error: there is work, but no progress' }),
    )
    release()
    await checkpointReaches(pool, 'ledger_v1', await log.write(stamped('c')))
    const { rows } = await pool.query(
      `select key, times from read.ledger where times <> case key when 'total' then 3 else 1 end`,
    )
    expect(rows).toEqual([])
  })

  it('loses its lease as a policy, too', async () => {
    const log = memoryTestLog()
    const working = greetingPolicy(log)
    const stuck = startReaderProcess(pool, log, { stallMs: 500 })
    stuck.runAlso((reading, signal) =>
      runPolicy(reading, { ...working, react: () => () => new Promise(() => undefined) }, signal),
    )
    await waitUntil(async () => (await fence('policy:greeting')) > 0)
    startReaderProcess(pool, log).runAlso((reading, signal) => runPolicy(reading, working, signal))
    await checkpointReaches(pool, 'policy:greeting', await log.write(stamped('a')))
    expect(stuck.failures).toMatchObject([{ reader: 'policy:greeting', type: 'Unavailable' }])
  })

  it('keeps its lease while it waits for events', async () => {
    const log = memoryTestLog()
    const waiting = startReaderProcess(pool, log, { stallMs: 200 })
    waiting.run(ledger)
    await checkpointReaches(pool, 'ledger_v1', await log.write(stamped('a')))
    const before = await fence('ledger_v1')
    startReaderProcess(pool, log).run(ledger)
    await pause(800)
    expect([await fence('ledger_v1'), waiting.failures]).toEqual([before, []])
  })
})

describe('R12: a process that fills its tables from a long log', () => {
  it('fills four at once, so that none waits long for the event loop, and in the end all', async () => {
    const log = memoryTestLog()
    const last = await log.write(...Array.from({ length: 30 }, (_, n) => stamped(`card-${n}`)))
    const { history, hang, release, started } = hangingHistory(log)
    const process = startReaderProcess(pool, log, { history })
    const names = Array.from({ length: 7 }, (_, n) => `ledger${n}`)
    hang()
    for (const name of names) process.run({ ...ledger, name }, { pageSize: 10 })
    await waitUntil(() => Promise.resolve(started() === 4))
    await pause(300)
    expect(started()).toBe(4)
    release()
    for (const name of names) await checkpointReaches(pool, `${name}_v1`, last)
  })

  it('stores a table although it is busy with other work for a second between two statements', async () => {
    const log = memoryTestLog()
    const many = Array.from({ length: 2_000 }, (_, n) => stamped(`card-${n}`))
    await log.write(...many)
    await log.write(...many)
    const last = await log.write(...many)
    const busy = createPool(url)
    busy.on('connect', (client) => void blockAfterStatement(client, /^set local idle/))
    const process = startReaderProcess(busy, log, { leaseMs: 10_000 })
    process.run(ledger)
    await checkpointReaches(pool, 'ledger_v1', last)
    await process.stop()
    await busy.end()
    expect(process.failures).toEqual([])
  })
})

/** Occupies the event loop once Postgres executes the statement that follows one of these. */
const blockAfterStatement = (client: PoolClient, pattern: RegExp) => {
  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown
  const queryAndBlock = (...args: readonly unknown[]) => {
    const result = query(...args)
    if (pattern.test(String(args[0]))) void Promise.resolve(result).then(() => setImmediate(blockEventLoop))
    return result
  }
  return Object.assign(client, { query: queryAndBlock })
}

const blockEventLoop = () => {
  const until = performance.now() + 1_500
  while (performance.now() < until);
}
