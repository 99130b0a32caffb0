import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeBatch } from '../../../../infrastructure/event-store/postgres/append-queue.ts'
import type {
  BatchedAppend,
  TailPrediction,
} from '../../../../infrastructure/event-store/postgres/batch-composition.ts'
import { defaultTimeouts } from '../../../../infrastructure/postgres/postgres.ts'
import { writeConnection } from '../../../../infrastructure/event-store/postgres/write-connection.ts'
import { events, ok } from '../../../contract/event-store/test-kit.ts'
import { logDatabase } from './log-database.ts'

const database = await logDatabase()
const connection = writeConnection({ connectionString: database.url, timeouts: defaultTimeouts })
afterAll(() => connection.close().then(database.drop))

const knownEvents = events(1)
const head = { position: 1, id: knownEvents[0]?.id ?? '' }
let typeNumber = 0
beforeAll(async () => {
  await ok(database.open().append('known', 'none', knownEvents))
  typeNumber = (await database.column<number>('select type_no from log.types'))[0] ?? 0
})

/** No append produces such a batch; the log must reject it nevertheless. */
const refusalOf = async (
  prediction: TailPrediction,
  size: number,
  wrong: Pick<BatchedAppend, 'streamNumber' | 'before'>,
) => {
  const append = {
    stream: 'wrong',
    expected: 'none',
    events: events(size),
    offset: 1,
    answer: () => undefined,
  } as const
  const written = writeBatch(connection, [{ ...append, ...wrong }], () => typeNumber, prediction)
  return written.catch((error: unknown) => (error instanceof Error && 'code' in error ? error.code : error))
}

const viewCheckViolation = '44000'
const divisionByZero = '22012'
const batches = [
  ['a single event at a predicted position', { head, isSoleWriter: true }, 1, viewCheckViolation],
  ['a few events at predicted positions', { head, isSoleWriter: true }, 3, viewCheckViolation],
  ['many events copied to predicted positions', { head, isSoleWriter: true }, 100, divisionByZero],
  ['a single event after those of other writers', { head: null, isSoleWriter: false }, 1, viewCheckViolation],
  ['many events after those of other writers', { head: null, isSoleWriter: false }, 100, viewCheckViolation],
] as const

describe.each(batches)('the log rejects, for %s', (_, prediction, size, refusal) => {
  it('a first event whose stream number is not its position', async () => {
    expect(await refusalOf(prediction, size, { streamNumber: -2, before: 0 })).toBe(refusal)
  })

  it('a later event whose position is that of its stream', async () => {
    expect(await refusalOf(prediction, size, { streamNumber: -1, before: 3 })).toBe(refusal)
  })

  it('all events when it rejects one', async () => {
    expect(await database.column('select id from log.events')).toEqual([head.id])
  })
})

it('the log rejects a first event without a name and a later one with a name', async () => {
  const written = (version: number, name: string | null) =>
    database.pool.query(
      `insert into log.entries (position, stream_no, id, version, type_no, name, meta, data, is_repeatable)
       values (2, case $1::integer when 1 then 2 else 1 end, gen_random_uuid(), $1, $2, $3, '{}', '{}', false)`,
      [version, typeNumber, name],
    )
  await expect(written(1, null)).rejects.toThrow('violates check option')
  await expect(written(2, 'another')).rejects.toThrow('violates check option')
  await written(2, null)
  expect(await ok(database.open().read('known'))).toHaveLength(2)
})
