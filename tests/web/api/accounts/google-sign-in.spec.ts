import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startOpenIdProvider } from '../../../support/accounts/openid-provider.ts'
import { redirectClient } from '../../../support/accounts/redirect-client.ts'
import { freePort } from '../../../support/free-port.ts'
import { codeIn, waitForMessage } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../../../support/users.ts'

let google: Awaited<ReturnType<typeof startOpenIdProvider>>
let garbo: Awaited<ReturnType<typeof startTestGarbo>>

beforeAll(async () => {
  const port = await freePort()
  google = await startOpenIdProvider(`http://localhost:${port}/api/auth/google/callback`)
  garbo = await startTestGarbo({ PORT: String(port), ...google.settings })
})
afterAll(async () => {
  await garbo?.stop()
  await google?.stop()
})

let people = 0
/** A new user with an address verified by Google. */
const newUser = (claims: Readonly<Record<string, unknown>> = {}) => {
  const sub = `10${++people}`
  return {
    sub,
    email: `g${sub}@posta.example`,
    email_verified: true,
    given_name: 'Ada',
    family_name: 'Verdi',
    ...claims,
  }
}
const newBrowser = () => redirectClient(garbo.address)
const countLinked = async () =>
  (
    await garbo.database.pool.query<{ n: number }>(
      `select count(*)::int as n from log.events join log.types using (type_no) where types.name = 'SocialIdentityLinked'`,
    )
  ).rows[0]?.n
const countEvents = async () =>
  (await garbo.database.pool.query<{ n: number }>('select count(*)::int as n from log.events')).rows[0]?.n
const refusedPage = (reason: string, query = '') => `/login?type=client&provider=google&refused=${reason}${query}`

beforeEach(() => {
  google.setDown(false)
  google.signInAs(null)
})

describe('Google sign-in for clients', () => {
  it.each([
    ['A-24', '/api/auth/google', '/client-dashboard'],
    ['A-26', '/auth/login-google/start', '/client-dashboard'],
    ['A-26', '/auth/login-google/start?source=app', '/client-dashboard?source=app'],
  ])('%s, Q-19: %s creates an account and ends at %s', async (_, start, end) => {
    const ada = newUser()
    google.signInAs(ada)
    const browser = newBrowser()
    expect(await browser.followToPage(start)).toBe(end)
    expect(await browser.get('/api/auth/user')).toMatchObject({
      status: 200,
      body: { role: 'CLIENTE', email: ada.email, emailVerified: true, displayName: 'Ada Verdi' },
    })
  })

  it('Q-131: accepts a person whose name at Google has forbidden characters, without these', async () => {
    google.signInAs(newUser({ given_name: 'A\u202Eda @ada', family_name: 'Verdi\u200B http://male.example' }))
    const browser = newBrowser()
    expect(await browser.followToPage('/api/auth/google')).toBe('/client-dashboard')
    const { body } = await browser.get('/api/auth/user')
    expect(body).toMatchObject({ displayName: 'Ada ada Verdi http male.example' })
  })

  it('A-17: the client area finds the same account under a second path', async () => {
    const ada = newUser()
    google.signInAs(ada)
    const browser = newBrowser()
    await browser.followToPage('/api/auth/google')
    expect((await browser.get('/api/user')).body).toEqual((await browser.get('/api/auth/user')).body)
    expect((await newBrowser().get('/api/user')).status).toBe(401)
  })

  it('ASVS 6.8.1: identifies users by subject, regardless of their address; two subjects are two accounts', async () => {
    const ada = newUser()
    const idOf = async () => {
      const browser = newBrowser()
      await browser.followToPage('/api/auth/google')
      return ((await browser.get('/api/auth/user')).body as { id: string }).id
    }
    google.signInAs(ada)
    const first = await idOf()
    google.signInAs({ ...ada, email: 'altrove@posta.example' })
    expect(await idOf()).toBe(first)
    google.signInAs(newUser())
    expect(await idOf()).not.toBe(first)
  })

  it('uses PKCE, state and nonce and a fixed callback', async () => {
    const authorizationUrl = await newBrowser().redirectTarget(
      '/api/auth/google?redirect_uri=https://evil.example&source=//evil.example',
    )
    expect(authorizationUrl.origin).toBe(google.issuer)
    const { state, nonce, code_challenge, ...others } = Object.fromEntries(authorizationUrl.searchParams)
    for (const value of [state, nonce, code_challenge]) expect(value).toMatch(/^[\w-]{43}$/)
    expect(others).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
      redirect_uri: `${garbo.address}/api/auth/google/callback`,
    })
  })

  it('Q-26: replaces an existing session by a new one', async () => {
    const ada = newUser()
    google.signInAs(ada)
    const browser = newBrowser()
    await browser.followToPage('/api/auth/google')
    const before = browser.cookie('garbo_session')
    await browser.followToPage('/api/auth/google')
    expect(browser.cookie('garbo_session')).not.toBe(before)
    const { rows } = await garbo.database.pool.query('select 1 from access.sessions')
    const old = await fetch(`${garbo.address}/api/auth/user`, { headers: { cookie: `garbo_session=${before}` } })
    expect([old.status, rows.length > 0]).toEqual([401, true])
  })
})

describe('Google sign-in with a known address', () => {
  it('Q-19: is linked when Garbo and Google have both confirmed it, and the password keeps working', async () => {
    const ana = await signUpClient(garbo, 'ana')
    google.signInAs(newUser({ email: 'Ana@Example.it' }))
    const browser = newBrowser()
    expect(await browser.followToPage('/api/auth/google')).toBe('/client-dashboard')
    expect((await browser.get('/api/auth/user')).body).toMatchObject({ clientId: ana.clientId })
    const login = await garbo.visitor().post('/api/auth/login-client', { email: ana.email, password })
    expect(login.status).toBe(200)
  })

  it('Q-19: neither takes over nor shares an unconfirmed account', async () => {
    const body = { firstName: 'Eva', lastName: 'Neri', email: 'eva@example.it', phone: '+39 333 1234567', password }
    expect((await garbo.visitor().post('/api/auth/register-client', body)).status).toBe(201)
    google.signInAs(newUser({ email: body.email }))
    const [before, browser] = [await countLinked(), newBrowser()]
    expect(await browser.followToPage('/api/auth/google')).toBe(refusedPage('SocialNeedsConfirmedEmail'))
    expect((await browser.get('/api/auth/user')).status).toBe(401)
    expect(await countLinked()).toBe(before)
  })

  it('is linked once confirmed', async () => {
    const visitor = garbo.visitor()
    const body = { firstName: 'Pia', lastName: 'Neri', email: 'pia@example.it', phone: '+39 333 1234567', password }
    const { clientId } = (await visitor.post('/api/auth/register-client', body)).body as { clientId: string }
    google.signInAs(newUser({ email: body.email }))
    expect(await newBrowser().followToPage('/api/auth/google')).toBe(refusedPage('SocialNeedsConfirmedEmail'))
    const verificationCode = codeIn(await waitForMessage(visitor, body.email))
    expect((await visitor.post('/api/auth/verify-email', { clientId, verificationCode })).status).toBe(204)
    expect(await newBrowser().followToPage('/api/auth/google')).toBe('/client-dashboard')
  })

  it('Q-19, P-03: neither signs in nor links a business', async () => {
    const rosa = await signUpBusiness(garbo, 'rosa')
    google.signInAs(newUser({ email: rosa.email }))
    const browser = newBrowser()
    expect(await browser.followToPage('/api/auth/google')).toBe(refusedPage('SocialForClientsOnly'))
    expect((await browser.get('/api/auth/user')).status).toBe(401)
  })

  it('Q-19: is not linked when Google does not verify the address', async () => {
    const lia = await signUpClient(garbo, 'lia')
    google.signInAs(newUser({ email: lia.email, email_verified: false }))
    expect(await newBrowser().followToPage('/api/auth/google')).toBe(refusedPage('SocialEmailTaken'))
  })
})

describe('failed Google sign-in', () => {
  it('creates nothing without an address', async () => {
    const { sub } = newUser()
    google.signInAs({ sub })
    const before = await countEvents()
    expect(await newBrowser().followToPage('/api/auth/google')).toBe(refusedPage('SocialEmailMissing'))
    expect(await countEvents()).toBe(before)
  })

  it('requires confirmation by e-mail for an address that Google has not verified', async () => {
    const ugo = newUser({ email_verified: false })
    google.signInAs(ugo)
    const browser = newBrowser()
    expect(await browser.followToPage('/api/auth/google')).toBe('/client-dashboard')
    expect((await browser.get('/api/auth/user')).body).toMatchObject({ emailVerified: false })
    expect(codeIn(await waitForMessage(garbo.visitor(), ugo.email))).toMatch(/^\d{6}$/)
  })

  it('returns to the login when denied, in the app too', async () => {
    expect(await newBrowser().followToPage('/api/auth/google')).toBe(refusedPage('SocialCancelled'))
    const start = '/auth/login-google/start?source=app'
    expect(await newBrowser().followToPage(start)).toBe(refusedPage('SocialCancelled', '&source=app'))
  })

  it('reports that Google is unavailable and changes nothing', async () => {
    google.signInAs(newUser())
    const browser = newBrowser()
    const callback = await browser.followToCallback('/api/auth/google')
    google.setDown(true)
    const before = await countEvents()
    expect(await browser.followToPage(callback.pathname + callback.search)).toBe(refusedPage('SocialUnreachable'))
    expect(await countEvents()).toBe(before)
  })

  it.each([
    ['a wrong state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['two states', (url: URL) => url.searchParams.append('state', 'x')],
    ['a wrong code', (url: URL) => url.searchParams.set('code', 'indovinato')],
    ['no code', (url: URL) => url.searchParams.delete('code')],
    ['a wrong issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
  ])('changes nothing for a response with %s', async (_, tamper) => {
    google.signInAs(newUser())
    const browser = newBrowser()
    const callback = await browser.followToCallback('/api/auth/google')
    tamper(callback)
    const before = await countEvents()
    expect(await browser.followToPage(callback.pathname + callback.search)).toBe(refusedPage('SocialRefused'))
    expect(await countEvents()).toBe(before)
  })

  it('occurs when a response is used twice or in another browser', async () => {
    google.signInAs(newUser())
    const browser = newBrowser()
    const { pathname, search } = await browser.followToCallback('/api/auth/google')
    expect(await newBrowser().followToPage(pathname + search)).toBe(refusedPage('SocialRefused'))
    expect(await browser.followToPage(pathname + search)).toBe('/client-dashboard')
    expect(await browser.followToPage(pathname + search)).toBe(refusedPage('SocialRefused'))
  })

  it('occurs when a response belongs to another request (wrong nonce or verifier)', async () => {
    google.signInAs(newUser())
    const browser = newBrowser()
    const first = await browser.followToCallback('/api/auth/google')
    const second = await browser.followToCallback('/api/auth/google')
    first.searchParams.set('code', second.searchParams.get('code') ?? '')
    expect(await browser.followToPage(first.pathname + first.search)).toBe(refusedPage('SocialRefused'))
  })

  it('leaves no subject, address, code or state in the log or in clear in events', async () => {
    const ada = newUser({ sub: '777000777000777', email: 'canarino@posta.example' })
    google.signInAs(ada)
    const browser = newBrowser()
    const callback = await browser.followToCallback('/api/auth/google')
    await browser.followToPage(callback.pathname + callback.search)
    const { rows } = await garbo.database.pool.query<{ all: string }>(
      `select string_agg(data || coalesce(name, '') || meta, ' ') as all from log.events`,
    )
    for (const secret of [
      ada.sub,
      ada.email,
      callback.searchParams.get('code') ?? '',
      callback.searchParams.get('state') ?? '',
    ]) {
      expect(garbo.log()).not.toContain(secret)
      expect(rows[0]?.all).not.toContain(secret)
    }
  })
})
