import { randomUUID } from 'node:crypto'
import { capabilities } from '../../application/capabilities.ts'
import { application, right } from './application.ts'

/** A guest, a house, and two who judge. */
export const peopled = async () => {
  const app = application()
  await app.client('ana')
  await app.business('rosa')
  await app.moderator('mario')
  await app.moderator('lia')
  return app
}

/** A review of a house of its own, so that none comes too soon. */
export const writtenIn = async (app: ReturnType<typeof application>, author: string) => {
  const targetId = await app.business(`casa-${randomUUID().slice(0, 8)}`)
  const words = { rating: 2, comment: 'Rumore', reasonCode: 'SERVICE' as const, reasonTags: [] }
  const target = { targetType: 'BUSINESS' as const, targetId, visibility: 'PUBLIC_ANONYMOUS' as const }
  const reviewId = randomUUID()
  right(await app.as(author, capabilities.submitReview, { reviewId, ...target, ...words }))
  return { reviewId, targetId }
}
