import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeDevice } from '../../../../web/api/plugins/sessions.ts'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpClient } from '../../../support/users.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('a user’s own sessions (Q-26)', () => {
  let garbo: Awaited<ReturnType<typeof startTestGarbo>>
  beforeAll(async () => {
    garbo = await startTestGarbo()
  })
  afterAll(() => garbo.stop())

  const listSessions = async (browser: ApiClient) =>
    endpoints.sessions.response.parse((await browser.get(endpoints.sessions.path)).body)
  const end = (browser: ApiClient, id: string) => browser.send('DELETE', `/api/auth/sessions/${id}`)
  const signInElsewhere = async (email: string) => {
    const browser = garbo.visitor()
    await browser.post('/api/auth/login-client', { email, password }, { 'user-agent': firefox })
    return browser
  }
  const currentUserStatus = async (browser: ApiClient) => (await browser.get('/api/auth/user')).status

  it('are listed with device and times, without token or hash', async () => {
    const ana = await signUpClient(garbo, 'ana')
    const secondBrowser = await signInElsewhere(ana.email)
    const own = await listSessions(ana.browser)
    expect([own.length, own.filter(({ current }) => current).length]).toEqual([2, 1])
    expect(own.find(({ current }) => !current)?.device).toBe('Firefox su Windows')
    expect((await listSessions(secondBrowser)).find(({ current }) => current)?.device).toBe('Firefox su Windows')
    const { rows } = await garbo.database.pool.query<{ hash: string }>(
      "select encode(token_hash, 'base64') as hash from access.sessions",
    )
    const response = JSON.stringify((await ana.browser.get(endpoints.sessions.path)).body)
    const secrets = [ana.browser, secondBrowser].map((browser) => browser.cookie().split('=')[1] ?? '')
    for (const secret of [...secrets, ...rows.map(({ hash }) => hash)]) expect(response).not.toContain(secret)
  })

  it('are rejected at the next call after being ended', async () => {
    const { browser, email } = await signUpClient(garbo, 'bea')
    const secondBrowser = await signInElsewhere(email)
    const other = (await listSessions(browser)).find(({ current }) => !current)?.id ?? ''
    expect((await end(browser, other)).status).toBe(204)
    expect([await currentUserStatus(secondBrowser), await currentUserStatus(browser)]).toEqual([401, 200])
    expect((await secondBrowser.get('/api/live')).status).toBe(401)
    expect(await end(browser, other)).toMatchObject({ status: 404, body: { code: 'SessionUnknown' } })
    expect(await listSessions(browser)).toHaveLength(1)
  })

  it('can all be ended except this one', async () => {
    const { browser, email } = await signUpClient(garbo, 'cleo')
    const others = [await signInElsewhere(email), await signInElsewhere(email)]
    expect((await browser.send('DELETE', endpoints.endOtherSessions.path)).status).toBe(204)
    expect([await currentUserStatus(browser), ...(await Promise.all(others.map(currentUserStatus)))]).toEqual([
      200, 401, 401,
    ])
    expect(await listSessions(browser)).toMatchObject([{ current: true }])
  })

  it('are invisible to others and cannot be ended by them', async () => {
    const [dora, elio] = [await signUpClient(garbo, 'dora'), await signUpClient(garbo, 'elio')]
    const [dorasSession] = await listSessions(dora.browser)
    expect(await end(elio.browser, dorasSession?.id ?? '')).toMatchObject({
      status: 404,
      body: { code: 'SessionUnknown' },
    })
    await elio.browser.send('DELETE', endpoints.endOtherSessions.path)
    expect((await listSessions(elio.browser)).map(({ id }) => id)).not.toContain(dorasSession?.id)
    expect(await currentUserStatus(dora.browser)).toBe(200)
    expect((await garbo.visitor().get(endpoints.sessions.path)).status).toBe(401)
    expect((await end(garbo.visitor(), dorasSession?.id ?? '')).status).toBe(401)
  })

  it('are reduced to one new session by a new password', async () => {
    const { browser, email } = await signUpClient(garbo, 'fede')
    const secondBrowser = await signInElsewhere(email)
    const before = (await listSessions(browser)).find(({ current }) => current)
    const change = { currentPassword: password, newPassword: 'Ancora.Nuova.28!' }
    expect((await browser.post('/api/auth/change-password', change)).status).toBe(204)
    const after = await listSessions(browser)
    expect(after).toMatchObject([{ current: true }])
    expect([after[0]?.id === before?.id, await currentUserStatus(secondBrowser)]).toEqual([false, 401])
  })
})

describe('device names in the list of sessions', () => {
  it.each([
    [firefox, 'Firefox su Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari su iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/138.0.0.0 Mobile Safari/537.36',
      'Chrome su Android',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/138.0.0.0 Safari/537.36 Edg/138.0', 'Edge su Windows'],
    ['curl/8.5.0', null],
    ['', null],
    [undefined, null],
  ])('are derived from “%s”: %s', (userAgent, device) => expect(describeDevice(userAgent)).toBe(device))
})
