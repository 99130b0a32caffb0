import type { Pool, PoolClient } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatPosition } from '../../../infrastructure/event-store/postgres/postgres-event-store.ts'
import { blockedRows } from '../../../infrastructure/projections/set-aside.ts'
import { checkpointBatcher, type CheckpointBatcher } from '../../../infrastructure/projections/checkpoint-batcher.ts'
import { type AcquiredCheckpoint, progressChannel } from '../../../infrastructure/projections/checkpoints.ts'
import { encodeRows, loadRows, projectionTable } from '../../../infrastructure/projections/projection-table.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { testDatabase } from '../../support/database.ts'
import { cards, ledger } from './card-projections.ts'
import { resetReaders } from './reader-process.ts'

const { pool, drop } = await testDatabase()
afterAll(drop)

const [cardTable, ledgerTable] = [projectionTable(cards), projectionTable(ledger)]
const card = {
  cardId: 'a',
  stamps: 1,
  hugePoints: 1,
  exactPoints: '1.50',
  lucky: false,
  lastAt: '2026-05-04T10:00:00.000Z',
  lastDay: '2026-05-04',
  lastNote: 'perché "sì" {\\}',
  order: { b: 1, a: [null, '"'] },
}

/** A checkpoint that this process holds. */
const held = async (name: string, fence = 1): Promise<AcquiredCheckpoint> => {
  await pool.query('insert into ops.checkpoints (name, fence) values ($1, $2)', [name, fence])
  return { name, fence: '1', stored: null, readUpTo: null, blocked: blockedRows([]), stop: new AbortController() }
}

const positionOf = async ({ name }: AcquiredCheckpoint) =>
  (await pool.query<{ position: string | null }>('select position from ops.checkpoints where name = $1', [name]))
    .rows[0]?.position

const rowsOf = (table: typeof cardTable, all: Readonly<Record<string, object>>) => {
  const encoded = encodeRows(table, new Map(Object.entries(all)) as never, new Map())
  if (E.isLeft(encoded)) throw new Error(encoded.left)
  return encoded.right
}

/** The statements that pass through a pool. */
const listenedTo = (statements: string[]): Pool => {
  const record = (statement: unknown) => {
    statements.push(typeof statement === 'string' ? statement : (statement as { readonly text: string }).text)
  }
  const recording = <A extends Pool | PoolClient>(target: A): A =>
    new Proxy(target, {
      get: (object, key) => {
        const value: unknown = Reflect.get(object, key)
        if (typeof value !== 'function') return value
        return (...args: readonly unknown[]) => {
          if (key === 'query') record(args[0])
          const result: unknown = Reflect.apply(value, object, args)
          return key === 'connect' ? (result as Promise<PoolClient>).then(recording) : result
        }
      },
    })
  return recording(pool)
}

let batcher: CheckpointBatcher
let statements: string[]
beforeEach(async () => {
  await resetReaders(pool)
  await pool.query(`${cardTable.create}; ${ledgerTable.create}`)
  statements = []
  batcher = checkpointBatcher(listenedTo(statements))
})
afterEach(() => batcher.close())

const to = formatPosition(7)
const writeCards = (checkpoint: AcquiredCheckpoint, stamps = 1) =>
  batcher.write({ table: cardTable, rows: rowsOf(cardTable, { a: { ...card, stamps } }), checkpoint, to })
const writeLedger = (checkpoint: AcquiredCheckpoint) =>
  batcher.write({ table: ledgerTable, rows: rowsOf(ledgerTable, { a: { times: 3 } }), checkpoint, to })
const ledgerRows = async () => (await pool.query('select key, times from read.ledger_v1')).rows

describe('what the readers of a process write at the same time', () => {
  it('is one statement, which stores rows and positions as each would alone', async () => {
    const [ofCards, ofLedger] = [await held('cards_v1'), await held('ledger_v1')]
    expect(await Promise.all([writeCards(ofCards), writeLedger(ofLedger)])).toEqual([true, true])
    expect(statements.filter((text) => text.startsWith('select'))).toHaveLength(1)
    expect([...(await loadRows(pool, cardTable, ['a']))]).toEqual([['a', card]])
    expect(await ledgerRows()).toEqual([{ key: 'a', times: 3 }])
    expect([await positionOf(ofCards), await positionOf(ofLedger), ofCards.stored]).toEqual([to, to, to])
  })

  it('is not stored for a table whose checkpoint another process holds', async () => {
    const [ofCards, ofLedger] = [await held('cards_v1', 2), await held('ledger_v1')]
    expect(await Promise.all([writeCards(ofCards), writeLedger(ofLedger)])).toEqual([false, true])
    expect(await loadRows(pool, cardTable, ['a'])).toEqual(new Map())
    expect(await ledgerRows()).toEqual([{ key: 'a', times: 3 }])
    expect([await positionOf(ofCards), await positionOf(ofLedger)]).toEqual([null, to])
  })

  it('does not wait for a table that is being replaced', async () => {
    const [ofCards, ofLedger] = [await held('cards_v1'), await held('ledger_v1')]
    const replacing = await pool.connect()
    await replacing.query(`begin; select from ops.checkpoints where name = 'cards_v1' for update`)
    expect(await Promise.all([writeCards(ofCards), writeLedger(ofLedger)])).toEqual([false, true])
    await replacing.query('rollback')
    replacing.release()
    expect(await positionOf(ofCards)).toBe(null)
  })

  it('is to be written alone if Postgres rejects a row of any table', async () => {
    const [ofCards, ofLedger] = [await held('cards_v1'), await held('ledger_v1')]
    await pool.query('alter table read.cards_v1 add check (stamps < 100)')
    expect(await Promise.all([writeCards(ofCards, 100), writeLedger(ofLedger)])).toEqual([false, false])
    expect([await positionOf(ofCards), await positionOf(ofLedger), ofLedger.stored]).toEqual([null, null, null])
    // the server reports an error before it releases the locks
    await expect.poll(() => writeLedger(ofLedger)).toBe(true)
  })

  it('deletes and replaces rows', async () => {
    const ofLedger = await held('ledger_v1')
    await writeLedger(ofLedger)
    const rows = encodeRows(ledgerTable, new Map([['a', null], ['b', { times: 1 }]]), new Map([['a', { times: 3 }]])) // prettier-ignore
    if (E.isLeft(rows)) throw new Error(rows.left)
    const later = { table: ledgerTable, rows: rows.right, checkpoint: ofLedger, to: formatPosition(9) }
    expect(await batcher.write(later)).toBe(true)
    expect(await ledgerRows()).toEqual([{ key: 'b', times: 1 }])
  })

  it('is to be written alone if one of the tables is missing', async () => {
    const [ofCards, ofLedger] = [await held('cards_v1'), await held('ledger_v1')]
    await pool.query(`alter table read.cards_v1 rename to away`)
    expect(await Promise.all([writeCards(ofCards), writeLedger(ofLedger)])).toEqual([false, false])
    await pool.query(`alter table read.away rename to cards_v1`)
    await expect.poll(() => writeCards(ofCards)).toBe(true)
  })
})

describe('a reader for which nothing changed', () => {
  it('is announced to other processes at once and moved with others later', async () => {
    const [ofCards, ofLedger] = [await held('cards_v1'), await held('ledger_v1')]
    const announced: string[] = []
    const listener = await pool.connect()
    listener.on('notification', ({ payload }) => announced.push(payload ?? ''))
    await listener.query(`listen ${progressChannel}`)
    for (const checkpoint of [ofCards, ofLedger]) batcher.defer(Object.assign(checkpoint, { readUpTo: to }))
    await expect.poll(() => announced).toEqual([`cards_v1 ${to}\nledger_v1 ${to}`])
    expect(await positionOf(ofCards)).toBe(null)
    await expect.poll(() => positionOf(ofCards)).toBe(to)
    await expect.poll(() => ofLedger.stored).toBe(to)
    expect(statements).toHaveLength(2)
    await listener.query(`unlisten *`)
    listener.release()
  })

  it('stops if another process has acquired its checkpoint', async () => {
    const ofCards = await held('cards_v1', 2)
    batcher.defer(Object.assign(ofCards, { readUpTo: to }))
    await batcher.close()
    expect(ofCards.stop.signal.aborted).toBe(true)
  })

  it('is moved when the process ends', async () => {
    const ofCards = await held('cards_v1')
    batcher.defer(Object.assign(ofCards, { readUpTo: to }))
    await batcher.close()
    expect([await positionOf(ofCards), ofCards.stored]).toEqual([to, to])
  })
})
