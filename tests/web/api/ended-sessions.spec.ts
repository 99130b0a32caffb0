import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../../../web/contract/calls.ts'
import { wholeGarbo } from '../../support/garbo.ts'
import { letterSaying, lettersTo } from '../../support/letters.ts'
import { operator } from '../../support/operator.ts'
import { password, registeredClient } from '../../support/people.ts'
import type { Visitor } from '../../support/visitor.ts'

describe('sessions ended by an operator', () => {
  let garbo: Awaited<ReturnType<typeof wholeGarbo>>
  beforeAll(async () => {
    garbo = await wholeGarbo()
  })
  afterAll(() => garbo.stop())

  const who = async (browser: Visitor) => (await browser.get('/api/auth/user')).status
  const login = async (email: string) => {
    const browser = garbo.visitor()
    await browser.post('/api/auth/login-client', { email, password })
    return browser
  }
  const recorded = async (): Promise<readonly unknown[]> => {
    const { rows } = await garbo.database.pool.query<{ data: string; meta: string }>(
      "select e.data, e.meta from log.events e join log.types t using (type_no) where t.name = 'SessionsEnded'",
    )
    return rows.map(({ data, meta }) => [JSON.parse(data), (JSON.parse(meta) as { actor: unknown }).actor])
  }

  it('ASVS 7.4.5: end immediately on every device with quick access; the owner is notified, the log names the operator', async () => {
    const [ana, bea] = [await registeredClient(garbo, 'ana'), await registeredClient(garbo, 'bea')]
    const elsewhere = await login(ana.email)
    const { deviceToken } = calls.enrollDevice.answer.parse((await ana.browser.post(calls.enrollDevice.path)).body)
    expect(await operator(garbo, 'sessions', 'end', ana.email)).toContain('has ended')

    expect(await Promise.all([ana.browser, elsewhere, bea.browser].map(who))).toEqual([401, 401, 200])
    const redeemed = await garbo.visitor().post(calls.redeemDeviceToken.path, { deviceToken })
    expect(redeemed.status).toBeGreaterThanOrEqual(400)
    expect(await letterSaying(bea.browser, ana.email, /ha chiuso tutti gli accessi/)).toContain(
      'La tua password è rimasta',
    )
    expect((await lettersTo(bea.browser, bea.email)).join()).not.toContain('ha chiuso')
    expect(await recorded()).toMatchObject([[{ by: null }, { id: null, role: 'operator' }]])
    expect(await who(await login(ana.email))).toBe(200)
  })

  it('can be named by account id; an unknown name is refused and not recorded', async () => {
    const before = await recorded()
    const [[{ accountId }]] = before as [[{ accountId: string }]]
    await operator(garbo, 'sessions', 'end', accountId)
    expect(await recorded()).toHaveLength(before.length + 1)
    await expect(operator(garbo, 'sessions', 'end', 'nobody@example.it')).rejects.toThrow('No account has the address')
    await expect(operator(garbo, 'sessions', 'end', 'no-such-id')).rejects.toThrow('AccountNotRegistered')
    expect(await recorded()).toHaveLength(before.length + 1)
  })
})
