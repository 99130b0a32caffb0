import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../../../web/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../../web/contract/endpoints.ts'
import { type ApiClient, csrfTokenOf } from '../../support/api-client.ts'
import {
  codeIn,
  temporaryPasswordIn,
  tokenIn,
  waitForMessage,
  waitForMessageMatching,
} from '../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'
import { password } from '../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][]
/** Placed in every text of a request. */
const canary = 'Zafferano5!canarino'
const token = 'zafferano'.padEnd(43, 'Z')
const pathOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, encodeURIComponent(canary))
const bodyOf = ({ body }: Endpoint) =>
  body instanceof z.ZodObject ? Object.fromEntries(Object.keys(body.shape).map((field) => [field, canary])) : undefined
const headers = {
  cookie: `garbo_session=${token}; garbo_device=${token}`,
  authorization: `Bearer ${token}`,
  referer: `http://localhost/login?token=${token}`,
  'user-agent': `Mozilla/5.0 ${token}`,
  'x-csrf-token': token,
  'idempotency-key': token,
  'x-forwarded-for': token,
  'x-request-id': token,
}

describe('the log does not contain request data', () => {
  it.each(allEndpoints)('of %s: neither path, query, body, cookies nor headers', async (_, endpoint) => {
    const before = garbo.log().length
    const address = `${pathOf(endpoint)}?email=${encodeURIComponent(canary)}&token=${token}`
    await garbo.visitor().send(endpoint.method, address, bodyOf(endpoint), headers)
    await expect.poll(() => garbo.log().slice(before)).toContain(`"route":"${endpoint.path}"`)
    expect(garbo.log().slice(before)).not.toMatch(/zafferano|canarino/i)
  })
})

/** Without the marker of a session, which says only that there is one. */
const cookiesOf = (browser: ApiClient) =>
  browser
    .cookie()
    .split('; ')
    .filter((cookie) => !cookie.startsWith('garbo_signed_in='))

/** Signs in by every method and returns the secrets involved. */
const signInEveryWay = async (): Promise<readonly string[]> => {
  const [browser, business, other] = [garbo.visitor(), garbo.visitor(), garbo.visitor()]
  const email = 'zoe@example.it'
  const person = { firstName: 'Zoe', lastName: 'Zanzarini', email, phone: '+39 347 1112223', password }
  const { clientId } = (await browser.post('/api/auth/register-client', person)).body as { clientId: string }
  const code = codeIn(await waitForMessage(browser, email))
  await browser.post('/api/auth/verify-email', { clientId, verificationCode: code })
  const firstCookies = [...cookiesOf(browser), await csrfTokenOf(browser)]
  const { deviceToken } = (await browser.post('/api/auth/biometric/enroll')).body as { deviceToken: string }
  await other.post('/api/auth/biometric/redeem', { deviceToken })

  const place = {
    businessName: 'Hotel Zara',
    businessType: 'hotel',
    location: 'Via del Corso 12, Roma',
    province: 'RM',
  }
  await business.post('/api/auth/register', { username: 'zara', email: 'zara@example.it', password, ...place })
  const confirmationToken = tokenIn(await waitForMessage(business, 'zara@example.it'))
  await business.post('/api/auth/confirm-email', { token: confirmationToken })

  await other.post('/api/auth/send-reset-code', { email, userType: 'client' })
  const resetCode = codeIn(await waitForMessageMatching(other, email, /nuova password è/))
  const newPassword = 'Ritrovata.2026!'
  await other.post('/api/auth/reset-password', { email, userType: 'client', code: resetCode, newPassword })
  await other.post('/api/auth/send-temp-password', { email, userType: 'client' })
  const temporaryPassword = temporaryPasswordIn(await waitForMessageMatching(other, email, /password provvisoria è/))
  await other.post('/api/auth/login-client', { email, password: temporaryPassword })
  const finalPassword = 'Definitiva.2026!'
  const changed = await other.post('/api/auth/change-password', {
    currentPassword: temporaryPassword,
    newPassword: finalPassword,
  })
  expect(changed.status).toBe(204)
  const cookies = [...firstCookies, ...cookiesOf(business), ...cookiesOf(other)].map((cookie) =>
    cookie.replace(/^\w+=/, ''),
  )
  return [
    email,
    'Zanzarini',
    '3471112223',
    password,
    code,
    confirmationToken,
    deviceToken,
    resetCode,
    newPassword,
    temporaryPassword,
    finalPassword,
    ...cookies,
  ]
}

describe('every sign-in method', () => {
  it('leaves no password, code, token, cookie or address in the log', async () => {
    const secrets = await signInEveryWay()
    expect(secrets.filter((secret) => secret.length < 6)).toEqual([])
    expect(secrets.length).toBeGreaterThan(13)
    const lines = garbo.log().split('\n')
    for (const route of ['verify-email', 'confirm-email', 'reset-password', 'change-password', 'biometric/redeem'])
      expect(lines.filter((line) => line.includes(`"route":"/api/auth/${route}","status":20`))).not.toEqual([])
    expect(lines.filter((line) => secrets.some((secret) => mentions(line, secret)))).toEqual([])
  })

  it('would be detected by this test if it did', () => expect(mentions('{"code":"123456"}', '123456')).toBe(true))
})

/** Six digits may occur by chance within a longer number or an id. */
const mentions = (line: string, secret: string) =>
  /^\d{6}$/.test(secret) ? new RegExp(String.raw`(?<![\w-])${secret}(?![\w-])`).test(line) : line.includes(secret)
