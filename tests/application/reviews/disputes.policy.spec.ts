import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import type { PolicyContext } from '../../../application/policy-context.ts'
import { disputesPolicy } from '../../../application/reviews/disputes.policy.ts'
import type { EventEnvelope } from '../../../domain/kernel/event-envelope.ts'
import { inMemoryApplication, testRuleSettings, unwrap } from '../../support/application.ts'
import { samples } from '../../support/event-samples.ts'
import { reviewOf } from '../../support/reviews/review-inputs.ts'

it('Q-52: an upheld dispute whose texts were erased still removes its review and states what is known', async () => {
  const app = inMemoryApplication()
  await app.business('rosa')
  await app.client('ana')
  const reviewId = randomUUID()
  const content = { rating: 2, comment: null, reasonCode: 'SERVICE' as const, reasonTags: [] }
  const target = { targetType: 'BUSINESS' as const, targetId: 'rosa', visibility: 'PUBLIC_ANONYMOUS' as const }
  unwrap(await app.as('ana', useCases.submitReview, { reviewId, ...target, ...content }))

  const data = {
    ...samples.DisputeUpheld,
    reviewId,
    disputeId: reviewId,
    facts: '',
    moderatorNotes: null,
    resolution: null,
  }
  const meta = { correlationId: 'c', causationId: null, actor: { id: 'mario', role: 'moderator' }, occurredAt: data.at }
  const upheld = { id: 'e', stream: 's', version: 2, position: '1', event: { type: 'DisputeUpheld', data }, meta }
  const policy = disputesPolicy({ ...app.deps, lookups: app.lookups } as unknown as PolicyContext)
  await policy.react?.(upheld as EventEnvelope<never>)()
  expect(await app.events('ReviewRemoved')).toMatchObject([
    { reviewId, facts: 'La contestazione dell’attività recensita è stata accolta da un moderatore.' },
  ])
})

it.each(['DISMISSED', 'REVIEWED'] as const)(
  'Q-54: a held review whose dispute is rejected stays held until its last flag is decided as %s',
  async (outcome) => {
    const app = inMemoryApplication({ reviews: { ...testRuleSettings.reviews, holdAtWeight: 0 } })
    await app.business('rosa')
    await app.client('ana')
    await app.moderator('mario')
    const { reviewId } = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    const flagId = randomUUID()
    unwrap(await app.as('rosa', useCases.flagReview, { flagId, reviewId, reason: 'FAKE', note: null }))
    const message = 'Non è mai stata nostra ospite.'
    unwrap(await app.as('rosa', useCases.openDispute, { reviewId, reason: 'OTHER', message, evidenceUrls: [] }))
    const verdict = { status: 'RESOLVED_REJECTED', moderatorNotes: null, resolution: null } as const
    unwrap(await app.as('mario', useCases.setDisputeStatus, { disputeId: reviewId, ...verdict }))
    expect(await app.events('ReviewHeld')).toHaveLength(1)
    expect(await app.events('ReviewRestored')).toEqual([])
    unwrap(await app.as('mario', useCases.decideFlag, { flagId, outcome, notes: null }))
    expect(await app.events('ReviewRestored')).toMatchObject([{ reviewId, cause: 'flags' }])
  },
)

describe('a disputed review', () => {
  let app: ReturnType<typeof inMemoryApplication>
  beforeEach(async () => {
    app = inMemoryApplication()
    await app.business('rosa')
    await app.client('ana')
    await app.moderator('mario')
  })

  it('Q-52: is removed when the dispute is upheld, which revokes its reward and closes the case', async () => {
    const { reviewId } = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    const complaint = {
      reviewId,
      reason: 'INCORRECT_INFO' as const,
      message: 'Non è mai stata nostra ospite.',
      evidenceUrls: [],
    }
    unwrap(await app.as('rosa', useCases.openDispute, complaint))
    const verdict = {
      disputeId: reviewId,
      status: 'RESOLVED_UPHELD' as const,
      moderatorNotes: null,
      resolution: 'Accolta',
    }
    unwrap(await app.as('mario', useCases.setDisputeStatus, verdict))
    expect(await app.events('ReviewRemoved')).toMatchObject([{ reviewId, cause: 'dispute' }])
    expect(await app.events('RewardRevoked')).toHaveLength(1)
    expect(await app.events('CaseClosed')).toMatchObject([
      { caseId: `dispute-${reviewId}`, outcome: 'upheld', by: 'mario' },
    ])
  })

  it('removed for another reason closes its dispute as void', async () => {
    const { reviewId } = unwrap(await app.as('ana', useCases.submitReview, reviewOf('rosa')))
    const complaint = {
      reviewId,
      reason: 'OTHER' as const,
      message: 'Recensione che non ci riguarda.',
      evidenceUrls: [],
    }
    unwrap(await app.as('rosa', useCases.openDispute, complaint))
    unwrap(await app.as('mario', useCases.moderateReview, { reviewId, to: 'REMOVED', notes: null }))
    expect(await app.events('DisputeVoided')).toHaveLength(1)
    expect(await app.events('CaseClosed')).toMatchObject([{ outcome: 'void' }])
  })
})
