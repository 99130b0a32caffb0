import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { messagesTo, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpClient } from '../../../support/users.ts'

describe('sessions ended by an operator', () => {
  let garbo: Awaited<ReturnType<typeof startTestGarbo>>
  beforeAll(async () => {
    garbo = await startTestGarbo()
  })
  afterAll(() => garbo.stop())

  const currentUserStatus = async (browser: ApiClient) => (await browser.get('/api/auth/user')).status
  const login = async (email: string) => {
    const browser = garbo.visitor()
    await browser.post('/api/auth/login-client', { email, password })
    return browser
  }
  const sessionsEndedEvents = async (): Promise<readonly unknown[]> => {
    const { rows } = await garbo.database.pool.query<{ data: string; meta: string }>(
      "select e.data, e.meta from log.events e join log.types t using (type_no) where t.name = 'SessionsEnded'",
    )
    return rows.map(({ data, meta }) => [JSON.parse(data), (JSON.parse(meta) as { actor: unknown }).actor])
  }

  it('ASVS 7.4.5: end immediately on every device, with quick access; the owner is notified and the log names the operator', async () => {
    const [ana, bea] = [await signUpClient(garbo, 'ana'), await signUpClient(garbo, 'bea')]
    const secondBrowser = await login(ana.email)
    const { deviceToken } = endpoints.enrollDevice.response.parse(
      (await ana.browser.post(endpoints.enrollDevice.path)).body,
    )
    expect(await runOperatorCommand(garbo, 'sessions', 'end', ana.email)).toContain(
      'All sessions of the account have ended',
    )

    expect(await Promise.all([ana.browser, secondBrowser, bea.browser].map(currentUserStatus))).toEqual([401, 401, 200])
    const redeemed = await garbo.visitor().post(endpoints.redeemDeviceToken.path, { deviceToken })
    expect(redeemed.status).toBeGreaterThanOrEqual(400)
    expect(await waitForMessageMatching(bea.browser, ana.email, /ha chiuso tutti gli accessi/)).toContain(
      'La tua password è rimasta',
    )
    expect((await messagesTo(bea.browser, bea.email)).join()).not.toContain('ha chiuso')
    expect(await sessionsEndedEvents()).toMatchObject([[{ by: null }, { id: null, role: 'operator' }]])
    expect(await currentUserStatus(await login(ana.email))).toBe(200)
    const accesses = endpoints.ownAccessLog.response.parse(
      (await (await login(ana.email)).get('/api/user/access-log')).body,
    )
    expect(accesses).toContainEqual(expect.objectContaining({ what: 'sign-out', role: 'OPERATORE' }))
  })

  it('can be chosen by account id; an unknown account is rejected and not recorded', async () => {
    const before = await sessionsEndedEvents()
    const [[{ accountId }]] = before as [[{ accountId: string }]]
    await runOperatorCommand(garbo, 'sessions', 'end', accountId)
    expect(await sessionsEndedEvents()).toHaveLength(before.length + 1)
    await expect(runOperatorCommand(garbo, 'sessions', 'end', 'nobody@example.it')).rejects.toThrow(
      'There is no account with the address',
    )
    await expect(runOperatorCommand(garbo, 'sessions', 'end', 'no-such-id')).rejects.toThrow(
      'There is no account no-such-id.',
    )
    expect(await sessionsEndedEvents()).toHaveLength(before.length + 1)
  })
})
