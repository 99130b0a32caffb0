import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  signedRequestFor,
  signInRequestFor,
  signRequest,
  startFacebookStandIn,
} from '../../../support/accounts/facebook-stand-in.ts'
import { redirectClient } from '../../../support/accounts/redirect-client.ts'
import { cellsContaining } from '../../../support/database.ts'
import { freePort } from '../../../support/free-port.ts'
import { codeIn, waitForMessage, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

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
const newUser = (changes: { readonly email?: string } = {}) => {
  const id = `9000${++people}`
  return { id, first_name: 'Ivo', last_name: 'Gallo', email: `f${id}@posta.example`, ...changes }
}
const newBrowser = () => redirectClient(garbo.address)
const countEvents = async () =>
  (await garbo.database.pool.query<{ n: number }>('select count(*)::int as n from log.events')).rows[0]?.n
const refusedPage = (reason: string) => `/login?type=client&provider=facebook&refused=${reason}`
const tokenCall = (
  person: { readonly id: string },
  accessToken: string,
  changes: Readonly<Record<string, unknown>> = {},
) => ({
  accessToken,
  userID: person.id,
  signedRequest: signInRequestFor(person.id),
  profileData: { id: '1', name: 'Altra Persona', email: 'altra@persona.example', picture: 'https://x.example/p.jpg' },
  ...changes,
})
const requestDeletion = (form: string) =>
  fetch(`${garbo.address}/api/auth/facebook/data-deletion`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ signed_request: form }),
  })
const recordedDeletions = async () => {
  const { rows } = await garbo.database.pool.query<object>(
    "select outcome from audit.access_log where what = 'deletion' and why = 'facebook'",
  )
  return rows
}
const idOf = async (browser: ReturnType<typeof newBrowser>) =>
  ((await browser.get('/api/auth/user')).body as { id: string }).id

describe('Facebook sign-in by redirect', () => {
  it('A-25, Q-19: creates an account with an unconfirmed address and recognises the user afterwards', async () => {
    const ivo = newUser()
    facebook.signInAs(ivo)
    const browser = newBrowser()
    expect(await browser.followToPage('/api/auth/facebook')).toBe('/client-dashboard')
    expect((await browser.get('/api/auth/user')).body).toMatchObject({
      role: 'CLIENTE',
      email: ivo.email,
      emailVerified: false,
      displayName: 'Ivo Gallo',
    })
    expect(codeIn(await waitForMessage(garbo.visitor(), ivo.email))).toMatch(/^\d{6}$/)
    const secondBrowser = newBrowser()
    await secondBrowser.followToPage('/api/auth/facebook')
    expect(await idOf(secondBrowser)).toBe(await idOf(browser))
  })

  it('Q-28: returns to the login when denied', async () =>
    expect(await newBrowser().followToPage('/api/auth/facebook')).toBe(refusedPage('SocialCancelled')))

  it('Q-19: does not link an existing address, since Facebook does not verify it', async () => {
    const ana = await signUpClient(garbo, 'ana')
    facebook.signInAs(newUser({ email: ana.email }))
    expect(await newBrowser().followToPage('/api/auth/facebook')).toBe(refusedPage('SocialEmailTaken'))
    const rosa = await signUpBusiness(garbo, 'rosa')
    facebook.signInAs(newUser({ email: rosa.email }))
    expect(await newBrowser().followToPage('/api/auth/facebook')).toBe(refusedPage('SocialEmailTaken'))
  })

  it('explains what to do when the user withholds the address', async () => {
    const { email: _, ...ivo } = newUser()
    facebook.signInAs(ivo)
    expect(await newBrowser().followToPage('/api/auth/facebook')).toBe(refusedPage('SocialEmailMissing'))
  })

  it('rejects another browser’s response, an invalid code or an unavailable provider without changes', async () => {
    facebook.signInAs(newUser())
    const browser = newBrowser()
    const callback = await browser.followToCallback('/api/auth/facebook')
    const before = await countEvents()
    expect(await newBrowser().followToPage(callback.pathname + callback.search)).toBe(refusedPage('SocialRefused'))
    facebook.setDown(true)
    expect(await browser.followToPage(callback.pathname + callback.search)).toBe(refusedPage('SocialUnreachable'))
    facebook.setDown(false)
    const second = await browser.followToCallback('/api/auth/facebook')
    second.searchParams.set('code', 'usato')
    expect(await browser.followToPage(second.pathname + second.search)).toBe(refusedPage('SocialRefused'))
    expect(await countEvents()).toBe(before)
  })

  it('removes an identity linked earlier when the owner confirms the address by e-mail (pre-hijacking)', async () => {
    const attacker = newUser({ email: 'vittima@posta.example' })
    facebook.signInAs(attacker)
    const browser = newBrowser()
    await browser.followToPage('/api/auth/facebook')
    const victim = garbo.visitor()
    const account = { email: attacker.email ?? '', userType: 'client' }
    await victim.post('/api/auth/send-reset-code', account)
    const code = codeIn(await waitForMessageMatching(victim, account.email, /nuova password/))
    const reset = await victim.post('/api/auth/reset-password', { ...account, code, newPassword: password })
    expect(reset.status).toBe(204)
    expect((await browser.get('/api/auth/user')).status).toBe(401)
    expect(await newBrowser().followToPage('/api/auth/facebook')).toBe(refusedPage('SocialEmailTaken'))
    facebook.signInAs({ ...attacker, email: 'suo@posta.example' })
    const attackerAgain = newBrowser()
    expect(await attackerAgain.followToPage('/api/auth/facebook')).toBe('/client-dashboard')
    expect((await attackerAgain.get('/api/auth/user')).body).toMatchObject({ email: 'suo@posta.example' })
  })
})

describe('A-10: Facebook sign-in by script token', () => {
  it('E-31, Q-20: verifies the identity with Facebook and ignores what the browser claims', async () => {
    const ivo = newUser()
    const browser = newBrowser()
    const response = await browser.post('/api/auth/facebook/token', tokenCall(ivo, facebook.tokenOf(ivo)))
    expect(response).toMatchObject({
      status: 200,
      body: { success: true, user: { email: ivo.email, role: 'CLIENTE' } },
    })
    expect((await browser.get('/api/auth/user')).body).toMatchObject({ displayName: 'Ivo Gallo' })
    expect(facebook.requestedPaths()).toContain('/v24.0/debug_token')
  })

  const invalidTokens: readonly [string, (ivo: ReturnType<typeof newUser>) => Readonly<Record<string, unknown>>][] = [
    ['of another app', (ivo) => tokenCall(ivo, facebook.tokenOf(ivo, '666'))],
    ['of another user', (ivo) => tokenCall(ivo, facebook.tokenOf(newUser()))],
    ['that is invented', (ivo) => tokenCall(ivo, 'EAAinventato')],
    ['that has expired', (ivo) => tokenCall(ivo, facebook.tokenOf(ivo, '100200300', 1_000_000))],
    [
      'with a signed request of another user',
      (ivo) => tokenCall(ivo, facebook.tokenOf(ivo), { signedRequest: signInRequestFor('1') }),
    ],
    [
      'with a request signed by another app',
      (ivo) =>
        tokenCall(ivo, facebook.tokenOf(ivo), {
          signedRequest: signRequest({ algorithm: 'HMAC-SHA256', user_id: ivo.id, issued_at: 1 }, 'altro segreto'),
        }),
    ],
  ]
  it.each(invalidTokens)('T-028: rejects a token %s', async (_, body) => {
    const [before, browser] = [await countEvents(), newBrowser()]
    const response = await browser.post('/api/auth/facebook/token', body(newUser()))
    const message = 'Errore durante il login Facebook'
    expect(response).toMatchObject({ status: 401, body: { message, error: message, code: 'SocialRefused' } })
    expect(browser.cookie('garbo_session')).toBeUndefined()
    expect(await countEvents()).toBe(before)
  })

  it('rejects requests from other sites', async () => {
    const ivo = newUser()
    const response = await fetch(`${garbo.address}/api/auth/facebook/token`, {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
      body: JSON.stringify(tokenCall(ivo, facebook.tokenOf(ivo))),
    })
    expect(response.status).toBe(403)
  })

  it('reports that Facebook is unavailable', async () => {
    const ivo = newUser()
    const token = facebook.tokenOf(ivo)
    facebook.setDown(true)
    const response = await newBrowser().post('/api/auth/facebook/token', tokenCall(ivo, token))
    expect(response).toMatchObject({ status: 503, body: { code: 'SocialUnreachable' } })
  })

  it('allows pages to load only Facebook’s script', async () => {
    const { headers } = await fetch(`${garbo.address}/api/auth/social`)
    const origin = facebook.address
    expect(headers.get('content-security-policy')).toContain(`script-src 'self' ${origin};`)
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  })
})

describe('Facebook’s deletion request', () => {
  it('unlinks the identity, erases the account and has a status page', async () => {
    const ivo = newUser()
    facebook.signInAs(ivo)
    const browser = newBrowser()
    await browser.followToPage('/api/auth/facebook')
    const response = await requestDeletion(signedRequestFor(ivo.id))
    const { url, confirmation_code: code } = (await response.json()) as { url: string; confirmation_code: string }
    expect([response.status, url]).toEqual([200, `${garbo.address}/data-deletion/${code}`])
    const state = async () => (await newBrowser().get(`/api/auth/facebook/data-deletion/${code}`)).body
    await expect.poll(state, { timeout: 15_000 }).toMatchObject({ state: 'erased' })
    expect((await browser.get('/api/auth/user')).status).toBe(401)
    expect(await cellsContaining(garbo.database.pool, [ivo.email])).toEqual([])
    const before = await countEvents()
    expect(await (await requestDeletion(signedRequestFor(ivo.id))).json()).toMatchObject({ confirmation_code: code })
    expect(await countEvents()).toBe(before)
    await expect.poll(recordedDeletions).not.toEqual([])
  })

  it('Q-92: is dropped while it waits, if the person signs in with Facebook again', async () => {
    const ivo = newUser()
    facebook.signInAs(ivo)
    const browser = newBrowser()
    await browser.followToPage('/api/auth/facebook')
    const { id, clientId } = (await browser.get('/api/auth/user')).body as { id: string; clientId: string }
    const verificationCode = codeIn(await waitForMessage(garbo.visitor(), ivo.email))
    expect((await garbo.visitor().post('/api/auth/verify-email', { clientId, verificationCode })).status).toBe(204)
    const rosa = await signUpBusiness(garbo, 'rosadue')
    const review = { targetType: 'BUSINESS', targetId: rosa.id, rating: 1, reasonCode: 'SERVICE' }
    const { id: reviewId } = (await browser.post('/api/reviews', review)).body as { id: string }
    const message = 'Non è mai stato da noi: lo dicono i registri.'
    expect((await rosa.browser.post(`/api/reviews/${reviewId}/dispute`, { reason: 'OTHER', message })).status).toBe(201)
    const { confirmation_code: code } = (await (await requestDeletion(signedRequestFor(ivo.id))).json()) as {
      confirmation_code: string
    }
    const status = async () => (await newBrowser().get(`/api/auth/facebook/data-deletion/${code}`)).body
    expect(await status()).toMatchObject({ state: 'unlinked' })

    facebook.signInAs({ ...ivo, email: 'altro.indirizzo@posta.example' })
    const again = newBrowser()
    expect(await again.followToPage('/api/auth/facebook')).toBe('/client-dashboard')
    expect(await idOf(again)).toBe(id)
  })

  it('does not give an account back that the owner of the mailbox has taken over since', async () => {
    const ivo = newUser()
    facebook.signInAs(ivo)
    const browser = newBrowser()
    await browser.followToPage('/api/auth/facebook')
    const { clientId } = (await browser.get('/api/auth/user')).body as { clientId: string }
    const verificationCode = codeIn(await waitForMessage(garbo.visitor(), ivo.email))
    const mario = await signUpModerator(garbo, 'mariodue')
    const order = { userId: await idOf(browser), reason: 'HARASSMENT', severity: 'PERMANENT', description: 'Insulti.' }
    const { id } = (await mario.browser.post('/api/admin/sanctions', order)).body as { id: string }
    const appeal = { appealReason: 'Non ho insultato nessuno.' }
    expect((await browser.post(`/api/sanctions/${id}/appeal`, appeal)).status).toBe(201)
    expect((await requestDeletion(signedRequestFor(ivo.id))).status).toBe(200)

    const owner = { email: ivo.email, userType: 'client' }
    await garbo.visitor().post('/api/auth/send-reset-code', owner)
    const code = codeIn(await waitForMessageMatching(garbo.visitor(), ivo.email, /nuova password/))
    const reset = await garbo.visitor().post('/api/auth/reset-password', { ...owner, code, newPassword: password })
    expect(reset.status).toBe(204)
    expect((await garbo.visitor().post('/api/auth/verify-email', { clientId, verificationCode })).status).toBe(204)
    expect(await newBrowser().followToPage('/api/auth/facebook')).toBe(refusedPage('SocialEmailTaken'))
  })

  it('does not unlink an identity linked later', async () => {
    const ivo = newUser()
    expect((await requestDeletion(signedRequestFor(ivo.id))).status).toBe(200)
    facebook.signInAs(ivo)
    const browser = newBrowser()
    await browser.followToPage('/api/auth/facebook')
    expect((await requestDeletion(signedRequestFor(ivo.id))).status).toBe(200)
    const secondBrowser = newBrowser()
    await secondBrowser.followToPage('/api/auth/facebook')
    expect(await idOf(secondBrowser)).toBe(await idOf(browser))
  })

  it('reports for an unknown user that nothing is stored', async () => {
    const { confirmation_code: code } = (await (await requestDeletion(signedRequestFor('424242'))).json()) as Record<
      string,
      string
    >
    const status = await newBrowser().get(`/api/auth/facebook/data-deletion/${code}`)
    expect(status).toMatchObject({ body: { state: 'nothing-held' } })
    expect((await newBrowser().get('/api/auth/facebook/data-deletion/nessuna')).status).toBe(404)
  })

  const now = Math.floor(Date.now() / 1_000)
  const validRequest = signedRequestFor('5150')
  const [signature = '', payload = ''] = validRequest.split('.')
  const flipped = payload.slice(0, -2) + (payload.endsWith('AA') ? 'BB' : 'AA')
  it.each([
    ['another’s secret', signRequest({ algorithm: 'HMAC-SHA256', user_id: '5150', issued_at: 1 }, 'altro segreto')],
    ['a changed payload', `${signature}.${flipped}`],
    ['a changed signature', `A${signature.slice(1)}x.${payload}`],
    ['no signature', `.${payload}`],
    ['another algorithm', signRequest({ algorithm: 'none', user_id: '5150', issued_at: 1 })],
    ['no user', signRequest({ algorithm: 'HMAC-SHA256', issued_at: 1 })],
    ['a third part', `${validRequest}.x`],
    ['no content', ''],
    ['an age of hours', signedRequestFor('5150', now - 2 * 3_600)],
    ['a time to come', signedRequestFor('5150', now + 600)],
    ['the signature of a sign-in, which the browser has seen', signInRequestFor('5150')],
  ])('is rejected with %s', async (_, form) => {
    const before = await countEvents()
    const response = await requestDeletion(form)
    expect([response.status, (await response.json()) as unknown]).toMatchObject([400, { code: 'SignedRequestInvalid' }])
    expect(await countEvents()).toBe(before)
  })
})
