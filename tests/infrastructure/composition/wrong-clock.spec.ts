import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Config } from '../../../infrastructure/composition/config.ts'
import { type Garbo, startGarbo } from '../../../infrastructure/composition/garbo.ts'
import { apiLogger } from '../../../web/api/logging.ts'
import { type ServerProcess, startServer, wrongClock } from '../../crash/server-process.ts'
import { apiClient } from '../../support/api-client.ts'
import { codeIn, waitForMessage } from '../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../../support/users.ts'

/** Two API processes on one database; the clock of the second is two days ahead. */
let right: Awaited<ReturnType<typeof startTestGarbo>>
let ahead: ServerProcess
beforeAll(async () => {
  right = await startTestGarbo()
  const { GARBO_MASTER_KEY, DATABASE_URL } = right.config
  const env = { GARBO_MASTER_KEY, DATABASE_URL, GARBO_HOME: right.home, GARBO_ROLE: 'api' }
  ahead = await startServer({ env, preload: wrongClock(2 * 86_400_000) })
})
afterAll(async () => {
  await ahead.stop()
  await right.stop()
})

describe('a process whose clock is two days ahead', () => {
  it('keeps an attacker locked out who guessed passwords at another process', async () => {
    const { email } = await signUpClient(right, 'ana')
    const signIn = (address: string, guess: string) =>
      apiClient(address).post('/api/auth/login-client', { email, password: guess })
    let failures = 0
    for (const until = 20; failures < until && (await signIn(right.address, 'Sbagliata.2026!')).status === 401;)
      failures++
    expect((await signIn(right.address, password)).status).toBe(401)
    expect((await signIn(ahead.address, password)).status).toBe(401)
  })

  it('accepts a code that another process has just sent, and sends codes that others accept', async () => {
    for (const [name, sender, verifier] of [
      ['bea', right.address, ahead.address],
      ['eva', ahead.address, right.address],
    ] as const) {
      const browser = apiClient(sender)
      const email = `${name}@example.it`
      const person = { firstName: name, lastName: 'Bianchi', email, phone: '+39 333 1234567', password }
      const { clientId } = (await browser.post('/api/auth/register-client', person)).body as { clientId: string }
      const verificationCode = codeIn(await waitForMessage(right.visitor(), email))
      const verified = await apiClient(verifier).post('/api/auth/verify-email', { clientId, verificationCode })
      expect(verified.status).toBe(204)
    }
  })

  it('repeats the response of a request that another process has executed, and executes nothing twice', async () => {
    const { id } = await signUpBusiness(right, 'aurora')
    const { browser } = await signUpClient(right, 'mia')
    const review = { rating: 5, comment: 'Tutto bene.', targetType: 'BUSINESS', targetId: id, reasonCode: 'SERVICE' }
    const send = async (address: string, key: string) => {
      const response = await fetch(`${address}/api/reviews`, {
        method: 'POST',
        headers: {
          origin: address,
          cookie: browser.cookie(),
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(review),
      })
      return {
        status: response.status,
        replayed: response.headers.get('idempotency-replayed'),
        text: await response.text(),
      }
    }
    const key = randomUUID()
    const first = await send(right.address, key)
    expect(first).toMatchObject({ status: 201, replayed: null })
    expect(await send(ahead.address, key)).toEqual({ ...first, replayed: 'true' })
    expect(await send(right.address, key)).toEqual({ ...first, replayed: 'true' })
  })

  it('does not execute a request that another process is executing, nor the other way round', async () => {
    for (const [name, executor, other] of [
      ['ugo', right.address, ahead.address],
      ['ida', ahead.address, right.address],
    ] as const) {
      const { id } = await signUpBusiness(right, `hotel-${name}`)
      const { email } = await signUpClient(right, name)
      const [first, second] = [apiClient(executor), apiClient(other)]
      for (const browser of [first, second])
        expect((await browser.post('/api/auth/login-client', { email, password })).status).toBe(200)
      const key = first.idempotencyKey()
      const review = { rating: 5, targetType: 'BUSINESS', targetId: id, reasonCode: 'SERVICE' }
      const release = await holdWrites()
      const executing = first.post('/api/reviews', review, key)
      await expect.poll(isWriteWaiting, { timeout: 30_000 }).toBe(true)
      expect(await second.post('/api/reviews', review, key)).toMatchObject({
        status: 409,
        body: { code: 'StillRunning' },
      })
      await release()
      const { status, body } = await executing
      expect(status).toBe(201)
      expect(await second.post('/api/reviews', review, key)).toMatchObject({ status: 201, body })
    }
  })

  /** Lets appends to the log wait until the result is called. */
  const holdWrites = async () => {
    const client = await right.database.pool.connect()
    onTestFinished(() => client.release(true))
    await client.query('begin; lock table log.events in share mode')
    return () => client.query('rollback')
  }
  const isWriteWaiting = async () => {
    const { rows } = await right.database.pool.query<{ waiting: boolean }>(
      `select exists (select from pg_locks l join pg_class c on c.oid = l.relation
         where not l.granted and c.relnamespace = 'log'::regnamespace) as waiting`,
    )
    return rows[0]?.waiting
  }
})

describe('R29: a process whose clock is moved while it runs', () => {
  /** A clock of this machine that can be moved; the processes of this test compare it with the database's when told to. */
  const movableClock = () => {
    const realNow = Date.now
    let aheadMs = 0
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => {
      vi.useRealTimers()
      vi.restoreAllMocks()
    })
    return {
      move: (ms: number) => {
        aheadMs = ms
      },
      /** Lets minutes pass until `what` is as expected: a slow database skips the measurements that fall due while it reads. */
      eachMinute: <T>(what: () => T) =>
        expect.poll(
          async () => {
            await vi.advanceTimersByTimeAsync(60_000)
            return what()
          },
          { timeout: 30_000 },
        ),
    }
  }
  const start = async (more: Partial<Config>) => {
    const log: string[] = []
    const sink = new Writable({
      write: (chunk: Buffer, _, done) => {
        log.push(chunk.toString())
        done()
      },
    })
    const config = { ...right.config, PORT: 0, ...more }
    const process = await startGarbo({ config, webAppFolder: null, logger: apiLogger('info', sink) })
    onTestFinished(process.stop)
    const aboutClock = () =>
      log.flatMap((line) => {
        const { msg } = JSON.parse(line) as { readonly msg: string }
        return msg.includes('clock') ? [msg] : []
      })
    const skew = async () => {
      const metrics = await fetch(`${process.address ?? process.healthAddress}/metrics`)
      return Number(/^garbo_clock_skew_seconds (.+)$/m.exec(await metrics.text())?.[1])
    }
    return { ...process, aboutClock, skew }
  }
  const readiness = async ({ address, healthAddress }: Pick<Garbo, 'address' | 'healthAddress'>) => {
    const response = await fetch(`${address ?? healthAddress}/readyz`)
    return { status: response.status, ...((await response.json()) as { readonly reasons: readonly string[] }) }
  }

  it('warns above two seconds, once, and says when the clocks agree again', async () => {
    const { move, eachMinute } = movableClock()
    const { aboutClock, skew } = await start({ GARBO_ROLE: 'api' })
    move(1_500)
    await eachMinute(skew).toBeCloseTo(-1.5, 0)
    expect(aboutClock()).toEqual([])
    move(2_700)
    const warning = expect.stringMatching(
      /^The clock of this machine is 3 s ahead of the database's\. Synchronise both/,
    ) as unknown
    await eachMinute(aboutClock).toEqual([warning])
    for (let minutes = 0; minutes < 3; minutes++) await eachMinute(skew).toBeCloseTo(-2.7, 0)
    expect(aboutClock()).toEqual([warning])
    move(0)
    await eachMinute(aboutClock).toEqual([warning, 'the clock of this machine agrees with that of the database again'])
  })

  it.each([
    ['an API process', { GARBO_ROLE: 'api' }],
    ['a worker', { GARBO_ROLE: 'worker', HEALTH_PORT: 0 }],
  ] as const)('%s in production is not ready above a minute, and ready again afterwards', async (_, role) => {
    const { move, eachMinute } = movableClock()
    const running = await start({ ...role, NODE_ENV: 'production' })
    await expect.poll(() => readiness(running), { timeout: 30_000 }).toMatchObject({ status: 200, reasons: [] })
    move(-59_000)
    await eachMinute(running.aboutClock).toHaveLength(1)
    expect(await readiness(running)).toMatchObject({ status: 200, reasons: [] })
    move(-62_000)
    await eachMinute(() => readiness(running)).toMatchObject({
      status: 503,
      reasons: [expect.stringMatching(/^The clock of this machine is 62 s behind the database's/)],
    })
    move(0)
    await eachMinute(() => readiness(running)).toMatchObject({ status: 200, reasons: [] })
  })

  it('stays ready elsewhere', async () => {
    const { move, eachMinute } = movableClock()
    const running = await start({ GARBO_ROLE: 'api' })
    move(62_000)
    await eachMinute(running.aboutClock).toHaveLength(1)
    expect(await readiness(running)).toMatchObject({ status: 200, reasons: [] })
  })
})
