import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../../../../web/contract/calls.ts'
import { softwareAuthenticator } from '../../../support/accounts/authenticator.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness } from '../../../support/users.ts'

const { registerPasskeyChallenge, registerPasskey, passkeyChallenge, loginByPasskey } = calls
type Authenticator = ReturnType<typeof softwareAuthenticator>

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo({ STAFF_SECOND_FACTOR: 'passkey' })
})
afterAll(() => garbo.stop())

const enrolled = async (browser: ApiClient, userId: string): Promise<Authenticator> => {
  const authenticator = softwareAuthenticator({ origin: garbo.address })
  const asked = await browser.post(registerPasskeyChallenge.path, { userId, userType: 'business' })
  const made = authenticator.register(registerPasskeyChallenge.response.parse(asked.body))
  expect((await browser.post(registerPasskey.path, made)).status).toBe(204)
  return authenticator
}
const byPasskey = async (authenticator: Authenticator) => {
  const browser = garbo.visitor()
  const { body } = await browser.post(passkeyChallenge.path, { userType: 'business' })
  const answer = await browser.post(
    loginByPasskey.path,
    authenticator.authenticate(passkeyChallenge.response.parse(body)),
  )
  return { browser, answer }
}
const byPassword = async (username: string) => {
  const browser = garbo.visitor()
  const answer = await browser.post('/api/auth/login', { username, password })
  expect(answer.status).toBe(200)
  return { browser, answer }
}
const due = { status: 403, body: { code: 'SecondFactorDue' } }
const works = (browser: ApiClient) => browser.get('/api/admin/sanctions')
const asksWho = async (browser: ApiClient) =>
  calls.currentUser.response.parse((await browser.get('/api/auth/user')).body)
const moderator = async (username: string) => {
  const { browser, email, id } = await signUpBusiness(garbo, username)
  const authenticator = await enrolled(browser, id)
  await runOperatorCommand(garbo, 'role', 'grant', email, 'MODERATORE')
  return { browser, authenticator, id, email }
}

describe('a second factor for staff (STAFF_SECOND_FACTOR)', () => {
  it('ASVS 6.3.3: a password signs in but allows no staff call; a passkey made before the role allows both', async () => {
    const { browser, authenticator } = await moderator('mara')
    expect(await works(browser)).toMatchObject(due)
    const weak = await byPassword('mara')
    expect(weak.answer.body).toMatchObject({ user: { secondFactorDue: true, staffRoles: ['MODERATORE'] } })
    expect(await works(weak.browser)).toMatchObject(due)
    expect(await asksWho(weak.browser)).toMatchObject({ secondFactorDue: true })
    expect((await weak.browser.get('/api/user/profile')).status).toBe(200)

    const strong = await byPasskey(authenticator)
    expect((strong.answer.body as { user: object }).user).not.toHaveProperty('secondFactorDue')
    expect((await works(strong.browser)).status).toBe(200)
    expect(await asksWho(strong.browser)).not.toHaveProperty('secondFactorDue')
    expect(await works(weak.browser)).toMatchObject(due)
  })

  it('ASVS 6.3.3: a passkey made with a stolen password does not count; one that counts does', async () => {
    const { authenticator, id } = await moderator('nino')
    const thief = await byPassword('nino')
    const stolen = await byPasskey(await enrolled(thief.browser, id))
    expect(stolen.answer.body).toMatchObject({ user: { secondFactorDue: true } })
    expect(await works(stolen.browser)).toMatchObject(due)
    const again = await byPasskey(await enrolled(stolen.browser, id))
    expect(await works(again.browser)).toMatchObject(due)

    const own = await byPasskey(authenticator)
    const second = await byPasskey(await enrolled(own.browser, id))
    expect((await works(second.browser)).status).toBe(200)
  })

  it('ASVS 6.3.3: quick access is not a second factor, whatever its session', async () => {
    const { authenticator } = await moderator('olga')
    const own = await byPasskey(authenticator)
    const { deviceToken } = calls.enrollDevice.response.parse((await own.browser.post(calls.enrollDevice.path)).body)
    const app = garbo.visitor()
    expect((await app.post(calls.redeemDeviceToken.path, { deviceToken })).status).toBe(200)
    expect(await works(app)).toMatchObject(due)
  })

  it('a lost passkey is replaced by returning the role, registering one and being granted the role again', async () => {
    const { email, id } = await signUpBusiness(garbo, 'pia')
    await runOperatorCommand(garbo, 'role', 'grant', email, 'ADMIN')
    const late = await byPassword('pia')
    expect(await works(late.browser)).toMatchObject(due)
    expect(await late.browser.get(calls.companyWallet.path)).toMatchObject(due)
    await runOperatorCommand(garbo, 'role', 'revoke', email, 'ADMIN')
    const authenticator = await enrolled(late.browser, id)
    await runOperatorCommand(garbo, 'role', 'grant', email, 'ADMIN')
    expect((await works((await byPasskey(authenticator)).browser)).status).toBe(200)
  })

  it('is not required from others, nor from staff without the setting', async () => {
    const { browser } = await signUpBusiness(garbo, 'rosa')
    expect(await asksWho(browser)).not.toHaveProperty('secondFactorDue')
    expect(await works(browser)).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
    await moderator('sara')
    await garbo.restart({ STAFF_SECOND_FACTOR: 'off' })
    expect((await works((await byPassword('sara')).browser)).status).toBe(200)
  })
})
