import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../../../web/contract/endpoint.ts'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { codeIn, messagesTo, temporaryPasswordIn, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../../../support/users.ts'

const newPassword = 'Nuovissima.2027!'
let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo({ TRUST_PROXY: 'loopback' })
})
afterAll(() => garbo.stop())

let visitors = 0
/** Headers of a visitor with a new IP address. */
const fromNewAddress = () => ({ 'x-forwarded-for': `203.0.113.${++visitors}` })
const recoverEmail = (phone: string, userType: string, from = fromNewAddress()) =>
  garbo.visitor().post('/api/auth/recover-email', { phone, userType }, from)
const sendCode = (email: string, userType = 'client') =>
  garbo.visitor().post('/api/auth/send-reset-code', { email, userType })
const sendTemporary = (email: string, userType = 'client') =>
  garbo.visitor().post('/api/auth/send-temp-password', { email, userType })
const reset = (email: string, code: string, chosen = newPassword, userType = 'client') =>
  garbo.visitor().post('/api/auth/reset-password', { email, newPassword: chosen, userType, code })
const login = (email: string, candidate: string, browser = garbo.visitor()) =>
  browser.post('/api/auth/login-client', { email, password: candidate })
const mailedCode = async (email: string) =>
  codeIn(await waitForMessageMatching(garbo.visitor(), email, /nuova password è/))
const mailedPassword = async (email: string) =>
  temporaryPasswordIn(await waitForMessageMatching(garbo.visitor(), email, /password provvisoria è/))
const waitForNotification = (email: string) => waitForMessageMatching(garbo.visitor(), email, /è stata cambiata/)
interface AccountEvent {
  readonly data: { readonly accountId: string }
  readonly actor: unknown
}
/** Events of one account, oldest first. */
const eventsOf = async (type: string, accountId: string): Promise<readonly AccountEvent[]> => {
  const { rows } = await garbo.database.pool.query<{ data: string; meta: string }>(
    `select e.data, e.meta from log.events e join log.types t using (type_no) where t.name = $1 order by position`,
    [type],
  )
  const events = rows.map(({ data, meta }): AccountEvent => {
    const { actor } = JSON.parse(meta) as Pick<AccountEvent, 'actor'>
    return { data: JSON.parse(data) as AccountEvent['data'], actor }
  })
  return events.filter(({ data }) => data.accountId === accountId)
}

describe('recover-email (A-11, Q-05)', () => {
  it('E-32, E-51: sends the full address to the stored number and returns it masked', async () => {
    const { email } = await signUpClient(garbo, 'giulia', { phone: '+39 340 1111111' })
    const response = await recoverEmail('340 1111111', 'client')
    expect(response).toMatchObject({ status: 200, body: { email: 'g•••••@example.it' } })
    expect(await waitForMessageMatching(garbo.visitor(), '+393401111111', /accedi/)).toContain(email)
  })

  it('R-26, T-093: reports an unknown number, or one of the other kind of account, as not found', async () => {
    await signUpBusiness(garbo, 'rosa', { phone: '+39 340 2222222' })
    for (const [phone, userType] of [
      ['+39 340 9999999', 'client'],
      ['+39 340 2222222', 'client'],
    ] as const) {
      const response = await recoverEmail(phone, userType)
      expect(response).toMatchObject({ status: 404, body: { message: expect.stringContaining('non trovato') } })
    }
    expect(await recoverEmail('+39 340 2222222', 'business')).toMatchObject({ body: { email: 'r•••••@example.it' } })
  })

  it.each([
    ['IP address', () => ({ from: fromNewAddress() }), (n: number) => `+39 341 000000${n}`],
    ['phone number', () => ({}), () => '+39 341 5555555'],
  ])('is limited to three attempts an hour per %s', async (_, fixed, phone) => {
    const { from } = { from: undefined, ...fixed() }
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push((await recoverEmail(phone(n), 'client', from ?? fromNewAddress())).status)
    expect(statuses).toEqual([404, 404, 404])
    const rejected = await recoverEmail(phone(4), 'client', from ?? fromNewAddress())
    expect(rejected).toMatchObject({
      status: 429,
      body: { code: 'TooOften', message: expect.stringMatching(/Riprova/) },
    })
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_500)
  })
})

describe('recovery of known and unknown addresses (Q-03, Q-04)', () => {
  const comparable = ({ status, headers, body }: Awaited<ReturnType<ApiClient['get']>>) => {
    const { date: _, 'x-request-id': __, ...otherHeaders } = Object.fromEntries(headers)
    return { status, body, otherHeaders }
  }
  beforeAll(() => signUpClient(garbo, 'maria'))

  it('gets the same response from every call', async () => {
    const [known, unknown, otherKind] = ['maria@example.it', 'marco@example.it', 'maria@example.it']
    expect(comparable(await sendCode(unknown))).toEqual(comparable(await sendCode(known)))
    expect(comparable(await sendCode(otherKind, 'business'))).toEqual(comparable(await sendCode(known)))
    expect(comparable(await sendTemporary(unknown))).toEqual(comparable(await sendTemporary(known)))
    expect(comparable(await reset(unknown, '000000'))).toEqual(comparable(await reset(known, '000000')))
  })

  it('E-52: returns no password, and only the entered address, masked', async () => {
    const { body } = await sendTemporary('maria@example.it')
    expect(body).toEqual({ tempPassword: null, email: 'm•••••@example.it' })
  })

  it('Q-130: still sends e-mails to an owner when two strangers have requested all of theirs', async () => {
    const request = (from: Readonly<Record<string, string>>) =>
      garbo.visitor().post('/api/auth/send-reset-code', { email: 'marisa@example.it', userType: 'client' }, from)
    for (const stranger of [fromNewAddress(), fromNewAddress()]) {
      for (let n = 0; n < 5; n++) expect((await request(stranger)).status).toBe(204)
      expect((await request(stranger)).status).toBe(429)
    }
    for (let n = 0; n < 5; n++) expect((await request(fromNewAddress())).status).toBe(204)
    expect((await request(fromNewAddress())).status).toBe(429)
  })

  it('Q-23: sends at most five e-mails an hour, to known and unknown addresses alike', async () => {
    for (const email of ['marta@example.it', 'maria@example.it']) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => sendCode(email)))
      const rejected = answers.filter(({ status }) => status === 429)
      expect(rejected.length).toBeGreaterThanOrEqual(3)
      expect(rejected.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true)
    }
  })
})

describe('the e-mails to one mailbox (D-53)', () => {
  it('are counted together, with whatever tag after a plus, and at Gmail with whatever dots', async () => {
    for (let n = 0; n < 5; n++) expect((await sendCode(`livia+${n}@gmail.com`)).status).toBe(204)
    for (const same of ['livia+5@gmail.com', 'li.via@googlemail.com', 'LIVIA@gmail.com'])
      expect(await sendCode(same)).toMatchObject({ status: 429, body: { code: 'TooOften' } })
    expect((await sendCode('livia@example.it')).status).toBe(204)
  })

  it('are limited for registrations: five an hour from one network address, fifteen in all', async () => {
    const person = { firstName: 'Lia', lastName: 'Neri', phone: '+39 333 7654321', password }
    let tags = 0
    const register = (from: Readonly<Record<string, string>>) =>
      garbo.visitor().post('/api/auth/register-client', { ...person, email: `vittima+${++tags}@example.it` }, from)
    for (const stranger of [fromNewAddress(), fromNewAddress(), fromNewAddress()]) {
      for (let n = 0; n < 5; n++) expect((await register(stranger)).status).toBe(201)
      expect(await register(stranger)).toMatchObject({ status: 429, body: { code: 'TooOften' } })
    }
    expect((await register(fromNewAddress())).status).toBe(429)
  })

  it('include those that are sent again', async () => {
    const person = { firstName: 'Nora', lastName: 'Neri', phone: '+39 333 7654322', password, email: 'nora@example.it' }
    const { body } = await garbo.visitor().post('/api/auth/register-client', person)
    const { clientId } = body as { clientId: string }
    const resend = () => garbo.visitor().post('/api/auth/resend-verification', { clientId })
    for (let n = 1; n < 15; n++) expect((await resend()).status).toBe(204)
    expect(await resend()).toMatchObject({ status: 429, body: { code: 'TooOften' } })
  })
})

describe('reset-password (A-13, Q-03)', () => {
  it('changes nothing with a wrong code or with that of another account', async () => {
    const ana = await signUpClient(garbo, 'ana')
    const eva = await signUpClient(garbo, 'eva')
    await sendCode(eva.email)
    const code = await mailedCode(eva.email)
    for (const rejected of [
      await reset(ana.email, code),
      await reset(eva.email, code, newPassword, 'business'),
      await reset(eva.email, code === '000000' ? '000001' : '000000'),
    ])
      expect(rejected).toMatchObject({ status: 400, body: { code: 'CodeWrong' } })
    expect((await login(ana.email, password)).status).toBe(200)
    expect((await login(eva.email, password)).status).toBe(200)
  })

  it.each([
    ['V-11', 'Corta.1!', 'Password must be at least 10 characters'],
    ['V-12', 'tuttaminuscola', 'Password must contain uppercase, lowercase, number and special character'],
  ])('%s: rejects a weak password without using the code', async (rule, weakPassword, message) => {
    const { email } = await signUpClient(garbo, rule.toLowerCase())
    await sendCode(email)
    const code = await mailedCode(email)
    expect(await reset(email, code, weakPassword)).toMatchObject({
      status: 400,
      body: { fields: { newPassword: message } },
    })
    expect((await reset(email, code)).status).toBe(204)
  })

  it('ends every session, notifies the owner and works once', async () => {
    const { email, browser } = await signUpClient(garbo, 'lia')
    await sendCode(email)
    const code = await mailedCode(email)
    expect((await browser.get('/api/auth/user')).status).toBe(200)
    expect((await reset(email, code)).status).toBe(204)
    expect((await browser.get('/api/auth/user')).status).toBe(401)
    expect([(await login(email, password)).status, (await login(email, newPassword)).status]).toEqual([401, 200])
    await waitForNotification(email)
    expect(await reset(email, code, password)).toMatchObject({ status: 400, body: { code: 'CodeWrong' } })
  })

  it('Q-23: ends the lock caused by the forgotten password', async () => {
    const { email } = await signUpClient(garbo, 'ugo')
    for (let tries = 0; tries < 6; tries++) await login(email, 'Sbagliata.1!')
    expect((await login(email, password)).status).toBe(401)
    await sendCode(email)
    await reset(email, await mailedCode(email))
    expect((await login(email, newPassword)).status).toBe(200)
  })
})

describe('send-temp-password (A-12, Q-04, D-05)', () => {
  const allowed = new Set(['currentUser', 'logout', 'changePassword', 'undoWalletAddress', 'disownRatings'])

  it('signs in once, only to choose a new password', async () => {
    const { email, browser } = await signUpClient(garbo, 'ida')
    await sendTemporary(email)
    const temporary = await mailedPassword(email)
    expect((await login(email, password)).body).not.toHaveProperty('mustChangePassword')
    expect((await garbo.visitor().post('/api/auth/login', { username: email, password: temporary })).status).toBe(401)

    const ida = garbo.visitor()
    expect(await login(email, temporary, ida)).toMatchObject({ status: 200, body: { mustChangePassword: true } })
    expect((await ida.get('/api/auth/user')).body).toMatchObject({ email, mustChangePassword: true })
    expect((await browser.get('/api/auth/user')).status).toBe(401)
    for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
      if (allowed.has(name)) continue
      const path = endpoint.path.replaceAll(/:\w+/g, 'x')
      const response = await ida.send(endpoint.method, path, endpoint.body === undefined ? undefined : {})
      expect(response, name).toMatchObject({ status: 403, body: { code: 'PasswordChangeDue' } })
    }

    const change = { currentPassword: temporary, newPassword }
    expect((await ida.post('/api/auth/change-password', change)).status).toBe(204)
    expect((await ida.get('/api/auth/user')).body).not.toHaveProperty('mustChangePassword')
    expect((await ida.get('/api/client/ratings')).status).toBe(200)
    const statuses = []
    for (const candidate of [temporary, password, newPassword]) statuses.push((await login(email, candidate)).status)
    expect(statuses).toEqual([401, 401, 200])
    await waitForNotification(email)
  })

  it('signs a business in too, which can also sign out', async () => {
    const { email } = await signUpBusiness(garbo, 'locanda')
    await sendTemporary(email, 'business')
    const browser = garbo.visitor()
    const response = await browser.post('/api/auth/login', {
      username: 'locanda',
      password: await mailedPassword(email),
    })
    expect(response).toMatchObject({
      status: 200,
      body: { mustChangePassword: true, user: { mustChangePassword: true } },
    })
    expect((await browser.post('/api/auth/logout')).status).toBe(204)
  })
})

describe('change-password', () => {
  it('requires the current password, ends the other sessions and keeps this one', async () => {
    const { email, browser } = await signUpClient(garbo, 'pia')
    const other = garbo.visitor()
    await login(email, password, other)
    const change = (currentPassword: string, chosen: string) =>
      browser.post('/api/auth/change-password', { currentPassword, newPassword: chosen })
    expect(await change('Sbagliata.1!', newPassword)).toMatchObject({
      status: 400,
      body: { code: 'CurrentPasswordWrong' },
    })
    expect((await change(password, 'corta')).status).toBe(400)
    expect((await other.get('/api/auth/user')).status).toBe(200)
    expect((await change(password, newPassword)).status).toBe(204)
    expect([(await browser.get('/api/auth/user')).status, (await other.get('/api/auth/user')).status]).toEqual([
      200, 401,
    ])
    expect([(await login(email, password)).status, (await login(email, newPassword)).status]).toEqual([401, 200])
  })

  it('limits guesses with a stolen session', async () => {
    const { browser } = await signUpClient(garbo, 'olga')
    const guess = () => browser.post('/api/auth/change-password', { currentPassword: 'Sbagliata.1!', newPassword })
    for (let tries = 0; tries < 5; tries++) expect((await guess()).status).toBe(400)
    const locked = await guess()
    expect(locked).toMatchObject({ status: 429, body: { code: 'TooOften' } })
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('recovery events', () => {
  it('record the account and the changed password, never a secret', async () => {
    const { email, browser } = await signUpClient(garbo, 'vera')
    const { id } = (await browser.get('/api/auth/user')).body as { id: string }
    await sendTemporary(email)
    const temporary = await mailedPassword(email)
    await sendCode(email)
    const code = await mailedCode(email)
    await browser.post('/api/auth/change-password', { currentPassword: password, newPassword })
    await waitForNotification(email)
    const [changes, recoveries] = [await eventsOf('PasswordChanged', id), await eventsOf('RecoveryRequested', id)]
    expect(changes).toMatchObject([
      { data: { reason: 'changed', credentialVersion: 1 }, actor: { id, role: 'client' } },
    ])
    expect(recoveries).toMatchObject([
      { data: { means: 'temporary-password' }, actor: { id: null, role: 'visitor' } },
      { data: { means: 'reset-code' }, actor: { id: null, role: 'visitor' } },
    ])
    const everything = JSON.stringify([changes, recoveries]) + garbo.log()
    expect([temporary, password, newPassword].filter((secret) => everything.includes(secret))).toEqual([])
    expect(everything).not.toMatch(new RegExp(String.raw`\b${code}\b`))
    expect((await messagesTo(garbo.visitor(), email)).filter((text) => text.includes(temporary))).toHaveLength(1)
  })
})
