import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxUnclosedRequests } from '../../../../domain/support/vocabulary.ts'
import { endpoints } from '../../../../web/contract/endpoints.ts'
import { dataExport } from '../../../../web/contract/privacy/privacy.ts'
import type { QueuedSupportRequest, SupportRequest, SupportState } from '../../../../web/contract/support/support.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let mario: Awaited<ReturnType<typeof signUpModerator>>
let lia: Awaited<ReturnType<typeof signUpModerator>>
beforeAll(async () => {
  garbo = await startTestGarbo({ NOTIFICATION_PAUSE_MINUTES: '0' })
  ana = await signUpClient(garbo, 'ana')
  rosa = await signUpBusiness(garbo, 'rosa')
  mario = await signUpModerator(garbo, 'mario')
  lia = await signUpModerator(garbo, 'lia')
})
afterAll(() => garbo.stop())

const message = 'Il mio codice non viene accettato.'
const post = (browser: ApiClient, body: object) =>
  browser.post('/api/support/messages', { message, ...body }, browser.idempotencyKey())
const open = async (browser: ApiClient, subject = 'Codice sconto') => {
  const response = await post(browser, { subject })
  expect(response.status).toBe(201)
  return response.body as SupportRequest
}
const close = (browser: ApiClient, id: string) => browser.post(`/api/support/messages/${id}/close`)
const answer = (browser: ApiClient, id: string, body: object = {}) =>
  browser.post(
    `/api/admin/support/${id}/answer`,
    { message: 'Ora funziona: prova.', ...body },
    browser.idempotencyKey(),
  )
const ownRequests = async (browser: ApiClient, query = '') =>
  endpoints.supportRequests.response.parse((await browser.get(`/api/support/messages${query}`)).body)
const queue = async (state?: SupportState) =>
  endpoints.supportQueue.response.parse(
    (await mario.browser.get(`/api/admin/support${state === undefined ? '' : `?state=${state}`}`)).body,
  )

/** Closes what is open, so that each test starts with an empty queue. */
beforeEach(async () => {
  for (const { browser } of [ana, rosa, mario])
    for (const { id } of await ownRequests(browser)) await close(browser, id)
})

describe('D-32: a request to the help desk', () => {
  it('is a conversation between the account and the staff, who are not named', async () => {
    const { id, actions } = await open(ana.browser)
    expect(actions).toMatchObject({ write: { allowed: true }, close: { allowed: true } })
    expect((await answer(mario.browser, id)).status).toBe(201)
    const [answered] = await ownRequests(ana.browser)
    expect(answered).toMatchObject({ id, state: 'answered' })
    const { body } = await post(ana.browser, { requestId: id, message: 'Non ancora, purtroppo.' })
    expect(body).toMatchObject({
      id,
      subject: 'Codice sconto',
      state: 'open',
      messages: [
        { author: 'account', message },
        { author: 'staff', message: 'Ora funziona: prova.' },
        { author: 'account', message: 'Non ancora, purtroppo.' },
      ],
    })
    expect(JSON.stringify(body)).not.toContain(mario.id)
  })

  it('is closed by the account or with the last answer, and stays closed', async () => {
    const first = await open(ana.browser)
    expect(await close(ana.browser, first.id)).toMatchObject({ status: 200, body: { state: 'closed' } })
    expect(await close(ana.browser, first.id)).toMatchObject({ status: 200, body: { state: 'closed' } })
    const second = await open(ana.browser)
    expect(await answer(mario.browser, second.id, { close: true })).toMatchObject({
      status: 201,
      body: { state: 'closed', actions: { answer: { allowed: false, code: 'SupportRequestIsClosed' } } },
    })
    for (const { id } of [first, second]) {
      expect(await post(ana.browser, { requestId: id })).toMatchObject({
        status: 409,
        body: { message: 'Questa richiesta è chiusa: per altro aprine una nuova.' },
      })
      expect((await answer(mario.browser, id)).status).toBe(409)
    }
    expect(await queue()).toEqual([])
  })

  it('is opened once however often it is sent, and needs either a subject or a request', async () => {
    const key = ana.browser.idempotencyKey()
    const send = () => ana.browser.post('/api/support/messages', { subject: 'Una volta', message }, key)
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    const { id } = first.body as SupportRequest
    for (const body of [{}, { subject: 'Codice', requestId: id }, { subject: ' ' }, { subject: 'o'.repeat(121) }])
      expect((await post(ana.browser, body)).status).toBe(400)
    for (const text of ['corto', 'o'.repeat(2001)])
      expect((await post(ana.browser, { requestId: id, message: text })).status).toBe(400)
  })

  it('is rejected while the account has too many that are not closed', async () => {
    for (let n = 0; n < maxUnclosedRequests; n++) await open(rosa.browser)
    expect(await post(rosa.browser, { subject: 'Una di troppo' })).toMatchObject({
      status: 409,
      body: { message: 'Hai già 5 richieste non chiuse: scrivi in una di quelle, oppure chiudine una.' },
    })
  })

  it('is nobody else’s, and not open to visitors', async () => {
    const { id } = await open(ana.browser)
    expect(await ownRequests(rosa.browser)).not.toContainEqual(expect.objectContaining({ id }))
    expect((await post(rosa.browser, { requestId: id })).status).toBe(404)
    expect((await close(rosa.browser, id)).status).toBe(404)
    expect((await garbo.visitor().get('/api/support/messages')).status).toBe(401)
    expect((await post(garbo.visitor(), { subject: 'Ciao' })).status).toBe(401)
  })

  it('is listed page by page, last changed first', async () => {
    const older = await open(ana.browser, 'Prima')
    const newer = await open(ana.browser, 'Seconda')
    expect((await ownRequests(ana.browser, '?limit=2')).map(({ id }) => id)).toEqual([newer.id, older.id])
    const page = await ana.browser.get('/api/support/messages?limit=1')
    const next = await ownRequests(ana.browser, `?limit=1&cursor=${page.headers.get('x-next-cursor')}`)
    expect(next.map(({ id }) => id)).toEqual([older.id])
    expect((await ana.browser.get('/api/support/messages?cursor=niente')).status).toBe(400)
  })

  it('can be sent by a suspended account', async () => {
    const bea = await signUpClient(garbo, 'bea')
    const { body } = await bea.browser.get('/api/auth/user')
    const sanction = { userId: (body as { id: string }).id, reason: 'SPAM', severity: 'HIGH' }
    expect((await mario.browser.post('/api/admin/sanctions', sanction, mario.browser.idempotencyKey())).status).toBe(
      201,
    )
    const { id } = await open(bea.browser)
    expect((await ownRequests(bea.browser)).map((request) => request.id)).toEqual([id])
    expect((await close(bea.browser, id)).status).toBe(200)
  })
})

describe('the queue of the help desk', () => {
  it('D-33: shows Premium first, then the longest wait', async () => {
    const first = await open(ana.browser)
    const second = await open(rosa.browser)
    expect((await queue()).map(({ id }) => id)).toEqual([first.id, second.id])
    await givePremium(rosa.id, '1 day')
    expect((await queue()).map(({ id, account }) => [id, account])).toEqual([
      [second.id, { name: 'Hotel rosa', kind: 'business', email: rosa.email, premium: true }],
      [first.id, { name: 'ana Bianchi', kind: 'client', email: ana.email, premium: false }],
    ])
    await givePremium(rosa.id, '-1 second')
    expect((await queue()).map(({ id }) => id)).toEqual([first.id, second.id])
  })

  it('reveals only what an answer needs of an account', async () => {
    await open(ana.browser)
    const [request] = await queue()
    expect(JSON.stringify(request)).not.toContain(ana.clientId)
    expect(Object.keys(request?.account ?? {})).toEqual(['name', 'kind', 'email', 'premium'])
  })

  it('shows requests of the other states too', async () => {
    const { id } = await open(ana.browser)
    await answer(mario.browser, id)
    expect(await queue()).toEqual([])
    expect(await queue('answered')).toMatchObject([{ id, waitingSince: null }])
    await close(ana.browser, id)
    const [closed] = await queue('closed')
    expect(closed).toMatchObject({ id, state: 'closed' })
  })

  it('is for moderators only', async () => {
    const { id } = await open(ana.browser)
    expect((await rosa.browser.get('/api/admin/support')).status).toBe(403)
    expect((await answer(rosa.browser, id)).status).toBe(403)
    expect((await answer(mario.browser, 'nessuna')).status).toBe(404)
  })

  it('D-33: offers nobody their own request', async () => {
    const { id } = await open(mario.browser)
    const [own] = (await queue()) as readonly QueuedSupportRequest[]
    expect(own).toMatchObject({ id, actions: { answer: { allowed: false, code: 'OwnSupportRequest' } } })
    expect((await answer(mario.browser, id)).status).toBe(403)
    expect((await answer(lia.browser, id)).status).toBe(201)
  })

  it('Q-128, D-33: neither shows a request to a competitor among the staff, nor takes an answer from one', async () => {
    const rival = await signUpBusiness(garbo, 'rivale')
    await runOperatorCommand(garbo, 'role', 'grant', rival.email, 'MODERATORE')
    const [ofGuest, ofVenue] = [await open(ana.browser), await open(rosa.browser)]
    const seen = endpoints.supportQueue.response.parse((await rival.browser.get('/api/admin/support')).body)
    expect(seen.map(({ id }) => id)).toEqual([ofGuest.id])
    expect(await answer(rival.browser, ofVenue.id)).toMatchObject({
      status: 403,
      body: { code: 'OwnMatter' },
    })
    expect((await answer(rival.browser, ofGuest.id)).status).toBe(201)
    expect((await ownRequests(rosa.browser))[0]).toMatchObject({ id: ofVenue.id, state: 'open' })
  })

  it('accepts no answer to a conversation that went on unread', async () => {
    const { id, messages } = await open(ana.browser)
    await post(ana.browser, { requestId: id, message: 'Ho dimenticato: solo alla cassa.' })
    const lastReadId = messages.at(-1)?.id
    expect(await answer(mario.browser, id, { lastReadId, close: true })).toMatchObject({
      status: 409,
      body: { code: 'SupportConversationContinued' },
    })
    const [request] = await queue()
    expect((await answer(mario.browser, id, { lastReadId: request?.messages.at(-1)?.id })).status).toBe(201)
  })
})

describe('an answer of the help desk', () => {
  it('notifies the account, without its text', async () => {
    await ana.browser.send('PUT', '/api/notifications/preferences', {
      ...((await ana.browser.get('/api/notifications/preferences')).body as object),
      quietHours: false,
    })
    const { id } = await open(ana.browser)
    await answer(mario.browser, id)
    const { items } = (await ana.browser.get('/api/notifications')).body as { items: readonly object[] }
    expect(items[0]).toMatchObject({ kind: 'support-answer', title: 'Assistenza', link: '/support' })
    const letter = await waitForMessageMatching(ana.browser, ana.email, /L’assistenza ha risposto/)
    expect(letter).not.toContain('Ora funziona')
  })
})

describe('an open conversation', () => {
  it('is refetched when the staff answer', async () => {
    const { id } = await open(ana.browser)
    const closing = new AbortController()
    const { body } = await fetch(`${garbo.address}/api/live`, {
      headers: { cookie: ana.browser.cookie() },
      signal: closing.signal,
    })
    expect((await answer(mario.browser, id)).status).toBe(201)
    const topics: string[] = []
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      for (const [, data = ''] of chunk.matchAll(/^data: (.*)$/gm))
        topics.push((JSON.parse(data) as { topic: string }).topic)
      if (topics.includes('support') && topics.includes('notifications')) break
    }
    closing.abort()
    expect(topics).toEqual(expect.arrayContaining(['support', 'notifications']))
  })
})

describe('messages to the help desk', () => {
  it('Q-93: are in the export of the account', async () => {
    const { id } = await open(ana.browser, 'Per l’esportazione')
    await answer(mario.browser, id)
    const { supportRequests } = dataExport.parse((await ana.browser.get('/api/user/export')).body)
    expect(supportRequests[0]).toMatchObject({
      id,
      subject: 'Per l’esportazione',
      messages: [
        { author: 'account', message },
        { author: 'staff', message: 'Ora funziona: prova.' },
      ],
    })
    expect(JSON.stringify(supportRequests)).not.toContain(mario.id)
  })

  it('are erased with the account, which leaves the queue', async () => {
    const ugo = await signUpClient(garbo, 'ugo')
    const { id } = await open(ugo.browser, 'Da cancellare')
    const deletion = { confirmationText: 'ELIMINA IL MIO ACCOUNT', password }
    expect((await ugo.browser.post('/api/user/delete-account', deletion)).status).toBe(204)
    await expect.poll(async () => (await queue()).map((request) => request.id), { timeout: 20_000 }).not.toContain(id)
    const { rows } = await garbo.database.pool.query('select from read.support_messages where request_id = $1', [id])
    expect(rows).toEqual([])
    expect((await answer(mario.browser, id)).status).toBe(404)
  })
})

const givePremium = (accountId: string, duration: string) =>
  garbo.database.pool.query(
    `insert into read.premium_accounts (key, account_id, premium_until) values ($1, $1, now() + $2::interval)
     on conflict (key) do update set premium_until = excluded.premium_until`,
    [accountId, duration],
  )
