import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signedRequestFor, signRequest, startFacebookStandIn } from '../../../support/accounts/facebook-stand-in.ts'
import { redirectClient } from '../../../support/accounts/redirect-client.ts'
import { cellsContaining } from '../../../support/database.ts'
import { freePort } from '../../../support/free-port.ts'
import { codeIn, waitForMessage, waitForMessageMatching } from '../../../support/outbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../../../support/users.ts'

let facebook: Awaited<ReturnType<typeof startFacebookStandIn>>
let garbo: Awaited<ReturnType<typeof startTestGarbo>>

beforeAll(async () => {
  facebook = await startFacebookStandIn()
  garbo = await startTestGarbo({ PORT: String(await freePort()), ...facebook.settings })
})
afterAll(async () => {
  await garbo?.stop()
  await facebook?.stop()
})
beforeEach(() => {
  facebook.setDown(false)
  facebook.signInAs(null)
})

let people = 0
const somebody = (more: { readonly email?: string } = {}) => {
  const id = `9000${++people}`
  return { id, first_name: 'Ivo', last_name: 'Gallo', email: `f${id}@posta.example`, ...more }
}
const browser = () => redirectClient(garbo.address)
const everything = async () =>
  (await garbo.database.pool.query<{ n: number }>('select count(*)::int as n from log.events')).rows[0]?.n
const refused = (reason: string) => `/login?type=client&provider=facebook&refused=${reason}`
const tokenCall = (
  person: { readonly id: string },
  accessToken: string,
  more: Readonly<Record<string, unknown>> = {},
) => ({
  accessToken,
  userID: person.id,
  signedRequest: signedRequestFor(person.id),
  profileData: { id: '1', name: 'Altra Persona', email: 'altra@persona.example', picture: 'https://x.example/p.jpg' },
  ...more,
})
const asks = (form: string) =>
  fetch(`${garbo.address}/api/auth/facebook/data-deletion`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ signed_request: form }),
  })
const idOf = async (one: ReturnType<typeof browser>) => ((await one.get('/api/auth/user')).body as { id: string }).id

describe('Facebook sign-in by redirect', () => {
  it('A-25, Q-19: creates an account with an unproven address and recognises the person again', async () => {
    const ivo = somebody()
    facebook.signInAs(ivo)
    const his = browser()
    expect(await his.followToPage('/api/auth/facebook')).toBe('/client-dashboard')
    expect((await his.get('/api/auth/user')).body).toMatchObject({
      role: 'CLIENTE',
      email: ivo.email,
      emailVerified: false,
      displayName: 'Ivo Gallo',
    })
    expect(codeIn(await waitForMessage(garbo.visitor(), ivo.email))).toMatch(/^\d{6}$/)
    const again = browser()
    await again.followToPage('/api/auth/facebook')
    expect(await idOf(again)).toBe(await idOf(his))
  })

  it('Q-28: returns to the login when denied', async () =>
    expect(await browser().followToPage('/api/auth/facebook')).toBe(refused('SocialCancelled')))

  it('Q-19: does not link an existing address, since Facebook does not prove it', async () => {
    const ana = await signUpClient(garbo, 'ana')
    facebook.signInAs(somebody({ email: ana.email }))
    expect(await browser().followToPage('/api/auth/facebook')).toBe(refused('SocialEmailTaken'))
    const rosa = await signUpBusiness(garbo, 'rosa')
    facebook.signInAs(somebody({ email: rosa.email }))
    expect(await browser().followToPage('/api/auth/facebook')).toBe(refused('SocialEmailTaken'))
  })

  it('explains what to do when the address is withheld', async () => {
    const { email: _, ...ivo } = somebody()
    facebook.signInAs(ivo)
    expect(await browser().followToPage('/api/auth/facebook')).toBe(refused('SocialEmailMissing'))
  })

  it('refuses another browser’s response, an invalid code or an unavailable provider without changes', async () => {
    facebook.signInAs(somebody())
    const his = browser()
    const back = await his.followToCallback('/api/auth/facebook')
    const before = await everything()
    expect(await browser().followToPage(back.pathname + back.search)).toBe(refused('SocialRefused'))
    facebook.setDown(true)
    expect(await his.followToPage(back.pathname + back.search)).toBe(refused('SocialUnreachable'))
    facebook.setDown(false)
    const second = await his.followToCallback('/api/auth/facebook')
    second.searchParams.set('code', 'usato')
    expect(await his.followToPage(second.pathname + second.search)).toBe(refused('SocialRefused'))
    expect(await everything()).toBe(before)
  })

  it('pre-hijacking: proving the address by mail removes the earlier identity', async () => {
    const mallory = somebody({ email: 'vittima@posta.example' })
    facebook.signInAs(mallory)
    const his = browser()
    await his.followToPage('/api/auth/facebook')
    const victim = garbo.visitor()
    const whose = { email: mallory.email ?? '', userType: 'client' }
    await victim.post('/api/auth/send-reset-code', whose)
    const code = codeIn(await waitForMessageMatching(victim, whose.email, /nuova password/))
    const reset = await victim.post('/api/auth/reset-password', { ...whose, code, newPassword: password })
    expect(reset.status).toBe(204)
    expect((await his.get('/api/auth/user')).status).toBe(401)
    expect(await browser().followToPage('/api/auth/facebook')).toBe(refused('SocialEmailTaken'))
    facebook.signInAs({ ...mallory, email: 'suo@posta.example' })
    const anew = browser()
    expect(await anew.followToPage('/api/auth/facebook')).toBe('/client-dashboard')
    expect((await anew.get('/api/auth/user')).body).toMatchObject({ email: 'suo@posta.example' })
  })
})

describe('A-10: Facebook sign-in by script token', () => {
  it('Q-20: verifies the identity with Facebook and ignores what the browser claims', async () => {
    const ivo = somebody()
    const his = browser()
    const answer = await his.post('/api/auth/facebook/token', tokenCall(ivo, facebook.tokenOf(ivo)))
    expect(answer).toMatchObject({ status: 200, body: { success: true, user: { email: ivo.email, role: 'CLIENTE' } } })
    expect((await his.get('/api/auth/user')).body).toMatchObject({ displayName: 'Ivo Gallo' })
    expect(facebook.requestedPaths()).toContain('/v24.0/debug_token')
  })

  const wrong: readonly [string, (ivo: ReturnType<typeof somebody>) => Readonly<Record<string, unknown>>][] = [
    ['of another app', (ivo) => tokenCall(ivo, facebook.tokenOf(ivo, '666'))],
    ['of another person', (ivo) => tokenCall(ivo, facebook.tokenOf(somebody()))],
    ['made up', (ivo) => tokenCall(ivo, 'EAAinventato')],
    ['no longer good', (ivo) => tokenCall(ivo, facebook.tokenOf(ivo, '100200300', 1_000_000))],
    ['signed for another', (ivo) => tokenCall(ivo, facebook.tokenOf(ivo), { signedRequest: signedRequestFor('1') })],
    [
      'signed by another',
      (ivo) =>
        tokenCall(ivo, facebook.tokenOf(ivo), {
          signedRequest: signRequest({ algorithm: 'HMAC-SHA256', user_id: ivo.id, issued_at: 1 }, 'altro segreto'),
        }),
    ],
  ]
  it.each(wrong)('T-028: refuses a token %s', async (_, body) => {
    const [before, his] = [await everything(), browser()]
    const answer = await his.post('/api/auth/facebook/token', body(somebody()))
    const message = 'Errore durante il login Facebook'
    expect(answer).toMatchObject({ status: 401, body: { message, error: message, code: 'SocialRefused' } })
    expect(his.cookie('garbo_session')).toBeUndefined()
    expect(await everything()).toBe(before)
  })

  it('refuses requests from other sites', async () => {
    const ivo = somebody()
    const answer = await fetch(`${garbo.address}/api/auth/facebook/token`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: JSON.stringify(tokenCall(ivo, facebook.tokenOf(ivo))),
    })
    expect(answer.status).toBe(403)
  })

  it('reports that Facebook is unavailable', async () => {
    const ivo = somebody()
    const token = facebook.tokenOf(ivo)
    facebook.setDown(true)
    const answer = await browser().post('/api/auth/facebook/token', tokenCall(ivo, token))
    expect(answer).toMatchObject({ status: 503, body: { code: 'SocialUnreachable' } })
  })

  it('allows pages to load only Facebook’s script', async () => {
    const { headers } = await fetch(`${garbo.address}/api/auth/social`)
    const origin = facebook.address
    expect(headers.get('content-security-policy')).toContain(`script-src 'self' ${origin};`)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  })
})

describe('Facebook’s deletion request', () => {
  it('unlinks the identity, erases the account, is recorded and has a status page', async () => {
    const ivo = somebody()
    facebook.signInAs(ivo)
    const his = browser()
    await his.followToPage('/api/auth/facebook')
    const answer = await asks(signedRequestFor(ivo.id))
    const { url, confirmation_code: code } = (await answer.json()) as { url: string; confirmation_code: string }
    expect([answer.status, url]).toEqual([200, `${garbo.address}/data-deletion/${code}`])
    const state = async () => (await browser().get(`/api/auth/facebook/data-deletion/${code}`)).body
    await expect.poll(state, { timeout: 15_000 }).toMatchObject({ state: 'erased' })
    expect((await his.get('/api/auth/user')).status).toBe(401)
    expect(await cellsContaining(garbo.database.pool, [ivo.email])).toEqual([])
    const before = await everything()
    expect(await (await asks(signedRequestFor(ivo.id))).json()).toMatchObject({ confirmation_code: code })
    expect(await everything()).toBe(before)
  })

  it('does not unlink an identity linked later', async () => {
    const ivo = somebody()
    expect((await asks(signedRequestFor(ivo.id))).status).toBe(200)
    facebook.signInAs(ivo)
    const his = browser()
    await his.followToPage('/api/auth/facebook')
    expect((await asks(signedRequestFor(ivo.id))).status).toBe(200)
    const again = browser()
    await again.followToPage('/api/auth/facebook')
    expect(await idOf(again)).toBe(await idOf(his))
  })

  it('for an unknown person reports that nothing is stored', async () => {
    const { confirmation_code: code } = (await (await asks(signedRequestFor('424242'))).json()) as Record<
      string,
      string
    >
    const status = await browser().get(`/api/auth/facebook/data-deletion/${code}`)
    expect(status).toMatchObject({ body: { state: 'nothing-held' } })
    expect((await browser().get('/api/auth/facebook/data-deletion/nessuna')).status).toBe(404)
  })

  const good = signedRequestFor('5150')
  const [signature = '', payload = ''] = good.split('.')
  const flipped = payload.slice(0, -2) + (payload.endsWith('AA') ? 'BB' : 'AA')
  it.each([
    ['another’s secret', signRequest({ algorithm: 'HMAC-SHA256', user_id: '5150', issued_at: 1 }, 'altro segreto')],
    ['a changed payload', `${signature}.${flipped}`],
    ['a changed signature', `A${signature.slice(1)}x.${payload}`],
    ['no signature', `.${payload}`],
    ['another algorithm', signRequest({ algorithm: 'none', user_id: '5150', issued_at: 1 })],
    ['nobody', signRequest({ algorithm: 'HMAC-SHA256', issued_at: 1 })],
    ['a third part', `${good}.x`],
    ['nothing', ''],
  ])('is refused when tampered with: %s', async (_, form) => {
    const before = await everything()
    const answer = await asks(form)
    expect([answer.status, (await answer.json()) as unknown]).toMatchObject([400, { code: 'SignedRequestInvalid' }])
    expect(await everything()).toBe(before)
  })
})
