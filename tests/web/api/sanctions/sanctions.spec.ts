import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnSanction, Sanction } from '../../../../web/contract/sanctions/sanctions.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let people: Readonly<Record<'mario' | 'lia' | 'rosa', ApiClient>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  people = {
    mario: (await signUpModerator(garbo, 'mario')).browser,
    lia: (await signUpModerator(garbo, 'lia')).browser,
    rosa: (await signUpBusiness(garbo, 'rosa')).browser,
  }
})
afterAll(() => garbo.stop())

const newClient = async (name: string) => {
  const { browser, email } = await signUpClient(garbo, name)
  const { id } = (await browser.get('/api/auth/user')).body as { id: string }
  return { browser, email, id }
}
const impose = async (userId: string, severity = 'MEDIUM', browser = people.mario) => {
  const description = 'Insulti ripetuti al personale.'
  return browser.post('/api/admin/sanctions', { userId, reason: 'HARASSMENT', severity, description })
}
const idOf = ({ body }: { readonly body: unknown }) => (body as Sanction).id
const ownSanctions = async (browser: ApiClient) =>
  (await browser.get('/api/sanctions/mine')).body as readonly OwnSanction[]
const appealReason = 'Non ero io: quel giorno ero altrove.'

describe('A-77, E-19: a sanction imposed by a moderator', () => {
  it('E-19: is a complete record, and an e-mail explains the reason and the remedies', async () => {
    const { id, email: address } = await newClient('ana')
    const imposed = await impose(id)
    expect(imposed).toMatchObject({
      status: 201,
      body: {
        userId: id,
        userType: 'client',
        userName: 'ana Bianchi',
        reason: 'HARASSMENT',
        severity: 'MEDIUM',
        isActive: true,
        autoDetected: false,
        triggerType: 'MODERATOR',
        appealStatus: 'NONE',
        appealCount: 0,
        violationCount: 0,
        automation: 'none',
        metadata: { ladderVersion: 1 },
      },
    })
    const email = await waitForMessageMatching(people.rosa, address, /è sospeso fino al/)
    expect(email).toMatch(/Perché: Insulti ripetuti al personale\.[^]*ricorso fino al[^]*autorità giudiziaria/)
  })

  it('finds its account by business name or full e-mail address, not by part of an address', async () => {
    const { id, email } = await newClient('ida')
    const find = async (query: string, browser = people.mario) => browser.post('/api/admin/accounts/find', { query })
    expect((await find(email.toUpperCase())).body).toEqual([{ id, kind: 'client', name: 'ida Bianchi', place: null }])
    expect((await find(email.slice(1))).body).toEqual([])
    expect((await find('ida')).body).toEqual([])
    const rosa = (await people.rosa.get('/api/auth/user')).body as { displayName: string; id: string }
    expect((await find(rosa.displayName.slice(0, 8))).body).toContainEqual(
      expect.objectContaining({ id: rosa.id, kind: 'business', name: rosa.displayName }),
    )
    expect((await find(email, people.rosa)).status).toBe(403)
  })

  it('V-55: requires an existing account', async () => {
    expect(await impose('00000000-0000-4000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { code: 'AccountUnknown' },
    })
    expect((await impose('')).status).toBe(400)
  })

  it('V-56, V-57, V-58: rejects an invalid reason, severity or description', async () => {
    const { id: userId } = await newClient('bea')
    const valid = { userId, reason: 'SPAM', severity: 'LOW' }
    for (const body of [
      { ...valid, reason: 'ANTIPATIA' },
      { ...valid, severity: 'MASSIMA' },
      { ...valid, description: 'x'.repeat(2001) },
    ])
      expect((await people.mario.post('/api/admin/sanctions', body)).status).toBe(400)
    expect((await people.mario.get(`/api/admin/sanctions?userId=${userId}`)).body).toEqual([])
    expect((await people.mario.post('/api/admin/sanctions', { userId, reason: 'SPAM' })).body).toMatchObject({
      severity: 'MEDIUM',
    })
  })

  it('D-11: is rejected with 409 and the active record when one is active already', async () => {
    const { id } = await newClient('carla')
    const first = await impose(id)
    expect(await impose(id, 'HIGH', people.lia)).toMatchObject({
      status: 409,
      body: { code: 'SanctionActive', sanction: { id: idOf(first) } },
    })
    const listed = (await people.lia.get(`/api/admin/sanctions?userId=${id}&active=true`)).body
    expect(listed).toMatchObject([{ id: idOf(first) }])
  })

  it('is imposed once per Idempotency-Key', async () => {
    const { id: userId } = await newClient('dora')
    const body = { userId, reason: 'SPAM', severity: 'LOW' }
    const idempotencyKey = people.mario.idempotencyKey()
    const [first, repeated] = [
      await people.mario.post('/api/admin/sanctions', body, idempotencyKey),
      await people.mario.post('/api/admin/sanctions', body, idempotencyKey),
    ]
    expect([first.status, repeated.status]).toEqual([201, 201])
    expect(idOf(repeated)).toBe(idOf(first))
  })

  it('is listed latest first, in pages', async () => {
    const first = await people.mario.get('/api/admin/sanctions?limit=2')
    const all = (await people.mario.get('/api/admin/sanctions')).body as readonly Sanction[]
    expect(first.body).toEqual(all.slice(0, 2))
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .toReversed(),
    )
  })

  it('can be lifted, which restores the account immediately and is explained by e-mail', async () => {
    const { id, browser, email } = await newClient('elsa')
    const sanctionId = idOf(await impose(id, 'PERMANENT'))
    const lift = { isActive: false, reason: 'Abbiamo sbagliato persona.' }
    expect((await people.lia.patch(`/api/admin/sanctions/${sanctionId}`, { ...lift, isActive: true })).status).toBe(400)
    expect(await people.lia.patch(`/api/admin/sanctions/${sanctionId}`, lift)).toMatchObject({
      status: 200,
      body: { isActive: false, lifted: true, liftedReason: lift.reason },
    })
    expect((await browser.get('/api/rewards')).status).toBe(200)
    await waitForMessageMatching(people.rosa, email, /revocata[^]*Abbiamo sbagliato persona/)
  })
})

describe('Q-55: a suspended account', () => {
  it('is blocked for reads and writes in existing sessions, with a stable code and text', async () => {
    const { id, browser } = await newClient('fede')
    await impose(id)
    for (const response of [
      await browser.get('/api/rewards'),
      await browser.get('/api/businesses?query=Hotel'),
      await browser.patch('/api/user/profile', { residence: 'Roma' }),
      await browser.get('/api/live'),
    ])
      expect(response).toMatchObject({
        status: 403,
        body: {
          code: 'AccountSuspended',
          message: expect.stringMatching(/^Il tuo account è sospeso fino al.* per molestie o offese\.$/),
        },
      })
    expect(await browser.get('/api/auth/user')).toMatchObject({
      status: 200,
      body: { id, suspended: { until: expect.any(String) } },
    })
  })

  it('can read the rules and parameters shown on the pages it may open', async () => {
    const { id, browser } = await newClient('ines')
    await impose(id)
    for (const path of ['/api/ava/rules', '/api/rule-settings', '/api/transparency/current'])
      expect((await browser.get(path)).status).toBe(200)
  })

  it('can sign in, see the sanction without the moderators and sign out', async () => {
    const { id, email } = await newClient('gina')
    await impose(id, 'PERMANENT')
    const browser = garbo.visitor()
    expect((await browser.post('/api/auth/login-client', { email, password })).status).toBe(200)
    expect((await browser.get('/api/auth/user')).body).toMatchObject({ suspended: { until: null } })
    const [sanction] = await ownSanctions(browser)
    expect(sanction).toMatchObject({ reason: 'HARASSMENT', severity: 'PERMANENT', expiresAt: null, isActive: true })
    const internalFields = [
      'createdBy',
      'deactivatedBy',
      'appealReviewedBy',
      'triggerData',
      'ipAddress',
      'userAgent',
      'userId',
    ]
    expect(internalFields.filter((field) => field in (sanction ?? {}))).toEqual([])
    expect((await browser.post('/api/auth/logout')).status).toBe(204)
  })

  it('of a business is reported at sign-in, whereas a warning restricts nothing', async () => {
    const { browser, id, email } = await signUpBusiness(garbo, 'hera')
    await impose(id, 'LOW')
    expect((await browser.get('/api/clients')).status).toBe(200)
    expect(await ownSanctions(browser)).toMatchObject([{ severity: 'LOW', isActive: true }])
    const other = await signUpBusiness(garbo, 'iris')
    await impose(other.id)
    const visitor = garbo.visitor()
    const login = await visitor.post('/api/auth/login', { username: other.email, password })
    expect(login).toMatchObject({ status: 200, body: { user: { suspended: { until: expect.any(String) } } } })
    expect(email).not.toBe(other.email)
  })
})

describe('S-15: a sanction appeal', () => {
  it('S-15, D-10: is submitted once, queued and decided by another moderator, with an e-mail', async () => {
    const { id, browser, email } = await newClient('luna')
    const sanctionId = idOf(await impose(id))
    const appeal = () => browser.post(`/api/sanctions/${sanctionId}/appeal`, { appealReason })
    expect(await appeal()).toMatchObject({ status: 201, body: { appealStatus: 'PENDING', appealReason } })
    expect(await appeal()).toMatchObject({ status: 409, body: { code: 'SanctionAlreadyAppealed' } })

    const queue = await people.lia.get('/api/admin/queue?lane=appeals')
    const { items } = queue.body as { readonly items: readonly { readonly targetId: string }[] }
    const cases = items.filter(({ targetId }) => targetId === sanctionId)
    expect(cases).toMatchObject([{ caseId: `appeal-${sanctionId}`, kind: 'APPEAL' }])
    expect(await people.lia.get(`/api/admin/cases/appeal-${sanctionId}`)).toMatchObject({
      status: 200,
      body: { kind: 'APPEAL', review: null, sanction: { id: sanctionId, appealReason } },
    })

    const path = `/api/admin/appeals/${sanctionId}`
    const verdict = { decision: 'APPROVED', reason: 'La persona non era lei.' }
    expect(await people.mario.patch(path, verdict)).toMatchObject({ status: 403, body: { code: 'SanctionedByYou' } })
    expect(await people.lia.patch(path, { status: 'UNDER_REVIEW' })).toMatchObject({
      status: 200,
      body: { appealStatus: 'UNDER_REVIEW' },
    })
    expect(await people.lia.patch(path, verdict)).toMatchObject({
      status: 200,
      body: { appealStatus: 'APPROVED', appealDecision: 'APPROVED', isActive: false, lifted: true },
    })
    expect((await browser.get('/api/rewards')).status).toBe(200)
    await waitForMessageMatching(people.rosa, email, /ricorso è stato accolto[^]*La persona non era lei/)
    expect((await people.lia.patch(path, { ...verdict, decision: 'REJECTED' })).status).toBe(409)
  })

  it('V-59, V-60: requires 10 to 1000 characters on both sides, and a state or a decision', async () => {
    const { id, browser } = await newClient('mina')
    const sanctionId = idOf(await impose(id))
    for (const invalid of ['troppo', 'x'.repeat(1001)]) {
      const response = await browser.post(`/api/sanctions/${sanctionId}/appeal`, { appealReason: invalid })
      expect(response).toMatchObject({ status: 400, body: { fields: { appealReason: expect.any(String) } } })
    }
    expect((await browser.post(`/api/sanctions/${sanctionId}/appeal`, { appealReason })).status).toBe(201)
    for (const body of [
      { decision: 'REJECTED' },
      { decision: 'REJECTED', reason: 'No.' },
      { decision: 'FORSE', reason: appealReason },
      { status: 'UNDER_REVIEW', decision: 'REJECTED', reason: appealReason },
      {},
    ])
      expect((await people.lia.patch(`/api/admin/appeals/${sanctionId}`, body)).status).toBe(400)
    expect(await ownSanctions(browser)).toMatchObject([{ appealStatus: 'PENDING' }])
  })

  it('is not found for another account’s sanction', async () => {
    const { id } = await newClient('nora')
    const sanctionId = idOf(await impose(id))
    expect((await people.rosa.post(`/api/sanctions/${sanctionId}/appeal`, { appealReason })).status).toBe(404)
  })
})
