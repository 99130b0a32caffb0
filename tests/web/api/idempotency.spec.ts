import { createHmac, randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CommonQueryMethods } from 'slonik'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  httpMigrations,
  postgresIdempotencyStore,
  responseSealing,
} from '../../../infrastructure/http/idempotency-store.ts'
import { memoryKeyring } from '../../../infrastructure/keyring/keyring.ts'
import { migrate, processSession } from '../../../infrastructure/postgres/postgres.ts'
import { processLeases } from '../../../infrastructure/projections/leases.ts'
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

  it('with another body under the same key are rejected with 422', async () => {
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

  it('rejected by the application are rejected identically again', async () => {
    const { send, state } = await startServer()
    const first = await send('rejected', note('Tre stelle'))
    state.onNote = async () => {
      throw new Error('must not be executed again')
    }
    expect([first.statusCode, (await send('rejected', note('Tre stelle'))).body]).toEqual([409, first.body])
  })

  it('rejected before execution are not stored, so that a corrected one is accepted', async () => {
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

  it.each(['', 'é', 'a'.repeat(256)])('with an invalid key (%s) are rejected', async (key) => {
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

  /** As if the group of responses that is written to had been opened the given number of hours ago. */
  const ageGroup = (hours: number) =>
    database.pool.query(`update http.generation set opened_at = clock_timestamp() - $1 * interval '1 hour'`, [hours])
  const groups = async () =>
    (await database.pool.query(`select from pg_inherits where inhparent = 'http.answers'::regclass`)).rowCount

  it('are remembered for a day, and not beyond the second', async () => {
    const { send, storedResponses, state } = await startServer()
    await send('day')
    await ageGroup(23.9)
    expect(await storedResponses.sweep()).toBe(0)
    await ageGroup(24.1)
    await storedResponses.sweep()
    await send('day')
    expect(state.notes).toHaveLength(1)
    await ageGroup(24.1)
    expect(await storedResponses.sweep()).toBe(1)
    await send('day')
    expect(state.notes).toHaveLength(2)
  })

  it('started before midnight get the first answer after it, whenever they were answered', async () => {
    const { send, storedResponses, state } = await startServer()
    const first = await send('evening')
    await storedResponses.begin(request('midnight'))
    await ageGroup(24.1)
    await storedResponses.sweep()
    const again = await send('evening')
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
    expect((await send('evening', note('Altro'))).statusCode).toBe(422)
    expect(state.notes).toHaveLength(1)

    expect(await storedResponses.begin(request('midnight'))).toEqual({ type: 'running' })
    await storedResponses.complete(request('midnight'), answer('late'))
    expect(await storedResponses.begin(request('midnight'))).toEqual(completed('late'))
  })

  it('of a process that died before midnight are executed again after it, and remembered for a day from then', async () => {
    const [dying, other] = [await startServer(), await startServer()]
    await dying.storedResponses.begin(request('died-late'))
    await dying.die()
    await ageGroup(24.1)
    await other.storedResponses.sweep()
    const attempts = await vi.waitFor(async () => {
      const begun = await Promise.all(
        Array.from({ length: 10 }, () => other.storedResponses.begin(request('died-late'))),
      )
      expect(begun.map(({ type }) => type)).toContain('begun')
      return begun
    })
    expect(attempts.filter(({ type }) => type === 'begun')).toHaveLength(1)
    await other.storedResponses.complete(request('died-late'), answer('second'))
    await ageGroup(24.1)
    await other.storedResponses.sweep()
    expect(await other.storedResponses.begin(request('died-late'))).toEqual(completed('second'))
  })

  it('are executed once while old responses are dropped again and again', async () => {
    const { send, storedResponses, state } = await startServer()
    const done = new AbortController()
    const dropping = (async () => {
      while (!done.signal.aborted) {
        await ageGroup(24.1)
        await storedResponses.sweep()
        await new Promise((resolve) => setTimeout(resolve, 40))
      }
    })()
    for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 10 }, () => send(`turn-${n}`)))
    done.abort()
    await dropping
    expect(state.notes).toHaveLength(20)
  })

  it('are still stored if no old ones were dropped for a week', async () => {
    const { send, storedResponses, state } = await startServer()
    await send('week')
    await ageGroup(7 * 24)
    await send('week')
    await storedResponses.sweep()
    await send('week')
    expect(state.notes).toHaveLength(1)
    expect(await groups()).toBe(2)
  })

  it('answered by the previous version get their first answer', async () => {
    await database.pool.query(`drop schema http cascade; delete from garbo_migrations where module = 'http'`)
    const previous = mkdtempSync(join(tmpdir(), 'garbo-migrations-'))
    onTestFinished(() => rmSync(previous, { recursive: true }))
    for (const name of ['0001-answers.sql', '0002-owners.sql'])
      copyFileSync(new URL(name, httpMigrations.folder), join(previous, name))
    await migrate(database.pool, [{ module: 'http', folder: pathToFileURL(`${previous}/`) }])
    const { storedResponses } = await startServer()
    const rows = await answersOf(['done', 'running'])
    for (const [key, account, hashed, owner, sealed] of rows)
      await database.pool.query(
        `insert into http.answers (key, account_id, request, run, owner, answer) values ($1, $2, $3, gen_random_uuid(), $4, $5)`,
        [key, account, hashed, owner, sealed],
      )
    await migrate(database.pool, [httpMigrations])
    expect(await storedResponses.begin(request('done'))).toEqual(completed('done'))
    expect((await storedResponses.begin(request('running'))).type).toBe('begun')
    await ageGroup(24.1)
    await storedResponses.sweep()
    expect(await storedResponses.begin(request('done'))).toEqual(completed('done'))
  })

  /** Rows as the previous version wrote them: one answered, one of a process that has died. */
  const answersOf = async ([done, running]: readonly [string, string]) => {
    const secret = new Uint8Array(32)
    const hash = (...parts: readonly string[]) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
    const keyOf = (key: string) => hash('key', 'mario', key)
    const sealed = await responseSealing(keyring).sealFor('mario', keyOf(done), JSON.stringify(answer(done)))
    return [
      [keyOf(done), 'mario', hash('request', 'r'), 'process:gone', sealed],
      [keyOf(running), 'mario', hash('request', 'r'), 'process:gone', null],
    ] as const
  }
})

describe('requests without an Idempotency-Key', () => {
  it('Q-60: give what they create an id that tells no time', async () => {
    const { app, signedIn } = await startTestServer()
    const response = await app.inject({
      method: 'POST',
      url: '/api/notes',
      headers: await signedIn('mario'),
      payload: note(),
    })
    expect(response.json<{ id: string }>().id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/)
  })
})
