import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import type { CommonQueryMethods } from 'slonik'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IdempotencyStore, IdempotentRequest } from '../../../application/ports/idempotency.ts'
import {
  httpMigrations,
  postgresIdempotencyStore,
  responseSealing,
} from '../../../infrastructure/http/idempotency-store.ts'
import { memoryKeyring } from '../../../infrastructure/keyring/keyring.ts'
import { migrate, openQueries, processSession } from '../../../infrastructure/postgres/postgres.ts'
import { processLeases } from '../../../infrastructure/projections/leases.ts'
import { projectionsMigrations } from '../../../infrastructure/projections/projection-engine.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { shuffled } from '../../contention/trial.ts'

describe('requests with an Idempotency-Key that arrive together (R19)', () => {
  let database: TestDatabase
  const keyring = memoryKeyring()
  const cleanUps: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, [projectionsMigrations, httpMigrations])
  })
  afterAll(async () => {
    for (const cleanUp of cleanUps) await cleanUp()
    await database.drop()
  })

  const storeOf = (owner: string, queries: CommonQueryMethods) =>
    postgresIdempotencyStore(queries, { secret: new Uint8Array(32), owner, ...responseSealing(keyring) })

  /** The store of a living process, with its own pool. */
  const openStore = async (
    afterStatement: () => void = () => undefined,
  ): Promise<{ readonly store: IdempotencyStore; readonly statements: string[] }> => {
    const owner = `process:${randomUUID()}`
    const session = processSession(database.pool)
    await processLeases(session, 60_000).hold(owner, new AbortController().signal)
    const statements: string[] = []
    const queries = await openQueries(database.url, 10, undefined, [
      {
        name: 'record-statements',
        beforeQueryExecution: (_, query) => {
          statements.push(query.sql)
          return null
        },
        afterQueryExecution: () => {
          afterStatement()
          return null
        },
      },
    ])
    cleanUps.push(session.close, () => queries.end())
    return { store: storeOf(owner, queries), statements }
  }
  const request = (key: string, content = 'r', accountId = 'mario'): IdempotentRequest => ({ accountId, key, content })
  const response = (body: string) => ({ status: 201, headers: {}, body })
  const newKeys = (count: number) => Array.from({ length: count }, () => randomUUID())

  it('begin in one statement and are completed in one', async () => {
    const { store, statements } = await openStore()
    const keys = newKeys(64)
    const outcomes = await Promise.all(keys.map((key) => store.begin(request(key))))
    expect(new Set(outcomes.map(({ type }) => type))).toEqual(new Set(['begun']))
    expect(statements).toHaveLength(1)
    await Promise.all(keys.map((key) => store.complete(request(key), response(key))))
    expect(statements).toHaveLength(2)
    for (const key of keys)
      expect(await store.begin(request(key))).toEqual({ type: 'completed', response: response(key) })
  })

  it('with one key begin once, also if one of them is another request', async () => {
    const { store } = await openStore()
    const [key] = newKeys(1)
    const types = await Promise.all(['r', 'r', 'other', 'r'].map((c) => store.begin(request(key ?? '', c))))
    expect(types.map(({ type }) => type)).toEqual(['begun', 'running', 'key-reused', 'running'])
  })

  it('are completed once, with the first response', async () => {
    const { store } = await openStore()
    const [key = ''] = newKeys(1)
    await store.begin(request(key))
    const answers = await Promise.all(['a', 'b', 'c'].map((body) => store.complete(request(key), response(body))))
    expect(answers).toEqual([response('a'), response('a'), response('a')])
  })

  it('begin, except those that the database rejects', async () => {
    const { store } = await openStore()
    const requests = [request('sound-1'), request('unsound', 'r', 'null byte: \0'), request('sound-2')]
    const outcomes = await Promise.allSettled(requests.map((each) => store.begin(each)))
    expect(outcomes).toMatchObject([{ value: { type: 'begun' } }, { status: 'rejected' }, { value: { type: 'begun' } }])
    expect(await store.begin(request('sound-1'))).toEqual({ type: 'running' })
  })

  it('can begin again if the connection is lost before the answer, while others keep their keys', async () => {
    let isLost = false
    const { store } = await openStore(() => {
      if (!isLost) return
      isLost = false
      throw new Error('Connection terminated unexpectedly')
    })
    const [mine = '', others = ''] = newKeys(2)
    await (await openStore()).store.begin(request(others))
    isLost = true
    const lost = await Promise.allSettled([mine, others].map((key) => store.begin(request(key))))
    expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await expect.poll(() => store.begin(request(mine))).toMatchObject({ type: 'begun' })
    expect(await store.begin(request(others))).toEqual({ type: 'running' })
  })

  it('in two processes begin once each, have one response, and never deadlock', async () => {
    const stores = [(await openStore()).store, (await openStore()).store]
    for (let round = 0; round < 10; round++) {
      const keys = newKeys(40)
      const everywhere = () => shuffled(stores.flatMap((store) => [...keys, ...keys].map((key) => ({ store, key }))))
      const begun = await Promise.all(
        everywhere().map(async ({ store, key }) => ((await store.begin(request(key))).type === 'begun' ? [key] : [])),
      )
      expect(begun.flat().toSorted()).toEqual(keys.toSorted())
      const answers = await Promise.all(
        everywhere().map(async ({ store, key }, n) => ({
          key,
          body: (await store.complete(request(key), response(`${n}`))).body,
        })),
      )
      for (const [key, bodies] of Map.groupBy(answers, (answer) => answer.key))
        expect([key, new Set(bodies.map(({ body }) => body)).size]).toEqual([key, 1])
    }
    const { rows } = await database.pool.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    )
    expect(rows[0]?.deadlocks).toBe('0')
  })

  /** What may have happened to a key before. */
  const pasts = ['unknown', 'released', 'running', 'abandoned', 'completed'] as const

  it('have the outcomes they would have one after the other', async () => {
    const { store } = await openStore()
    const other = (await openStore()).store
    const gone = storeOf('process:gone', database.queries)
    const past = fc.record({ state: fc.constantFrom(...pasts), isEarlier: fc.boolean() })
    const attempt = fc.record({ key: fc.nat(3), content: fc.constantFrom('r', 'r', 'r', 'other') })

    const prepare = async (accountId: string, states: readonly (typeof pasts)[number][]) => {
      for (const [n, state] of states.entries()) {
        const each = request(`${n}`, 'r', accountId)
        if (state === 'unknown') continue
        const outcome = await (state === 'abandoned' ? gone : other).begin(each)
        if (state === 'completed') await other.complete(each, response(`${n}`))
        if (state === 'released' && outcome.type === 'begun') await other.release(each, outcome.run)
      }
    }
    /** Adds a generation, so that everything before belongs to the earlier one. */
    const openGeneration = async () => {
      await database.pool.query(`update http.generation set opened_at = clock_timestamp() - interval '25 hours'`)
      await store.sweep()
    }

    await fc.assert(
      fc.asyncProperty(
        fc.array(past, { minLength: 4, maxLength: 4 }),
        fc.array(attempt, { minLength: 1, maxLength: 12 }),
        async (states, attempts) => {
          const [together, inTurn] = newKeys(2)
          const parts = [true, false].map((earlier) =>
            states.map(({ state, isEarlier }) => (isEarlier === earlier ? state : 'unknown')),
          )
          for (const [n, part] of parts.entries()) {
            for (const accountId of [together, inTurn]) await prepare(accountId ?? '', part)
            if (n === 0) await openGeneration()
          }
          const requestsOf = (accountId = '') =>
            attempts.map(({ key, content }) => request(`${key}`, content, accountId))
          const typesOf = (outcomes: readonly { readonly type: string }[]) =>
            outcomes.map(({ type }, n) => `${attempts[n]?.key} ${attempts[n]?.content} ${type}`).toSorted()
          const batch = await Promise.all(requestsOf(together).map((each) => store.begin(each)))
          const single = []
          for (const each of requestsOf(inTurn)) single.push(await store.begin(each))
          expect(typesOf(batch)).toEqual(typesOf(single))
        },
      ),
      { numRuns: 40 },
    )
  })
})
