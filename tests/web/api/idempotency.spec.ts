import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import {
  httpMigrations,
  postgresIdempotencyStore,
  responseSealing,
} from '../../../infrastructure/http/idempotency-store.ts'
import { memoryKeyring } from '../../../infrastructure/keyring/keyring.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { startTestServer } from './test-server.ts'

const note = (title = 'Buongiorno') => ({ title, stars: 5 })

describe('requests with an Idempotency-Key (R19)', () => {
  let database: TestDatabase
  const keyring = memoryKeyring()
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, [httpMigrations])
  })
  afterAll(() => database.drop())

  let time = '2026-03-02T10:00:00.000Z' as Instant
  const startServer = async (accountId = 'mario') => {
    const storedResponses = postgresIdempotencyStore(database.queries, {
      secret: new Uint8Array(32),
      ...responseSealing(keyring),
    })
    const api = await startTestServer({ deps: { idempotentResponses: storedResponses, clock: () => time } })
    const headers = await api.signedIn(accountId)
    const send = (key: string, payload: object = note(), as = headers) =>
      api.app.inject({ method: 'POST', url: '/api/notes', headers: { ...as, 'idempotency-key': key }, payload })
    return { ...api, send, storedResponses }
  }

  it('are executed once and get the identical response again', async () => {
    const { send, state } = await startServer()
    const [first, second] = [await send('twice'), await send('twice')]
    expect(first.statusCode).toBe(201)
    expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body])
    expect(second.headers).toMatchObject({
      'x-garbo-position': '7',
      'content-type': 'application/json; charset=utf-8',
      'idempotency-replayed': 'true',
    })
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(state.notes).toHaveLength(1)
  })

  it('get the identical response from another process, without a second execution', async () => {
    const [first, second] = [await startServer(), await startServer()]
    const response = await first.send('shared-store')
    expect((await second.send('shared-store')).body).toBe(response.body)
    expect(second.state.notes).toEqual([])
  })

  it('sent fifty times at once are executed once; the others must wait', async () => {
    const { send, state } = await startServer()
    let finish: () => void = () => undefined
    const working = new Promise<void>((resolve) => (finish = resolve))
    state.onNote = () => working
    let responses = 0
    const requests = Array.from({ length: 50 }, async () => {
      const answer = await send('fifty')
      if (++responses === 49) finish()
      return answer.json<{ code?: string }>().code ?? 'done'
    })
    const outcomes = await Promise.all(requests)
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 49 }, () => 'StillRunning'), 'done'])
    expect(state.notes).toHaveLength(1)
  })

  it('with another body under the same key are refused with 422', async () => {
    const { send, state } = await startServer()
    await send('reused')
    const other = await send('reused', note('Altro'))
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'IdempotencyKeyReused'])
    expect(state.notes).toEqual(['Buongiorno'])
  })

  it('are separate per account', async () => {
    const { send, state, signedIn } = await startServer()
    await send('shared')
    expect((await send('shared', note('Di Lia'), await signedIn('lia'))).statusCode).toBe(201)
    expect(state.notes).toEqual(['Buongiorno', 'Di Lia'])
  })

  it('refused by the application are refused identically again', async () => {
    const { send, state } = await startServer()
    const first = await send('refused', note('Tre stelle'))
    state.onNote = async () => {
      throw new Error('must not be executed again')
    }
    expect([first.statusCode, (await send('refused', note('Tre stelle'))).body]).toEqual([409, first.body])
  })

  it('refused before execution are not stored, so that a corrected one is accepted', async () => {
    const { send } = await startServer()
    expect((await send('corrected', { title: 'x' })).statusCode).toBe(400)
    expect((await send('corrected')).statusCode).toBe(201)
  })

  it('that failed on the server can be retried with the same result', async () => {
    const { send, state } = await startServer()
    const ids: string[] = []
    state.onNote = async () => {
      throw new Error('unexpected failure')
    }
    expect((await send('again')).statusCode).toBe(500)
    state.onNote = async () => undefined
    for (const key of ['again', 'again', 'other']) ids.push((await send(key)).json<{ id: string }>().id)
    expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  it('of a dead process are executed again after a minute, and a late result is discarded', async () => {
    const { storedResponses } = await startServer()
    const request = { accountId: 'mario', key: 'died', content: 'r' }
    const firstRun = await storedResponses.begin(request, '2026-03-02T10:00:00.000Z' as Instant)
    expect(await storedResponses.begin(request, '2026-03-02T10:00:59.000Z' as Instant)).toEqual({ type: 'running' })
    const secondRun = await storedResponses.begin(request, '2026-03-02T10:01:01.000Z' as Instant)
    if (firstRun.type !== 'begun' || secondRun.type !== 'begun') throw new Error('both must begin')
    const answer = (body: string) => ({ status: 201, headers: {}, body })
    await storedResponses.complete(request, secondRun.run, answer('second'))
    await storedResponses.complete(request, firstRun.run, answer('first'))
    await storedResponses.release(request, firstRun.run)
    expect(await storedResponses.begin(request, '2026-03-02T10:02:00.000Z' as Instant)).toEqual({
      type: 'completed',
      response: answer('second'),
    })
  })

  it.each(['', 'é', 'a'.repeat(256)])('with an invalid key (%s) are refused', async (key) => {
    const { send } = await startServer()
    expect((await send(key)).json<{ code: string }>().code).toBe('IdempotencyKeyInvalid')
  })

  it('leave nothing readable in the database, and no response once the account is erased', async () => {
    const { send, storedResponses } = await startServer('lia')
    const secret = note('Segretissimo')
    await send('sealed-key', secret)
    const { rows } = await database.pool.query('select * from http.answers')
    const everything = rows.map((row: Record<string, unknown>) =>
      Object.values(row)
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
        .join(' '),
    )
    expect(everything.join('\n')).not.toMatch(/Segretissimo|sealed-key/)

    await keyring.erase('lia')()
    expect((await send('sealed-key', secret)).statusCode).toBe(409)
    const run = await storedResponses.begin({ accountId: 'lia', key: 'late', content: 'r' }, time)
    if (run.type === 'begun')
      await storedResponses.complete({ accountId: 'lia', key: 'late', content: 'r' }, run.run, {
        status: 200,
        headers: {},
        body: 'x',
      })
    const stored = await database.pool.query(
      "select 1 from http.answers where account_id = 'lia' and answer is not null and started_at > now()",
    )
    expect(stored.rowCount).toBe(0)
  })

  it('are remembered for a day', async () => {
    const { send, storedResponses, state } = await startServer()
    time = '2026-04-02T10:00:00.000Z' as Instant
    await send('day')
    await storedResponses.sweep('2026-04-03T09:59:00.000Z' as Instant)
    await send('day')
    expect(state.notes).toHaveLength(1)
    expect(await storedResponses.sweep('2026-04-03T10:01:00.000Z' as Instant)).toBeGreaterThan(0)
    await send('day')
    expect(state.notes).toHaveLength(2)
  })
})
