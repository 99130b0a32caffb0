import { randomUUID } from 'node:crypto'
import type { CommonQueryMethods } from 'slonik'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  httpMigrations,
  postgresIdempotencyStore,
  responseSealing,
} from '../../../infrastructure/http/idempotency-store.ts'
import { memoryKeyring } from '../../../infrastructure/keyring/keyring.ts'
import { migrate } from '../../../infrastructure/postgres/postgres.ts'
import { processLeases } from '../../../infrastructure/projections/leases.ts'
import { processSession } from '../../../infrastructure/projections/process-session.ts'
import { projectionsMigrations } from '../../../infrastructure/projections/projection-engine.ts'
import { testDatabase, type TestDatabase } from '../../support/database.ts'
import { startTestServer } from './test-server.ts'

const note = (title = 'Buongiorno') => ({ title, stars: 5 })

describe('requests with an Idempotency-Key (R19)', () => {
  let database: TestDatabase
  const keyring = memoryKeyring()
  beforeAll(async () => {
    database = await testDatabase()
    await migrate(database.pool, [projectionsMigrations, httpMigrations])
  })
  afterAll(() => database.drop())

  /** A process with its session in the database; `die` ends it like a kill. */
  const startProcess = async (leaseMs = 60_000) => {
    const owner = `process:${randomUUID()}`
    const session = processSession(database.pool)
    const leases = processLeases(session, leaseMs)
    await leases.hold(owner, new AbortController().signal)
    const die = () => session.close()
    onTestFinished(die)
    return { owner, die }
  }
  const startServer = async (accountId = 'mario', queries: CommonQueryMethods = database.queries) => {
    const { owner, die } = await startProcess()
    const storedResponses = postgresIdempotencyStore(queries, {
      secret: new Uint8Array(32),
      owner,
      ...responseSealing(keyring),
    })
    const api = await startTestServer({ deps: { idempotentResponses: storedResponses } })
    const headers = await api.signedIn(accountId)
    const send = (key: string, payload: object = note(), as = headers) =>
      api.app.inject({ method: 'POST', url: '/api/notes', headers: { ...as, 'idempotency-key': key }, payload })
    return { ...api, send, storedResponses, die }
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

  /** Fails changes while it is lost. */
  const losableDatabase = () => {
    let isLost = false
    const queries = new Proxy(database.queries, {
      get: (target, name) =>
        isLost && name === 'query'
          ? () => Promise.reject(new Error('connection lost'))
          : (Reflect.get(target, name) as unknown),
    })
    return { queries, lose: (lost: boolean) => void (isLost = lost) }
  }
  const answer = (body: string) => ({ status: 201, headers: {}, body })
  const request = (key: string) => ({ accountId: 'mario', key, content: 'r' })
  const completed = (body: string) => ({ type: 'completed', response: answer(body) })

  it('of a dead process are executed again at once, but not those of a living one', async () => {
    const [dying, other] = [await startServer(), await startServer()]
    expect((await dying.storedResponses.begin(request('died'))).type).toBe('begun')
    expect(await other.storedResponses.begin(request('died'))).toEqual({ type: 'running' })
    await dying.die()
    await vi.waitFor(async () => expect((await other.storedResponses.begin(request('died'))).type).toBe('begun'))
    expect(await other.storedResponses.begin(request('died'))).toEqual({ type: 'running' })
  })

  it('have one answer, the first, even if two processes execute them', async () => {
    const [slow, other] = [await startServer(), await startServer()]
    await slow.storedResponses.begin(request('twice-run'))
    await slow.die()
    await vi.waitFor(async () => expect((await other.storedResponses.begin(request('twice-run'))).type).toBe('begun'))
    expect(await other.storedResponses.complete(request('twice-run'), answer('first'))).toEqual(answer('first'))
    expect(await slow.storedResponses.complete(request('twice-run'), answer('late'))).toEqual(answer('first'))
    expect(await other.storedResponses.begin(request('twice-run'))).toEqual(completed('first'))
  })

  it('are answered when the database is lost after the execution, and their answer is stored when it is back', async () => {
    const { queries, lose } = losableDatabase()
    const { send, state } = await startServer('mario', queries)
    state.onNote = async () => lose(true)
    const first = await send('lost-after')
    expect(first.statusCode).toBe(201)
    lose(false)
    state.onNote = async () => undefined
    const again = await vi.waitFor(async () => {
      const response = await send('lost-after')
      expect(response.statusCode).toBe(201)
      return response
    })
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
  })

  it('that failed while the database was lost can be repeated when it is back', async () => {
    const { queries, lose } = losableDatabase()
    const { send, state } = await startServer('mario', queries)
    state.onNote = async () => {
      lose(true)
      throw new Error('connection lost')
    }
    expect((await send('failed-then')).statusCode).toBe(500)
    lose(false)
    state.onNote = async () => undefined
    await vi.waitFor(async () => expect((await send('failed-then')).statusCode).toBe(201))
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
    const late = { accountId: 'lia', key: 'late', content: 'r' }
    await storedResponses.begin(late)
    expect(await storedResponses.complete(late, answer('x'))).toEqual(answer('x'))
    const stored = await database.pool.query(
      "select 1 from http.answers where account_id = 'lia' and answer is not null and started_at > now()",
    )
    expect(stored.rowCount).toBe(0)
  })

  it('are remembered for a day', async () => {
    const { send, storedResponses, state } = await startServer()
    await send('day')
    const age = (hours: number) =>
      database.pool.query(`update http.answers set started_at = now() - $1 * interval '1 hour'`, [hours])
    await age(23.9)
    await storedResponses.sweep()
    await send('day')
    expect(state.notes).toHaveLength(1)
    await age(24.1)
    expect(await storedResponses.sweep()).toBeGreaterThan(0)
    await send('day')
    expect(state.notes).toHaveLength(2)
  })
})
