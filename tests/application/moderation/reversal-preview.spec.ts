import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { toPredictedChange } from '../../../application/moderation/reversal-changes.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

const clients = ['ana', 'bea', 'cleo'] as const
const businesses = ['rosa', 'ugo'] as const
const actions = ['review', 'review', 'flag', 'flag', 'dispute', 'redeem', 'remove', 'hide', 'restore', 'later'] as const

interface Step {
  readonly action: (typeof actions)[number]
  readonly actor: (typeof clients)[number]
  readonly nth: number
}
const nth = fc.nat({ max: 11 })
const step: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...actions),
  actor: fc.constantFrom(...clients),
  nth,
})

/** Executes random actions and ignores rejections. */
const simulation = async () => {
  const app = inMemoryApplication()
  for (const business of businesses) await app.business(business)
  for (const client of clients) await app.client(client)
  for (const moderator of ['mario', 'lia']) await app.moderator(moderator)
  const reviews: string[] = []
  const reviewIdAt = (n: number) => reviews[n % Math.max(1, reviews.length)] ?? ''
  const moderate = (n: number, to: 'ACTIVE' | 'HIDDEN' | 'REMOVED') =>
    app.as('mario', useCases.moderateReview, { reviewId: reviewIdAt(n), to, notes: null })

  const perform: Readonly<Record<Step['action'], (step: Step) => Promise<unknown>>> = {
    review: async ({ actor, nth: n }) => {
      const reviewId = randomUUID()
      const targetId = businesses[n % 2] ?? 'rosa'
      const target = { reviewId, targetType: 'BUSINESS' as const, targetId, visibility: 'PUBLIC_ANONYMOUS' as const }
      const content = { rating: 1 + (n % 5), comment: null, reasonCode: 'SERVICE' as const, reasonTags: [] }
      if (E.isRight(await app.as(actor, useCases.submitReview, { ...target, ...content }))) reviews.push(reviewId)
    },
    flag: ({ actor, nth: n }) => {
      const flag = { reviewId: reviewIdAt(n), flagId: randomUUID(), reason: 'FAKE' as const, note: null }
      return app.as(actor, useCases.flagReview, flag)
    },
    dispute: ({ nth: n }) => {
      const dispute = { reason: 'OTHER' as const, message: 'Non è mai stata da noi, mai.', evidenceUrls: [] }
      const all = businesses.map((businessId) =>
        app.as(businessId, useCases.openDispute, { reviewId: reviewIdAt(n), ...dispute }),
      )
      return Promise.all(all)
    },
    redeem: async ({ nth: n }) => {
      const issued = await app.events('RewardIssued')
      const { clientId = 'c-ana', code = 'none' } = issued[n % Math.max(1, issued.length)] ?? {}
      return app.as(clientId.replace('c-', ''), useCases.redeemReward, { code })
    },
    remove: ({ nth: n }) => moderate(n, 'REMOVED'),
    hide: ({ nth: n }) => moderate(n, 'HIDDEN'),
    restore: ({ nth: n }) => moderate(n, 'ACTIVE'),
    later: async ({ nth: n }) => app.later(1 + n),
  }
  return { app, reviews, perform }
}

it('what the preview shows is what an immediate approval does, for every history', async () => {
  let approvedPlans = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30, size: 'max' }), nth, async (steps, n) => {
      const { app, reviews, perform } = await simulation()
      for (const step of steps) await perform[step.action](step)
      const reviewId = reviews[n % Math.max(1, reviews.length)] ?? ''
      const plan = await app.as('mario', useCases.draftReversalPlan, { reviewId })
      if (E.isLeft(plan)) return
      const before = (await app.log()).length
      const done = unwrap(await app.as('lia', useCases.approveReversal, { planId: plan.right.planId }))
      const written = (await app.log()).slice(before).filter(({ stream }) => !stream.startsWith('unwind-'))
      expect(written.map(toPredictedChange)).toEqual(plan.right.predictedChanges)
      expect(done.outcome).toEqual({ done: plan.right.predictedChanges.length, missing: [], unexpected: [] })
      expect(app.unexpectedFailures).toEqual([])
      approvedPlans++
    }),
    { numRuns: 40 },
  )
  expect(approvedPlans).toBeGreaterThan(10)
})
