import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { messagesTo, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { postReview } from '../../../support/reviews/posted-reviews.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let lia: Awaited<ReturnType<typeof signUpClient>>
beforeAll(async () => {
  garbo = await startTestGarbo({ NOTIFICATION_PAUSE_MINUTES: '0' })
  rosa = await signUpBusiness(garbo, 'rosa')
  ana = await signUpClient(garbo, 'ana')
  lia = await signUpClient(garbo, 'lia', { phone: '+39 333 1234567' })
  for (const { browser } of [ana, rosa]) await changeSettings(browser, { quietHours: false })
})
afterAll(() => garbo.stop())

interface Notifications {
  readonly items: readonly {
    readonly id: string
    readonly kind: string
    readonly title: string
    readonly read: boolean
  }[]
  readonly unread: number
  readonly nextCursor: string | null
}
const notificationsOf = async (browser: ApiClient, query = '') =>
  (await browser.get(`/api/notifications${query}`)).body as Notifications

interface Settings {
  readonly kinds: Readonly<Record<string, object>>
}
const settingsOf = async (browser: ApiClient) => (await browser.get('/api/notifications/preferences')).body as Settings
const changeSettings = async (browser: ApiClient, changes: object) =>
  browser.send('PUT', '/api/notifications/preferences', { ...(await settingsOf(browser)), ...changes })

let stays = 0
const rate = async (client: { readonly email: string }) => {
  const rating = { overallRating: 5, punctualityScore: 9, kindnessScore: 8, paymentScore: 10, roomConditionScore: 7 }
  const stay = { stayType: 'leisure', stayDate: `2026-03-${String(++stays).padStart(2, '0')}` }
  const { browser } = rosa
  const response = await browser.post(
    '/api/ratings',
    { clientEmail: client.email, ...rating, comment: null, ...stay },
    browser.idempotencyKey(),
  )
  expect(response.status).toBe(201)
}

describe('the notifications of an account', () => {
  it('tell a client of a rating, without the venue, until they are read', async () => {
    await rate(lia)
    const { items, unread } = await notificationsOf(lia.browser)
    expect(items).toMatchObject([
      { kind: 'rating-received', title: 'Nuova valutazione', link: '/client-dashboard', read: false },
    ])
    expect(unread).toBe(1)
    expect(JSON.stringify(items)).not.toContain(rosa.id)
    const read = await lia.browser.post(`/api/notifications/${items[0]?.id}/read`)
    expect(read.status).toBe(204)
    expect(await notificationsOf(lia.browser)).toMatchObject({ items: [{ read: true }], unread: 0 })
  })

  it('tell a venue of a review, without the author, and the author of the reply', async () => {
    const reviewId = await postReview(lia.browser, rosa.id, { rating: 4 })
    const { items } = await notificationsOf(rosa.browser)
    expect(items).toMatchObject([{ kind: 'review-received', text: 'Hai ricevuto una recensione da 4 stelle.' }])
    expect(JSON.stringify(items)).not.toContain(lia.clientId)
    const [item] = items as unknown as readonly { readonly at: string; readonly id: string }[]
    expect(item?.at).toMatch(/T00:00:00.000Z$/)
    // the time of a UUID v7 is in its first 12 digits
    expect(item?.id).toMatch(/^7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.0$/)
    await rosa.browser.send('PUT', `/api/reviews/${reviewId}/reply`, { text: 'Grazie, torna a trovarci!' })
    const author = await notificationsOf(lia.browser)
    expect(author.items.map(({ kind }) => kind)).toContain('reply')
  })

  it('are listed in pages, newest first, and all marked as read at once', async () => {
    await rate(lia)
    const first = await notificationsOf(lia.browser, '?limit=2')
    const second = await notificationsOf(lia.browser, `?limit=2&cursor=${first.nextCursor}`)
    const { items } = await notificationsOf(lia.browser)
    expect([...first.items, ...second.items]).toEqual(items.slice(0, 4))
    expect(items.map(({ kind }) => kind)).toEqual(['rating-received', 'reply', 'reward-issued', 'rating-received'])
    expect((await lia.browser.post('/api/notifications/read-all')).status).toBe(204)
    expect((await notificationsOf(lia.browser)).unread).toBe(0)
  })

  it('are nobody else’s: another account can neither see nor mark them, a visitor not at all', async () => {
    await rate(lia)
    const [newest] = (await notificationsOf(lia.browser)).items
    await ana.browser.post(`/api/notifications/${newest?.id}/read`)
    expect((await notificationsOf(lia.browser)).unread).toBe(1)
    expect((await notificationsOf(ana.browser)).items).toEqual([])
    expect((await garbo.visitor().get('/api/notifications')).status).toBe(401)
  })

  it('arrive as server-sent events with the number of unread ones', async () => {
    const closing = new AbortController()
    const { body } = await fetch(`${garbo.address}/api/notifications/events`, {
      headers: { cookie: ana.browser.cookie() },
      signal: closing.signal,
    })
    const events: unknown[] = []
    await rate(ana)
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      for (const [, data = ''] of chunk.matchAll(/^data: (.*)$/gm)) events.push(JSON.parse(data))
      if (events.some((event) => (event as { unread: number }).unread === 1)) break
    }
    closing.abort()
    expect(events.at(-1)).toMatchObject({ unread: 1, newest: { kind: 'rating-received', read: false } })
  })
})

describe('the notification preferences', () => {
  const off = { email: false, sms: false, push: false }

  it('D-28: contain the kinds that the account can get, whatever an old page sends', async () => {
    const { kinds } = await settingsOf(lia.browser)
    expect(kinds).not.toHaveProperty('monthly-report')
    expect((await settingsOf(rosa.browser)).kinds).not.toHaveProperty('reward-issued')
    const saved = await changeSettings(lia.browser, { kinds: { ...kinds, reply: off, 'monthly-report': off } })
    expect(saved).toMatchObject({ status: 200, body: { kinds: { ...kinds, reply: off } } })
    expect(await settingsOf(lia.browser)).toEqual(saved.body)
    expect((await changeSettings(lia.browser, { kinds: {} })).body).toEqual(saved.body)
  })

  it('reject a kind that does not exist', async () => {
    const unknown = await changeSettings(lia.browser, { kinds: { gossip: off } })
    expect(unknown.status).toBe(400)
    expect((await settingsOf(lia.browser)).kinds).not.toHaveProperty('gossip')
  })
})

describe('e-mails about notifications', () => {
  it('D-28, D-30: reach a guest who is away, until one click ends them', async () => {
    const letter = await waitForMessageMatching(ana.browser, ana.email, /Una struttura ti ha valutato/)
    expect(letter).not.toContain('rosa')
    const [, token = ''] = /\/unsubscribe\/(\S+)/.exec(letter) ?? []
    const visitor = garbo.visitor()
    const oneClick = () =>
      visitor.send('POST', `/api/unsubscribe?token=${token}`, 'List-Unsubscribe=One-Click', {
        'content-type': 'application/x-www-form-urlencoded',
      })
    expect((await oneClick()).status).toBe(204)
    expect((await oneClick()).status).toBe(204)
    expect((await settingsOf(ana.browser)).kinds).toMatchObject({
      'rating-received': { email: false, push: true },
      booking: { email: true },
    })
    await rate(ana)
    await postReview(ana.browser, rosa.id, { rating: 5 })
    await waitForMessageMatching(ana.browser, ana.email, /sconto del 2%/)
    const letters = await messagesTo(ana.browser, ana.email)
    expect(letters.filter((text) => text.includes('ti ha valutato'))).toHaveLength(1)
  })

  it('D-30: end by the page of the link too, and not by a forged one', async () => {
    const visitor = garbo.visitor()
    const forged = await visitor.post('/api/unsubscribe', { token: 'A'.repeat(60) })
    expect(forged).toMatchObject({ status: 400, body: { message: 'Questo link non è valido.' } })
    const letter = await waitForMessageMatching(ana.browser, ana.email, /sconto del 2%/)
    const [, token = ''] = /\/unsubscribe\/(\S+)/.exec(letter) ?? []
    expect((await visitor.post('/api/unsubscribe', { token })).status).toBe(204)
    expect((await settingsOf(ana.browser)).kinds).toMatchObject({ 'reward-issued': { email: false } })
  })

  it('D-31: tell the owner of a sign-in in another browser, not of the first', async () => {
    const other = garbo.visitor()
    const signedIn = await other.send(
      'POST',
      '/api/auth/login',
      { username: 'rosa', password },
      { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
    )
    expect(signedIn.status).toBe(200)
    const letter = await waitForMessageMatching(rosa.browser, rosa.email, /mai usato prima/)
    expect(letter).not.toContain('/unsubscribe/')
    const { items } = await notificationsOf(other)
    expect(items.filter(({ kind }) => kind === 'new-device')).toHaveLength(1)
  })
})

describe('text messages about notifications', () => {
  it('D-37: reach the number of an account that wants them', async () => {
    const preferences = { emailNotifications: true, smsNotifications: true, marketingConsent: false }
    expect((await lia.browser.send('PATCH', '/api/user/profile', { preferences })).status).toBe(200)
    await garbo.visitor().post('/api/auth/login-client', { email: lia.email, password })
    expect(await waitForMessageMatching(lia.browser, '+393331234567', /^Garbo: /)).toContain('nuovo dispositivo')
  })
})

describe('push messages', () => {
  const subscription = (endpoint: string) => ({
    endpoint,
    expirationTime: null,
    keys: { p256dh: 'B'.repeat(87), auth: 'C'.repeat(22) },
  })

  it('are sent to known push services only, not to an address inside the network', async () => {
    for (const endpoint of [
      'https://127.0.0.1/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://a:b@fcm.googleapis.com/x',
    ])
      expect(await ana.browser.post('/api/notifications/push', subscription(endpoint))).toMatchObject({ status: 400 })
    const known = subscription('https://updates.push.services.mozilla.com/wpush/v2/abc')
    expect((await ana.browser.post('/api/notifications/push', known)).status).toBe(204)
    expect((await ana.browser.send('DELETE', '/api/notifications/push', known)).status).toBe(204)
  })

  const mozilla = (name: string) => subscription(`https://updates.push.services.mozilla.com/wpush/v2/${name}`)
  const signIn = async ({ email }: { readonly email: string }) => {
    const browser = garbo.visitor()
    expect((await browser.post('/api/auth/login-client', { email, password })).status).toBe(200)
    return browser
  }
  const subscribe = async (browser: ApiClient, name: string) =>
    expect((await browser.post('/api/notifications/push', mozilla(name))).status).toBe(204)
  const subscribed = async () => {
    const { rows } = await garbo.database.pool.query<{ name: string }>(
      "select substring(endpoint from '[^/]*$') as name from notifications.push_subscriptions order by name",
    )
    return rows.map(({ name }) => name)
  }
  const endpointsOf = async (browser: ApiClient) =>
    ((await browser.get('/api/notifications/push')).body as { readonly endpoints: readonly string[] }).endpoints

  it('D-28: end with the session that asked for them: signed out, ended from another device or by an operator', async () => {
    const [left, ended, other, kept] = [await signIn(lia), await signIn(lia), await signIn(lia), await signIn(lia)]
    for (const [browser, name] of [
      [left, 'left'],
      [ended, 'ended'],
      [other, 'other'],
      [kept, 'kept'],
    ] as const)
      await subscribe(browser, name)
    const sessions = (await ended.get('/api/auth/sessions')).body as readonly { id: string; current: boolean }[]
    await left.post('/api/auth/logout')
    expect(await subscribed()).toEqual(['ended', 'kept', 'other'])
    await kept.send('DELETE', `/api/auth/sessions/${sessions.find(({ current }) => current)?.id}`)
    expect(await subscribed()).toEqual(['kept', 'other'])
    await kept.send('DELETE', '/api/auth/sessions')
    expect(await subscribed()).toEqual(['kept'])
    await runOperatorCommand(garbo, 'sessions', 'end', lia.email)
    expect(await subscribed()).toEqual([])
  })

  it('D-28: a browser sees what its account has subscribed, and nothing after a new password', async () => {
    const [first, second] = [await signIn(ana), await signIn(ana)]
    await subscribe(first, 'first')
    expect(await endpointsOf(first)).toEqual([mozilla('first').endpoint])
    expect(await endpointsOf(second)).toEqual([mozilla('first').endpoint])
    expect(await endpointsOf(await signIn(lia))).toEqual([])
    const changed = await first.post('/api/auth/change-password', {
      currentPassword: password,
      newPassword: 'Nuova-Password1!',
    })
    expect(changed.status).toBe(204)
    expect(await endpointsOf(first)).toEqual([])
  })
})
