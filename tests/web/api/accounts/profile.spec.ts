import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { codeIn, messagesTo, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

const readProfile = async (browser: ApiClient) =>
  (await browser.get('/api/user/profile')).body as Record<string, unknown>
const patch = (browser: ApiClient, body: unknown) => browser.patch('/api/user/profile', body)
const countEvents = async () =>
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
    [
      'the place and its rating',
      { businessPhoto: photo, location: 'Via Po 12, Torino', province: 'TO', theForkRating: 8.7 },
    ],
    ['empty optional fields', { businessPhoto: null, province: null, theForkRating: null, location: '' }],
    ['both photos (R-87)', { profilePhoto: photo, businessPhoto: photo }],
    ['one of our avatars', { profilePhoto: '/avatars/6.svg' }],
    ['the phone', { phone: '+390611111111' }],
  ])('accepts %s of a business', async (_, body) => {
    const response = await patch(rosa.browser, body)
    expect(response).toMatchObject({ status: 200, body: { waitingEmail: null } })
    expect(await readProfile(rosa.browser)).toMatchObject(body)
  })

  it('R-86: accepts the whole form, and visitors see the new name', async () => {
    const form = { businessName: 'Albergo Rosa', businessType: 'bnb', location: 'Via Po 1, Torino', province: 'TO' }
    const response = await patch(rosa.browser, { ...form, email: rosa.email, theForkRating: 9.1 })
    expect(response).toMatchObject({
      status: 200,
      body: { user: { ...form, provinceName: 'Torino', theForkRating: 9.1 } },
    })
    expect((await garbo.visitor().get(`/api/businesses/${rosa.id}`)).body).toMatchObject(form)
    expect((await rosa.browser.get('/api/auth/user')).body).toMatchObject({
      displayName: 'Albergo Rosa',
      email: rosa.email,
    })
  })

  it('Q-127: announces a new telephone number by letter, and nothing when it stays the same', async () => {
    const { browser, email } = await signUpClient(garbo, 'mia', { phone: '+39 333 1234567' })
    const announcement = /numero di telefono del tuo account è stato cambiato/
    expect((await patch(browser, { phone: '333 1234567', residence: 'Roma' })).status).toBe(200)
    expect((await patch(browser, { phone: '+39 333 7654321' })).status).toBe(200)
    await waitForMessageMatching(browser, email, announcement)
    expect((await messagesTo(browser, email)).filter((text) => announcement.test(text))).toHaveLength(1)
    expect((await messagesTo(browser, email)).join(' ')).not.toContain('7654321')
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

  it('D-20: gives and withdraws consent to a social photo', async () => {
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
        expect(await readProfile(browser)).toMatchObject(preferences)
      }
  })

  it('writes nothing when saved unchanged', async () => {
    await patch(ana.browser, { firstName: 'Anna' })
    const before = await countEvents()
    expect((await patch(ana.browser, { firstName: 'Anna' })).status).toBe(200)
    expect(await countEvents()).toBe(before)
  })

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['V-64: a name too short', { businessName: 'A' }, /almeno 2 caratteri/],
    ['V-64: a name too long', { businessName: 'a'.repeat(51) }, /superare i 50 caratteri/],
    ['V-65: an unknown type', { businessType: 'castello' }, /Seleziona il tipo di attività/],
    ['V-65: no type', { businessType: null }, /Seleziona il tipo di attività/],
    ['V-66: an invalid e-mail address', { email: 'rosa' }, /Inserisci un'email valida/],
    ['V-68: a rating beyond ten', { theForkRating: 10.1 }, /al massimo 10/],
    ['V-68: a rating below zero', { theForkRating: -0.1 }, /almeno 0/],
    ['V-68: a rating with two decimals', { theForkRating: 8.75 }, /multiplo di 0,1/],
    ['V-68: a rating as text', { theForkRating: 'otto' }, /numero/],
    ['V-69: an address of four characters', { location: 'Roma' }, /almeno 5 caratteri/],
    ['an unknown province', { province: 'XX' }, /provincia/],
    ['Q-88: a photo over plain http', { profilePhoto: 'http://foto.example/a.jpg' }, /https/],
    ['a photo that is a script', { businessPhoto: 'javascript:alert(1)' }, /https/],
    ['a protocol-relative photo address', { businessPhoto: '//foto.example/a.jpg' }, /https/],
    ['a photo address with parent folders', { businessPhoto: '/photos/../../etc/passwd' }, /https/],
    ['an unknown avatar', { profilePhoto: '/avatars/7.svg' }, /https/],
    ['a photo as data', { profilePhoto: 'data:image/png;base64,AAAA' }, /https/],
    ['an invalid phone number', { phone: 'ciao' }, /telefono/],
    ['Q-100: a role', { role: 'ADMIN' }, /non previst/],
    ['Q-100: another account’s id', { accountId: 'altro', businessName: 'Mia' }, /non previst/],
    ['Q-100: a balance', { avaBalance: 100 }, /non previst/],
    ['incomplete preferences', { preferences: { marketingConsent: true } }, /Campo obbligatorio/],
    ['a password and nothing else', { password }, /nulla da cambiare/],
    ['an empty body', {}, /nulla da cambiare/],
  ])('rejects %s in Italian without changes', async (_, body, message) => {
    const before = await countEvents()
    const response = await patch(rosa.browser, body)
    expect(response).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
    expect(await countEvents()).toBe(before)
  })

  it('rejects a request with fields of the other kind of account', async () => {
    const before = await countEvents()
    const mixed = { profilePhoto: 'https://foto.example/x.jpg', phone: '+390612345678' }
    expect(await patch(ana.browser, { ...mixed, businessName: 'Mia' })).toMatchObject({ status: 403 })
    expect(await patch(rosa.browser, { ...mixed, firstName: 'Rosa' })).toMatchObject({ status: 403 })
    expect(await patch(rosa.browser, { photoConsent: true })).toMatchObject({ status: 403 })
    expect(await patch(garbo.visitor(), { businessName: 'Mia' })).toMatchObject({ status: 401 })
    expect(await countEvents()).toBe(before)
  })
})

describe('the account response', () => {
  it('E-01, E-02, A-01, A-16, Q-22: has the listed fields only, and no hash, token or counter', async () => {
    const [uma, ugo] = [await signUpBusiness(garbo, 'uma'), await signUpClient(garbo, 'ugo')]
    const accountFields =
      'businessName businessPhoto businessType clientId developer displayName email emailVerified id isPremium location permissions profilePhoto ' +
      'province provinceName role staffRoles theForkRating totalRatingsGiven'
    for (const { browser } of [uma, ugo])
      expect(Object.keys((await browser.get('/api/auth/user')).body as object).sort()).toEqual(accountFields.split(' '))
    const clientFields =
      'age averageRating bonusRewardEarned createdAt crossProviderDiscount email firstName fiveStarRatingsCount id ' +
      'isTopClient lastName name phone photoConsent privacyConsent profilePhoto residence socialPhotoSource ' +
      'socialPhotoUrl totalRatings travelType uniqueProvidersCount'
    expect(Object.keys((await ugo.browser.get('/api/auth/client')).body as object).sort()).toEqual(
      clientFields.split(' '),
    )
    expect(await uma.browser.get('/api/auth/client')).toMatchObject({ status: 403 })
    expect(await garbo.visitor().get('/api/auth/client')).toMatchObject({ status: 401 })
  })
})

describe('changing the e-mail address (Q-91)', () => {
  const requestChange = (browser: ApiClient, email: string, currentPassword: string | undefined = password) =>
    patch(browser, currentPassword === undefined ? { email } : { email, password: currentPassword })
  const mailedCode = async (email: string) =>
    codeIn(await waitForMessageMatching(garbo.visitor(), email, /confermare questo indirizzo/))
  const confirm = (browser: ApiClient, code: string) => browser.post('/api/user/confirm-email', { code })
  const login = (email: string) =>
    garbo
      .visitor()
      .post('/api/auth/login-client', { email, password })
      .then(({ status }) => status)

  it('D-04: takes effect with the code sent by e-mail; the old address is notified and can no longer sign in', async () => {
    const eva = await signUpClient(garbo, 'eva')
    const requested = await requestChange(eva.browser, 'eva.nuova@example.it')
    expect(requested).toMatchObject({
      status: 200,
      body: { waitingEmail: 'eva.nuova@example.it', user: { email: eva.email } },
    })
    expect(await login(eva.email)).toBe(200)
    expect(await login('eva.nuova@example.it')).toBe(401)

    expect(await confirm(eva.browser, await mailedCode('eva.nuova@example.it'))).toMatchObject({ status: 204 })
    expect(await readProfile(eva.browser)).toMatchObject({ email: 'eva.nuova@example.it', waitingEmail: null })
    expect((await eva.browser.get('/api/auth/user')).body).toMatchObject({ email: 'eva.nuova@example.it' })
    expect(await login('EVA.Nuova@example.it')).toBe(200)
    expect(await login(eva.email)).toBe(401)
    const notification = await waitForMessageMatching(garbo.visitor(), eva.email, /è stato cambiato/)
    expect(notification).not.toContain('eva.nuova')
  })

  it('redirects later e-mails and frees the former address', async () => {
    const ida = await signUpClient(garbo, 'ida', { phone: '+39 345 1212121' })
    await requestChange(ida.browser, 'ida.nuova@example.it')
    await confirm(ida.browser, await mailedCode('ida.nuova@example.it'))
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
    ['no password', 'nuova@example.it', undefined, 400, /Inserisci la tua password/],
    ['a wrong password', 'nuova@example.it', 'Sbagliata.2026!', 400, /password attuale non è corretta/],
    ['an address of another account', 'eva.nuova@example.it', password, 409, /Email già registrata/],
    ['the same address in another letter case', 'EVA.nuova@example.it', password, 409, /Email già registrata/],
  ])('with %s is rejected together with the other changes', async (_, email, currentPassword, status, message) => {
    const { browser } = await signUpClient(garbo, `lia${Math.random().toString(36).slice(2)}`)
    const before = await countEvents()
    const body = { email, firstName: 'Altra', ...(currentPassword === undefined ? {} : { password: currentPassword }) }
    expect(await patch(browser, body)).toMatchObject({ status, body: { message: expect.stringMatching(message) } })
    expect(await countEvents()).toBe(before)
  })

  it('accepts only a code of the same account, once and within five attempts', async () => {
    const [pia, zoe] = [await signUpClient(garbo, 'pia'), await signUpClient(garbo, 'zoe')]
    await requestChange(pia.browser, 'pia.nuova@example.it')
    const rightCode = await mailedCode('pia.nuova@example.it')
    const wrong = { status: 400, body: { code: 'CodeWrong', message: 'Codice di verifica non valido' } }
    expect(await confirm(zoe.browser, rightCode)).toMatchObject(wrong)
    const otherCode = rightCode === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries++) expect(await confirm(pia.browser, otherCode)).toMatchObject(wrong)
    expect(await confirm(pia.browser, rightCode)).toMatchObject(wrong)
    await requestChange(pia.browser, 'pia.terza@example.it')
    expect(await confirm(pia.browser, await mailedCode('pia.terza@example.it'))).toMatchObject({ status: 204 })
    expect(await confirm(pia.browser, rightCode)).toMatchObject(wrong)
  })

  it('confirms only the most recently requested address', async () => {
    const { browser } = await signUpClient(garbo, 'ada')
    await requestChange(browser, 'ada.prima@example.it')
    const first = await mailedCode('ada.prima@example.it')
    await requestChange(browser, 'ada.seconda@example.it')
    expect(await confirm(browser, first)).toMatchObject({ status: 400 })
    expect(await confirm(browser, await mailedCode('ada.seconda@example.it'))).toMatchObject({ status: 204 })
    expect(await readProfile(browser)).toMatchObject({ email: 'ada.seconda@example.it' })
  })

  it('gives an address that two accounts request to the first that confirms it', async () => {
    const [first, second] = [await signUpClient(garbo, 'uno'), await signUpClient(garbo, 'due')]
    await requestChange(first.browser, 'contesa@example.it')
    const firstCode = await mailedCode('contesa@example.it')
    await requestChange(second.browser, 'contesa@example.it')
    expect(await confirm(first.browser, firstCode)).toMatchObject({ status: 204 })
    const emails = await messagesTo(garbo.visitor(), 'contesa@example.it')
    const secondCode = codeIn(emails.find((text) => /confermare/.test(text) && codeIn(text) !== firstCode) ?? '')
    expect(await confirm(second.browser, secondCode)).toMatchObject({ status: 409, body: { code: 'EmailTaken' } })
    expect(await readProfile(second.browser)).toMatchObject({ email: second.email })
  })

  it.each([{}, { code: '12345' }, { code: 'abcdef' }, { code: 123_456 }, { code: '123456', email: 'x@example.it' }])(
    'rejects %o as a code',
    async (body) => {
      const { browser } = await signUpClient(garbo, `noa${Math.random().toString(36).slice(2)}`)
      expect(await browser.post('/api/user/confirm-email', body)).toMatchObject({
        status: 400,
        body: { code: 'Invalid' },
      })
    },
  )
})
