import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { codeIn, waitForMessage, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

const ownPassword = 'Tutt’altra.2026!'
const ana = { firstName: 'Ana', lastName: 'Bianchi', phone: '+39 333 7654321', password }
const lido = { password, businessName: 'Lido', businessType: 'altro', location: 'Lungomare 1, Rimini', province: 'RN' }

const registerClient = (email: string, changes: object = {}) =>
  garbo.visitor().post('/api/auth/register-client', { ...ana, email, ...changes })
const registeredId = async (browser: ApiClient, body: object) =>
  ((await browser.post('/api/auth/register', body)).body as { user: { id: string } }).user.id
const expireCodesOf = (accountId: string) =>
  garbo.database.pool.query("update access.codes set expires_at = '2026-01-01T00:00:00.000Z' where account_id = $1", [
    accountId,
  ])
const signIn = (email: string, password: string) => garbo.visitor().post('/api/auth/login-client', { email, password })

describe('registering an address again that was never confirmed', () => {
  it('Q-24: sends a new code and replaces the data; the first password no longer works', async () => {
    const email = 'contesa@example.it'
    expect((await registerClient(email)).status).toBe(201)
    const firstCode = codeIn(await waitForMessage(garbo.visitor(), email))
    const second = await registerClient(email, { firstName: 'Bice', password: ownPassword })
    expect(second).toMatchObject({ status: 201, body: { clientId: expect.any(String) } })
    const { clientId } = second.body as { clientId: string }

    expect((await signIn(email, password)).status).toBe(401)
    const browser = garbo.visitor()
    expect(await browser.post('/api/auth/login-client', { email, password: ownPassword })).toMatchObject({
      status: 200,
    })
    expect((await browser.get('/api/user/profile')).body).toMatchObject({ firstName: 'Bice' })
    const another = new RegExp(`è (?!${firstCode})\\d{6}`)
    const verificationCode = codeIn(await waitForMessageMatching(garbo.visitor(), email, another))
    expect((await browser.post('/api/auth/verify-email', { clientId, verificationCode })).status).toBeLessThan(300)
  })

  it('Q-24: is refused for a business until its last confirmation link has expired', async () => {
    const [first, second] = [garbo.visitor(), garbo.visitor()]
    const body = { ...lido, username: 'conteso', email: 'conteso@example.it' }
    const register = (browser: ApiClient) => browser.post('/api/auth/register', { ...body, password: ownPassword })
    const accountId = await registeredId(first, body)
    expect(await register(second)).toMatchObject({ status: 409, body: { code: 'EmailTaken' } })

    await waitForMessage(garbo.visitor(), body.email)
    await expireCodesOf(accountId)
    expect((await first.post('/api/auth/resend-verification', {})).status).toBe(204)
    expect(await register(second)).toMatchObject({ status: 409, body: { code: 'EmailTaken' } })
    expect((await first.get('/api/auth/user')).status).toBe(200)
  })

  it('Q-24: ends the sessions of a business whose link has expired and frees its username for the second', async () => {
    const [first, second] = [garbo.visitor(), garbo.visitor()]
    const body = { ...lido, username: 'scaduto', email: 'scaduto@example.it' }
    const accountId = await registeredId(first, body)
    await waitForMessage(garbo.visitor(), body.email)
    await expireCodesOf(accountId)
    expect((await second.post('/api/auth/register', { ...body, password: ownPassword })).status).toBe(201)
    expect((await first.get('/api/auth/user')).status).toBe(401)
    expect((await second.get('/api/auth/user')).status).toBe(200)
    expect((await garbo.visitor().post('/api/auth/login', { username: 'scaduto', password })).status).toBe(401)
  })

  it('Q-24: keeps the first account if the second cannot be registered', async () => {
    const [taken, email] = ['occupato', 'prima@example.it']
    await garbo.visitor().post('/api/auth/register', { ...lido, username: taken, email: 'terzo@example.it' })
    expect((await registerClient(email)).status).toBe(201)
    const second = await garbo.visitor().post('/api/auth/register', { ...lido, username: taken, email })
    expect(second).toMatchObject({ status: 409, body: { code: 'UsernameTaken' } })
    expect((await registerClient(email, { password: 'password' })).status).toBe(400)
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('Q-24: leaves a confirmed address and its owner alone', async () => {
    const ida = await signUpClient(garbo, 'ida')
    expect(await registerClient(ida.email)).toMatchObject({ status: 409, body: { code: 'EmailTaken' } })
    expect((await ida.browser.get('/api/auth/user')).status).toBe(200)
  })

  it('Q-24: is not undone when the first request is sent again', async () => {
    const email = 'ripetuta@example.it'
    const first = () =>
      garbo.visitor().post('/api/auth/register-client', { ...ana, email }, { 'idempotency-key': 'ripetuta-prima-1' })
    expect((await first()).status).toBe(201)
    expect((await registerClient(email, { password: ownPassword })).status).toBe(201)
    expect(await first()).toMatchObject({ status: 409, body: { code: 'EmailTaken' } })
    expect((await signIn(email, ownPassword)).status).toBe(200)
  })
})
