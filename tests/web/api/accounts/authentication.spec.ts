import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeIn, waitForMessage } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  await signUpBusiness(garbo, 'rosa')
  await signUpClient(garbo, 'ana')
})
afterAll(() => garbo.stop())

const person = { firstName: 'Lia', lastName: 'Neri', email: 'lia@example.it', phone: '+39 333 7654321', password }
const business = {
  username: 'lido',
  email: 'lido@example.it',
  password,
  businessName: 'Bagno Lido',
  businessType: 'altro',
  location: 'Lungomare 1, Rimini',
  province: 'RN',
}
const registerClient = (changes: object) =>
  garbo.visitor().post('/api/auth/register-client', { ...person, email: 'nuova@example.it', ...changes })
const registerBusiness = (changes: object) =>
  garbo.visitor().post('/api/auth/register', { ...business, email: 'nuovo@example.it', username: 'nuovo', ...changes })

describe('names', () => {
  it.each([
    ['username', 'garb0', 'Questo nome è riservato a Garbo: scegline un altro'],
    ['businessName', 'Hotel Gаrbо', 'Questo nome è riservato a Garbo: scegline un altro'],
    ['businessName', 'Hotel \u202ERoma', 'Contiene caratteri invisibili: scrivilo di nuovo'],
    ['businessName', 'Vinci su http://male.example', 'Non può contenere “@” o “://”'],
  ])('Q-131: a business learns why its %s cannot be %s', async (field, name, message) => {
    const refused = { code: 'Invalid', fields: { [field]: message } }
    expect(await registerBusiness({ [field]: name })).toMatchObject({ status: 400, body: refused })
  })

  it('Q-131: a client learns why a name is refused, at registration and in the profile', async () => {
    const refused = { status: 400, body: { fields: { lastName: 'Non può contenere “@” o “://”' } } }
    expect(await registerClient({ lastName: 'Rossi @rossi' })).toMatchObject(refused)
    const ida = await signUpClient(garbo, 'ida-nomi')
    expect(await ida.browser.patch('/api/user/profile', { lastName: 'Rossi @rossi' })).toMatchObject(refused)
  })

  it('Q-131: are stored in NFC, and the e-mail with the code contains none', async () => {
    const email = 'composta@example.it'
    expect((await registerClient({ email, firstName: 'Nicolo\u0300', lastName: 'Garbo' })).status).toBe(201)
    expect(await waitForMessage(garbo.visitor(), email)).not.toContain('Nicol')
    const browser = garbo.visitor()
    await browser.post('/api/auth/login-client', { email, password })
    expect((await browser.get('/api/user/profile')).body).toMatchObject({ firstName: 'Nicol\u00F2', lastName: 'Garbo' })
  })
})

describe('signing in', () => {
  it('A-02, P-01, P-03, Q-07, Q-08: signs a business in by e-mail or username and returns the account', async () => {
    for (const username of ['rosa@example.it', 'rosa']) {
      const browser = garbo.visitor()
      const response = await browser.post('/api/auth/login', { username, password })
      expect(response).toMatchObject({ status: 200, body: { user: { role: 'ESERCENTE', email: 'rosa@example.it' } } })
      expect(await browser.get('/api/auth/user')).toMatchObject({ status: 200, body: { businessName: 'Hotel rosa' } })
    }
  })

  it.each([
    ['which the registration form requires', { privacyConsent: true }, true],
    ['or left it to the profile setup', {}, false],
  ])(
    'A-06, Q-87: records whether a client accepted the privacy notice on registration, %s',
    async (_, consent, hasConsented) => {
      const email = `${hasConsented ? 'consenziente' : 'silente'}@example.it`
      expect((await registerClient({ ...consent, email })).status).toBe(201)
      const browser = garbo.visitor()
      await browser.post('/api/auth/login-client', { email, password })
      expect((await browser.get('/api/user/profile')).body).toMatchObject({ privacyConsent: hasConsented })
      expect((await registerClient({ privacyConsent: false, email: 'no@example.it' })).status).toBe(400)
    },
  )

  it('E-28, A-05, P-01, P-03: signs a client in by e-mail and reports whether to offer a passkey', async () => {
    const response = await garbo.visitor().post('/api/auth/login-client', { email: 'ana@example.it', password })
    expect(response).toMatchObject({ status: 200, body: { showBiometricOption: true, emailVerified: true } })
  })

  it.each([
    ['/api/auth/login', { username: 'ana@example.it', password }],
    ['/api/auth/login', { username: 'rosa', password: 'Sbagliata.2026!' }],
    ['/api/auth/login', { username: 'nessuno', password }],
    ['/api/auth/login-client', { email: 'rosa@example.it', password }],
    ['/api/auth/login-client', { email: 'ana@example.it', password: 'Sbagliata.2026!' }],
    ['/api/auth/login-client', { email: 'nessuno@example.it', password }],
  ])(
    'A-02, A-05: gives the same response for an account of the other kind, a wrong password and an unknown account (%s, %o)',
    async (path, body) => {
      const browser = garbo.visitor()
      expect(await browser.post(path, body)).toMatchObject({ status: 401, body: { code: 'BadCredentials' } })
      expect(browser.cookie()).toBe('')
    },
  )

  it('E-01, A-01, Q-22: returns the fields to show and no secret', async () => {
    const browser = garbo.visitor()
    expect((await browser.get('/api/auth/user')).status).toBe(401)
    await browser.post('/api/auth/login', { username: 'rosa', password })
    const { body } = await browser.get('/api/auth/user')
    for (const field of ['businessName', 'email', 'role', 'displayName', 'profilePhoto', 'totalRatingsGiven'])
      expect(body).toHaveProperty(field)
    for (const field of ['businessType', 'businessPhoto', 'location', 'province', 'theForkRating'])
      expect(body).toHaveProperty(field)
    expect(JSON.stringify(body)).not.toMatch(/password|hash|token|attempts|locked/i)
  })

  it('A-04, S-01: lasts until signing out, which succeeds without a session too', async () => {
    const browser = garbo.visitor()
    await browser.post('/api/auth/login', { username: 'rosa', password })
    const endedSession = browser.cookie()
    expect((await browser.post('/api/auth/logout')).status).toBe(204)
    expect((await garbo.visitor().send('GET', '/api/auth/user', undefined, { cookie: endedSession })).status).toBe(401)
    expect((await garbo.visitor().post('/api/auth/logout')).status).toBe(204)
  })

  it('A-14: gives an upload token that belongs to the session', async () => {
    const [browser, otherBrowser] = [garbo.visitor(), garbo.visitor()]
    for (const each of [browser, otherBrowser]) await each.post('/api/auth/login', { username: 'rosa', password })
    const tokens = await Promise.all(
      [browser, browser, otherBrowser].map(async (each) => each.get('/api/auth/csrf-token')),
    )
    const [first, repeated, other] = tokens.map(({ body }) => (body as { csrfToken: string }).csrfToken)
    expect(first).toBe(repeated)
    expect(first).not.toBe(other)
  })
})

describe('registering', () => {
  it('A-03: signs a business in immediately, with an unconfirmed address', async () => {
    const browser = garbo.visitor()
    const response = await browser.post('/api/auth/register', business)
    expect(response).toMatchObject({ status: 201, body: { user: { role: 'ESERCENTE', emailVerified: false } } })
    expect(await browser.get('/api/auth/user')).toMatchObject({ status: 200 })
  })

  it('E-23, E-26, E-27, A-06, A-07, V-10, C-08: signs a client in after the six-digit code from the e-mail', async () => {
    const browser = garbo.visitor()
    const { body } = await browser.post('/api/auth/register-client', person)
    const { clientId } = body as { clientId: string }
    expect((await browser.get('/api/auth/user')).status).toBe(401)
    const verificationCode = codeIn(await waitForMessage(browser, person.email))
    expect(verificationCode).toHaveLength(6)
    for (const typed of ['', '12345', '1234567', 'abcdef'])
      expect(await browser.post('/api/auth/verify-email', { clientId, verificationCode: typed })).toMatchObject({
        status: 400,
      })
    expect((await browser.post('/api/auth/verify-email', { clientId, verificationCode })).status).toBe(204)
    expect(await browser.get('/api/auth/user')).toMatchObject({ status: 200, body: { role: 'CLIENTE', clientId } })
  })

  it.each([
    ['V-11, T-077, C-09', 'Corta.26!', 'Password must be at least 10 characters'],
    ['V-12, T-078', 'senzamaiuscole.1', 'Password must contain uppercase, lowercase, number and special character'],
    ['V-12, T-078', 'SenzaCifre.Mai!', 'Password must contain uppercase, lowercase, number and special character'],
    ['V-12, T-078', 'SenzaSegni2026x', 'Password must contain uppercase, lowercase, number and special character'],
  ])('%s, V-15: rejects the password “%s” for both kinds of account', async (_, weakPassword, message) => {
    for (const response of [
      await registerClient({ password: weakPassword }),
      await registerBusiness({ password: weakPassword }),
    ])
      expect(response).toMatchObject({ status: 400, body: { fields: { password: message } } })
  })

  it('V-13, T-079: rejects an invalid address', async () => {
    for (const response of [await registerClient({ email: 'nessuna' }), await registerBusiness({ email: 'a@b' })])
      expect(response).toMatchObject({ status: 400, body: { fields: { email: 'Invalid email address' } } })
  })

  it.each(['firstName', 'lastName', 'email', 'phone', 'password'])(
    'V-04: requires a client to give %s',
    async (field) => {
      const response = await registerClient({ [field]: undefined })
      expect(response).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
    },
  )

  it.each(['firstName', 'lastName'])('V-14: requires at least two letters in %s', async (field) => {
    expect(await registerClient({ [field]: 'A' })).toMatchObject({ status: 400 })
  })

  it.each([
    ['V-16, C-10', 'businessName', 'A'],
    ['V-16, C-10', 'businessName', 'A'.repeat(51)],
    ['V-17', 'businessType', undefined],
    ['V-17', 'businessType', 'castello'],
    ['V-18', 'location', 'Roma'],
    ['V-18', 'province', 'XX'],
    ['V-18, Q-134', 'province', undefined],
    ['V-18, Q-134', 'province', null],
    ['V-19, C-11', 'theForkRating', 10.1],
    ['V-19, C-11', 'theForkRating', -0.1],
    ['V-19, C-11', 'theForkRating', 8.55],
  ])('%s: rejects %s of a business as %s', async (_, field, value) => {
    const response = await registerBusiness({ [field]: value })
    expect(response).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  })

  it('E-01, T-062, T-064: reports whether the e-mail or the username is taken', async () => {
    expect(await registerBusiness({ email: 'rosa@example.it' })).toMatchObject({
      status: 409,
      body: { message: 'Email già registrata' },
    })
    expect(await registerBusiness({ username: 'rosa' })).toMatchObject({
      status: 409,
      body: { message: 'Username già in uso' },
    })
  })
})

describe('rejected requests (A-91)', () => {
  it('A-93: are answered in Italian for an unknown API address', async () => {
    expect(await garbo.visitor().get('/api/niente')).toMatchObject({
      status: 404,
      body: { code: expect.any(String), message: expect.stringMatching(/[a-zà-ù]{3}/) },
    })
  })

  it('A-88: repeat the message in `error` for a client registration', async () => {
    const { body } = await registerClient({ email: 'ana@example.it' })
    const { error, message } = body as { error: string; message: string }
    expect(error).toBe(message)
  })

  it('A-91, Q-96, D-18: get the status for their cause and one format', async () => {
    const visitor = garbo.visitor()
    const business = garbo.visitor()
    await business.post('/api/auth/login', { username: 'rosa', password })
    const answers = [
      [400, await visitor.post('/api/auth/login', {})],
      [401, await visitor.get('/api/rewards')],
      [403, await business.get('/api/client/ratings')],
      [404, await visitor.get('/api/businesses/00000000-0000-4000-8000-000000000000')],
      [409, await registerBusiness({ username: 'rosa' })],
      [415, await visitor.send('POST', '/api/auth/login', 'a=b', { 'content-type': 'text/plain' })],
    ] as const
    for (const [status, response] of answers)
      expect(response).toMatchObject({ status, body: { code: expect.any(String), message: expect.any(String) } })
  })
})
