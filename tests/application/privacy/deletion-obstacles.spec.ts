import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { streamOf } from '../../../application/command-handler.ts'
import { loadDeletionObstacles } from '../../../application/privacy/delete-account.ts'
import { wallet } from '../../../domain/ava/wallet.ts'
import { inMemoryApplication, submitReviewIn, testRuleSettings, unwrap } from '../../support/application.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(async () => {
  app = inMemoryApplication()
  await app.client('ana')
  await app.business('rosa')
  await app.moderator('mario')
})
const obstaclesOf = async (accountId: string) => unwrap(await loadDeletionObstacles(app.services, accountId)())

const appendWalletEvent = async (type: string, data: object) => {
  const meta = { correlationId: randomUUID(), causationId: null, actor: { id: null, role: 'operator' as const } }
  const event = { type, data: { accountId: 'ana', at: app.now(), ...data } }
  const fact = { id: randomUUID(), event, meta: { ...meta, occurredAt: app.now() } }
  unwrap(await app.deps.history.append(streamOf(wallet, 'ana'), 'any', [fact])())
}

describe('A-64, Q-92: the obstacle to a deletion', () => {
  it('is nothing for most accounts', async () => expect(await obstaclesOf('ana')).toEqual([]))

  it('is an open dispute, for both sides, until it is decided', async () => {
    const { reviewId, targetId } = await submitReviewIn(app, 'ana')
    const message = 'Non è mai stata da noi: lo dicono i registri.'
    unwrap(await app.as(targetId, useCases.openDispute, { reviewId, reason: 'OTHER', message, evidenceUrls: [] }))
    for (const side of ['ana', targetId]) expect(await obstaclesOf(side)).toEqual(['open-dispute'])
    const verdict = { status: 'RESOLVED_REJECTED' as const, moderatorNotes: null, resolution: 'Resta.' }
    unwrap(await app.as('mario', useCases.setDisputeStatus, { disputeId: reviewId, ...verdict }))
    for (const side of ['ana', targetId]) expect(await obstaclesOf(side)).toEqual([])
  })

  it('is a payout in progress', async () => {
    await appendWalletEvent('PayoutReserved', { payoutId: 'payout-1', amount: 12, address: '0xabc' })
    expect(await obstaclesOf('ana')).toEqual(['pending-payout'])
    await appendWalletEvent('PayoutConfirmed', { payoutId: 'payout-1', txHash: '0xdef' })
    expect(await obstaclesOf('ana')).toEqual([])
  })

  it('is an appeal against a permanent suspension', async () => {
    const sanctionId = randomUUID()
    const sanction = { sanctionId, accountId: 'ana', reason: 'HARASSMENT', severity: 'PERMANENT' } as const
    unwrap(await app.as('mario', useCases.imposeSanction, { ...sanction, description: null }))
    expect(await obstaclesOf('ana')).toEqual([])
    unwrap(await app.as('ana', useCases.appealSanction, { sanctionId, reason: 'Non ho molestato nessuno.' }))
    expect(await obstaclesOf('ana')).toEqual(['open-appeal'])
  })

  it('Q-129: is a proposed permanent suspension, which would otherwise not outlive the account', async () => {
    app = inMemoryApplication({ sanctions: { ...testRuleSettings.sanctions, permanentNeedsTwo: true } })
    await app.client('ana')
    await app.moderator('mario')
    await app.moderator('lia')
    const sanctionId = randomUUID()
    const sanction = { sanctionId, accountId: 'ana', reason: 'HARASSMENT', severity: 'PERMANENT' } as const
    unwrap(await app.as('mario', useCases.imposeSanction, { ...sanction, description: null }))
    expect(await obstaclesOf('ana')).toEqual(['open-proposal'])
    app.later(8)
    expect(await obstaclesOf('ana')).toEqual([])
    unwrap(await app.as('mario', useCases.imposeSanction, { ...sanction, sanctionId: randomUUID(), description: null }))
    expect(await obstaclesOf('ana')).toEqual(['open-proposal'])
    const [, second] = await app.events('SuspensionImposed')
    const answer = { sanctionId: second?.sanctionId ?? '', outcome: 'refused' } as const
    unwrap(await app.as('lia', useCases.answerProposal, answer))
    expect(await obstaclesOf('ana')).toEqual([])
  })

  it('is being the last administrator', async () => {
    await app.grant('rosa', 'ADMIN')
    expect(await obstaclesOf('rosa')).toEqual(['last-admin'])
    await app.grant('mario', 'ADMIN')
    expect(await obstaclesOf('rosa')).toEqual([])
  })
})
