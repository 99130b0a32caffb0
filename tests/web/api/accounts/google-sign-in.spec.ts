import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startOpenIdProvider } from '../../../support/accounts/openid-provider.ts'
import { redirectClient } from '../../../support/accounts/redirect-client.ts'
import { freePort } from '../../../support/free-port.ts'
import { codeIn, waitForMessage } from '../../../support/outbox.ts'
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
/** A new person with an address verified by Google. */
const somebody = (more: Readonly<Record<string, unknown>> = {}) => {
  const sub = `10${++people}`
  return { sub, email: `g${sub}@posta.example`, email_verified: true, given_name: 'Ada', family_name: 'Verdi', ...more }
}
const browser = () => redirectClient(garbo.address)
const linked = async () =>
  (
    await garbo.database.pool.query<{ n: number }>(
      `select count(*)::int as n from log.events join log.types using (type_no) where types.name = 'SocialIdentityLinked'`,
    )
  ).rows[0]?.n
const everything = async () =>
  (await garbo.database.pool.query<{ n: number }>('select count(*)::int as n from log.events')).rows[0]?.n
const refused = (reason: string, more = '') => `/login?type=client&provider=google&refused=${reason}${more}`

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
    const ada = somebody()
    google.signInAs(ada)
    const her = browser()
    expect(await her.followToPage(start)).toBe(end)
    expect(await her.get('/api/auth/user')).toMatchObject({
      status: 200,
      body: { role: 'CLIENTE', email: ada.email, emailVerified: true, displayName: 'Ada Verdi' },
    })
  })

  it('A-17: the client area returns the account under another name', async () => {
    const ada = somebody()
    google.signInAs(ada)
    const her = browser()
    await her.followToPage('/api/auth/google')
    expect((await her.get('/api/user')).body).toEqual((await her.get('/api/auth/user')).body)
    expect((await browser().get('/api/user')).status).toBe(401)
  })

  it('ASVS 6.8.1: identifies users by subject, whatever their address; two subjects are two accounts', async () => {
    const ada = somebody()
    const idOf = async () => {
      const one = browser()
      await one.followToPage('/api/auth/google')
      return ((await one.get('/api/auth/user')).body as { id: string }).id
    }
    google.signInAs(ada)
    const first = await idOf()
    google.signInAs({ ...ada, email: 'altrove@posta.example' })
    expect(await idOf()).toBe(first)
    google.signInAs(somebody())
    expect(await idOf()).not.toBe(first)
  })

  it('uses PKCE, state and nonce and a fixed callback', async () => {
    const sent = await browser().redirectTarget(
      '/api/auth/google?redirect_uri=https://evil.example&source=//evil.example',
    )
    expect(sent.origin).toBe(google.issuer)
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(sent.searchParams)
    for (const word of [state, nonce, code_challenge]) expect(word).toMatch(/^[\w-]{43}$/)
    expect(rest).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
      redirect_uri: `${garbo.address}/api/auth/google/callback`,
    })
  })

  it('Q-26: replaces an existing session by a new one', async () => {
    const ada = somebody()
    google.signInAs(ada)
    const her = browser()
    await her.followToPage('/api/auth/google')
    const before = her.cookie('garbo_session')
    await her.followToPage('/api/auth/google')
    expect(her.cookie('garbo_session')).not.toBe(before)
    const { rows } = await garbo.database.pool.query('select 1 from access.sessions')
    const old = await fetch(`${garbo.address}/api/auth/user`, { headers: { cookie: `garbo_session=${before}` } })
    expect([old.status, rows.length > 0]).toEqual([401, true])
  })
})

describe('Google sign-in with a known address', () => {
  it('Q-19: is linked when both sides are proven, and the password keeps working', async () => {
    const ana = await signUpClient(garbo, 'ana')
    google.signInAs(somebody({ email: 'Ana@Example.it' }))
    const her = browser()
    expect(await her.followToPage('/api/auth/google')).toBe('/client-dashboard')
    expect((await her.get('/api/auth/user')).body).toMatchObject({ clientId: ana.clientId })
    const login = await garbo.visitor().post('/api/auth/login-client', { email: ana.email, password })
    expect(login.status).toBe(200)
  })

  it('Q-19: does not take over or share an unproven account', async () => {
    const body = { firstName: 'Eva', lastName: 'Neri', email: 'eva@example.it', phone: '+39 333 1234567', password }
    expect((await garbo.visitor().post('/api/auth/register-client', body)).status).toBe(201)
    google.signInAs(somebody({ email: body.email }))
    const [before, her] = [await linked(), browser()]
    expect(await her.followToPage('/api/auth/google')).toBe(refused('SocialNeedsConfirmedEmail'))
    expect((await her.get('/api/auth/user')).status).toBe(401)
    expect(await linked()).toBe(before)
  })

  it('is linked once proven', async () => {
    const visitor = garbo.visitor()
    const body = { firstName: 'Pia', lastName: 'Neri', email: 'pia@example.it', phone: '+39 333 1234567', password }
    const { clientId } = (await visitor.post('/api/auth/register-client', body)).body as { clientId: string }
    google.signInAs(somebody({ email: body.email }))
    expect(await browser().followToPage('/api/auth/google')).toBe(refused('SocialNeedsConfirmedEmail'))
    const verificationCode = codeIn(await waitForMessage(visitor, body.email))
    expect((await visitor.post('/api/auth/verify-email', { clientId, verificationCode })).status).toBe(204)
    expect(await browser().followToPage('/api/auth/google')).toBe('/client-dashboard')
  })

  it('Q-19, P-03: neither signs in nor links a business', async () => {
    const rosa = await signUpBusiness(garbo, 'rosa')
    google.signInAs(somebody({ email: rosa.email }))
    const her = browser()
    expect(await her.followToPage('/api/auth/google')).toBe(refused('SocialForClientsOnly'))
    expect((await her.get('/api/auth/user')).status).toBe(401)
  })

  it('Q-19: is not linked when Google does not verify the address', async () => {
    const lia = await signUpClient(garbo, 'lia')
    google.signInAs(somebody({ email: lia.email, email_verified: false }))
    expect(await browser().followToPage('/api/auth/google')).toBe(refused('SocialEmailTaken'))
  })
})

describe('failed Google sign-in', () => {
  it('creates nothing without an address', async () => {
    const { sub } = somebody()
    google.signInAs({ sub })
    const before = await everything()
    expect(await browser().followToPage('/api/auth/google')).toBe(refused('SocialEmailMissing'))
    expect(await everything()).toBe(before)
  })

  it('requires proof by letter for an unverified address', async () => {
    const ugo = somebody({ email_verified: false })
    google.signInAs(ugo)
    const his = browser()
    expect(await his.followToPage('/api/auth/google')).toBe('/client-dashboard')
    expect((await his.get('/api/auth/user')).body).toMatchObject({ emailVerified: false })
    expect(codeIn(await waitForMessage(garbo.visitor(), ugo.email))).toMatch(/^\d{6}$/)
  })

  it('returns to the login when denied, in the app too', async () => {
    expect(await browser().followToPage('/api/auth/google')).toBe(refused('SocialCancelled'))
    const start = '/auth/login-google/start?source=app'
    expect(await browser().followToPage(start)).toBe(refused('SocialCancelled', '&source=app'))
  })

  it('reports that Google is unavailable and changes nothing', async () => {
    google.signInAs(somebody())
    const her = browser()
    const back = await her.followToCallback('/api/auth/google')
    google.setDown(true)
    const before = await everything()
    expect(await her.followToPage(back.pathname + back.search)).toBe(refused('SocialUnreachable'))
    expect(await everything()).toBe(before)
  })

  it.each([
    ['the state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['two states', (url: URL) => url.searchParams.append('state', 'x')],
    ['the code', (url: URL) => url.searchParams.set('code', 'indovinato')],
    ['no code', (url: URL) => url.searchParams.delete('code')],
    ['the issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
  ])('tampered with: %s', async (_, tamper) => {
    google.signInAs(somebody())
    const her = browser()
    const back = await her.followToCallback('/api/auth/google')
    tamper(back)
    const before = await everything()
    expect(await her.followToPage(back.pathname + back.search)).toBe(refused('SocialRefused'))
    expect(await everything()).toBe(before)
  })

  it('a response is valid once, in the browser that started it', async () => {
    google.signInAs(somebody())
    const her = browser()
    const { pathname, search } = await her.followToCallback('/api/auth/google')
    expect(await browser().followToPage(pathname + search)).toBe(refused('SocialRefused'))
    expect(await her.followToPage(pathname + search)).toBe('/client-dashboard')
    expect(await her.followToPage(pathname + search)).toBe(refused('SocialRefused'))
  })

  it('a response to another request is refused: wrong nonce or verifier', async () => {
    google.signInAs(somebody())
    const her = browser()
    const first = await her.followToCallback('/api/auth/google')
    const second = await her.followToCallback('/api/auth/google')
    first.searchParams.set('code', second.searchParams.get('code') ?? '')
    expect(await her.followToPage(first.pathname + first.search)).toBe(refused('SocialRefused'))
  })

  it('no subject, address, code or token appears in the log or in clear in events', async () => {
    const ada = somebody({ sub: '777000777000777', email: 'canarino@posta.example' })
    google.signInAs(ada)
    const her = browser()
    const back = await her.followToCallback('/api/auth/google')
    await her.followToPage(back.pathname + back.search)
    const { rows } = await garbo.database.pool.query<{ all: string }>(
      `select string_agg(data || coalesce(name, '') || meta, ' ') as all from log.events`,
    )
    for (const secret of [
      ada.sub,
      ada.email,
      back.searchParams.get('code') ?? '',
      back.searchParams.get('state') ?? '',
    ]) {
      expect(garbo.log()).not.toContain(secret)
      expect(rows[0]?.all).not.toContain(secret)
    }
  })
})
