import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Expected } from '../../../../application/ports/event-store.ts'
import { type BatchConnection, writeBatch } from '../../../../infrastructure/event-store/postgres/append-queue.ts'
import {
  type LogHead,
  type BatchedAppend,
  type TailPrediction,
  tailPredictor,
} from '../../../../infrastructure/event-store/postgres/batch-composition.ts'
import { defaultTimeouts } from '../../../../infrastructure/postgres/postgres.ts'
import { writeConnection } from '../../../../infrastructure/event-store/postgres/write-connection.ts'
import { events, ok } from '../../../contract/event-store/test-kit.ts'
import { expectedPositions, logDatabase, readTail } from './log-database.ts'

const database = await logDatabase()
const connection = writeConnection({ connectionString: database.url, timeouts: defaultTimeouts })
let typeNumber = 0
beforeAll(async () => {
  await ok(database.open().append('warm', 'any', events(1)))
  typeNumber = (await database.column<number>('select type_no from log.types'))[0] ?? 0
})
afterAll(() => connection.close().then(database.drop))

const uniqueViolation = '23505'
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)

const batched = (size: number, overrides: Partial<BatchedAppend> = {}): BatchedAppend => ({
  stream: 's',
  expected: 'none',
  events: events(size),
  streamNumber: -1,
  before: 0,
  offset: 1,
  answer: () => undefined,
  ...overrides,
})

const alone = (end: LogHead): TailPrediction => ({ head: end, isSoleWriter: true })
const knownHead = { position: 7, id: '00000000-0000-7000-8000-000000000007' }

/** The statements used to write batches of these sizes. */
const statementsFor = async (sizes: readonly number[], prediction: TailPrediction, expected: Expected = 'none') => {
  const statements: string[] = []
  const write: BatchConnection = {
    query: ({ name }) => {
      statements.push(name)
      return Promise.resolve([['7']])
    },
    insert: ({ name }) => {
      statements.push(name)
      return Promise.resolve(0)
    },
    copyIn: (sql) => {
      statements.push(sql.includes('copy log.events') ? 'copy' : sql)
      return Promise.resolve()
    },
  }
  for (const size of sizes) await writeBatch(write, [batched(size, { expected })], () => 1, prediction)
  return statements
}

it('when the end is known, positions are assigned by the process, and large batches are written by COPY', async () => {
  const statements = await statementsFor([1, 2, 63, 64], alone(knownHead))
  expect(statements).toEqual(['log.insert-event-at', 'log.insert-batch-at', 'log.insert-batch-at', 'copy'])
  expect(await statementsFor([1], alone(knownHead), 'any')).toEqual(['log.insert-batch-at'])
})

it.each<[string, TailPrediction]>([
  ['the end of the log is unknown', { head: null, isSoleWriter: true }],
  ['another process writes too', { head: knownHead, isSoleWriter: false }],
])('the database assigns positions when %s', async (_, prediction) => {
  expect(await statementsFor([1, 2, 64], prediction)).toEqual(['log.append', 'log.append', 'log.append'])
})

describe.each([1, 3, 300])('%i events with predicted positions', (size) => {
  const end = async (): Promise<LogHead> => {
    const { rows } = await database.pool.query<LogHead>(
      'select position::int as position, id from log.events order by position desc limit 1',
    )
    return rows[0] ?? knownHead
  }
  const attempt = (behind: LogHead, overrides: Partial<BatchedAppend>) =>
    writeBatch(connection, [batched(size, overrides)], () => typeNumber, alone(behind)).catch(codeOf)
  /** For both INSERT and COPY. */
  const expectedRefusal = size === 300 ? uniqueViolation : null

  it('are appended at the end of the log under their stream’s name', async () => {
    const [{ position, id }, stream] = [await end(), `begun-${size}`]
    expect(await attempt({ position, id }, { stream })).toBe(position)
    expect(await attempt(await end(), { stream, expected: size, streamNumber: position + 1, before: size })).toBe(
      position + size,
    )
    expect(await ok(database.open().read(stream))).toHaveLength(2 * size)
  })

  it.each([
    ['before', -1],
    ['after', 1],
  ])('are not written when the expected end is %s the real end', async (_, offset) => {
    const { position, id } = await end()
    expect(await attempt({ position: position + offset, id }, { stream: `lost-${size}` })).toBe(expectedRefusal)
    expect(await end()).toEqual({ position, id })
  })

  it('wait for the current writer and then find their position taken', async () => {
    const { position, id } = await end()
    const other = await database.pool.connect()
    await other.query('begin; select pg_advisory_xact_lock(7021807291)')
    const waiting = attempt({ position, id }, { stream: `late-${size}` })
    const waitingLocks = () =>
      database.column(
        `select count(*)::int from pg_locks where not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
    await expect.poll(waitingLocks).toEqual([1])
    await other.query(
      `insert into log.events (position, stream_no, id, version, type_no, name, meta, data)
       values ($1, $1, gen_random_uuid(), 1, $2, $3, '{}', '{}')`,
      [position + 1, typeNumber, `faster-${size}`],
    )
    await other.query('commit')
    other.release()
    expect(await waiting).toBe(uniqueViolation)
    expect(await end()).toMatchObject({ position: position + 1 })
  })

  it('are not written when the expected stream state does not exist', async () => {
    const { position } = await end()
    const behind = { ...knownHead, position }
    expect(await attempt(behind, { stream: 'warm', expected: 5, streamNumber: 1, before: 5 })).toBe(expectedRefusal)
    expect(await end()).toMatchObject({ position })
  })
})

it('R5, R7: two writers with predicted positions both succeed and leave no gap', async () => {
  const [before = 0] = await database.column<number>('select max(position)::int from log.events')
  await Promise.all(
    [database.open(), database.open()].map(async (store, writer) => {
      for (let n = 0; n < 60; n++) await ok(store.append(`both-${writer}-${n}`, 'none', events(1 + (n % 3))))
    }),
  )
  const all = await readTail(database.open(), before + 2 * 120)
  expect(all.map(({ position }) => position)).toEqual(expectedPositions(before + 2 * 120))
})

describe('the predicted end of the log', () => {
  const batches = () => {
    const { onSent } = tailPredictor()
    return (size: number) => {
      const own = events(size)
      return { ...onSent([{ events: own }]), last: own.at(-1)?.id }
    }
  }

  it('is known after the first batch and trusted after a second batch has confirmed it', () => {
    const send = batches()
    const [first, second] = [send(10), send(5)]
    expect(first.prediction).toEqual({ head: null, isSoleWriter: false })
    expect(second.prediction).toEqual({ head: null, isSoleWriter: false })
    first.onWritten(100)
    second.onWritten(110)
    const third = send(1)
    expect(third.prediction).toEqual({ head: { position: 115, id: second.last }, isSoleWriter: false })
    third.onWritten(115)
    expect(send(1).prediction).toEqual({ head: { position: 116, id: third.last }, isSoleWriter: true })
  })

  it('follows the appends in flight', () => {
    const send = batches()
    send(10).onWritten(0)
    const [fifteenth, seventeenth] = [send(5), send(2)]
    expect(seventeenth.prediction.head).toEqual({ position: 15, id: fifteenth.last })
    expect(send(1).prediction.head).toEqual({ position: 17, id: seventeenth.last })
  })

  it('moves when other processes have written, and is unknown after a failure', () => {
    const send = batches()
    send(1).onWritten(0)
    send(1).onWritten(1)
    const moved = send(3)
    expect(moved.prediction).toMatchObject({ head: { position: 2 }, isSoleWriter: true })
    moved.onWritten(50)
    const [lost, behind] = [send(1), send(2)]
    expect(lost.prediction).toEqual({ head: { position: 53, id: moved.last }, isSoleWriter: false })
    lost.onWritten(null)
    const unsure = send(4)
    expect(unsure.prediction.head).toBeNull()
    behind.onWritten(53)
    expect(send(1).prediction).toEqual({ head: { position: 59, id: unsure.last }, isSoleWriter: false })
  })

  it('is trusted later after each time another process has written, and at once again after a long time alone', () => {
    const send = batches()
    let end = 0
    const isTrusted = () => {
      const { prediction, onWritten } = send(1)
      onWritten(end++)
      return prediction.isSoleWriter
    }
    const batchesUntilTrusted = () => {
      let count = 0
      while (!isTrusted()) count++
      return count
    }
    const loseRace = () => {
      send(1).onWritten(null)
      end++
    }
    expect(batchesUntilTrusted()).toBe(2)
    loseRace()
    expect(batchesUntilTrusted()).toBe(3)
    loseRace()
    expect(batchesUntilTrusted()).toBe(5)
    for (let n = 0; n < 100; n++) isTrusted()
    loseRace()
    expect(batchesUntilTrusted()).toBe(3)
  })

  it('is rejected when the log is shorter or the last event is missing, but not after an unwritten batch', () => {
    const send = batches()
    expect(send(1).onWritten(0)).toBe(false)
    expect(send(1).onWritten(1)).toBe(false)
    const [missed, behind] = [send(3), send(2)]
    expect(missed.onWritten(null, true)).toBe(true)
    expect(behind.onWritten(null, true)).toBe(false)
    expect(send(1).onWritten(100)).toBe(false)
    expect(send(1).onWritten(50)).toBe(true)
    const conflicting = send(1)
    expect(conflicting.onWritten(null)).toBe(false)
  })
})
