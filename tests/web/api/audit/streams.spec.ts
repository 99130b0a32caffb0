import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient, signUpStaff } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let rita: Awaited<ReturnType<typeof signUpStaff>>
let ada: Awaited<ReturnType<typeof signUpStaff>>
let reviewId = ''
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  ana = await signUpClient(garbo, 'ana', { phone: '+39 333 7654321' })
  rita = await signUpStaff(garbo, 'rita', 'REVISORE')
  ada = await signUpStaff(garbo, 'ada', 'ADMIN')
  const review = {
    targetType: 'BUSINESS',
    targetId: rosa.id,
    rating: 4,
    comment: 'Zafferano in sala.',
    reasonCode: 'LOCATION',
  }
  const submitted = await ana.browser.post('/api/reviews', review, ana.browser.idempotencyKey())
  reviewId = (submitted.body as { id: string }).id
  await ana.browser.patch(`/api/reviews/${reviewId}`, { rating: 3, comment: 'Zafferano ovunque.' })
})
afterAll(() => garbo.stop())

interface ShownEvent {
  readonly id: string
  readonly type: string
  readonly version: number
  readonly position: string
  readonly at: string
  readonly data: Readonly<Record<string, unknown>>
  readonly leafIndex: number | null
}
interface Stream {
  readonly events: readonly ShownEvent[]
  readonly state: Readonly<Record<string, unknown>>
  readonly lastVersion: number
  readonly nextCursor: string | null
}
const stream = () => `review-${reviewId}`
const path = (name: string, query = '') => `/api/audit/streams/${name}${query}`
const read = async (browser: ApiClient, name = stream(), query = '') =>
  (await browser.get(path(name, query))).body as Stream
const open = (browser: ApiClient, name: string, reason = 'Richiesta della Procura, prot. 12.') =>
  browser.post('/api/audit/openings', { stream: name, reason }, browser.idempotencyKey())
const isOpenTo = async (browser: ApiClient, name = stream()) => {
  const { status, body } = await browser.get(path(name))
  return [status, JSON.stringify(body).includes('Zafferano')]
}

describe('GET /api/audit/streams/{stream}', () => {
  it('D-16: shows auditors and administrators the events and the state, with personal fields sealed', async () => {
    for (const { browser } of [rita, ada]) {
      const { events, state, nextCursor } = await read(browser)
      expect(events.map(({ type, version }) => [type, version])).toEqual([
        ['ReviewSubmitted', 1],
        ['ReviewEdited', 2],
      ])
      expect(events[0]).toMatchObject({
        actor: { role: 'client' },
        data: { targetId: rosa.id, rating: 4, comment: { sealed: true, subject: events[0]?.data['authorId'] } },
        causationId: null,
        correlationId: expect.any(String),
      })
      expect([JSON.stringify(state), nextCursor]).toEqual([expect.stringContaining('"sealed":true'), null])
    }
    expect(await isOpenTo(ada.browser)).toEqual([200, false])
  })

  it('says where in the Merkle tree an event is, once it is there', async () => {
    const indexes = async () => {
      const [event] = (await read(rita.browser)).events
      const { body } = await rita.browser.get(`/api/audit/proofs/${event?.id}`)
      const { leafIndex } = body as { readonly leafIndex?: number }
      return leafIndex !== undefined && leafIndex === event?.leafIndex
    }
    await expect.poll(indexes, { timeout: 10_000 }).toBe(true)
  })

  it('goes on page by page, and begins at a version', async () => {
    const first = await read(rita.browser, stream(), '?limit=1')
    expect(first.events.map(({ version }) => version)).toEqual([1])
    const second = await read(rita.browser, stream(), `?limit=1&cursor=${first.nextCursor}`)
    expect([second.events.map(({ version }) => version), second.nextCursor]).toEqual([[2], null])
    expect((await read(rita.browser, stream(), '?from=2')).events.map(({ version }) => version)).toEqual([2])
  })

  it('D-68: shows the stream as it was after an event, and how many there were by then', async () => {
    const after = async (version: number) => {
      const { events, state, lastVersion } = await read(rita.browser, stream(), `?version=${version}&from=${version}`)
      return [events.map((event) => event.version), JSON.stringify(state).includes('"stars":4'), lastVersion]
    }
    expect(await after(1)).toEqual([[1], true, 1])
    expect(await after(2)).toEqual([[2], false, 2])
    expect(await after(3)).toEqual([[], false, 2])
    for (const version of ['0', '-1', 'x'])
      expect((await rita.browser.get(path(stream(), `?version=${version}`))).status).toBe(400)
  })

  it('shows the stream as it was at a position or an instant', async () => {
    const [first] = (await read(rita.browser)).events
    const at = new Date(Date.parse(first?.at ?? '')).toISOString()
    for (const mark of [first?.position, at, at.replace('Z', '%2B00:00')]) {
      const { events, state } = await read(rita.browser, stream(), `?at=${mark}`)
      expect(events.map(({ version }) => version)).toEqual([1])
      expect(JSON.stringify(state)).toContain('"stars":4')
    }
    expect((await read(rita.browser, stream(), '?at=2020-01-01T00:00:00Z')).events).toEqual([])
  })

  it.each([
    '?at=ieri',
    '?at=2026-01-01',
    '?at=17',
    '?at=',
    '?from=0',
    '?from=x',
    '?limit=0',
    '?limit=201',
    '?cursor=abc',
  ])('answers 400 to %s', async (query) => {
    const { status, body } = await rita.browser.get(path(stream(), query))
    expect([status, (body as { message: string }).message]).toEqual([400, expect.stringMatching(/[a-z]{3}/)])
  })

  it('answers 404 for an unknown stream, and refuses everyone else', async () => {
    for (const name of [`review-${crypto.randomUUID()}`, 'nothing-1', 'giulia@example.it'])
      expect((await rita.browser.get(path(name))).status).toBe(404)
    expect((await garbo.visitor().get(path(stream()))).status).toBe(401)
    const moderator = await signUpStaff(garbo, 'mario', 'MODERATORE')
    for (const { browser } of [ana, rosa, moderator]) expect((await browser.get(path(stream()))).status).toBe(403)
  })

  it('Q-97: is shown once an hour to the people the stream concerns', async () => {
    for (let n = 0; n < 3; n++) await read(rita.browser)
    const reads = async (browser: ApiClient) =>
      ((await browser.get('/api/user/access-log')).body as readonly { role: string; why: string }[]).filter(
        ({ role, why }) => role === 'REVISORE' && why === 'Storia degli eventi registrati',
      ).length
    for (const { browser } of [ana, rosa]) await expect.poll(() => reads(browser), { timeout: 5_000 }).toBe(1)
  })
})

describe('GET /api/audit/streams/{stream}/diff', () => {
  it('shows the states at two moments and what changed by which event', async () => {
    const [first, second] = (await read(rita.browser)).events
    const { status, body } = await rita.browser.get(
      path(stream(), `/diff?from=${first?.position}&to=${second?.position}`),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      from: { at: first?.at, position: first?.position },
      to: { at: second?.at, position: second?.position },
      continuesAfter: null,
    })
    const { changes } = body as { changes: readonly { path: string; before: unknown; after: unknown }[] }
    expect(changes).toContainEqual({
      path: '/content/stars',
      before: 4,
      after: 3,
      eventId: second?.id,
      type: 'ReviewEdited',
    })
    expect(JSON.stringify(body)).not.toContain('Zafferano')
  })

  it.each(['', '?from=ieri&to=domani', '?from=2026-01-01T00:00:00Z'])('answers 400 to “%s”', async (query) => {
    expect((await rita.browser.get(path(stream(), `/diff${query}`))).status).toBe(400)
  })

  it('answers 400 if the second moment is earlier, 404 for an unknown stream and 403 to others', async () => {
    const [first, second] = (await read(rita.browser)).events
    const query = `/diff?from=${second?.position}&to=${first?.position}`
    expect(await rita.browser.get(path(stream(), query))).toMatchObject({
      status: 400,
      body: { code: 'MarksReversed' },
    })
    const years = '/diff?from=2020-01-01T00:00:00Z&to=2021-01-01T00:00:00Z'
    expect((await rita.browser.get(path('review-none', years))).status).toBe(404)
    expect((await ana.browser.get(path(stream(), years))).status).toBe(403)
  })
})

describe('POST /api/audit/openings', () => {
  it('D-46: is for administrators, a known stream and a reason of 10 to 500 characters', async () => {
    for (const { browser } of [rita, ana]) expect((await open(browser, stream())).status).toBe(403)
    expect((await open(garbo.visitor(), stream())).status).toBe(401)
    expect((await open(ada.browser, 'review-none')).status).toBe(404)
    expect((await open(ada.browser, 'nessuno')).status).toBe(404)
    for (const reason of ['', `${' '.repeat(9)}Procura`, 'x'.repeat(501)])
      expect((await open(ada.browser, stream(), reason)).status).toBe(400)
    expect(await isOpenTo(ada.browser)).toEqual([200, false])
  })

  it('D-16, D-46: opens the stream for this administrator, informs whom it concerns and quotes the reason', async () => {
    const bea = await signUpStaff(garbo, 'bea', 'ADMIN')
    const before = Date.now()
    const { status, body } = await open(ada.browser, stream(), '  Verifica del reclamo 77 di marzo. ')
    expect(status).toBe(201)
    const { openingId, until } = body as { openingId: string; until: string }
    expect(openingId).toMatch(/^[\da-f-]{36}$/)
    expect(Math.abs(Date.parse(until) - before - 3_600_000)).toBeLessThan(60_000)
    expect(await isOpenTo(ada.browser)).toEqual([200, true])
    for (const { browser } of [rita, bea]) expect(await isOpenTo(browser)).toEqual([200, false])
    const letter = await waitForMessageMatching(ana.browser, ana.email, /«Verifica del reclamo 77 di marzo\.»/)
    expect(letter).toContain('un amministratore ha aperto')
    expect(letter).not.toContain(reviewId)
    const events = async () =>
      (await garbo.database.pool.query(
        `select e.data from log.events e join log.types t using (type_no) where t.name like '%Opened'`,
      )) as { rows: readonly { data: string }[] }
    expect((await events()).rows.filter(({ data }) => data.includes(reviewId))).toHaveLength(2)
    expect(JSON.stringify((await events()).rows)).not.toContain('reclamo')
  })

  it('D-46: is shown in the access log of the person, without the reason', async () => {
    const own = async () => (await ana.browser.get('/api/user/access-log')).body
    await expect
      .poll(own, { timeout: 5_000 })
      .toContainEqual(
        expect.objectContaining({ what: 'opening', role: 'ADMIN', why: 'Storia degli eventi registrati' }),
      )
    expect(garbo.log()).not.toContain('reclamo')
    expect(JSON.stringify(await own())).not.toContain('reclamo')
  })

  it('D-46: stays open in a new session of the administrator, and for nobody without a session', async () => {
    const again = garbo.visitor()
    await again.post('/api/auth/login', { username: ada.email, password })
    expect(await isOpenTo(again)).toEqual([200, true])
    await again.post('/api/auth/logout')
    expect((await again.get(path(stream()))).status).toBe(401)
  })

  it('is made once when the request is repeated', async () => {
    const key = ada.browser.idempotencyKey()
    const opening = { stream: `account-${rosa.id}`, reason: 'Verifica del reclamo 78.' }
    const [one, two] = [
      await ada.browser.post('/api/audit/openings', opening, key),
      await ada.browser.post('/api/audit/openings', opening, key),
    ]
    expect([one.status, two.body]).toEqual([201, one.body])
    await waitForMessageMatching(rosa.browser, rosa.email, /«Verifica del reclamo 78\.»/)
    const { events } = await read(rita.browser, `opening-${ada.id}`)
    expect(events.filter(({ data }) => data['stream'] === `account-${rosa.id}`)).toHaveLength(2)
  })

  it('D-47: is refused where the administrator, a connected account or a competitor is a party', async () => {
    const cleo = await signUpStaff(garbo, 'cleo', 'ADMIN')
    const venue = await signUpBusiness(garbo, 'diva', { phone: '+39 333 7654321' })
    await runOperatorCommand(garbo, 'role', 'grant', venue.email, 'ADMIN')
    expect((await open(cleo.browser, `account-${cleo.id}`)).status).toBe(403)
    // shares the author's telephone number, and competes with the venue
    expect((await open(venue.browser, stream())).status).toBe(403)
    expect((await open(venue.browser, `account-${rosa.id}`)).status).toBe(403)
    // not even sealed, since the names of streams and the ids of authors would tell who wrote a review
    expect(await isOpenTo(venue.browser)).toEqual([403, false])
    expect((await read(ada.browser, `opening-${ada.id}`)) as unknown).toMatchObject({ code: 'OwnMatter' })
    expect((await open(cleo.browser, stream())).status).toBe(201)
  })

  it('D-46: ends when the administrator loses the role', async () => {
    const dora = await signUpStaff(garbo, 'dora', 'ADMIN')
    await runOperatorCommand(garbo, 'role', 'grant', dora.email, 'REVISORE')
    expect((await open(dora.browser, stream())).status).toBe(201)
    expect(await isOpenTo(dora.browser)).toEqual([200, true])
    await runOperatorCommand(garbo, 'role', 'revoke', dora.email, 'ADMIN')
    expect(await isOpenTo(dora.browser)).toEqual([200, false])
    expect((await open(dora.browser, stream())).status).toBe(403)
  })

  it('B-45: shows nothing of a person who is erased afterwards, and then informs nobody', async () => {
    const lia = await signUpClient(garbo, 'zafferanolia')
    const { id } = (await lia.browser.get('/api/auth/user')).body as { id: string }
    const name = `account-${id}`
    expect((await open(ada.browser, name)).status).toBe(201)
    expect(JSON.stringify(await read(ada.browser, name))).toContain('zafferanolia')
    const confirmation = { confirmationText: 'ELIMINA IL MIO ACCOUNT', password }
    expect((await lia.browser.post('/api/user/delete-account', confirmation)).status).toBe(204)
    const erased = async () => JSON.stringify(await read(ada.browser, name)).includes('zafferanolia')
    await expect.poll(erased, { timeout: 15_000 }).toBe(false)
    expect((await open(ada.browser, name, 'Verifica di un conto cancellato.')).status).toBe(201)
    const { events } = await read(rita.browser, `opening-${ada.id}`)
    const later = events.filter(({ data }) => data['stream'] === name).map(({ type }) => type)
    expect(later).toEqual(['StreamOpened', 'PersonalDataOpened', 'StreamOpened'])
  })
})
