import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { decisions } from '../../../projections/moderation/decisions.ts'
import { notices } from '../../../projections/moderation/transparency.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

let app: ReturnType<typeof inMemoryApplication>
let reviewId: string
beforeEach(async () => {
  app = inMemoryApplication()
  await app.business('rosa')
  for (const name of ['ana', 'bruno', 'carla', 'dino']) await app.client(name)
  await app.moderator('mario')
  reviewId = randomUUID()
  const words = { rating: 2, comment: 'Male', reasonCode: 'SERVICE' as const, reasonTags: [] }
  const about = { targetType: 'BUSINESS' as const, targetId: 'rosa', visibility: 'PUBLIC_ANONYMOUS' as const }
  unwrap(await app.as('ana', useCases.submitReview, { reviewId, ...about, ...words }))
})
const rows = async () => [...foldInMemory(decisions, await app.log()).values()]
const flag = async (by: string) => {
  const flagId = randomUUID()
  unwrap(await app.as(by, useCases.flagReview, { flagId, reviewId, reason: 'FAKE', note: null }))
  return flagId
}
const moderate = async (to: 'ACTIVE' | 'HIDDEN') =>
  unwrap(await app.as('mario', useCases.moderateReview, { reviewId, to, notes: null }))

describe('the decisions read model', () => {
  it('S-14: groups flags upheld together into one decision, addressed to each reporter and the author', async () => {
    const first = await flag('bruno')
    await flag('carla')
    unwrap(await app.as('mario', useCases.decideFlag, { flagId: first, outcome: 'UPHELD', notes: null }))
    const found = await rows()
    expect(
      found.map(({ kind, addressee, addresseeId, decidedBy }) => [kind, addressee, addresseeId, decidedBy]),
    ).toEqual([
      ['FLAG_UPHELD', 'reporter', 'bruno', 'mario'],
      ['FLAG_UPHELD', 'reporter', 'carla', 'mario'],
      ['HIDDEN', 'author', 'ana', null],
    ])
    expect(new Set(found.map(({ actId }) => actId)).size).toBe(1)
    expect(new Set(found.map(({ facts }) => facts)).size).toBe(1)
  })

  it('Q-52: groups a dispute and its removal into one decision', async () => {
    const complaint = { reviewId, reason: 'OTHER' as const, message: 'Non ci riguarda affatto.', evidenceUrls: [] }
    unwrap(await app.as('rosa', useCases.openDispute, complaint))
    const verdict = { disputeId: reviewId, status: 'RESOLVED_UPHELD' as const, moderatorNotes: null, resolution: null }
    unwrap(await app.as('mario', useCases.setDisputeStatus, verdict))
    const found = await rows()
    expect(found.map(({ kind, addresseeId }) => [kind, addresseeId])).toEqual([
      ['DISPUTE_UPHELD', 'rosa'],
      ['REMOVED', 'ana'],
    ])
    expect(new Set(found.map(({ actId, facts }) => `${actId} ${facts}`)).size).toBe(1)
  })

  it('S-11: records that a restoration overturns the decision before it', async () => {
    await moderate('HIDDEN')
    await moderate('ACTIVE')
    expect((await rows()).map(({ kind, reverses }) => [kind, reverses])).toEqual([
      ['HIDDEN', false],
      ['RESTORED', true],
    ])
  })

  it('records for notices how each was answered and how long it took', async () => {
    const flagId = await flag('bruno')
    app.later(2)
    unwrap(await app.as('mario', useCases.decideFlag, { flagId, outcome: 'DISMISSED', notes: null }))
    const found = foldInMemory(notices, await app.log()).get(`flag-${flagId}`)
    expect(found).toMatchObject({ kind: 'FLAG', outcome: 'REJECTED', decidedYear: 2026, minutes: 2 * 24 * 60 })
  })
})
