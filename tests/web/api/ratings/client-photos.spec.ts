import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { asDataUrl, png } from '../../../support/images.ts'
import { messagesTo, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let lido: Awaited<ReturnType<typeof signUpBusiness>>
let sole: Awaited<ReturnType<typeof signUpBusiness>>
let mare: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let lia: Awaited<ReturnType<typeof signUpClient>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  lido = await signUpBusiness(garbo, 'lido')
  ana = await signUpClient(garbo, 'ana')
  lia = await signUpClient(garbo, 'lia')
  sole = await signUpBusiness(garbo, 'sole')
  mare = await signUpBusiness(garbo, 'mare')
  const scores = { punctualityScore: 9, kindnessScore: 9, paymentScore: 9, roomConditionScore: 9 }
  const stay = { clientEmail: ana.email, overallRating: 5, stayType: 'leisure', stayDate: '2026-01-10' }
  for (const { browser } of [rosa, sole, mare])
    await browser.post('/api/ratings', { ...scores, ...stay }, browser.idempotencyKey())
})
afterAll(() => garbo.stop())

const photo = 'https://foto.example/ana.jpg'
const patchPhotos = (browser: ApiClient, body: unknown) => browser.patch(`/api/clients/${ana.clientId}`, body)
const setConsent = (photoConsent: boolean) => ana.browser.patch('/api/user/profile', { photoConsent })
const countPhotos = async () =>
  (await garbo.database.pool.query<{ n: number }>('select count(*)::int as n from photos.pictures')).rows[0]?.n
const countChanges = async () =>
  (
    await garbo.database.pool.query<{ data: { by: string; byKind: string } }>(
      `select e.data from log.events e where e.data::text like '%"byKind"%' order by 1`,
    )
  ).rows.length

describe('A-37, Q-89: changing a client’s photos', () => {
  it('is not open to a business without consent, and stores no picture for the client', async () => {
    const rejection = { status: 403, body: { message: 'Il cliente non ha dato il consenso alle foto.' } }
    expect(await patchPhotos(rosa.browser, { profilePhoto: photo })).toMatchObject(rejection)
    expect(await patchPhotos(rosa.browser, { profilePhoto: asDataUrl(await png(), 'png') })).toMatchObject(rejection)
    expect(await countPhotos()).toBe(0)
  })

  it('is allowed with consent; the event names the business, and the client is notified without its name', async () => {
    await setConsent(true)
    const before = await countChanges()
    expect(await patchPhotos(rosa.browser, { profilePhoto: photo })).toMatchObject({
      status: 200,
      body: { id: ana.clientId, profilePhoto: photo, socialPhotoUrl: null },
    })
    expect(await ana.browser.get('/api/auth/client')).toMatchObject({ body: { profilePhoto: photo } })
    expect(await countChanges()).toBe((before ?? 0) + 1)
    expect(await patchPhotos(rosa.browser, { profilePhoto: photo })).toMatchObject({ status: 200 })
    expect(await countChanges()).toBe((before ?? 0) + 1)
    const email = await waitForMessageMatching(garbo.visitor(), ana.email, /ha cambiato le foto del tuo profilo/)
    expect(email).not.toMatch(/rosa|Hotel/i)
  })

  it('stores an upload under the client’s key and deletes the previous one', async () => {
    const { body } = await patchPhotos(sole.browser, { profilePhoto: asDataUrl(await png(), 'png') })
    const { profilePhoto } = body as { profilePhoto: string }
    expect(profilePhoto).toMatch(/^\/api\/photos\//)
    expect((await fetch(garbo.address + profilePhoto)).status).toBe(200)
    expect(await patchPhotos(ana.browser, { profilePhoto: null })).toMatchObject({
      status: 200,
      body: { profilePhoto: null },
    })
    expect((await fetch(garbo.address + profilePhoto)).status).toBe(404)
  })

  it('V-24, V-25: requires network and consent for a social photo', async () => {
    const social = { socialPhotoUrl: 'https://instagram.example/ana.jpg', socialPhotoSource: 'instagram' }
    expect(await patchPhotos(mare.browser, social)).toMatchObject({ status: 200, body: social })
    expect(await patchPhotos(rosa.browser, { socialPhotoUrl: social.socialPhotoUrl })).toMatchObject({ status: 400 })
    await setConsent(false)
    expect(await ana.browser.get('/api/auth/client')).toMatchObject({ body: { socialPhotoUrl: null } })
    expect(await patchPhotos(ana.browser, social)).toMatchObject({ status: 400, body: { code: 'PhotoConsentMissing' } })
    await setConsent(true)
  })

  it('Q-122: is possible once a day for each business, and the client gets one letter a day', async () => {
    expect(await patchPhotos(rosa.browser, { profilePhoto: 'https://foto.example/altra.jpg' })).toMatchObject({
      status: 429,
      body: { message: 'Oggi hai già cambiato le foto di questo cliente. Potrai cambiarle di nuovo domani.' },
    })
    const letters = (await messagesTo(garbo.visitor(), ana.email)).filter((text) => /ha cambiato le foto/.test(text))
    expect(letters).toHaveLength(1)
  })

  it('does not exist for other accounts', async () => {
    const responses = [
      await patchPhotos(lido.browser, { profilePhoto: photo }),
      await patchPhotos(lia.browser, { profilePhoto: photo }),
      await rosa.browser.patch(`/api/clients/${lia.clientId}`, { profilePhoto: photo }),
      await rosa.browser.patch('/api/clients/nessuno', { profilePhoto: photo }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await patchPhotos(garbo.visitor(), { profilePhoto: photo })).status).toBe(401)
  })

  it.each([
    ['another field', { profilePhoto: photo, email: 'nuova@example.it' }],
    ['a role', { role: 'ADMIN' }],
    ['consent on behalf of the client', { profilePhoto: photo, photoConsent: true }],
    ['an empty body', {}],
    ['an address that is not https', { profilePhoto: 'http://foto.example/ana.jpg' }],
    ['a script', { profilePhoto: 'javascript:alert(1)' }],
    ['data that is not a picture', { profilePhoto: 'data:image/png;base64,AAAA' }],
    ['a stored picture of another account', { profilePhoto: `/api/photos/${'x'.repeat(43)}` }],
  ])('rejects %s', async (_, body) => {
    const before = await countChanges()
    expect((await patchPhotos(rosa.browser, body)).status).toBe(400)
    expect(await countChanges()).toBe(before)
  })
})
