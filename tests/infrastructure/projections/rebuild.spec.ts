import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { family } from '../../../domain/kernel/event.ts'
import { AccountErased } from '../../../domain/privacy/erasure.ts'
import { foldInMemory } from '../../../infrastructure/projections/fold.ts'
import { listProjections } from '../../../infrastructure/projections/reader-status.ts'
import { rebuildProjection } from '../../../infrastructure/projections/rebuild.ts'
import { testDatabase } from '../../support/database.ts'
import { allCardEvents, cards, noise, stamped, torn } from './card-projections.ts'
import {
  checkpointReaches,
  readCheckpoint,
  resetReaders,
  shownRows,
  startReaderProcess,
  waitUntil,
} from './reader-process.ts'
import { memoryTestLog } from './test-log.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)
beforeEach(() => resetReaders(pool))

const neverAborted = new AbortController().signal
/** The same columns with a different fold: every stamp adds one more. */
const secondVersion = {
  ...cards,
  version: 2,
  evolve: ((row, recorded, key) => {
    const next = cards.evolve(row, recorded, key)
    return next && { ...next, stamps: next.stamps + 1 }
  }) satisfies typeof cards.evolve,
}
const readBuilds = async () =>
  (await pool.query<{ relation: string; state: string }>('select relation, state from ops.builds order by made_at'))
    .rows
const listTables = async () =>
  (
    await pool.query<{ t: string }>(`select tablename as t from pg_tables where schemaname = 'read' order by 1`)
  ).rows.map(({ t }) => t)

/** A pool that delays matching statements until `until` resolves. */
const delayed = (db: Pool, until: (text: string) => Promise<unknown> | undefined) =>
  new Proxy(db, {
    get: (target, name) =>
      name === 'query'
        ? async (text: unknown, values: unknown[]) => {
            await until(String(text))
            return target.query(text as string, values)
          }
        : Reflect.get(target, name),
  })

describe('R13: rebuilding a projection', () => {
  it('gives the same rows every time', async () => {
    const log = memoryTestLog()
    const process = startReaderProcess(pool, log)
    process.run(cards)
    await checkpointReaches(
      pool,
      'cards_v1',
      await log.write(stamped('a', 3), stamped('b', 2), torn('b'), stamped('c', 9), noise),
    )
    const before = await shownRows(pool, 'cards')
    expect(Object.keys(before)).toEqual(['a', 'c'])
    for (const relation of ['cards_v1_r2', 'cards_v1_r3']) {
      expect(await rebuildProjection(process, cards, neverAborted)).toEqual({ type: 'Serving', relation })
      expect(await shownRows(pool, 'cards')).toEqual(before)
    }
    await checkpointReaches(pool, 'cards_v1_r3', await log.write(stamped('c', 1)))
    expect(await shownRows(pool, 'cards')).not.toEqual(before)
  })

  it('is invisible: readers see complete rows that only grow while others write', async () => {
    const log = memoryTestLog()
    const process = startReaderProcess(pool, log)
    process.run(cards)
    const count = 400
    await checkpointReaches(
      pool,
      'cards_v1',
      await log.write(...Array.from({ length: count }, (_, n) => stamped(`c${n}`))),
    )
    const state = { isDone: false }
    const seen: number[] = []
    const reading = (async () => {
      while (!state.isDone) {
        const { rows } = await pool.query<{ n: number; stamps: number }>(
          'select count(*)::int as n, sum(stamps)::int as stamps from read.cards',
        )
        expect(rows[0]?.n).toBe(count)
        seen.push(rows[0]?.stamps ?? 0)
      }
    })()
    const writing = (async () => {
      let last = ''
      for (let n = 0; !state.isDone; n++) {
        last = await log.write(stamped(`c${n % count}`, n))
        await pause(1)
      }
      return last
    })()
    const outcome = await rebuildProjection(process, cards, neverAborted, { pageSize: 50, maxGatheredRows: 0 })
    await pause(30)
    state.isDone = true
    await reading
    expect(outcome.type).toBe('Serving')
    expect(seen.toSorted((a, b) => a - b)).toEqual(seen)
    await checkpointReaches(pool, 'cards_v1_r2', await writing)
    const stamps = [...foldInMemory(cards, await log.recorded()).values()].reduce((sum, card) => sum + card.stamps, 0)
    expect((await pool.query<{ s: number }>('select sum(stamps)::int as s from read.cards')).rows[0]?.s).toBe(stamps)
  })

  it('reads the log once, even with a full last page, and leaves no staging rows', async () => {
    const log = memoryTestLog()
    const process = startReaderProcess(pool, log)
    process.run(cards)
    await checkpointReaches(
      pool,
      'cards_v1',
      await log.write(...Array.from({ length: 400 }, (_, n) => stamped(`c${n % 30}`, n))),
    )
    let reads = 0
    const readAll: typeof log.store.readAll = (after, limit) => {
      reads++
      return log.store.readAll(after, limit)
    }
    const counting = { ...process, store: { ...log.store, readAll } }
    for (const options of [{ pageSize: 100 }, { pageSize: 100, maxGatheredRows: 0 }]) {
      reads = 0
      expect(await rebuildProjection(counting, cards, neverAborted, options)).toMatchObject({ type: 'Serving' })
      expect(reads).toBe(5)
    }
    expect((await listTables()).filter((table) => table.endsWith('_notes'))).toEqual([])
  })

  it('happens automatically when the code raises the version, and the old table is dropped', async () => {
    const log = memoryTestLog()
    const oldRelease = startReaderProcess(pool, log)
    oldRelease.run(cards)
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 3)))
    await oldRelease.stop()
    const newRelease = startReaderProcess(pool, log)
    newRelease.run(secondVersion)
    await waitUntil(async () =>
      (await readBuilds()).some(({ relation, state }) => relation === 'cards_v2' && state === 'serving'),
    )
    expect((await pool.query('select stamps from read.cards')).rows).toEqual([{ stamps: 2 }])
    await checkpointReaches(pool, 'cards_v2', await log.write(stamped('a', 4)))
    await waitUntil(async () => (await listTables()).length === 1)
    expect(await readBuilds()).toEqual([{ relation: 'cards_v2', state: 'serving' }])
  })

  it('leaves no table with data of erased accounts', async () => {
    const log = memoryTestLog(family(...allCardEvents.codecs.values(), AccountErased))
    const process = startReaderProcess(pool, log)
    process.run(cards)
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 13), stamped('b')))
    const broken = {
      ...cards,
      onFailedEvent: 'stop' as const,
      evolve: (() => {
        throw new Error('cannot project')
      }) satisfies typeof cards.evolve,
    }
    const longReader = await pool.connect()
    await longReader.query('begin; select * from read.cards_v1')
    expect(await rebuildProjection(process, cards, neverAborted)).toMatchObject({ type: 'Serving' })
    expect(await rebuildProjection(process, broken, neverAborted)).toMatchObject({ type: 'EventFailed' })
    await checkpointReaches(pool, 'cards_v1_r2', await log.write(stamped('b')))
    expect(await listTables()).toEqual(['cards_v1', 'cards_v1_r2', 'cards_v1_r3'])
    await longReader.query('commit')
    longReader.release()
    const data = { accountId: 'a', clientId: null, at: '2026-05-04T10:00:00.000Z' }
    await log.write({ type: 'AccountErased', data })
    await waitUntil(async () => (await listTables()).length === 1)
    expect(await readBuilds()).toEqual([{ relation: 'cards_v1_r2', state: 'serving' }])
  })

  it('happens automatically when a column is added without a new version', async () => {
    const log = memoryTestLog()
    const oldRelease = startReaderProcess(pool, log)
    oldRelease.run(cards)
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 3)))
    await oldRelease.stop()
    const extended = {
      ...cards,
      columns: { ...cards.columns, firstAt: { type: 'instant' } },
      evolve: ((row, recorded, key) => {
        const next = cards.evolve(row, recorded, key)
        return next && { ...next, firstAt: (row as { firstAt?: string } | null)?.firstAt ?? next.lastAt }
      }) satisfies typeof cards.evolve,
    } as const
    startReaderProcess(pool, log).run(extended)
    await waitUntil(async () =>
      (await readBuilds()).some(({ relation, state }) => relation === 'cards_v1_r2' && state === 'serving'),
    )
    expect((await pool.query<{ same: boolean }>('select first_at = last_at as same from read.cards')).rows).toEqual([
      { same: true },
    ])
  })

  it('is not triggered by code older than the serving version', async () => {
    const log = memoryTestLog()
    const newRelease = startReaderProcess(pool, log)
    newRelease.run(secondVersion)
    await checkpointReaches(pool, 'cards_v2', await log.write(stamped('a', 3)))
    await newRelease.stop()
    const oldRelease = startReaderProcess(pool, log)
    oldRelease.run(cards)
    const restarted = startReaderProcess(pool, log)
    await log.write(stamped('a', 4))
    const isLed = `select from ops.leases where name = 'projection:cards' and until > now()`
    await waitUntil(async () => (await pool.query(isLed)).rowCount === 1)
    await pause(150)
    expect(await readBuilds()).toEqual([{ relation: 'cards_v2', state: 'serving' }])
    await oldRelease.stop()
    restarted.run(secondVersion)
    await waitUntil(
      async () => (await pool.query<{ stamps: number }>('select stamps from read.cards')).rows[0]?.stamps === 4,
    )
  })

  it('leaves no leader on the old table, not even one that is starting', async () => {
    const log = memoryTestLog()
    const first = startReaderProcess(pool, log)
    first.run(cards)
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a')))
    await first.stop()

    const { promise: rebuilt, resolve: continueAcquiring } = Promise.withResolvers<unknown>()
    const acquisitions: string[] = []
    const late = startReaderProcess(
      delayed(pool, (text) => {
        if (!text.startsWith('update ops.checkpoints c set fence') || acquisitions.push(text) > 1) return undefined
        return rebuilt
      }),
      log,
    )
    late.run(cards)
    await waitUntil(() => Promise.resolve(acquisitions.length > 0))
    await rebuildProjection(startReaderProcess(pool, log), cards, neverAborted)
    continueAcquiring(null)
    await checkpointReaches(pool, 'cards_v1_r2', await log.write(stamped('a')))
  })

  it('neither waits for a long-running reader nor blocks others', async () => {
    const log = memoryTestLog()
    const process = startReaderProcess(pool, log)
    process.run(cards)
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 3)))
    const longReader = await pool.connect()
    await longReader.query('begin')
    await longReader.query('select * from read.cards')
    const rebuilt = rebuildProjection(process, cards, neverAborted)
    await waitUntil(async () => (await readCheckpoint(pool, 'cards_v1_r2'))?.position)
    // The rebuild cannot swap yet; the old table is still read and written.
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 3)))
    expect((await pool.query('select stamps from read.cards')).rows).toEqual([{ stamps: 2 }])
    await longReader.query('commit')
    longReader.release()
    expect(await rebuilt).toMatchObject({ type: 'Serving' })
    expect((await pool.query('select stamps from read.cards')).rows).toEqual([{ stamps: 2 }])
  })

  it('reports an event it must stop at, and the old table keeps serving', async () => {
    const log = memoryTestLog()
    const process = startReaderProcess(pool, log)
    process.run(cards)
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('a', 3), stamped('b', 13), stamped('a', 5)))
    const broken = {
      ...cards,
      onFailedEvent: 'stop' as const,
      evolve: ((row, recorded, key) => {
        if (recorded.event.type === 'Stamped' && recorded.event.data.points === 13) throw new Error('cannot project')
        return cards.evolve(row, recorded, key)
      }) satisfies typeof cards.evolve,
    }
    const outcome = await rebuildProjection(process, broken, neverAborted)
    expect(outcome).toMatchObject({ type: 'EventFailed', eventType: 'Stamped', reason: 'Error: cannot project' })
    await checkpointReaches(pool, 'cards_v1', await log.write(stamped('c', 3)))
    const [status] = await listProjections(process, [cards])
    expect(status).toMatchObject({
      relation: 'cards_v1',
      state: 'running',
      lag: 0,
      rebuild: { relation: 'cards_v1_r2', stopped: { reason: 'Error: cannot project' } },
    })
    expect(await rebuildProjection(process, cards, neverAborted)).toMatchObject({ type: 'Serving' })
    expect((await listProjections(process, [cards]))[0]?.rebuild).toBeNull()
  })
})
