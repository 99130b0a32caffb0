import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Config } from '../../../infrastructure/composition/config.ts'
import type { Resources } from '../../../infrastructure/composition/bootstrap.ts'
import { clockReasons } from '../../../infrastructure/composition/server-context.ts'
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
})

it('a clock that is wrong by more than two seconds is reported in the log', async () => {
  const rightNow = Date.now.bind(Date)
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => rightNow() + 5_000)
  const garbo = await startTestGarbo()
  spy.mockRestore()
  await garbo.stop()
  expect(garbo.log()).toMatch(/"skewMs":-[45]\d{3},"msg":"The clock of this machine is 5 s ahead/)
})

it.each([
  ['production', 61_000, 1],
  ['production', -61_000, 1],
  ['production', 59_000, 0],
  ['test', 61_000, 0],
] as const)(
  'in %s, a running process whose clock is wrong by %i ms has %i reasons not to be ready',
  (mode, skewMs, reasons) => {
    const config = { NODE_ENV: mode } as Config
    const resources = { databaseTime: { skewMs: () => skewMs } } as Resources
    expect(clockReasons({ config, resources })).toHaveLength(reasons)
  },
)
