import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { capabilities } from '../../../application/capabilities.ts'
import { streamOf } from '../../../application/handle.ts'
import { obstaclesOf } from '../../../application/privacy/obstacles.ts'
import { wallet } from '../../../domain/ava/wallet/decider.ts'
import { application, right } from '../../support/application.ts'
import { writtenIn } from '../../support/reviewing.ts'

let app: ReturnType<typeof application>
beforeEach(async () => {
  app = application()
  await app.client('ana')
  await app.business('rosa')
  await app.moderator('mario')
})
const inTheWayOf = async (accountId: string) => right(await obstaclesOf(app.toolbox, accountId)())

const walletSays = async (type: string, data: object) => {
  const meta = { correlationId: randomUUID(), causationId: null, actor: { id: null, role: 'operator' as const } }
  const event = { type, data: { accountId: 'ana', at: app.now(), ...data } }
  const fact = { id: randomUUID(), event, meta: { ...meta, occurredAt: app.now() } }
  right(await app.deps.history.append(streamOf(wallet, 'ana'), 'any', [fact])())
}

describe('A-64, Q-92: what blocks a deletion', () => {
  it('is nothing for most accounts', async () => expect(await inTheWayOf('ana')).toEqual([]))

  it('is an open dispute, for both sides, until it is decided', async () => {
    const { reviewId, targetId } = await writtenIn(app, 'ana')
    const message = 'Non è mai stata da noi: lo dicono i registri.'
    right(await app.as(targetId, capabilities.openDispute, { reviewId, reason: 'OTHER', message, evidenceUrls: [] }))
    for (const side of ['ana', targetId]) expect(await inTheWayOf(side)).toEqual(['open-dispute'])
    const verdict = { status: 'RESOLVED_REJECTED' as const, moderatorNotes: null, resolution: 'Resta.' }
    right(await app.as('mario', capabilities.decideDispute, { disputeId: reviewId, ...verdict }))
    for (const side of ['ana', targetId]) expect(await inTheWayOf(side)).toEqual([])
  })

  it('is a payout in progress', async () => {
    await walletSays('PayoutReserved', { payoutId: 'payout-1', amount: 12, address: '0xabc' })
    expect(await inTheWayOf('ana')).toEqual(['pending-payout'])
    await walletSays('PayoutConfirmed', { payoutId: 'payout-1', txHash: '0xdef' })
    expect(await inTheWayOf('ana')).toEqual([])
  })

  it('is an appeal against a permanent suspension', async () => {
    const sanctionId = randomUUID()
    const sanction = { sanctionId, accountId: 'ana', reason: 'HARASSMENT', severity: 'PERMANENT' } as const
    right(await app.as('mario', capabilities.imposeSanction, { ...sanction, description: null }))
    expect(await inTheWayOf('ana')).toEqual([])
    right(await app.as('ana', capabilities.appealSanction, { sanctionId, reason: 'Non ho molestato nessuno.' }))
    expect(await inTheWayOf('ana')).toEqual(['open-appeal'])
  })

  it('is being the last administrator', async () => {
    await app.grant('rosa', 'ADMIN')
    expect(await inTheWayOf('rosa')).toEqual(['last-admin'])
    await app.grant('mario', 'ADMIN')
    expect(await inTheWayOf('rosa')).toEqual([])
  })
})
