import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { codeIn, messagesTo, waitForMessageMatching } from '../../../support/outbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

const own = async (browser: ApiClient) => (await browser.get('/api/user/profile')).body as Record<string, unknown>
const patch = (browser: ApiClient, body: unknown) => browser.patch('/api/user/profile', body)
const events = async () =>
  (await garbo.database.pool.query<{ n: string }>('select count(*) as n from log.events')).rows[0]?.n

describe('PATCH /api/user/profile (A-62)', () => {
  let rosa: Awaited<ReturnType<typeof signUpBusiness>>
  let ana: Awaited<ReturnType<typeof signUpClient>>
  beforeAll(async () => {
    rosa = await signUpBusiness(garbo, 'rosa')
    ana = await signUpClient(garbo, 'ana')
  })

  const photo = 'https://foto.example/rosa.jpg'
  it.each<[string, Record<string, unknown>]>([
    ['one photo', { profilePhoto: photo }],
    ['the place', { businessPhoto: photo, location: 'Via Po 12, Torino', province: 'TO', theForkRating: 8.7 }],
    ['nothing where nothing is to be', { businessPhoto: null, province: null, theForkRating: null, location: '' }],
    ['both photos (R-87)', { profilePhoto: photo, businessPhoto: photo }],
    ['one of our avatars', { profilePhoto: '/avatars/6.svg' }],
    ['the phone', { phone: '+390611111111' }],
  ])('accepts %s of a business', async (_, body) => {
    const answer = await patch(rosa.browser, body)
    expect(answer).toMatchObject({ status: 200, body: { waitingEmail: null } })
    expect(await own(rosa.browser)).toMatchObject(body)
  })

  it('accepts the whole form of R-86, and everybody sees the new name', async () => {
    const form = { businessName: 'Albergo Rosa', businessType: 'bnb', location: 'Via Po 1, Torino', province: 'TO' }
    const answer = await patch(rosa.browser, { ...form, email: rosa.email, theForkRating: 9.1 })
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { ...form, provinceName: 'Torino', theForkRating: 9.1 } },
    })
    expect((await garbo.visitor().get(`/api/businesses/${rosa.id}`)).body).toMatchObject(form)
    expect((await rosa.browser.get('/api/auth/user')).body).toMatchObject({
      displayName: 'Albergo Rosa',
      email: rosa.email,
    })
  })

  it('Q-36, Q-86: accepts client fields, with a normalised phone number', async () => {
    const form = { firstName: 'Anna', lastName: 'Verdi', age: 34, residence: 'Torino', travelType: 'leisure' }
    expect((await patch(ana.browser, { ...form, phone: '333 765.43-21' })).status).toBe(200)
    const client = await ana.browser.get('/api/auth/client')
    expect(client.body).toMatchObject({ id: ana.clientId, ...form, name: 'Anna Verdi', phone: '+393337654321' })
  })

  it('updates the phone used for recovery (Q-05)', async () => {
    await patch(ana.browser, { phone: '+39 349 7777777' })
    const recover = (phone: string) => garbo.visitor().post('/api/auth/recover-email', { phone, userType: 'client' })
    expect((await recover('+39 349 7777777')).status).toBe(200)
  })

  it('points settled 20: gives and withdraws consent to a social photo', async () => {
    for (const photoConsent of [true, false]) {
      expect((await patch(ana.browser, { photoConsent })).status).toBe(200)
      expect((await ana.browser.get('/api/auth/client')).body).toMatchObject({ photoConsent })
    }
  })

  it('Q-114: sets and withdraws preferences for both kinds of account', async () => {
    for (const { browser } of [ana, rosa])
      for (const marketingConsent of [true, false]) {
        const preferences = { emailNotifications: false, smsNotifications: true, marketingConsent }
        expect((await patch(browser, { preferences })).status).toBe(200)
        expect(await own(browser)).toMatchObject(preferences)
      }
  })

  it('writes nothing when saved unchanged', async () => {
    await patch(ana.browser, { firstName: 'Anna' })
    const before = await events()
    expect((await patch(ana.browser, { firstName: 'Anna' })).status).toBe(200)
    expect(await events()).toBe(before)
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['V-64: a name too short', { businessName: 'A' }, /almeno 2 caratteri/],
    ['V-64: a name too long', { businessName: 'a'.repeat(51) }, /superare i 50 caratteri/],
    ['V-65: a type there is not', { businessType: 'castello' }, /Seleziona il tipo di attività/],
    ['V-65: no type', { businessType: null }, /Seleziona il tipo di attività/],
    ['V-66: what is no address', { email: 'rosa' }, /Inserisci un'email valida/],
    ['V-68: a rating beyond ten', { theForkRating: 10.1 }, /al massimo 10/],
    ['V-68: a rating below zero', { theForkRating: -0.1 }, /almeno 0/],
    ['V-68: a rating too fine', { theForkRating: 8.75 }, /multiplo di 0,1/],
    ['V-68: a rating in words', { theForkRating: 'otto' }, /numero/],
    ['V-69: an address of four characters', { location: 'Roma' }, /almeno 5 caratteri/],
    ['a province there is not', { province: 'XX' }, /provincia/],
    ['Q-88: a photo over plain http', { profilePhoto: 'http://foto.example/a.jpg' }, /https/],
    ['a photo that is a script', { businessPhoto: 'javascript:alert(1)' }, /https/],
    ['a photo at somebody else’s door', { businessPhoto: '//foto.example/a.jpg' }, /https/],
    ['a photo that climbs', { businessPhoto: '/photos/../../etc/passwd' }, /https/],
    ['an avatar there is not', { profilePhoto: '/avatars/7.svg' }, /https/],
    ['a photo itself', { profilePhoto: 'data:image/png;base64,AAAA' }, /https/],
    ['a phone that is none', { phone: 'ciao' }, /telefono/],
    ['Q-100: a role', { role: 'ADMIN' }, /non previst/],
    ['Q-100: somebody else’s id', { accountId: 'altro', businessName: 'Mia' }, /non previst/],
    ['Q-100: a balance', { avaBalance: 100 }, /non previst/],
    ['half of the preferences', { preferences: { marketingConsent: true } }, /Campo obbligatorio/],
    ['a password and nothing else', { password }, /nulla da cambiare/],
    ['nothing', {}, /nulla da cambiare/],
  ])('refuses %s in Italian without changes', async (_, body, message) => {
    const before = await events()
    const answer = await patch(rosa.browser, body)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
    expect(await events()).toBe(before)
  })

  it('refuses a request with fields of the other kind of account', async () => {
    const before = await events()
    const mixed = { profilePhoto: 'https://foto.example/x.jpg', phone: '+390612345678' }
    expect(await patch(ana.browser, { ...mixed, businessName: 'Mia' })).toMatchObject({ status: 403 })
    expect(await patch(rosa.browser, { ...mixed, firstName: 'Rosa' })).toMatchObject({ status: 403 })
    expect(await patch(rosa.browser, { photoConsent: true })).toMatchObject({ status: 403 })
    expect(await patch(garbo.visitor(), { businessName: 'Mia' })).toMatchObject({ status: 401 })
    expect(await events()).toBe(before)
  })
})

describe('the account response', () => {
  it('A-01, A-16, Q-22: has listed fields and no hash, token or counter', async () => {
    const [uma, ugo] = [await signUpBusiness(garbo, 'uma'), await signUpClient(garbo, 'ugo')]
    const account =
      'businessName businessPhoto businessType clientId developer displayName email emailVerified id location permissions profilePhoto ' +
      'province provinceName role staffRoles theForkRating totalRatingsGiven'
    for (const { browser } of [uma, ugo])
      expect(Object.keys((await browser.get('/api/auth/user')).body as object).sort()).toEqual(account.split(' '))
    const record =
      'age averageRating bonusRewardEarned createdAt crossProviderDiscount email firstName fiveStarRatingsCount id ' +
      'isTopClient lastName name phone photoConsent privacyConsent profilePhoto residence socialPhotoSource ' +
      'socialPhotoUrl totalRatings travelType uniqueProvidersCount'
    expect(Object.keys((await ugo.browser.get('/api/auth/client')).body as object).sort()).toEqual(record.split(' '))
    expect(await uma.browser.get('/api/auth/client')).toMatchObject({ status: 403 })
    expect(await garbo.visitor().get('/api/auth/client')).toMatchObject({ status: 401 })
  })
})

describe('changing the e-mail address (Q-91)', () => {
  const ask = (browser: ApiClient, email: string, word: string | undefined = password) =>
    patch(browser, word === undefined ? { email } : { email, password: word })
  const code = async (email: string) =>
    codeIn(await waitForMessageMatching(garbo.visitor(), email, /confermare questo indirizzo/))
  const confirm = (browser: ApiClient, code: string) => browser.post('/api/user/confirm-email', { code })
  const login = (email: string) =>
    garbo
      .visitor()
      .post('/api/auth/login-client', { email, password })
      .then(({ status }) => status)

  it('points settled 4: takes effect with the mailed code; the old address is notified and can no longer sign in', async () => {
    const eva = await signUpClient(garbo, 'eva')
    const asked = await ask(eva.browser, 'eva.nuova@example.it')
    expect(asked).toMatchObject({
      status: 200,
      body: { waitingEmail: 'eva.nuova@example.it', user: { email: eva.email } },
    })
    expect(await login(eva.email)).toBe(200)
    expect(await login('eva.nuova@example.it')).toBe(401)

    expect(await confirm(eva.browser, await code('eva.nuova@example.it'))).toMatchObject({ status: 204 })
    expect(await own(eva.browser)).toMatchObject({ email: 'eva.nuova@example.it', waitingEmail: null })
    expect((await eva.browser.get('/api/auth/user')).body).toMatchObject({ email: 'eva.nuova@example.it' })
    expect(await login('EVA.Nuova@example.it')).toBe(200)
    expect(await login(eva.email)).toBe(401)
    const told = await waitForMessageMatching(garbo.visitor(), eva.email, /è stato cambiato/)
    expect(told).not.toContain('eva.nuova')
  })

  it('redirects later letters and frees the former address', async () => {
    const ida = await signUpClient(garbo, 'ida', { phone: '+39 345 1212121' })
    await ask(ida.browser, 'ida.nuova@example.it')
    await confirm(ida.browser, await code('ida.nuova@example.it'))
    const visitor = garbo.visitor()
    await visitor.post('/api/auth/send-reset-code', { email: 'ida.nuova@example.it', userType: 'client' })
    await waitForMessageMatching(visitor, 'ida.nuova@example.it', /nuova password è/)
    await visitor.post('/api/auth/recover-email', { phone: '+39 345 1212121', userType: 'client' })
    expect(await waitForMessageMatching(visitor, '+393451212121', /accedi/)).toContain('ida.nuova@example.it')
    expect((await messagesTo(visitor, ida.email)).some((text) => /nuova password è/.test(text))).toBe(false)
    const another = { firstName: 'Ida', lastName: 'Neri', email: ida.email, phone: '+39 333 1234567', password }
    expect((await visitor.post('/api/auth/register-client', another)).status).toBe(201)
  })

  it.each<[string, string, string | undefined, number, RegExp]>([
    ['no password', 'nuova@example.it', undefined, 400, /inserisci la tua password/],
    ['a wrong one', 'nuova@example.it', 'Sbagliata.2026!', 400, /password attuale non è corretta/],
    ['an address somebody has', 'eva.nuova@example.it', password, 409, /Email già registrata/],
    ['the same address in other letters', 'EVA.nuova@example.it', password, 409, /Email già registrata/],
  ])('to %s is refused together with the other changes', async (_, email, word, status, message) => {
    const { browser } = await signUpClient(garbo, `lia${Math.random().toString(36).slice(2)}`)
    const before = await events()
    const body = { email, firstName: 'Altra', ...(word === undefined ? {} : { password: word }) }
    expect(await patch(browser, body)).toMatchObject({ status, body: { message: expect.stringMatching(message) } })
    expect(await events()).toBe(before)
  })

  it('uses a code of the account, valid once, with five attempts', async () => {
    const [pia, zoe] = [await signUpClient(garbo, 'pia'), await signUpClient(garbo, 'zoe')]
    await ask(pia.browser, 'pia.nuova@example.it')
    const right = await code('pia.nuova@example.it')
    const wrong = { status: 400, body: { code: 'CodeWrong', message: 'Codice di verifica non valido' } }
    expect(await confirm(zoe.browser, right)).toMatchObject(wrong)
    const other = right === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) expect(await confirm(pia.browser, other)).toMatchObject(wrong)
    expect(await confirm(pia.browser, right)).toMatchObject(wrong)
    await ask(pia.browser, 'pia.terza@example.it')
    expect(await confirm(pia.browser, await code('pia.terza@example.it'))).toMatchObject({ status: 204 })
    expect(await confirm(pia.browser, right)).toMatchObject(wrong)
  })

  it('confirms only the most recently requested address, whichever code arrives first', async () => {
    const { browser } = await signUpClient(garbo, 'ada')
    await ask(browser, 'ada.prima@example.it')
    const first = await code('ada.prima@example.it')
    await ask(browser, 'ada.seconda@example.it')
    expect(await confirm(browser, first)).toMatchObject({ status: 400 })
    expect(await confirm(browser, await code('ada.seconda@example.it'))).toMatchObject({ status: 204 })
    expect(await own(browser)).toMatchObject({ email: 'ada.seconda@example.it' })
  })

  it('of two accounts that want the same address, the first to prove it gets it', async () => {
    const [uno, due] = [await signUpClient(garbo, 'uno'), await signUpClient(garbo, 'due')]
    await ask(uno.browser, 'contesa@example.it')
    const first = await code('contesa@example.it')
    await ask(due.browser, 'contesa@example.it')
    expect(await confirm(uno.browser, first)).toMatchObject({ status: 204 })
    const letters = await messagesTo(garbo.visitor(), 'contesa@example.it')
    const second = codeIn(letters.find((text) => /confermare/.test(text) && codeIn(text) !== first) ?? '')
    expect(await confirm(due.browser, second)).toMatchObject({ status: 409, body: { code: 'EmailTaken' } })
    expect(await own(due.browser)).toMatchObject({ email: due.email })
  })

  it.each([{}, { code: '12345' }, { code: 'abcdef' }, { code: 123_456 }, { code: '123456', email: 'x@example.it' }])(
    'refuses %o as a code',
    async (body) => {
      const { browser } = await signUpClient(garbo, `noa${Math.random().toString(36).slice(2)}`)
      expect(await browser.post('/api/user/confirm-email', body)).toMatchObject({
        status: 400,
        body: { code: 'Invalid' },
      })
    },
  )
})
