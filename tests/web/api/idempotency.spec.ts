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
  const open = async (who = 'mario') => {
    const answers = postgresIdempotencyStore(database.queries, {
      secret: new Uint8Array(32),
      ...responseSealing(keyring),
    })
    const api = await startTestServer({ deps: { idempotentResponses: answers, clock: () => time } })
    const headers = await api.signedIn(who)
    const send = (key: string, payload: object = note(), as = headers) =>
      api.app.inject({ method: 'POST', url: '/api/notes', headers: { ...as, 'idempotency-key': key }, payload })
    return { ...api, send, answers }
  }

  it('are executed once and get the identical response again', async () => {
    const { send, world } = await open()
    const [first, second] = [await send('twice'), await send('twice')]
    expect(first.statusCode).toBe(201)
    expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body])
    expect(second.headers).toMatchObject({
      'x-garbo-position': '7',
      'content-type': 'application/json; charset=utf-8',
      'idempotency-replayed': 'true',
    })
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(world.notes).toHaveLength(1)
  })

  it('get the identical response from another process, without a second execution', async () => {
    const [one, other] = [await open(), await open()]
    const first = await one.send('elsewhere')
    expect((await other.send('elsewhere')).body).toBe(first.body)
    expect(other.world.notes).toEqual([])
  })

  it('sent fifty times at once are executed once; the others must wait', async () => {
    const { send, world } = await open()
    let finish: () => void = () => undefined
    const working = new Promise<void>((resolve) => (finish = resolve))
    world.onNote = () => working
    let told = 0
    const sent = Array.from({ length: 50 }, async () => {
      const answer = await send('fifty')
      if (++told === 49) finish()
      return answer.json<{ code?: string }>().code ?? 'done'
    })
    const heard = await Promise.all(sent)
    expect(heard.toSorted()).toEqual([...Array.from({ length: 49 }, () => 'StillRunning'), 'done'])
    expect(world.notes).toHaveLength(1)
  })

  it('with another body under the same key are refused with 422', async () => {
    const { send, world } = await open()
    await send('reused')
    const other = await send('reused', note('Altro'))
    expect([other.statusCode, other.json<{ code: string }>().code]).toEqual([422, 'IdempotencyKeyReused'])
    expect(world.notes).toEqual(['Buongiorno'])
  })

  it('are separate per account', async () => {
    const { send, world, signedIn } = await open()
    await send('shared')
    expect((await send('shared', note('Di Lia'), await signedIn('lia'))).statusCode).toBe(201)
    expect(world.notes).toEqual(['Buongiorno', 'Di Lia'])
  })

  it('refused by the application are refused identically again', async () => {
    const { send, world } = await open()
    const first = await send('refused', note('Tre stelle'))
    world.onNote = async () => {
      throw new Error('must not be asked again')
    }
    expect([first.statusCode, (await send('refused', note('Tre stelle'))).body]).toEqual([409, first.body])
  })

  it('refused before execution are not stored: a corrected one is accepted', async () => {
    const { send } = await open()
    expect((await send('corrected', { title: 'x' })).statusCode).toBe(400)
    expect((await send('corrected')).statusCode).toBe(201)
  })

  it('that failed on the server can be retried with the same result', async () => {
    const { send, world } = await open()
    const ids: string[] = []
    world.onNote = async () => {
      throw new Error('struck by lightning')
    }
    expect((await send('again')).statusCode).toBe(500)
    world.onNote = async () => undefined
    for (const key of ['again', 'again', 'other']) ids.push((await send(key)).json<{ id: string }>().id)
    expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  it('of a dead process are executed again after a minute; the late result is discarded', async () => {
    const { answers } = await open()
    const intent = { accountId: 'mario', key: 'died', request: 'r' }
    const dead = await answers.begin(intent, '2026-03-02T10:00:00.000Z' as Instant)
    expect(await answers.begin(intent, '2026-03-02T10:00:59.000Z' as Instant)).toEqual({ type: 'running' })
    const alive = await answers.begin(intent, '2026-03-02T10:01:01.000Z' as Instant)
    if (dead.type !== 'begun' || alive.type !== 'begun') throw new Error('both must begin')
    const answer = (body: string) => ({ status: 201, headers: {}, body })
    await answers.complete(intent, alive.run, answer('alive'))
    await answers.complete(intent, dead.run, answer('dead'))
    await answers.release(intent, dead.run)
    expect(await answers.begin(intent, '2026-03-02T10:02:00.000Z' as Instant)).toEqual({
      type: 'answered',
      answer: answer('alive'),
    })
  })

  it.each(['', 'é', 'a'.repeat(256)])('with an invalid key (%s) are refused', async (key) => {
    const { send } = await open()
    expect((await send(key)).json<{ code: string }>().code).toBe('IdempotencyKeyInvalid')
  })

  it('leave nothing readable in the database, and nothing at all once the account is erased', async () => {
    const { send, answers } = await open('lia')
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
    const begun = await answers.begin({ accountId: 'lia', key: 'late', request: 'r' }, time)
    if (begun.type === 'begun')
      await answers.complete({ accountId: 'lia', key: 'late', request: 'r' }, begun.run, {
        status: 200,
        headers: {},
        body: 'x',
      })
    const kept = await database.pool.query(
      "select 1 from http.answers where account_id = 'lia' and answer is not null and started_at > now()",
    )
    expect(kept.rowCount).toBe(0)
  })

  it('are remembered for a day', async () => {
    const { send, answers, world } = await open()
    time = '2026-04-02T10:00:00.000Z' as Instant
    await send('day')
    await answers.sweep('2026-04-03T09:59:00.000Z' as Instant)
    await send('day')
    expect(world.notes).toHaveLength(1)
    expect(await answers.sweep('2026-04-03T10:01:00.000Z' as Instant)).toBeGreaterThan(0)
    await send('day')
    expect(world.notes).toHaveLength(2)
  })
})
