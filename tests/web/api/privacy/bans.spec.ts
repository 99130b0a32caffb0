import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedRequestFor, startFacebookStandIn } from '../../../support/accounts/facebook-stand-in.ts'
import { redirectClient } from '../../../support/accounts/redirect-client.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { freePort } from '../../../support/free-port.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

let facebook: Awaited<ReturnType<typeof startFacebookStandIn>>
let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let mario: ApiClient
beforeAll(async () => {
  facebook = await startFacebookStandIn()
  garbo = await startTestGarbo({ PORT: String(await freePort()), ...facebook.settings })
  mario = (await signUpModerator(garbo, 'mario')).browser
})
afterAll(async () => {
  await garbo?.stop()
  await facebook?.stop()
})

const idOf = async (browser: { readonly get: (path: string) => Promise<{ readonly body: unknown }> }) =>
  ((await browser.get('/api/auth/user')).body as { id: string }).id
const sanction = async (userId: string, severity: string) => {
  const order = { userId, reason: 'HARASSMENT', severity, description: 'Insulti ripetuti al personale.' }
  const imposed = await mario.post('/api/admin/sanctions', order)
  expect(imposed.status).toBe(201)
  return imposed.body as { readonly id: string; readonly expiresAt: string | null }
}
const deleteAccount = async (browser: ApiClient) => {
  const confirmation = { confirmationText: 'ELIMINA IL MIO ACCOUNT', password }
  expect((await browser.post('/api/user/delete-account', confirmation)).status).toBe(204)
}
const countErasures = async () =>
  (await garbo.database.pool.query('select from read.erasures where erased_at is not null')).rows.length
/** Deletes the account and waits until it is erased. */
const deleteCompletely = async (browser: ApiClient) => {
  const before = await countErasures()
  await deleteAccount(browser)
  await expect.poll(countErasures, { timeout: 15_000 }).toBe(before + 1)
}
const registerClient = (email: string, phone: string) =>
  garbo.visitor().post('/api/auth/register-client', { firstName: 'Lia', lastName: 'Verdi', email, phone, password })
const place = { businessName: 'Hotel Nuovo', businessType: 'hotel', location: 'Via del Corso 12, Roma', province: 'RM' }
const registerBusiness = (username: string, email: string, phone?: string) =>
  garbo.visitor().post('/api/auth/register', { username, email, password, ...place, ...(phone ? { phone } : {}) })
const reviewOf = (businessId: string) => ({
  targetType: 'BUSINESS',
  targetId: businessId,
  rating: 2,
  reasonCode: 'SERVICE',
})
const review = async ({ browser }: { readonly browser: ApiClient }, businessId: string) =>
  browser.post('/api/reviews', reviewOf(businessId), browser.idempotencyKey())
const blocked = { status: 409, body: { code: 'RegistrationBlocked' } }

describe('who deletes an account under sanction (Q-129)', () => {
  it('cannot register again before it ends, with the same mailbox or telephone number', async () => {
    const ana = await signUpClient(garbo, 'ana', { phone: '+39 340 1112223' })
    await sanction(await idOf(ana.browser), 'PERMANENT')
    await deleteCompletely(ana.browser)
    const again = await registerClient(ana.email, '+39 340 9998887')
    expect(again).toMatchObject(blocked)
    expect((again.body as { message: string }).message).toMatch(/fino al \d{1,2} \p{L}+ 20\d\d/u)
    expect(await registerClient('ana+nuova@example.it', '+39 340 9998887')).toMatchObject(blocked)
    expect(await registerClient('altra@example.it', '340 111 2223')).toMatchObject(blocked)
    expect(await registerBusiness('anahotel', 'ana@example.it')).toMatchObject(blocked)
    expect((await registerClient('tutta.altra@example.it', '+39 340 7776665')).status).toBe(201)
  })

  it('is no better off who keeps the account and registers another one', async () => {
    const eva = await signUpClient(garbo, 'eva', { phone: '+39 340 4445556' })
    await sanction(await idOf(eva.browser), 'HIGH')
    expect(await registerClient('eva+due@example.it', '+39 340 9998880')).toMatchObject(blocked)
    expect(await registerClient('tutta.diversa@example.it', '340 444 5556')).toMatchObject(blocked)
    expect(await registerBusiness('evahotel', 'eva+tre@example.it')).toMatchObject(blocked)
    expect((await registerClient('estranea@example.it', '+39 340 9998881')).status).toBe(201)
  })

  it('leaves nothing that can be read, and the hashes disappear once their time is over', async () => {
    const { rows } = await garbo.database.pool.query<{ hash: string; until: Date }>('select * from access.kept_hashes')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
  })

  it('does not keep anybody else from registering by entering their telephone number before', async () => {
    const ugo = await signUpClient(garbo, 'ugo', { phone: '+39 340 2223334' })
    const id = await idOf(ugo.browser)
    expect((await ugo.browser.patch('/api/user/profile', { phone: '+39 340 5556667' })).status).toBe(200)
    await sanction(id, 'HIGH')
    await deleteCompletely(ugo.browser)
    expect((await registerClient('vittima@example.it', '+39 340 5556667')).status).toBe(201)
    expect(await registerClient('ugo2@example.it', '+39 340 2223334')).toMatchObject(blocked)
  })

  it('cannot return with Facebook after asking Facebook for the deletion', async () => {
    const ivo = { id: '9100', first_name: 'Ivo', last_name: 'Gallo', email: 'ivo@posta.example' }
    facebook.signInAs(ivo)
    const browser = redirectClient(garbo.address)
    expect(await browser.followToPage('/api/auth/facebook')).toBe('/client-dashboard')
    await sanction(await idOf(browser), 'PERMANENT')
    const before = await countErasures()
    const asked = await fetch(`${garbo.address}/api/auth/facebook/data-deletion`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ signed_request: signedRequestFor(ivo.id) }),
    })
    expect(asked.status).toBe(200)
    await expect.poll(countErasures, { timeout: 15_000 }).toBe(before + 1)
    facebook.signInAs({ ...ivo, email: 'ivo.nuovo@posta.example' })
    expect(await redirectClient(garbo.address).followToPage('/api/auth/facebook')).toContain(
      'refused=RegistrationBlocked',
    )
  })
})

describe('who deletes an account under a sanction that turns out to be wrong (D-50)', () => {
  it('may register again once the appeal is upheld', async () => {
    const lia = (await signUpModerator(garbo, 'lia')).browser
    const ada = await signUpClient(garbo, 'ada', { phone: '+39 340 1212121' })
    const { id } = await sanction(await idOf(ada.browser), 'MEDIUM')
    const appeal = { appealReason: 'Non ho insultato nessuno.' }
    expect((await ada.browser.post(`/api/sanctions/${id}/appeal`, appeal)).status).toBe(201)
    await deleteCompletely(ada.browser)
    expect(await registerClient('ada+due@example.it', '+39 340 1212121')).toMatchObject(blocked)
    const verdict = { decision: 'APPROVED', reason: 'Il video smentisce il personale.' }
    expect((await lia.patch(`/api/admin/appeals/${id}`, verdict)).status).toBe(200)
    const register = async () => (await registerClient('ada+due@example.it', '+39 340 1212121')).status
    await expect.poll(register, { timeout: 15_000 }).toBe(201)
  })

  it('may register again once it is lifted, but not while the score of the venue is kept', async () => {
    const bar = await signUpBusiness(garbo, 'bar')
    expect((await review(await signUpClient(garbo, 'dino'), bar.id)).status).toBe(201)
    const { id } = await sanction(bar.id, 'PERMANENT')
    await deleteCompletely(bar.browser)
    const message = async () => {
      const again = await registerBusiness('barbis', 'bar+bis@example.it')
      expect(again).toMatchObject(blocked)
      return (again.body as { message: string }).message
    }
    const before = await message()
    const lifting = { isActive: false, reason: 'La segnalazione era falsa.' }
    expect((await mario.patch(`/api/admin/sanctions/${id}`, lifting)).status).toBe(200)
    await expect.poll(message, { timeout: 15_000 }).not.toBe(before)
  })
})

describe('a venue that deletes itself (Q-129)', () => {
  it('cannot lose its score by registering again', async () => {
    const rosa = await signUpBusiness(garbo, 'rosa')
    expect((await review(await signUpClient(garbo, 'luca'), rosa.id)).status).toBe(201)
    await deleteCompletely(rosa.browser)
    expect(await registerBusiness('rosabis', 'rosa+bis@example.it')).toMatchObject(blocked)
  })

  it('keeps nobody from registering whose telephone number it entered', async () => {
    const finta = await signUpBusiness(garbo, 'finta', { phone: '+39 340 6667778' })
    expect((await review(await signUpClient(garbo, 'pino'), finta.id)).status).toBe(201)
    await deleteCompletely(finta.browser)
    expect((await registerBusiness('vittima', 'vittima.vera@example.it', '+39 340 6667778')).status).toBe(201)
    expect(await registerBusiness('fintabis', 'finta+bis@example.it')).toMatchObject(blocked)
  })

  it('may register again if nobody reviewed it', async () => {
    const nino = await signUpBusiness(garbo, 'nino')
    await deleteCompletely(nino.browser)
    expect((await registerBusiness('nino', 'nino@example.it')).status).toBe(201)
  })
})

describe('a client who deletes the account after a review (Q-129)', () => {
  it('may register again, but not review the same venue within the interval', async () => {
    const [casa, altra] = [await signUpBusiness(garbo, 'casa'), await signUpBusiness(garbo, 'altracasa')]
    const pia = await signUpClient(garbo, 'pia', { phone: '+39 340 3334445' })
    expect((await review(pia, casa.id)).status).toBe(201)
    await deleteCompletely(pia.browser)
    const again = await signUpClient(garbo, 'pia+due', { phone: '+39 340 8889990' })
    expect(await review(again, casa.id)).toMatchObject({ body: { code: 'TooSoon' } })
    expect((await review(again, altra.id)).status).toBe(201)
    const stranger = await signUpClient(garbo, 'estraneo', { phone: '+39 340 3334445' })
    expect((await review(stranger, casa.id)).status).toBe(201)
  })
})
