import { randomUUID } from 'node:crypto'
import { useCases } from '../../../application/all.ts'
import type { Sealing } from '../../../application/ports/sealing.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

/** Unique texts, so that a leak can be found in any response. */
export const canaryTexts = {
  first: 'canarino: camera rumorosa',
  second: 'canarino: camera rumorosa e fredda',
  tag: 'canarino-etichetta',
  flagNote: 'canarino: non è mai venuto',
  ownNote: 'canarino: lo diciamo anche noi',
  message: 'canarino: la camera indicata non esiste',
  evidence: 'https://prove.example/canarino.pdf',
  notes: 'canarino: sentito il portiere',
  resolution: 'canarino: le prove sono buone',
} as const

/** Ana reviews Rosa's hotel and edits the review; Ugo and Rosa flag it; Rosa disputes it; Mario claims the case. */
export const replayScenario = async (sealing?: Sealing) => {
  const app = inMemoryApplication(sealing === undefined ? {} : { sealing })
  for (const business of ['rosa', 'ugo']) await app.business(business)
  await app.business('zoe', { province: 'AO' })
  await app.client('ana')
  await app.client('bea')
  for (const moderator of ['mario', 'lia']) await app.moderator(moderator)
  await app.grant('zoe', 'REVISORE')
  const reviewId = randomUUID()
  const words = { rating: 2, comment: canaryTexts.first, reasonCode: 'SERVICE' as const, reasonTags: [canaryTexts.tag] }
  const about = { reviewId, targetType: 'BUSINESS' as const, targetId: 'rosa', visibility: 'PUBLIC_ANONYMOUS' as const }
  unwrap(await app.as('ana', useCases.submitReview, { ...about, ...words }))
  unwrap(await app.as('ana', useCases.editReview, { reviewId, changes: { comment: canaryTexts.second, rating: 1 } }))
  // @rule Q-54 flags of accounts without reviews have no weight
  for (const accountId of ['ugo', 'rosa']) {
    const known = { ...about, reviewId: randomUUID(), targetId: 'zoe' }
    unwrap(await app.as(accountId, useCases.submitReview, { ...known, ...words, comment: null, reasonTags: [] }))
  }
  app.later(1)
  const flags = { ugo: randomUUID(), rosa: randomUUID() }
  unwrap(
    await app.as('ugo', useCases.flagReview, {
      reviewId,
      flagId: flags.ugo,
      reason: 'FAKE',
      note: canaryTexts.flagNote,
    }),
  )
  unwrap(
    await app.as('rosa', useCases.flagReview, {
      reviewId,
      flagId: flags.rosa,
      reason: 'SPAM',
      note: canaryTexts.ownNote,
    }),
  )
  const evidenceUrls = [canaryTexts.evidence]
  unwrap(
    await app.as('rosa', useCases.openDispute, {
      reviewId,
      reason: 'OTHER',
      message: canaryTexts.message,
      evidenceUrls,
    }),
  )
  const otherReview = randomUUID()
  const kind = { ...about, reviewId: otherReview, ...words, rating: 5, comment: 'Tutto bene', reasonTags: [] }
  unwrap(await app.as('bea', useCases.submitReview, kind))
  unwrap(await app.as('mario', useCases.claimCase, { caseId: `dispute-${reviewId}` }))
  return { app, reviewId, flags }
}

export type ReplayScenario = Awaited<ReturnType<typeof replayScenario>>

export const upholdDispute = async ({ app, reviewId }: ReplayScenario) => {
  const verdict = { disputeId: reviewId, status: 'RESOLVED_UPHELD', moderatorNotes: canaryTexts.notes } as const
  unwrap(await app.as('mario', useCases.setDisputeStatus, { ...verdict, resolution: canaryTexts.resolution }))
}

export const replayAs = async ({ app, reviewId }: ReplayScenario, accountId: string, caseId = `dispute-${reviewId}`) =>
  app.as(accountId, useCases.replayCase, { caseId })
