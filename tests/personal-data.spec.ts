import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allProjections } from '../infrastructure/composition/readers.ts'
import type { ApiClient } from './support/api-client.ts'
import { cellsContaining } from './support/database.ts'
import { codeIn, waitForMessageMatching } from './support/dev-mailbox.ts'
import { startTestGarbo } from './support/test-garbo.ts'
import { password, signUpBusiness, signUpClient, signUpModerator, signUpStaff } from './support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

/** Personal data entered in every field that can hold it; these strings occur nowhere else. */
const canaries = {
  username: 'zafferano.username',
  businessName: 'Zafferano Palace',
  location: 'Via Zafferano 77, Roma',
  firstName: 'Zafferina',
  lastName: 'Zafferanelli',
  phone: '+39 347 7654321',
  ratingComment: 'Zafferano: ospite educatissima',
  reviewComment: 'Zafferano: camera rumorosa',
  tag: 'zafferanotag',
  flagNote: 'Zafferano: non è vero',
  disputeMessage: 'Zafferano: contestiamo ogni parola.',
  statement: 'Zafferano: ho la ricevuta del soggiorno.',
  contestMessage: 'Zafferano: ho pagato al mio arrivo',
  contestAnswer: 'Zafferano: il saldo arrivò dopo',
  reply: 'Zafferano: grazie della visita',
  moderatorNotes: 'Zafferano: note riservate',
  destination: 'Zafferania',
  newName: 'Zafferano Albergo',
  residence: 'Zafferanopoli',
  photo: 'https://foto.zafferano.example/ritratto.jpg',
  programme: 'Zafferano: chi porta un amico',
  supportSubject: 'Zafferano: codice sconto',
  supportMessage: 'Zafferano: il codice non funziona',
  supportAnswer: 'Zafferano: ora funziona',
  openingReason: 'Zafferano: richiesta della Procura',
  newEmail: 'zafferina.nuova@example.it',
  wallet: `0x${'5aff'.repeat(10)}`,
} as const
const secrets = [
  ...Object.values(canaries),
  'zafferano.username@example.it',
  'zafferina@example.it',
  '+393477654321',
  '3477654321',
  'Benvenuti.2026!',
]

const createHistory = async () => {
  const { username, businessName, location, firstName, lastName, phone } = canaries
  const rosa = await signUpBusiness(garbo, username, { businessName, location, phone: '+39 06 5550199' })
  const ana = await signUpClient(garbo, 'zafferina', { firstName, lastName, phone })
  const mario = await signUpModerator(garbo, 'mario')
  const scores = { overallRating: 5, punctualityScore: 9, kindnessScore: 9, paymentScore: 10, roomConditionScore: 8 }
  const stay = { stayType: 'leisure', stayDate: '2026-01-10', comment: canaries.ratingComment }
  await rosa.browser.post('/api/ratings', { clientEmail: ana.email, ...scores, ...stay })
  await contestRating(ana.browser, rosa.browser, mario.browser)
  const review = { rating: 2, comment: canaries.reviewComment, reasonTags: [canaries.tag], reasonCode: 'OTHER' }
  const target = { targetType: 'BUSINESS', targetId: rosa.id }
  const { body } = await ana.browser.post('/api/reviews', { ...review, ...target }, ana.browser.idempotencyKey())
  const { id } = body as { id: string }
  await rosa.browser.post(
    `/api/reviews/${id}/flag`,
    { reason: 'FAKE', note: canaries.flagNote },
    rosa.browser.idempotencyKey(),
  )
  await rosa.browser.post(`/api/reviews/${id}/dispute`, { reason: 'OTHER', message: canaries.disputeMessage })
  const { statement: message, reply: text } = canaries
  expect((await ana.browser.post(`/api/disputes/${id}/statements`, { message })).status).toBe(201)
  expect((await rosa.browser.send('PUT', `/api/reviews/${id}/reply`, { text })).status).toBe(200)
  const verdict = {
    status: 'RESOLVED_REJECTED',
    moderatorNotes: canaries.moderatorNotes,
    resolution: canaries.moderatorNotes,
  }
  expect((await mario.browser.patch(`/api/admin/disputes/${id}`, verdict)).status).toBe(200)
  const booking = {
    hotelId: 'hotel-belvedere',
    destination: canaries.destination,
    checkIn: '2027-03-01',
    checkOut: '2027-03-04',
    guests: 2,
  }
  expect((await ana.browser.post('/api/bookings', booking, ana.browser.idempotencyKey())).status).toBe(201)
  const { programme } = canaries
  const offer = { programName: programme, description: programme, commissionRate: 5 }
  expect((await rosa.browser.post('/api/affiliate/programs', offer, rosa.browser.idempotencyKey())).status).toBe(201)
  expect((await rosa.browser.post('/api/ava/wallet', { walletAddress: canaries.wallet, password })).status).toBe(200)
  await askForSupport(ana.browser, mario.browser)
  await openStream(`review-${id}`, ana.email)
  await garbo.visitor().post('/api/auth/login', { username: canaries.username, password: 'sbagliata' })
  await recoverPassword(ana.email)
  await changeProfiles(rosa, ana)
  await garbo.visitor().get(`/api/businesses?query=${encodeURIComponent(canaries.businessName)}`)
}

/** The client contests the rating, the business answers, a moderator keeps it. */
const contestRating = async (client: ApiClient, business: ApiClient, moderator: ApiClient) => {
  const [received] = (await client.get('/api/client/ratings')).body as readonly { readonly id: string }[]
  const [given] = (await business.get('/api/ratings')).body as readonly { readonly id: string }[]
  const contest = { reason: 'OTHER', message: canaries.contestMessage }
  expect((await client.post(`/api/ratings/${received?.id}/contest`, contest)).status).toBe(201)
  const answer = { message: canaries.contestAnswer }
  expect((await business.post(`/api/ratings/${given?.id}/contest/answer`, answer)).status).toBe(201)
  const notes = { moderatorNotes: canaries.moderatorNotes, resolution: canaries.moderatorNotes }
  const decision = { outcome: 'KEPT', ...notes, reasons: { facts: canaries.moderatorNotes } }
  expect((await moderator.patch(`/api/admin/ratings/${given?.id}/contest`, decision)).status).toBe(200)
}

const askForSupport = async (account: ApiClient, staff: ApiClient) => {
  const { supportSubject: subject, supportMessage: message, supportAnswer } = canaries
  const { status, body } = await account.post('/api/support/messages', { subject, message }, account.idempotencyKey())
  expect(status).toBe(201)
  const { id } = body as { id: string }
  expect((await staff.post(`/api/admin/support/${id}/answer`, { message: supportAnswer })).status).toBe(201)
}

/** An administrator opens the stream, which is announced to the author. */
const openStream = async (stream: string, author: string) => {
  const { browser } = await signUpStaff(garbo, 'ada', 'ADMIN')
  const opening = { stream, reason: canaries.openingReason }
  expect((await browser.post('/api/audit/openings', opening, browser.idempotencyKey())).status).toBe(201)
  expect((await browser.get(`/api/audit/streams/${stream}`)).status).toBe(200)
  await waitForMessageMatching(browser, author, /«Zafferano: richiesta della Procura»/)
}

/** Changes profiles and an e-mail address, which sends a code to the new address and a notice to the old one. */
const changeProfiles = async (
  rosa: Awaited<ReturnType<typeof signUpBusiness>>,
  ana: Awaited<ReturnType<typeof signUpClient>>,
) => {
  const { newName: businessName, photo: profilePhoto, residence, newEmail: email } = canaries
  expect((await rosa.browser.patch('/api/user/profile', { businessName, profilePhoto })).status).toBe(200)
  const response = await ana.browser.patch('/api/user/profile', { residence, profilePhoto, email, password })
  expect(response.status).toBe(200)
  const code = codeIn(await waitForMessageMatching(ana.browser, email, /confermare questo indirizzo/))
  expect((await ana.browser.post('/api/user/confirm-email', { code })).status).toBe(204)
  await waitForMessageMatching(ana.browser, ana.email, /è stato cambiato/)
}

/** Requests every recovery message, whose jobs and codes are then in the database. */
const recoverPassword = async (email: string) => {
  const visitor = garbo.visitor()
  const account = { email, userType: 'client' }
  expect((await visitor.post('/api/auth/recover-email', { phone: canaries.phone, userType: 'client' })).status).toBe(
    200,
  )
  expect((await visitor.post('/api/auth/send-reset-code', account)).status).toBe(204)
  expect((await visitor.post('/api/auth/send-temp-password', account)).status).toBe(200)
  await waitForMessageMatching(visitor, '+393477654321', /accedi/)
  await waitForMessageMatching(visitor, email, /nuova password è/)
  await waitForMessageMatching(visitor, email, /password provvisoria è/)
}

const toSnakeCase = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const personalColumns = new Set(
  allProjections.flatMap(({ name, columns }) =>
    Object.entries(columns).flatMap(([field, { pii }]) => (pii ? [`${name}.${toSnakeCase(field)}`] : [])),
  ),
)

describe('personal data', () => {
  beforeAll(createHistory)

  it('is stored in clear only in the columns declared for it', async () => {
    const cells = await cellsContaining(garbo.database.pool, secrets)
    const columnOf = (cell: string) => cell.replace(/^read\./, '').replace(/_v\d+(_r\d+)?\./, '.')
    expect(cells.filter((cell) => !cell.startsWith('read.') || !personalColumns.has(columnOf(cell)))).toEqual([])
    expect(cells.length).toBeGreaterThan(8)
  })

  it('appears in no log line', () => {
    expect(garbo.log()).toContain('"route"')
    expect(secrets.filter((secret) => garbo.log().includes(secret))).toEqual([])
  })

  it('appears in no stream name and no job', async () => {
    const { rows } = await garbo.database.pool.query<{ name: string }>(
      'select name from log.events where name is not null',
    )
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.filter(({ name }) => !/^[a-z]+-[\w-]+$/.test(name))).toEqual([])
    expect(rows.filter(({ name }) => secrets.some((secret) => name.includes(secret)))).toEqual([])
  })

  it('is sealed in the log with its subject’s key', async () => {
    const { rows } = await garbo.database.pool.query<{ data: string }>(
      `select e.data from log.events e join log.types t using (type_no) where t.name = 'ReviewSubmitted'`,
    )
    expect(rows.map(({ data }) => JSON.parse(data) as unknown)).toMatchObject([
      { comment: { '~': expect.any(String) } },
    ])
  })
})
