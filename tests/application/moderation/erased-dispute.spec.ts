import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { capabilities } from '../../../application/capabilities.ts'
import { disputesPolicy } from '../../../application/policies/disputes.policy.ts'
import type { Hands } from '../../../application/policies/reaction.ts'
import type { Recorded } from '../../../domain/kernel/recorded.ts'
import { samples } from '../../support/samples.ts'
import { application, right } from '../../support/application.ts'

it('Q-52: an upheld dispute whose texts were erased still removes its review and states what is known', async () => {
  const app = application()
  await app.business('rosa')
  await app.client('ana')
  const reviewId = randomUUID()
  const words = { rating: 2, comment: null, reasonCode: 'SERVICE' as const, reasonTags: [] }
  const about = { targetType: 'BUSINESS' as const, targetId: 'rosa', visibility: 'PUBLIC_ANONYMOUS' as const }
  right(await app.as('ana', capabilities.submitReview, { reviewId, ...about, ...words }))

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
  const policy = disputesPolicy({ ...app.deps, lookups: app.lookups } as unknown as Hands)
  await policy.react?.(upheld as Recorded<never>)()
  expect(await app.events('ReviewRemoved')).toMatchObject([
    { reviewId, facts: 'La contestazione dell’attività recensita è stata accolta da un moderatore.' },
  ])
})
