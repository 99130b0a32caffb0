import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { capabilities } from '../../../application/capabilities.ts'
import { effectOf } from '../../../application/domino/effects.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { application, right } from '../../support/application.ts'

const clients = ['ana', 'bea', 'cleo'] as const
const businesses = ['rosa', 'ugo'] as const
const deeds = ['review', 'review', 'flag', 'flag', 'dispute', 'redeem', 'remove', 'hide', 'restore', 'later'] as const

interface Step {
  readonly deed: (typeof deeds)[number]
  readonly who: (typeof clients)[number]
  readonly nth: number
}
const nth = fc.nat({ max: 11 })
const step: fc.Arbitrary<Step> = fc.record({
  deed: fc.constantFrom(...deeds),
  who: fc.constantFrom(...clients),
  nth,
})

/** A town in which things happen; what is refused does not. */
const town = async () => {
  const app = application()
  for (const business of businesses) await app.business(business)
  for (const client of clients) await app.client(client)
  for (const moderator of ['mario', 'lia']) await app.moderator(moderator)
  const reviews: string[] = []
  const chosen = (n: number) => reviews[n % Math.max(1, reviews.length)] ?? ''
  const moderate = (n: number, to: 'ACTIVE' | 'HIDDEN' | 'REMOVED') =>
    app.as('mario', capabilities.moderateReview, { reviewId: chosen(n), to, notes: null })

  const happens: Readonly<Record<Step['deed'], (one: Step) => Promise<unknown>>> = {
    review: async ({ who, nth: n }) => {
      const reviewId = randomUUID()
      const targetId = businesses[n % 2] ?? 'rosa'
      const about = { reviewId, targetType: 'BUSINESS' as const, targetId, visibility: 'PUBLIC_ANONYMOUS' as const }
      const words = { rating: 1 + (n % 5), comment: null, reasonCode: 'SERVICE' as const, reasonTags: [] }
      if (E.isRight(await app.as(who, capabilities.submitReview, { ...about, ...words }))) reviews.push(reviewId)
    },
    flag: ({ who, nth: n }) => {
      const flag = { reviewId: chosen(n), flagId: randomUUID(), reason: 'FAKE' as const, note: null }
      return app.as(who, capabilities.flagReview, flag)
    },
    dispute: ({ nth: n }) => {
      const dispute = { reason: 'OTHER' as const, message: 'Non è mai stata da noi, mai.', evidenceUrls: [] }
      const all = businesses.map((who) => app.as(who, capabilities.openDispute, { reviewId: chosen(n), ...dispute }))
      return Promise.all(all)
    },
    redeem: async ({ nth: n }) => {
      const issued = await app.events('RewardIssued')
      const { clientId = 'c-ana', code = 'none' } = issued[n % Math.max(1, issued.length)] ?? {}
      return app.as(clientId.replace('c-', ''), capabilities.redeemReward, { code })
    },
    remove: ({ nth: n }) => moderate(n, 'REMOVED'),
    hide: ({ nth: n }) => moderate(n, 'HIDDEN'),
    restore: ({ nth: n }) => moderate(n, 'ACTIVE'),
    later: async ({ nth: n }) => app.later(1 + n),
  }
  return { app, reviews, happens }
}

it('what the preview shows is what an immediate approval does, for every history', async () => {
  let unwound = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30, size: 'max' }), nth, async (steps, n) => {
      const { app, reviews, happens } = await town()
      for (const one of steps) await happens[one.deed](one)
      const reviewId = reviews[n % Math.max(1, reviews.length)] ?? ''
      const plan = await app.as('mario', capabilities.previewDomino, { reviewId })
      if (E.isLeft(plan)) return
      const before = (await app.log()).length
      const done = right(await app.as('lia', capabilities.approveDomino, { planId: plan.right.planId }))
      const written = (await app.log()).slice(before).filter(({ stream }) => !stream.startsWith('unwind-'))
      expect(written.map(effectOf)).toEqual(plan.right.effects)
      expect(done.outcome).toEqual({ done: plan.right.effects.length, missing: [], unforeseen: [] })
      expect(app.surprises).toEqual([])
      unwound++
    }),
    { numRuns: 40 },
  )
  expect(unwound).toBeGreaterThan(10)
})
