import { randomUUID } from 'node:crypto'
import type { Sealing } from '../../../application/ports/sealing.ts'
import { capabilities } from '../../../application/capabilities.ts'
import { application, right } from '../../support/application.ts'

/** Every text is a canary: nothing else contains it. */
export const said = {
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

/**
 * Ana reviews Rosa's hotel and edits it; Ugo and Rosa report it; Rosa disputes it; Mario takes the case and upholds the
 * dispute, so that the review goes.
 */
export const story = async (sealing?: Sealing) => {
  const app = application(sealing === undefined ? {} : { sealing })
  for (const business of ['rosa', 'ugo', 'zoe']) await app.business(business)
  await app.client('ana')
  await app.client('bea')
  for (const moderator of ['mario', 'lia']) await app.moderator(moderator)
  await app.grant('zoe', 'REVISORE')
  const reviewId = randomUUID()
  const words = { rating: 2, comment: said.first, reasonCode: 'SERVICE' as const, reasonTags: [said.tag] }
  const about = { reviewId, targetType: 'BUSINESS' as const, targetId: 'rosa', visibility: 'PUBLIC_ANONYMOUS' as const }
  right(await app.as('ana', capabilities.submitReview, { ...about, ...words }))
  right(await app.as('ana', capabilities.editReview, { reviewId, changes: { comment: said.second, rating: 1 } }))
  // whoever has written nothing weighs nothing
  for (const who of ['ugo', 'rosa']) {
    const known = { ...about, reviewId: randomUUID(), targetId: 'zoe' }
    right(await app.as(who, capabilities.submitReview, { ...known, ...words, comment: null, reasonTags: [] }))
  }
  app.later(1)
  const flags = { ugo: randomUUID(), rosa: randomUUID() }
  right(
    await app.as('ugo', capabilities.flagReview, { reviewId, flagId: flags.ugo, reason: 'FAKE', note: said.flagNote }),
  )
  right(
    await app.as('rosa', capabilities.flagReview, { reviewId, flagId: flags.rosa, reason: 'SPAM', note: said.ownNote }),
  )
  const evidenceUrls = [said.evidence]
  right(
    await app.as('rosa', capabilities.openDispute, { reviewId, reason: 'OTHER', message: said.message, evidenceUrls }),
  )
  const otherReview = randomUUID()
  const kind = { ...about, reviewId: otherReview, ...words, rating: 5, comment: 'Tutto bene', reasonTags: [] }
  right(await app.as('bea', capabilities.submitReview, kind))
  right(await app.as('mario', capabilities.claimCase, { caseId: `dispute-${reviewId}` }))
  return { app, reviewId, flags }
}

export type Story = Awaited<ReturnType<typeof story>>

export const upheld = async ({ app, reviewId }: Story) => {
  const verdict = { disputeId: reviewId, status: 'RESOLVED_UPHELD', moderatorNotes: said.notes } as const
  right(await app.as('mario', capabilities.decideDispute, { ...verdict, resolution: said.resolution }))
}

export const replayed = async ({ app, reviewId }: Story, who: string, caseId = `dispute-${reviewId}`) =>
  app.as(who, capabilities.replayCase, { caseId })
