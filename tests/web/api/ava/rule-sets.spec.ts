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

const ruleSetsPath = '/api/admin/rulebooks'
const longPoll = { timeout: 20_000 }
const rate = async (business: typeof rosa, stayDate: string, overallRating = 5) => {
  const scores = { overallRating, punctualityScore: 9, kindnessScore: 8, paymentScore: 10, roomConditionScore: 7 }
  const stay = { stayType: 'leisure', stayDate, comment: 'Ospite gentile' }
  const response = await business.browser.post(
    '/api/ratings',
    { clientEmail: ana.email, ...scores, ...stay },
    business.browser.idempotencyKey(),
  )
  expect(response.status).toBe(201)
  return (response.body as { rating: { id: string } }).rating.id
}
const createDraft = (version: unknown, headers = ada.browser.idempotencyKey()) =>
  ada.browser.post(`${ruleSetsPath}/ava/drafts`, { version }, headers)
const readRuleSet = async () => ((await ada.browser.get(ruleSetsPath)).body as RuleBookView[])[0]
const draftIdIn = ({ body }: { readonly body: unknown }) => (body as RuleBookView).drafts[0]?.id ?? ''
const versionInForce = async () =>
  ((await garbo.visitor().get('/api/ava/rules')).body as { version: number; inForce: boolean }[]).find(
    ({ inForce }) => inForce,
  )?.version
const readBalance = async () => (await ana.browser.get('/api/ava/profile')).body as { avaBalance: number }

describe('the rule sets (Q-68)', () => {
  it('are readable and writable by administrators only', async () => {
    const others = [rosa.browser, ana.browser, (await signUpModerator(garbo, 'mario')).browser]
    for (const browser of others) {
      expect(await browser.get(ruleSetsPath)).toMatchObject({ status: 403, body: { code: 'Forbidden' } })
      for (const path of ['ava/drafts', 'ava/drafts/x/simulate', 'ava/drafts/x/activate'])
        expect(
          await browser.post(`${ruleSetsPath}/${path}`, path.endsWith('s') ? { version: 2 } : undefined),
        ).toMatchObject({
          status: 403,
        })
    }
    expect((await garbo.visitor().get(ruleSetsPath)).status).toBe(401)
  })

  it('publish which AVA rules are active and which are planned (B-31)', async () => {
    expect(await garbo.visitor().get('/api/ava/rules')).toEqual(
      expect.objectContaining({
        status: 200,
        body: [
          { version: 1, inForce: true, upcoming: false, stays: null },
          {
            version: 2,
            inForce: false,
            upcoming: true,
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
  ])('reject a draft from %j', async (body, status, message) => {
    const response = await ada.browser.post(`${ruleSetsPath}/ava/drafts`, body, ada.browser.idempotencyKey())
    expect(response.status).toBe(status)
    expect(JSON.stringify(response.body)).toContain(message)
    expect((await readRuleSet())?.drafts).toEqual([])
  })

  it('reject unknown books and drafts', async () => {
    for (const book of ['oro', '__proto__', 'constructor'])
      expect(
        await ada.browser.post(`${ruleSetsPath}/${book}/drafts`, { version: 2 }, ada.browser.idempotencyKey()),
      ).toMatchObject({
        status: 404,
        body: { message: 'Questo regolamento non esiste.' },
      })
    for (const action of ['simulate', 'activate'])
      expect(await ada.browser.post(`${ruleSetsPath}/ava/drafts/nessuna/${action}`)).toMatchObject({
        status: 404,
        body: { message: 'Questa bozza non esiste.' },
      })
  })

  it('simulate the second rule set on real history and activate it, and only then let stays earn AVA', async () => {
    await rate(rosa, '2026-03-04', 5)
    await rate(rosa, '2026-04-05', 4)
    await rate(lido, '2026-03-06', 5)
    const created = await createDraft(2)
    expect(created).toMatchObject({ status: 201, body: { drafts: [{ version: 2, status: 'drafted', figures: null }] } })
    const draftPath = `${ruleSetsPath}/ava/drafts/${draftIdIn(created)}`
    expect(await createDraft(2)).toMatchObject({ status: 409, body: { code: 'RuleSetDraftedAlready' } })
    expect(await ada.browser.post(`${draftPath}/activate`)).toMatchObject({
      status: 409,
      body: { message: 'Prima di attivare la bozza, simulala sui dati passati.' },
    })

    expect(await ada.browser.post(`${draftPath}/simulate`)).toMatchObject({
      status: 200,
      body: { drafts: [{ status: 'simulating', running: true }] },
    })
    await expect.poll(async () => (await readRuleSet())?.drafts[0]?.status, longPoll).toBe('simulated')
    expect((await readRuleSet())?.drafts[0]?.running).toBe(false)
    expect((await readRuleSet())?.drafts[0]?.figures).toEqual({
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
    expect([await versionInForce(), (await readBalance()).avaBalance]).toEqual([1, 0])

    expect(await ada.browser.post(`${draftPath}/activate`)).toMatchObject({
      status: 200,
      body: { since: expect.any(String) },
    })
    expect([await versionInForce(), (await readBalance()).avaBalance]).toEqual([2, 0])
    expect((await ada.browser.post(`${draftPath}/activate`)).status).toBe(200)
    expect(await ada.browser.post(`${draftPath}/simulate`)).toMatchObject({ status: 409 })

    await rate(rosa, '2026-05-08', 5)
    await expect.poll(readBalance, longPoll).toMatchObject({ avaBalance: 11 })
  })

  it('Q-46: show a guest the AVA earned by a stay without naming the venue', async () => {
    const response = await ana.browser.get('/api/ava/transactions')
    const transactions = response.body as { description: string; amount: number; relatedRatingId: null }[]
    expect(transactions.map(({ description, amount }) => `${description} ${amount}`).toSorted()).toEqual([
      'Premio fedeltà 10',
      'Valutazione da 5 stelle ricevuta 1',
    ])
    const { rows } = await garbo.database.pool.query<{ id: string }>('select rating_id as id from read.ratings')
    expect(rows).toHaveLength(4)
    for (const secret of [rosa.id, lido.id, ...rows.map(({ id }) => id)])
      expect(JSON.stringify(transactions)).not.toContain(secret)
  })

  it('record every action with its actor, readable by the operator', async () => {
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
