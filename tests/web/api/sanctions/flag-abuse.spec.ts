import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CaseFile, QueuedCase } from '../../../../web/contract/moderation/cases.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let mario: Awaited<ReturnType<typeof signUpModerator>>
let lia: Awaited<ReturnType<typeof signUpModerator>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let caseId: string
beforeAll(async () => {
  garbo = await startTestGarbo()
  mario = await signUpModerator(garbo, 'mario')
  lia = await signUpModerator(garbo, 'lia')
  rosa = await signUpBusiness(garbo, 'rosa')
  for (let i = 1; i <= 5; i++) await flagAndDismiss((await signUpClient(garbo, `cliente${i}`)).browser)
  caseId = `flagging-${rosa.id}-1`
})
afterAll(() => garbo.stop())

const flagAndDismiss = async (author: ApiClient) => {
  const review = { rating: 1, targetType: 'BUSINESS', targetId: rosa.id, reasonCode: 'SERVICE' }
  const { id } = (await author.post('/api/reviews', review, author.idempotencyKey())).body as { id: string }
  const flag = { reason: 'FAKE', note: 'Mai stati qui.' }
  const flagged = (await rosa.browser.post(`/api/reviews/${id}/flag`, flag, rosa.browser.idempotencyKey())).body as {
    id: string
  }
  const decided = await mario.browser.send('PATCH', `/api/admin/flags/${flagged.id}`, { status: 'DISMISSED' })
  expect(decided.status).toBe(200)
}
const readQueue = async () => {
  const { body } = await mario.browser.get('/api/admin/queue?lane=flags')
  return (body as { items: readonly QueuedCase[] }).items
}
const readCase = async () => (await lia.browser.get(`/api/admin/cases/${caseId}`)).body as CaseFile
const decide = (browser: ApiClient, outcome: string, facts: string, id = caseId) =>
  browser.send('PATCH', `/api/admin/cases/${id}/flagging`, { outcome, facts })
const facts = 'Hai segnalato come false cinque recensioni di chi era stato da te.'

describe('many dismissed flags of one reporter', () => {
  it('are a case in the flags lane, with the reporter, the history and the flagged reviews', async () => {
    expect(await readQueue()).toMatchObject([
      { caseId, kind: 'FLAG', targetId: rosa.id, summary: 'Molte segnalazioni respinte dello stesso account' },
    ])
    const { review, sanction, flagging, author } = await readCase()
    expect([review, sanction]).toEqual([null, null])
    expect(flagging).toMatchObject({ accountId: rosa.id, accountName: 'Hotel rosa', dismissed: 5, upheld: 0 })
    expect(flagging?.flags).toHaveLength(5)
    expect(flagging?.flags[0]).toMatchObject({ reason: 'FAKE', note: 'Mai stati qui.', status: 'DISMISSED' })
    expect(author).toMatchObject({ name: 'Hotel rosa', sanctions: [] })
  })

  it('P-16: are decided by one moderator with a reason, under a claim', async () => {
    expect((await decide(rosa.browser, 'in-order', facts)).status).toBe(403)
    expect(await decide(lia.browser, 'abusive', ' ')).toMatchObject({
      status: 400,
      body: { fields: { facts: expect.any(String) } },
    })
    expect((await decide(lia.browser, 'abusive', facts, 'flagging-nessuno-1')).status).toBe(404)
    expect((await decide(lia.browser, 'abusive', facts, `flagging-${rosa.id}-2`)).status).toBe(404)
    expect((await mario.browser.post(`/api/admin/queue/${caseId}/claim`, {})).status).toBe(200)
    expect((await decide(lia.browser, 'abusive', facts)).status).toBe(409)
    expect((await mario.browser.post(`/api/admin/queue/${caseId}/release`, {})).status).toBe(204)
  })

  it('leave the queue when found abusive; the reporter gets an e-mail and sees the warning', async () => {
    expect((await decide(lia.browser, 'abusive', facts)).status).toBe(204)
    expect((await decide(lia.browser, 'abusive', facts)).status).toBe(204)
    expect(await decide(lia.browser, 'in-order', facts)).toMatchObject({
      status: 409,
      body: { code: 'FlaggingAlreadyJudged', message: 'L’uso delle segnalazioni è già stato deciso.' },
    })
    expect(await readQueue()).toEqual([])
    expect(await readCase()).toMatchObject({
      outcome: 'upheld',
      author: { sanctions: [{ severity: 'LOW', active: true }] },
    })
    const email = await waitForMessageMatching(rosa.browser, rosa.email, /ha ricevuto un avviso/)
    expect(email).toContain(facts)
    expect(email).toContain('La decisione è stata presa da un moderatore.')
    expect((await rosa.browser.get('/api/sanctions/mine')).body).toMatchObject([
      { severity: 'LOW', reason: 'POLICY_VIOLATION', automation: 'detection', facts, violationCount: 0 },
    ])
    expect((await mario.browser.get(`/api/admin/sanctions?userId=${rosa.id}`)).body).toMatchObject([
      {
        triggerType: 'FLAGS_DISMISSED',
        triggerData: { lost: 5, decided: 5 },
        dismissedNotices: { dismissed: 5, decided: 5, windowDays: null },
        autoDetected: false,
      },
    ])
  })
})
