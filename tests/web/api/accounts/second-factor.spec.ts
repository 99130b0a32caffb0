import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import { softwareAuthenticator } from '../../../support/accounts/authenticator.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { codeIn, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness } from '../../../support/users.ts'

const { registerPasskeyChallenge, registerPasskey, passkeyChallenge, loginWithPasskey } = endpoints
type Authenticator = ReturnType<typeof softwareAuthenticator>

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo({ STAFF_SECOND_FACTOR: 'passkey' })
})
afterAll(() => garbo.stop())

const registerNewPasskey = async (browser: ApiClient, userId: string): Promise<Authenticator> => {
  const authenticator = softwareAuthenticator({ origin: garbo.address })
  const challenge = await browser.post(registerPasskeyChallenge.path, { userId, userType: 'business', password })
  const passkey = authenticator.register(registerPasskeyChallenge.response.parse(challenge.body))
  expect((await browser.post(registerPasskey.path, passkey)).status).toBe(204)
  return authenticator
}
const signInWithPasskey = async (authenticator: Authenticator) => {
  const browser = garbo.visitor()
  const { body } = await browser.post(passkeyChallenge.path, { userType: 'business' })
  const response = await browser.post(
    loginWithPasskey.path,
    authenticator.authenticate(passkeyChallenge.response.parse(body)),
  )
  return { browser, response }
}
const signInByPassword = async (username: string) => {
  const browser = garbo.visitor()
  const response = await browser.post('/api/auth/login', { username, password })
  expect(response.status).toBe(200)
  return { browser, response }
}
const secondFactorDue = { status: 403, body: { code: 'SecondFactorDue' } }
const useStaffCall = (browser: ApiClient) => browser.get('/api/admin/sanctions')
const currentUser = async (browser: ApiClient) =>
  endpoints.currentUser.response.parse((await browser.get('/api/auth/user')).body)
const newModerator = async (username: string) => {
  const { browser, email, id } = await signUpBusiness(garbo, username)
  const authenticator = await registerNewPasskey(browser, id)
  await runOperatorCommand(garbo, 'role', 'grant', email, 'MODERATORE')
  return { browser, authenticator, id, email }
}

describe('a second factor for staff (STAFF_SECOND_FACTOR)', () => {
  it('ASVS 6.3.3: is missing after sign-in by password; a passkey registered before the role allows staff calls', async () => {
    const { browser, authenticator } = await newModerator('mara')
    expect(await useStaffCall(browser)).toMatchObject(secondFactorDue)
    const withPassword = await signInByPassword('mara')
    expect(withPassword.response.body).toMatchObject({ user: { secondFactorDue: true, staffRoles: ['MODERATORE'] } })
    expect(await useStaffCall(withPassword.browser)).toMatchObject(secondFactorDue)
    expect(await currentUser(withPassword.browser)).toMatchObject({ secondFactorDue: true })
    expect((await withPassword.browser.get('/api/user/profile')).status).toBe(200)

    const withPasskey = await signInWithPasskey(authenticator)
    expect((withPasskey.response.body as { user: object }).user).not.toHaveProperty('secondFactorDue')
    expect((await useStaffCall(withPasskey.browser)).status).toBe(200)
    expect(await currentUser(withPasskey.browser)).not.toHaveProperty('secondFactorDue')
    expect(await useStaffCall(withPassword.browser)).toMatchObject(secondFactorDue)
  })

  it('ASVS 6.3.3: is not a passkey registered with a stolen password, but one registered with an accepted passkey', async () => {
    const { authenticator, id } = await newModerator('nino')
    const attacker = await signInByPassword('nino')
    const byAttacker = await signInWithPasskey(await registerNewPasskey(attacker.browser, id))
    expect(byAttacker.response.body).toMatchObject({ user: { secondFactorDue: true } })
    expect(await useStaffCall(byAttacker.browser)).toMatchObject(secondFactorDue)
    const second = await signInWithPasskey(await registerNewPasskey(byAttacker.browser, id))
    expect(await useStaffCall(second.browser)).toMatchObject(secondFactorDue)

    const owner = await signInWithPasskey(authenticator)
    const added = await signInWithPasskey(await registerNewPasskey(owner.browser, id))
    expect((await useStaffCall(added.browser)).status).toBe(200)
  })

  it('Q-127: is lost with the passkeys removed at a password reset, and no passkey added afterwards replaces it', async () => {
    const { authenticator, email, id } = await newModerator('lino')
    const visitor = garbo.visitor()
    await visitor.post('/api/auth/send-reset-code', { email, userType: 'business' })
    const code = codeIn(await waitForMessageMatching(visitor, email, /nuova password è/))
    const reset = { email, userType: 'business', code, newPassword: password, removePasskeys: true }
    expect((await visitor.post('/api/auth/reset-password', reset)).status).toBe(204)
    expect((await signInWithPasskey(authenticator)).response.status).toBe(401)

    const withPassword = await signInByPassword('lino')
    expect(await useStaffCall(withPassword.browser)).toMatchObject(secondFactorDue)
    const added = await signInWithPasskey(await registerNewPasskey(withPassword.browser, id))
    expect(await useStaffCall(added.browser)).toMatchObject(secondFactorDue)
  })

  it('ASVS 6.3.3: is not quick access, whatever its session', async () => {
    const { authenticator } = await newModerator('olga')
    const own = await signInWithPasskey(authenticator)
    const { deviceToken } = endpoints.enrollDevice.response.parse(
      (await own.browser.post(endpoints.enrollDevice.path)).body,
    )
    const app = garbo.visitor()
    expect((await app.post(endpoints.redeemDeviceToken.path, { deviceToken })).status).toBe(200)
    expect(await useStaffCall(app)).toMatchObject(secondFactorDue)
  })

  it('is replaced when lost by revoking the role, registering a passkey and granting the role again', async () => {
    const { email, id } = await signUpBusiness(garbo, 'pia')
    await runOperatorCommand(garbo, 'role', 'grant', email, 'ADMIN')
    const passwordOnly = await signInByPassword('pia')
    expect(await useStaffCall(passwordOnly.browser)).toMatchObject(secondFactorDue)
    expect(await passwordOnly.browser.get(endpoints.companyWallet.path)).toMatchObject(secondFactorDue)
    await runOperatorCommand(garbo, 'role', 'revoke', email, 'ADMIN')
    const authenticator = await registerNewPasskey(passwordOnly.browser, id)
    await runOperatorCommand(garbo, 'role', 'grant', email, 'ADMIN')
    expect((await useStaffCall((await signInWithPasskey(authenticator)).browser)).status).toBe(200)
  })

  it('is not required from other users, nor from staff without the setting', async () => {
    const { browser } = await signUpBusiness(garbo, 'rosa')
    expect(await currentUser(browser)).not.toHaveProperty('secondFactorDue')
    expect(await useStaffCall(browser)).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
    await newModerator('sara')
    await garbo.restart({ STAFF_SECOND_FACTOR: 'off' })
    expect((await useStaffCall((await signInByPassword('sara')).browser)).status).toBe(200)
  })
})
