import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagesTo, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { dateInDays } from '../../../support/sample-values.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../../support/users.ts'

type Business = Awaited<ReturnType<typeof signUpBusiness>>
type Client = Awaited<ReturnType<typeof signUpClient>>

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Business
let lido: Business
let ana: Client
let lia: Client
let eva: Client
beforeAll(async () => {
  garbo = await startTestGarbo({ NEW_CLIENTS_PER_DAY: '2' })
  rosa = await signUpBusiness(garbo, 'rosa')
  lido = await signUpBusiness(garbo, 'lido')
  ana = await signUpClient(garbo, 'ana')
  lia = await signUpClient(garbo, 'lia')
  eva = await signUpClient(garbo, 'eva')
})
afterAll(() => garbo.stop())

const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 8, paymentScore: 10, roomConditionScore: 7 }
const rate = ({ browser }: Business, { email }: Client, daysAgo: number) =>
  browser.post(
    '/api/ratings',
    { clientEmail: email, ...scores, stayType: 'leisure', stayDate: dateInDays(-daysAgo) },
    browser.idempotencyKey(),
  )
const isLetter = /ti ha aggiunto ai suoi clienti/
const letterTo = ({ email }: Client) => waitForMessageMatching(garbo.visitor(), email, isLetter)
const lettersTo = async ({ email }: Client) =>
  (await messagesTo(garbo.visitor(), email)).filter((text) => isLetter.test(text))
const tokenIn = (letter: string) => /\/non-ero-io\/([\w-]+)$/m.exec(letter)?.[1] ?? ''
const disown = (token: string) => garbo.visitor().post('/api/ratings/disown', { token })
const lookUp = ({ browser }: Business, { email }: Client) =>
  browser.get(`/api/clients/by-email/${encodeURIComponent(email)}`)
const clientsOf = async ({ browser }: Business) =>
  ((await browser.get('/api/clients')).body as readonly { id: string }[]).map(({ id }) => id)
const receivedBy = async ({ browser }: Client) => (await browser.get('/api/client/ratings')).body

describe('Q-122: the letter about a first contact', () => {
  it('reaches a guest who is rated for the first time, names the month and the area, and no venue', async () => {
    expect(await rate(rosa, ana, 10)).toMatchObject({ status: 201 })
    const letter = await letterTo(ana)
    const month = new Intl.DateTimeFormat('it-IT', { month: 'long', year: 'numeric', timeZone: 'UTC' })
    expect(letter).toContain(`per un soggiorno di ${month.format(new Date(dateInDays(-10)))}`)
    expect(letter).toMatch(/una struttura (in provincia di|nella regione) [A-Z]/)
    expect(letter).not.toMatch(/rosa/i)
    expect(letter).not.toContain(rosa.id)
    expect(letter.match(/https?:\S+/g)).toHaveLength(1)
  })

  it('is not repeated for a second stay, and comes from every other venue', async () => {
    expect(await rate(rosa, ana, 20)).toMatchObject({ status: 201 })
    expect(await rate(lido, ana, 15)).toMatchObject({ status: 201 })
    await expect.poll(async () => (await lettersTo(ana)).length, { timeout: 20_000 }).toBe(2)
  })
})

let token: string
describe('Q-122: “non sono stato qui”', () => {
  beforeAll(async () => {
    await rate(rosa, lia, 10)
    await rate(rosa, lia, 20)
    token = tokenIn(await letterTo(lia))
  })

  it('changes nothing when the link is only opened', async () => {
    await fetch(`${garbo.address}/non-ero-io/${token}`)
    expect((await fetch(`${garbo.address}/api/ratings/disown`)).status).not.toBe(204)
    expect(await receivedBy(lia)).toHaveLength(2)
    expect((await lookUp(rosa, lia)).status).toBe(200)
  })

  it('refuses a link that Garbo did not send', async () =>
    expect(await disown('nessuno')).toMatchObject({ status: 400, body: { code: 'ContactLinkInvalid' } }))

  it('withdraws all ratings of the guest by that venue and ends its access, without sign-in', async () => {
    expect((await disown(token)).status).toBe(204)
    await expect.poll(() => receivedBy(lia), { timeout: 20_000 }).toEqual([])
    expect((await lookUp(rosa, lia)).status).toBe(404)
    expect(await clientsOf(rosa)).toEqual([ana.clientId])
    expect((await rosa.browser.get(`/api/clients/${lia.clientId}/rewards`)).status).toBe(404)
    expect(await receivedBy(ana)).toHaveLength(3)
  })

  it('may be sent twice', async () => expect((await disown(token)).status).toBe(204))

  it('tells the venue that a client denied to have been a guest, and not which one', async () => {
    const denials = async () => {
      const { items } = (await rosa.browser.get('/api/notifications')).body as { items: { kind: string }[] }
      return items.filter(({ kind }) => kind === 'stay-denied')
    }
    await expect.poll(async () => (await denials()).length, { timeout: 20_000 }).toBe(1)
    expect(await denials()).toMatchObject([{ title: 'Il cliente ha dichiarato di non essere stato ospite' }])
    expect(JSON.stringify(await denials())).not.toMatch(/lia/i)
  })

  it('keeps the venue, and no other, from adding the guest again; the refusal gives no reason', async () => {
    const refusal = { code: 'ClientNotAddable', message: 'Per ora non puoi valutare questo cliente.' }
    expect(await rate(rosa, lia, 5)).toMatchObject({ status: 409, body: refusal })
    expect(await rate(lido, lia, 5)).toMatchObject({ status: 201 })
    expect((await lookUp(lido, lia)).status).toBe(200)
  })
})

describe('D-52: a guest who says not to have been there', () => {
  it('cannot review the venue, and learns until when', async () => {
    const review = { targetType: 'BUSINESS', targetId: rosa.id, rating: 1, reasonCode: 'SERVICE' }
    const answer = await lia.browser.post('/api/reviews', review, lia.browser.idempotencyKey())
    expect(answer).toMatchObject({ status: 409, body: { code: 'StayDenied' } })
    expect((answer.body as { message: string }).message).toMatch(/^Hai dichiarato di non essere mai stato qui.* dal/)
  })

  it('cannot say so about a venue reviewed since', async () => {
    const review = { targetType: 'BUSINESS', targetId: lido.id, rating: 4, reasonCode: 'SERVICE' }
    expect((await lia.browser.post('/api/reviews', review, lia.browser.idempotencyKey())).status).toBe(201)
    await expect.poll(async () => (await lettersTo(lia)).length, { timeout: 20_000 }).toBe(2)
    const letter = (await lettersTo(lia)).find((text) => tokenIn(text) !== token) ?? ''
    expect(await disown(tokenIn(letter))).toMatchObject({ status: 409, body: { code: 'StayReviewed' } })
  })
})

describe('Q-122: new guests of a venue', () => {
  it('are limited for each day; guests it knows are not', async () => {
    expect(await rate(rosa, eva, 10)).toMatchObject({
      status: 429,
      body: {
        code: 'TooManyNewClients',
        message: 'Hai già aggiunto 2 nuovi clienti oggi. Potrai continuare domani.',
      },
    })
    expect(await rate(rosa, ana, 30)).toMatchObject({ status: 201 })
    expect(await lettersTo(eva)).toEqual([])
  })
})

describe('Q-122: the access of a venue to a guest', () => {
  it('ends when it withdraws its last rating', async () => {
    const ofLia = ((await lido.browser.get('/api/ratings')).body as { id: string; clientId: string }[]).find(
      ({ clientId }) => clientId === lia.clientId,
    )
    expect((await lookUp(lido, lia)).status).toBe(200)
    expect((await lido.browser.send('DELETE', `/api/ratings/${ofLia?.id}`)).status).toBe(204)
    expect((await lookUp(lido, lia)).status).toBe(404)
  })
})
