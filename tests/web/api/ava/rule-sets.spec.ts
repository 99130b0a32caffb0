import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RuleBookView } from '../../../../web/contract/ava/rule-sets.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator, signUpStaff } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ada: Awaited<ReturnType<typeof signUpStaff>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let lido: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClient>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  ada = await signUpStaff(garbo, 'ada', 'ADMIN')
  rosa = await signUpBusiness(garbo, 'rosa')
  lido = await signUpBusiness(garbo, 'lido')
  ana = await signUpClient(garbo, 'ana')
})
afterAll(() => garbo.stop())

const books = '/api/admin/rulebooks'
const patient = { timeout: 20_000 }
const rate = async (house: typeof rosa, stayDate: string, overallRating = 5) => {
  const scores = { overallRating, punctualityScore: 9, kindnessScore: 8, paymentScore: 10, roomConditionScore: 7 }
  const stay = { stayType: 'leisure', stayDate, comment: 'Ospite gentile' }
  const answer = await house.browser.post(
    '/api/ratings',
    { clientEmail: ana.email, ...scores, ...stay },
    house.browser.intent(),
  )
  expect(answer.status).toBe(201)
  return (answer.body as { rating: { id: string } }).rating.id
}
const draft = (version: unknown, headers = ada.browser.intent()) =>
  ada.browser.post(`${books}/ava/drafts`, { version }, headers)
const book = async () => ((await ada.browser.get(books)).body as RuleBookView[])[0]
const draftIn = ({ body }: { readonly body: unknown }) => (body as RuleBookView).drafts[0]?.id ?? ''
const versionTold = async () =>
  ((await garbo.visitor().get('/api/ava/rules')).body as { version: number; inForce: boolean }[]).find(
    ({ inForce }) => inForce,
  )?.version
const balance = async () => (await ana.browser.get('/api/ava/profile')).body as { avaBalance: number }

describe('the rule books (Q-68)', () => {
  it('are readable and writable by administrators only', async () => {
    const others = [rosa.browser, ana.browser, (await signUpModerator(garbo, 'mario')).browser]
    for (const browser of others) {
      expect(await browser.get(books)).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
      for (const path of ['ava/drafts', 'ava/drafts/x/simulate', 'ava/drafts/x/activate'])
        expect(await browser.post(`${books}/${path}`, path.endsWith('s') ? { version: 2 } : undefined)).toMatchObject({
          status: 403,
        })
    }
    expect((await garbo.visitor().get(books)).status).toBe(401)
  })

  it('publish which AVA rules are active and which are planned (B-31)', async () => {
    expect(await garbo.visitor().get('/api/ava/rules')).toEqual(
      expect.objectContaining({
        status: 200,
        body: [
          { version: 1, inForce: true, stays: null },
          {
            version: 2,
            inForce: false,
            stays: { fiveStars: 1, firstStay: 5, venues: { count: 5, ava: 10 }, returns: { ava: 10, most: 50 } },
          },
        ],
      }),
    )
  })

  it.each([
    [{ version: 9 }, 404, 'Questa versione delle regole non esiste: ci sono le versioni 1, 2.'],
    [{ version: 1 }, 409, 'La versione 1 è già in vigore.'],
    [{ version: 'due' }, 400, 'Indica la versione delle regole.'],
    [{ version: 2, percent: 1 }, 400, 'Campo non previsto'],
  ])('draft nothing from %j', async (body, status, words) => {
    const answer = await ada.browser.post(`${books}/ava/drafts`, body, ada.browser.intent())
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).toContain(words)
    expect((await book())?.drafts).toEqual([])
  })

  it('reject unknown books and drafts', async () => {
    expect(await ada.browser.post(`${books}/oro/drafts`, { version: 2 }, ada.browser.intent())).toMatchObject({
      status: 404,
      body: { message: 'Questo regolamento non esiste.' },
    })
    for (const deed of ['simulate', 'activate'])
      expect(await ada.browser.post(`${books}/ava/drafts/nessuna/${deed}`)).toMatchObject({
        status: 404,
        body: { message: 'Questa bozza non esiste.' },
      })
  })

  it('simulate the second set on real history and activate it; only then do stays earn AVA', async () => {
    await rate(rosa, '2026-03-04', 5)
    await rate(rosa, '2026-03-05', 4)
    await rate(lido, '2026-03-06', 5)
    const made = await draft(2)
    expect(made).toMatchObject({ status: 201, body: { drafts: [{ version: 2, status: 'drafted', figures: null }] } })
    const of = `${books}/ava/drafts/${draftIn(made)}`
    expect(await draft(2)).toMatchObject({ status: 409, body: { code: 'RuleSetDraftedAlready' } })
    expect(await ada.browser.post(`${of}/activate`)).toMatchObject({
      status: 409,
      body: { message: 'Prima di attivare la bozza, simulala sulla storia.' },
    })

    expect(await ada.browser.post(`${of}/simulate`)).toMatchObject({
      status: 200,
      body: { drafts: [{ status: 'simulating' }] },
    })
    await expect.poll(async () => (await book())?.drafts[0]?.status, patient).toBe('simulated')
    expect((await book())?.drafts[0]?.figures).toEqual({
      accounts: 1,
      total: 22,
      lastMonth: 22,
      most: 22,
      credited: 0,
      parts: [
        { reason: 'FIVE_STARS', amount: 2 },
        { reason: 'FIRST_STAY', amount: 10 },
        { reason: 'LOYALTY', amount: 10 },
      ],
    })
    expect([await versionTold(), (await balance()).avaBalance]).toEqual([1, 0])

    expect(await ada.browser.post(`${of}/activate`)).toMatchObject({ status: 200, body: { since: expect.any(String) } })
    expect([await versionTold(), (await balance()).avaBalance]).toEqual([2, 0])
    expect((await ada.browser.post(`${of}/activate`)).status).toBe(200)
    expect(await ada.browser.post(`${of}/simulate`)).toMatchObject({ status: 409 })

    await rate(rosa, '2026-03-08', 5)
    await expect.poll(balance, patient).toMatchObject({ avaBalance: 11 })
  })

  it('Q-46: show a guest what a stay earned without the venue', async () => {
    const answer = await ana.browser.get('/api/ava/transactions')
    const transactions = answer.body as { description: string; amount: number; relatedRatingId: null }[]
    expect(transactions.map(({ description, amount }) => `${description} ${amount}`).toSorted()).toEqual([
      'Premio fedeltà 10',
      'Valutazione da 5 stelle ricevuta 1',
    ])
    const { rows } = await garbo.database.pool.query<{ id: string }>('select rating_id as id from read.ratings')
    expect(rows).toHaveLength(4)
    for (const secret of [rosa.id, lido.id, ...rows.map(({ id }) => id)])
      expect(JSON.stringify(transactions)).not.toContain(secret)
  })

  it('are logged with action and actor, readable by the operator', async () => {
    const lines = (await runOperatorCommand(garbo, 'audit', 'replay', 'rulebook-ava')).trim().split('\n')
    const events = lines.map((line) => JSON.parse(line) as { type: string; actor: { id: string; role: string } })
    expect(events.map(({ type, actor }) => [type, actor.id === ada.id ? 'ada' : actor.id])).toEqual([
      ['RuleSetDrafted', 'ada'],
      ['SimulationRequested', 'ada'],
      ['RuleSetSimulated', 'rulebook-simulation'],
      ['RuleSetActivated', 'ada'],
    ])
  })
})
