import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
/** A client and a business, both without a confirmed address. */
let clientId: string
let bea: ApiClient
let rosa: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo()
  const { email } = await signUpBusiness(garbo, 'rosa')
  const registered = await garbo.visitor().post('/api/auth/register-client', { ...client, email: 'ana@example.it' })
  clientId = (registered.body as { clientId: string }).clientId
  await garbo.visitor().post('/api/auth/register', { ...business, username: 'bea', email: 'bea@example.it' })
  await garbo.restart({ NODE_ENV: 'production' })
  rosa = await signIn(email)
  bea = await signIn('bea@example.it')
})
afterAll(() => garbo.stop())

const contacts = { email: 'nuovo@example.it', phone: '+39 333 1234567', password }
const client = { firstName: 'Ana', lastName: 'Bianchi', ...contacts }
const place = { businessName: 'Lido', businessType: 'altro', location: 'Lungomare 1, Rimini', province: 'RN' }
const business = { username: 'lido', ...contacts, ...place }
const consents = { emailNotifications: true, smsNotifications: true, marketingConsent: false, privacyConsent: true }
const userType = 'client'

const signIn = async (username: string) => {
  const browser = garbo.visitor()
  expect((await browser.post('/api/auth/login', { username, password })).status).toBe(200)
  return browser
}
/** Rows that a call for an e-mail could write. */
const stored = async () =>
  (
    await garbo.database.pool.query(
      `select (select count(*) from log.events) as events, (select count(*) from ops.outbox) as messages,
        (select count(*) from access.credentials) as passwords, (select count(*) from access.allowances) as limits,
        (select json_agg(c order by c::text) from access.codes c) as codes`,
    )
  ).rows[0]
const unavailable = { status: 503, body: { code: 'Unavailable', message: expect.any(String) } }

/** Sends the request and returns what it has changed. */
const request = async (send: () => Promise<unknown>) => {
  const before = await stored()
  const response = await send()
  return { response, before, after: await stored() }
}

describe('Q-25, Q-135: in production without an e-mail transport', () => {
  it.each<readonly [string, string, () => object]>([
    ['the registration of a business', '/api/auth/register', () => business],
    ['the registration of a client', '/api/auth/register-client', () => client],
    ['the registration of a client with a photo', '/api/clients', () => ({ ...client, privacyConsent: true })],
    ['another code for a client', '/api/auth/resend-verification', () => ({ clientId })],
    ['another code for an unknown client', '/api/auth/resend-verification', () => ({ clientId: 'nobody' })],
    ['another code for nobody', '/api/auth/resend-verification', () => ({})],
    ['the reminder of an address', '/api/auth/recover-email', () => ({ phone: '+39 340 1111111', userType })],
    ['a reset code', '/api/auth/send-reset-code', () => ({ email: 'ana@example.it', userType })],
    ['a temporary password', '/api/auth/send-temp-password', () => ({ email: 'ana@example.it', userType })],
  ])('%s fails instead of promising a message, and changes nothing', async (_, path, body) => {
    const { response, before, after } = await request(() => garbo.visitor().post(path, body()))
    expect(response).toMatchObject(unavailable)
    expect(after).toEqual(before)
  })

  it('another link for a signed-in business fails, and changes nothing', async () => {
    const { response, before, after } = await request(() => bea.post('/api/auth/resend-verification', {}))
    expect(response).toMatchObject(unavailable)
    expect(after).toEqual(before)
  })

  it('a new e-mail address fails with the whole form it came with', async () => {
    const newEmail = { email: 'altra@example.it', password }
    const saved = await request(() => rosa.patch('/api/user/profile', { businessName: 'Hotel Altrove', ...newEmail }))
    expect(saved.response).toMatchObject(unavailable)
    expect(saved.after).toEqual(saved.before)

    const { csrfToken } = (await rosa.get('/api/auth/csrf-token')).body as { csrfToken: string }
    const completed = await request(() =>
      rosa.post('/api/auth/complete-profile', { ...place, ...consents, ...newEmail }, { 'x-csrf-token': csrfToken }),
    )
    expect(completed.response).toMatchObject(unavailable)
    expect(completed.after).toEqual(completed.before)
  })

  it('what needs no message still works', async () => {
    expect(await rosa.patch('/api/user/profile', { businessName: 'Hotel Altrove' })).toMatchObject({ status: 200 })
    expect(await signIn('rosa')).toBeDefined()
  })
})
