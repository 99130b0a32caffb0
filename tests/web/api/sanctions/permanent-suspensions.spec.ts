import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sanction } from '../../../../web/contract/sanctions/sanctions.ts'
import type { ApiClient } from '../../../support/api-client.ts'
import { waitForMessageMatching } from '../../../support/dev-mailbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpClient, signUpModerator } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let mario: ApiClient
let lia: ApiClient
beforeAll(async () => {
  garbo = await startTestGarbo({ PERMANENT_NEEDS_TWO: 'on' })
  mario = (await signUpModerator(garbo, 'mario')).browser
  lia = (await signUpModerator(garbo, 'lia')).browser
})
afterAll(() => garbo.stop())

const propose = async (name: string) => {
  const { browser, email } = await signUpClient(garbo, name)
  const { id: userId } = (await browser.get('/api/auth/user')).body as { id: string }
  const sanction = { userId, reason: 'HARASSMENT', severity: 'PERMANENT', description: 'Minacce al personale.' }
  const answer = await mario.post('/api/admin/sanctions', sanction, mario.idempotencyKey())
  expect(answer.status).toBe(201)
  return { browser, email, sanction: answer.body as Sanction }
}
const suspended = { severity: 'MEDIUM', proposed: 'PERMANENT', isActive: true, consentedBy: null }

describe('Q-128: a permanent suspension', () => {
  it('is proposed by one moderator and suspends for 7 days', async () => {
    const { browser, email, sanction } = await propose('ana')
    expect(sanction).toMatchObject({ ...suspended, actions: ['lift'] })
    expect(sanction.expiresAt).not.toBeNull()
    expect((await browser.get('/api/sanctions/mine')).body).toMatchObject([{ proposed: 'PERMANENT' }])
    expect(await waitForMessageMatching(mario, email, /propone di renderla permanente/)).toMatch(/Minacce al personale/)
    expect(await mario.post(`/api/admin/sanctions/${sanction.id}/consent`)).toMatchObject({
      status: 403,
      body: { code: 'ProposedByYou' },
    })
  })

  it('keeps its id when another moderator consents, who then does not decide its appeal', async () => {
    const { browser, email, sanction } = await propose('bea')
    const { id } = sanction
    const offered = (await lia.get('/api/admin/sanctions')).body as readonly Sanction[]
    expect(offered.find((listed) => listed.id === id)?.actions).toEqual(['lift', 'consent', 'refuse'])
    const consented = await lia.post(`/api/admin/sanctions/${id}/consent`)
    expect(consented).toMatchObject({
      status: 200,
      body: { id, severity: 'PERMANENT', proposed: null, expiresAt: null, isActive: true, actions: ['lift'] },
    })
    expect((consented.body as Sanction).consentedBy).not.toBeNull()
    expect((await lia.post(`/api/admin/sanctions/${id}/consent`)).status).toBe(200)
    expect(await waitForMessageMatching(mario, email, /sospeso in modo permanente/)).toMatch(/ricorso fino al/)
    const appealReason = 'Non ero io: quel giorno ero altrove.'
    expect((await browser.post(`/api/sanctions/${id}/appeal`, { appealReason })).status).toBe(201)
    const decision = { decision: 'APPROVED', reason: 'Abbiamo riletto tutto.' }
    for (const moderator of [mario, lia])
      expect(await moderator.patch(`/api/admin/appeals/${id}`, decision)).toMatchObject({
        status: 403,
        body: { code: 'SanctionedByYou' },
      })
  })

  it('stays a suspension of 7 days if another moderator refuses', async () => {
    const { sanction } = await propose('ida')
    const { id } = sanction
    const refused = await lia.post(`/api/admin/sanctions/${id}/refuse`)
    expect(refused).toMatchObject({ status: 200, body: { ...suspended, proposed: null, actions: ['lift'] } })
    expect(await lia.post(`/api/admin/sanctions/${id}/consent`)).toMatchObject({
      status: 409,
      body: { code: 'NothingProposed' },
    })
  })
})
