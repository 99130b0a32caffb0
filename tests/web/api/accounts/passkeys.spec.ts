import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { user } from '../../../../web/contract/accounts/authentication.ts'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import { type CeremonyRequest, softwareAuthenticator } from '../../../support/accounts/authenticator.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { codeIn, temporaryPasswordIn, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo({ ANDROID_ENROLL_LINK: 'garbo://biometric-enroll' })
})
afterAll(() => garbo.stop())

const { registerPasskeyChallenge, registerPasskey, passkeyChallenge, loginWithPasskey, enrollDevice } = endpoints
const { revokeDevice, redeemDeviceToken, removePasskey, passkeys } = endpoints

let people = 0
const newClient = async () => {
  const person = await signUpClient(garbo, `ospite${++people}`)
  const { id } = (await person.browser.get('/api/auth/user')).body as { id: string }
  return { ...person, id }
}
const newAuthenticator = () => softwareAuthenticator({ origin: garbo.address })
const requestRegistration = async (browser: ApiClient, userId: string, userType = 'client') => {
  const { status, body } = await browser.post(registerPasskeyChallenge.path, { userId, userType, password })
  expect(status).toBe(200)
  return registerPasskeyChallenge.response.parse(body)
}
const registerNewPasskey = async ({ browser, id }: { readonly browser: ApiClient; readonly id: string }) => {
  const authenticator = newAuthenticator()
  const response = await browser.post(
    registerPasskey.path,
    authenticator.register(await requestRegistration(browser, id)),
  )
  expect(response.status).toBe(204)
  return authenticator
}
const requestSignIn = async (browser: ApiClient, userType = 'client'): Promise<CeremonyRequest> => {
  const { body } = await browser.post(passkeyChallenge.path, { userType })
  return passkeyChallenge.response.parse(body)
}
const listPasskeys = async (browser: ApiClient) => passkeys.response.parse((await browser.get(passkeys.path)).body)

describe('passkeys over HTTP (A-18..A-21)', () => {
  it('A-21, Q-26: sign a user in with a new session', async () => {
    const ana = await newClient()
    const authenticator = await registerNewPasskey(ana)
    const before = ana.browser.cookie()
    const signed = authenticator.authenticate(await requestSignIn(ana.browser), { userHandle: ana.id })
    const { status, body } = await ana.browser.post(loginWithPasskey.path, signed)
    expect(status).toBe(200)
    expect(user.parse((body as { user: unknown }).user)).toMatchObject({ id: ana.id, role: 'CLIENTE' })
    expect(ana.browser.cookie()).not.toBe(before)
    const oldSession = await garbo.visitor().send('GET', '/api/auth/user', undefined, { cookie: before })
    expect([oldSession.status, (await ana.browser.get('/api/auth/user')).status]).toEqual([401, 200])
  })

  it('Q-04: keep the obligation to change a temporary password, and report it', async () => {
    const ana = await newClient()
    const authenticator = await registerNewPasskey(ana)
    const stranger = garbo.visitor()
    await stranger.post('/api/auth/send-temp-password', { email: ana.email, userType: 'client' })
    const temporary = temporaryPasswordIn(await waitForMessageMatching(stranger, ana.email, /password provvisoria è/))
    await garbo.visitor().post('/api/auth/login-client', { email: ana.email, password: temporary })
    const { status, body } = await stranger.post(
      loginWithPasskey.path,
      authenticator.authenticate(await requestSignIn(stranger)),
    )
    expect([status, body]).toMatchObject([200, { mustChangePassword: true, user: { mustChangePassword: true } }])
    expect(await stranger.get(passkeys.path)).toMatchObject({ status: 403, body: { code: 'PasswordChangeDue' } })
    const change = { currentPassword: temporary, newPassword: 'Ancora.Nuova.28!' }
    expect((await stranger.post('/api/auth/change-password', change)).status).toBe(204)
    const again = await stranger.post(loginWithPasskey.path, authenticator.authenticate(await requestSignIn(stranger)))
    expect([again.status, JSON.stringify(again.body).includes('mustChangePassword')]).toEqual([200, false])
  })

  it('Q-127: are listed in the e-mail of a password reset, and removed if its owner asks for it', async () => {
    const ana = await newClient()
    const authenticator = await registerNewPasskey(ana)
    const codes: string[] = []
    const resetWith = async (more: Readonly<Record<string, unknown>>, newPassword: string) => {
      await garbo.visitor().post('/api/auth/send-reset-code', { email: ana.email, userType: 'client' })
      const another = new RegExp(`nuova password è (?!${codes.join('|') || 'none'})\\d{6}`)
      const letter = await waitForMessageMatching(garbo.visitor(), ana.email, another)
      const code = codeIn(letter)
      codes.push(code)
      const reset = { email: ana.email, userType: 'client', code, newPassword, ...more }
      expect((await garbo.visitor().post('/api/auth/reset-password', reset)).status).toBe(204)
      return letter
    }
    const signIn = async (browser: ApiClient) => {
      const signed = authenticator.authenticate(await requestSignIn(browser))
      return (await browser.post(loginWithPasskey.path, signed)).status
    }
    expect(await resetWith({}, 'Ancora.Nuova.28!')).toMatch(/Queste sono le tue:\n- .+, dal(?:l’)? ?\d/)
    const holder = garbo.visitor()
    expect(await signIn(holder)).toBe(200)
    await resetWith({ removePasskeys: true }, 'Di.Nuovo.Nuova.29!')
    expect((await holder.get('/api/auth/user')).status).toBe(401)
    expect(await signIn(garbo.visitor())).toBe(401)
    await waitForMessageMatching(garbo.visitor(), ana.email, /sono state rimosse tutte le passkey/)
    expect(await resetWith({ removePasskeys: true }, 'Una.Terza.Nuova.30!')).not.toContain('passkey')
  })

  it('Q-23: sign users in while a stranger’s guesses lock the password', async () => {
    const ana = await newClient()
    const authenticator = await registerNewPasskey(ana)
    const login = () => garbo.visitor().post('/api/auth/login-client', { email: ana.email, password })
    for (let tries = 0; tries < 5; tries++)
      await garbo.visitor().post('/api/auth/login-client', { email: ana.email, password: 'Sbagliata.1!' })
    expect((await login()).status).toBe(401)
    const stranger = garbo.visitor()
    const response = await stranger.post(
      loginWithPasskey.path,
      authenticator.authenticate(await requestSignIn(stranger)),
    )
    expect(response.status).toBe(200)
  })

  it('Q-19: are removed when the address is confirmed after their registration', async () => {
    const email = 'vittima@example.it'
    const person = { firstName: 'Ugo', lastName: 'Neri', email, phone: '+39 333 1234567', password }
    const attacker = garbo.visitor()
    await attacker.post('/api/auth/register-client', person)
    await attacker.post('/api/auth/login-client', { email, password })
    const { id } = (await attacker.get('/api/auth/user')).body as { id: string }
    const authenticator = await registerNewPasskey({ browser: attacker, id })
    await garbo.visitor().post('/api/auth/send-reset-code', { email, userType: 'client' })
    const code = codeIn(await waitForMessageMatching(garbo.visitor(), email, /nuova password è/))
    const reset = { email, userType: 'client', code, newPassword: 'Ancora.Nuova.28!' }
    expect((await garbo.visitor().post('/api/auth/reset-password', reset)).status).toBe(204)
    const again = garbo.visitor()
    const signed = authenticator.authenticate(await requestSignIn(again))
    expect((await again.post(loginWithPasskey.path, signed)).status).toBe(401)
  })

  it('P-02: sign businesses in too, but not to a client account', async () => {
    const rosa = await signUpBusiness(garbo, 'rosa')
    const authenticator = newAuthenticator()
    const sent = authenticator.register(await requestRegistration(rosa.browser, rosa.id, 'business'))
    expect((await rosa.browser.post(registerPasskey.path, sent)).status).toBe(204)
    const stranger = garbo.visitor()
    const clientLogin = await stranger.post(
      loginWithPasskey.path,
      authenticator.authenticate(await requestSignIn(stranger)),
    )
    expect(clientLogin.status).toBe(401)
    const signed = authenticator.authenticate(await requestSignIn(stranger, 'business'))
    expect(await stranger.post(loginWithPasskey.path, signed)).toMatchObject({
      status: 200,
      body: { user: { id: rosa.id, role: 'ESERCENTE' } },
    })
  })

  it('A-18, T-104, Q-15: can be registered only for the signed-in account and kind', async () => {
    const [ana, eva] = [await newClient(), await newClient()]
    for (const body of [
      { userId: eva.id, userType: 'client', password },
      { userId: ana.id, userType: 'business', password },
    ])
      expect(await ana.browser.post(registerPasskeyChallenge.path, body)).toMatchObject({
        status: 403,
        body: { code: 'PasskeyForAnother', message: 'Errore nella generazione del challenge' },
      })
  })

  it('Q-127: require the password', async () => {
    const ana = await newClient()
    const begin = (more: object) =>
      ana.browser.post(registerPasskeyChallenge.path, { userId: ana.id, userType: 'client', ...more })
    expect(await begin({})).toMatchObject({ status: 400, body: { fields: { password: 'Inserisci la tua password' } } })
    expect(await begin({ password: 'Sbagliata.1!' })).toMatchObject({
      status: 400,
      body: { code: 'CurrentPasswordWrong' },
    })
    expect((await begin({ password })).status).toBe(200)
  })

  it('Q-127: are announced to the owner by letter', async () => {
    const ana = await newClient()
    await registerNewPasskey(ana)
    expect(await waitForMessageMatching(ana.browser, ana.email, /è stata aggiunta una passkey/)).toContain(
      'Se non l’hai fatto tu',
    )
  })

  it('E-18, A-19, T-106, Q-15: are registered with a challenge of the same session only', async () => {
    const ana = await newClient()
    const challenge = await requestRegistration(ana.browser, ana.id)
    await ana.browser.post('/api/auth/login-client', { email: ana.email, password })
    expect(await ana.browser.post(registerPasskey.path, newAuthenticator().register(challenge))).toMatchObject({
      status: 400,
      body: { message: 'Errore nella registrazione della credenziale' },
    })
    const eva = await newClient()
    const evasChallenge = await requestRegistration(eva.browser, eva.id)
    const stolen = await ana.browser.post(registerPasskey.path, newAuthenticator().register(evasChallenge))
    expect([stolen.status, await listPasskeys(ana.browser), await listPasskeys(eva.browser)]).toEqual([400, [], []])
  })

  it('A-19, Q-15: are verified with the key of the attestation, not with the one in the body', async () => {
    const ana = await newClient()
    const [registered, other] = [newAuthenticator(), newAuthenticator()]
    const challenge = await requestRegistration(ana.browser, ana.id)
    const { publicKey } = other.register(challenge)
    await ana.browser.post(registerPasskey.path, { ...registered.register(challenge), publicKey })
    const stranger = garbo.visitor()
    const forged = registered.authenticate(await requestSignIn(stranger), { signedBy: other.privateKey })
    expect((await stranger.post(loginWithPasskey.path, forged)).status).toBe(401)
    expect(
      (await stranger.post(loginWithPasskey.path, registered.authenticate(await requestSignIn(stranger)))).status,
    ).toBe(200)
  })

  it('A-19, T-108: are excluded from a new registration once registered, and duplicates are rejected', async () => {
    const ana = await newClient()
    const authenticator = await registerNewPasskey(ana)
    const challenge = await requestRegistration(ana.browser, ana.id)
    expect(challenge.excludeCredentials).toEqual([{ id: authenticator.id.toString('base64url') }])
    expect(await ana.browser.post(registerPasskey.path, authenticator.register(challenge))).toMatchObject({
      status: 409,
      body: { message: 'Credenziale già registrata per questo dispositivo' },
    })
  })

  it('A-20, Q-15: are requested with options that reveal nothing about accounts', async () => {
    await registerNewPasskey(await newClient())
    const { body } = await garbo.visitor().post(passkeyChallenge.path, { userType: 'client' })
    expect(body).toMatchObject({ allowCredentials: [], rpId: 'localhost' })
    expect(Buffer.from(passkeyChallenge.response.parse(body).challenge, 'base64')).toHaveLength(32)
  })

  it('A-21, T-113: do not sign in with a repeated response or one for another origin', async () => {
    const ana = await newClient()
    const authenticator = await registerNewPasskey(ana)
    const stranger = garbo.visitor()
    const rejected = { status: 401, body: { message: 'Verifica autenticazione fallita' } }
    const fromOtherOrigin = authenticator.authenticate(await requestSignIn(stranger), { origin: 'http://127.0.0.1' })
    expect(await stranger.post(loginWithPasskey.path, fromOtherOrigin)).toMatchObject(rejected)
    const signed = authenticator.authenticate(await requestSignIn(stranger))
    expect((await stranger.post(loginWithPasskey.path, signed)).status).toBe(200)
    for (const browser of [stranger, garbo.visitor()])
      expect(await browser.post(loginWithPasskey.path, signed)).toMatchObject(rejected)
  })

  it('E-29, E-30: are sent as byte arrays only', async () => {
    const ana = await newClient()
    const authenticator = newAuthenticator()
    const valid = authenticator.register(await requestRegistration(ana.browser, ana.id))
    const invalidValues = [[256], [-1], [1.5], ['1'], [null], 'AQID', { 0: 1 }, Array.from({ length: 9000 }, () => 1)]
    for (const field of ['credentialId', 'publicKey', 'attestationObject', 'clientDataJSON'] as const)
      for (const value of invalidValues) {
        const { status, body } = await ana.browser.post(registerPasskey.path, { ...valid, [field]: value })
        expect([field, status, (body as { code: string }).code]).toEqual([field, 400, 'Invalid'])
      }
    expect((await ana.browser.post(registerPasskey.path, valid)).status).toBe(204)
    const signed = authenticator.authenticate(await requestSignIn(ana.browser))
    for (const field of ['credentialId', 'authenticatorData', 'signature', 'userHandle'] as const)
      expect((await ana.browser.post(loginWithPasskey.path, { ...signed, [field]: [300] })).status).toBe(400)
    expect((await ana.browser.post(loginWithPasskey.path, signed)).status).toBe(200)
  })

  it('sign in only the browser that requested the challenge', async () => {
    const ana = await newClient()
    const authenticator = await registerNewPasskey(ana)
    const [owner, attacker] = [garbo.visitor(), garbo.visitor()]
    const signed = authenticator.authenticate(await requestSignIn(owner))
    expect((await attacker.post(loginWithPasskey.path, signed)).status).toBe(401)
    const again = authenticator.authenticate(await requestSignIn(owner))
    expect((await owner.post(loginWithPasskey.path, again)).status).toBe(200)
  })

  it('Q-27: are offered to clients who have none', async () => {
    const ana = await newClient()
    const login = async () =>
      (await ana.browser.post('/api/auth/login-client', { email: ana.email, password })).body as object
    expect(await login()).toMatchObject({ showBiometricOption: true })
    await registerNewPasskey(ana)
    expect(await login()).toMatchObject({ showBiometricOption: false })
    const [passkey] = await listPasskeys(ana.browser)
    await ana.browser.post(removePasskey.path, { passkeyId: passkey?.id })
    expect(await login()).toMatchObject({ showBiometricOption: true })
  })

  it('Q-131: have names that a letter can quote: no line breaks, no addresses', async () => {
    const { browser, id } = await newClient()
    const registration = newAuthenticator().register(await requestRegistration(browser, id))
    for (const deviceName of ['iPhone\n\nAvviso di Garbo', 'Vai su https://evil.example', 'iPhone \u202e'])
      expect(await browser.post(registerPasskey.path, { ...registration, deviceName })).toMatchObject({
        status: 400,
        body: { fields: { deviceName: expect.any(String) } },
      })
  })

  it('E-17: are listed and removed by their owner only', async () => {
    const [ana, eva] = [await newClient(), await newClient()]
    const authenticator = await registerNewPasskey(ana)
    const [passkey] = await listPasskeys(ana.browser)
    expect(passkey).toMatchObject({ deviceName: 'Chrome su Android', lastUsedAt: null })
    expect(await listPasskeys(eva.browser)).toEqual([])
    expect((await eva.browser.post(removePasskey.path, { passkeyId: passkey?.id })).status).toBe(404)
    expect((await ana.browser.post(removePasskey.path, { passkeyId: passkey?.id })).status).toBe(204)
    const stranger = garbo.visitor()
    expect(
      (await stranger.post(loginWithPasskey.path, authenticator.authenticate(await requestSignIn(stranger)))).status,
    ).toBe(401)
  })
})

describe('quick access over HTTP (A-22, A-23, Q-17)', () => {
  const requestToken = async (browser: ApiClient) =>
    enrollDevice.response.parse((await browser.post(enrollDevice.path)).body).deviceToken

  it('E-12: signs the app in once per token, with a new session that the list of devices marks', async () => {
    const ana = await newClient()
    const deviceToken = await requestToken(ana.browser)
    const app = garbo.visitor()
    expect(await app.post(redeemDeviceToken.path, { deviceToken })).toMatchObject({ body: { user: { id: ana.id } } })
    expect((await app.get('/api/auth/user')).status).toBe(200)
    const sessions = endpoints.sessions.response.parse((await ana.browser.get(endpoints.sessions.path)).body)
    expect(sessions.filter(({ quickAccess }) => quickAccess)).toMatchObject([{ current: false }])
    expect(sessions).toHaveLength(2)
    expect((await garbo.visitor().post(redeemDeviceToken.path, { deviceToken })).status).toBe(401)
  })

  it('Q-03: ends with the session that requested the token', async () => {
    const ana = await newClient()
    const deviceToken = await requestToken(ana.browser)
    await ana.browser.post('/api/auth/logout')
    expect((await garbo.visitor().post(redeemDeviceToken.path, { deviceToken })).status).toBe(401)
  })

  it('rejects an account id in the body', async () => {
    const [ana, eva] = [await newClient(), await newClient()]
    for (const path of [enrollDevice.path, revokeDevice.path])
      expect((await ana.browser.post(path, { userId: eva.id })).status).toBe(400)
  })

  it('T-124: removes, when ended, the token and passkey of this browser only', async () => {
    const ana = await newClient()
    const passkey = await registerNewPasskey(ana)
    const phone = garbo.visitor()
    await phone.post('/api/auth/login-client', { email: ana.email, password })
    const phonePasskey = await registerNewPasskey({ browser: phone, id: ana.id })
    const deviceToken = await requestToken(ana.browser)
    expect(await ana.browser.post(revokeDevice.path)).toMatchObject({
      status: 200,
      body: { message: 'L’accesso rapido è stato disattivato su questo dispositivo.' },
    })
    expect((await garbo.visitor().post(redeemDeviceToken.path, { deviceToken })).status).toBe(401)
    const stranger = garbo.visitor()
    expect(
      (await stranger.post(loginWithPasskey.path, passkey.authenticate(await requestSignIn(stranger)))).status,
    ).toBe(401)
    expect(
      (await stranger.post(loginWithPasskey.path, phonePasskey.authenticate(await requestSignIn(stranger)))).status,
    ).toBe(200)
  })
})

it('passkeys and quick access leave nothing in the server log or in events', async () => {
  const ana = await newClient()
  const challenge = await requestRegistration(ana.browser, ana.id)
  const { deviceToken } = enrollDevice.response.parse((await ana.browser.post(enrollDevice.path)).body)
  await ana.browser.post(registerPasskey.path, newAuthenticator().register(challenge))
  const { rows } = await garbo.database.pool.query<{ all: string }>(
    "select coalesce(string_agg(e::text, ' '), '') as all from log.events e",
  )
  for (const secret of [challenge.challenge, challenge.sessionId, deviceToken]) {
    expect(garbo.log()).not.toContain(secret)
    expect(rows[0]?.all).not.toContain(secret)
  }
})
