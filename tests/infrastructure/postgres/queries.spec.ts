import { type CommonQueryMethods, SchemaValidationError, sql } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  batchQueries,
  isPermanentError,
  isUniqueViolation,
  openQueries,
  statement,
} from '../../../infrastructure/postgres/postgres.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'

describe('queries with slonik', () => {
  let database: TestDatabase
  let db: CommonQueryMethods
  beforeAll(async () => {
    database = await testDatabase()
    db = database.queries
    await database.pool.query('create table seats (number int primary key, rows int check (rows > 0))')
  })
  afterAll(() => database.drop())

  const errorOf = (query: Promise<unknown>): Promise<unknown> =>
    query.then(
      () => null,
      (error: unknown) => error,
    )
  const seat = (number: number, rows = 1) => statement`insert into seats (number, rows) values (${number}, ${rows})`
  const numbers = () =>
    db.anyFirst(sql.type(z.object({ number: z.number() }))`select number from seats order by number`)

  it('reject a row that does not match its type', async () => {
    const Row = z.object({ number: z.number() })
    expect(await db.one(sql.type(Row)`select 1 as number`)).toEqual({ number: 1 })
    expect(await errorOf(db.one(sql.type(Row)`select 'one' as number`))).toBeInstanceOf(SchemaValidationError)
  })

  it('reject rows of a statement that should return none', async () => {
    expect((await db.query(seat(10))).rowCount).toBe(1)
    expect(await errorOf(db.query(statement`delete from seats returning number`))).toBeInstanceOf(SchemaValidationError)
  })

  it.each([
    ['an invalid value', () => db.query(statement`delete from seats where number = ${'x'}`)],
    ['a violated constraint', () => db.query(seat(20, 0))],
    ['a missing value', () => db.query(statement`insert into seats (number) values (null)`)],
    ['a division by zero', () => db.query(statement`delete from seats where number = 1 / ${0}::int`)],
  ])('report after %s that a repetition cannot succeed', async (_, query) => {
    const error = await errorOf(query())
    expect([isPermanentError(error), isUniqueViolation(error)]).toEqual([true, false])
  })

  it('report that the key is already stored', async () => {
    await db.query(seat(30))
    const error = await errorOf(db.query(seat(30)))
    expect([isPermanentError(error), isUniqueViolation(error)]).toEqual([false, true])
  })

  it('report after a lost connection that a repetition can succeed', async () => {
    const error = await errorOf(db.any(sql.type(z.object({}))`select pg_terminate_backend(pg_backend_pid())`))
    expect(error).toBeInstanceOf(Error)
    expect([isPermanentError(error), isUniqueViolation(error)]).toEqual([false, false])
  })

  const Prepared = z.object({ statement: z.string(), calls: z.number() })
  const preparedOf = (connection: CommonQueryMethods) =>
    connection.any(sql.type(Prepared)`
      select statement, (generic_plans + custom_plans)::int as calls from pg_prepared_statements
      where statement like 'select number from seats where rows%'`)
  const seatsOf = (connection: CommonQueryMethods, rows: number) =>
    connection.any(sql.type(z.object({ number: z.unknown() }))`select number from seats where rows = ${rows}`)

  it('are prepared when they are used again', async () => {
    await db.transaction(async (connection) => {
      await seatsOf(connection, 1)
      expect(await preparedOf(connection)).toEqual([])
      await seatsOf(connection, 2)
      await seatsOf(connection, 3)
      expect((await preparedOf(connection)).map(({ calls }) => calls)).toEqual([2])
    })
  })

  it('are answered after a column they return has got another type', async () => {
    const single = await openQueries(database.url, 1)
    await database.pool.query('create table places (number int)')
    await database.pool.query('insert into places values (7)')
    const read = () => single.anyFirst(sql.type(z.object({ number: z.unknown() }))`select number from places`)
    const typed = [await read(), await read(), await read()]
    await database.pool.query('alter table places alter column number type text')
    expect([...typed, await read(), await read()]).toEqual([[7], [7], [7], ['7'], ['7']])
    await single.end()
  })

  it('in a transaction are all committed or none', async () => {
    const failed = db.transaction(async (transaction) => {
      await transaction.query(seat(40))
      await transaction.query(seat(41, 0))
    })
    expect(await errorOf(failed)).toBeInstanceOf(Error)
    expect(await numbers()).not.toContain(40)
    await db.transaction((transaction) => transaction.query(seat(42)))
    expect(await numbers()).toContain(42)
  })

  it('fail in a transaction whose connection was lost, and the pool survives', async () => {
    const interrupted = db.transaction(async (transaction) => {
      await transaction.query(seat(50))
      const pid = await transaction.oneFirst(sql.type(z.object({ pid: z.number() }))`select pg_backend_pid() as pid`)
      await database.pool.query('select pg_terminate_backend($1, 5000)', [pid])
      await transaction.query(seat(51))
    })
    expect(await errorOf(interrupted)).toMatchObject({ message: expect.stringMatching(/terminated/i) as string })
    expect(await numbers()).not.toContain(50)
  })

  it('merged into one statement are repeated one by one when one is invalid', async () => {
    const half = batchQueries((texts: readonly string[]) =>
      db.anyFirst(sql.type(z.object({ half: z.number() }))`
        select t.text::int / 2 as half from ${sql.unnest(
          texts.map((text) => [text]),
          ['text'],
        )} as t (text)`),
    )
    const halves = await Promise.allSettled(['2', 'x', '4'].map(half))
    expect(halves).toMatchObject([{ value: 1 }, { status: 'rejected' }, { value: 2 }])
  })
})
