import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { cases } from '../../../projections/moderation/cases.ts'
import { reviews } from '../../../projections/reviews/reviews.ts'
import { inMemoryApplication, testRuleSettings, unwrap } from '../../support/application.ts'
import { reviewOf } from '../../support/reviews/review-inputs.ts'

let app: ReturnType<typeof inMemoryApplication>
const open = async (burstGuard = true) => {
  app = inMemoryApplication({ reviews: { ...testRuleSettings.reviews, burstGuard } })
  await app.business('rosa')
  await app.moderator('mario')
}
beforeEach(() => open())

const reviewByNewcomer = async (n: number) => {
  await app.client(`nuovo${n}`)
  return unwrap(await app.as(`nuovo${n}`, useCases.submitReview, reviewOf('rosa'))).reviewId
}
const newcomersReview = async (count: number) => {
  const ids = []
  for (let n = 0; n < count; n++) ids.push(await reviewByNewcomer(n))
  return ids
}
const lastOfNewcomers = async (count: number) => (await newcomersReview(count)).at(-1) ?? ''
const statusOf = async (reviewId: string) => foldInMemory(reviews, await app.log()).get(reviewId)?.moderationStatus
const caseOf = async (reviewId: string) => foldInMemory(cases, await app.log()).get(`flag-${reviewId}-1`)
const moderate = (reviewId: string, to: 'ACTIVE' | 'REMOVED') =>
  app.as('mario', useCases.moderateReview, { reviewId, to, notes: null })

describe('a burst of reviews by new accounts (Q-125)', () => {
  it('counts up to five a day; each further one waits for a moderator, in the request that submits it', async () => {
    const ids = await newcomersReview(7)
    expect(await Promise.all(ids.map(statusOf))).toEqual([
      ...Array<string>(5).fill('ACTIVE'),
      'PENDING_REVIEW',
      'PENDING_REVIEW',
    ])
    expect(await caseOf(ids.at(-1) ?? '')).toMatchObject({ kind: 'HELD', closedAt: null })
    expect((await app.events('ReviewHeld'))[0]?.facts).toContain('È in verifica')
  })

  it('counts once the moderator restores it, is not held again, and its case is closed', async () => {
    const surplus = await lastOfNewcomers(6)
    unwrap(await moderate(surplus, 'ACTIVE'))
    await app.catchUp()
    expect(await statusOf(surplus)).toBe('ACTIVE')
    expect(await caseOf(surplus)).toMatchObject({ outcome: 'dismissed', closedAt: expect.any(String) })
  })

  it('disappears once the moderator removes it, and its case is closed', async () => {
    const surplus = await lastOfNewcomers(6)
    unwrap(await moderate(surplus, 'REMOVED'))
    expect(await statusOf(surplus)).toBe('REMOVED')
    expect(await caseOf(surplus)).toMatchObject({ outcome: 'upheld' })
  })

  it('joins the case when it is flagged while it is held', async () => {
    const surplus = await lastOfNewcomers(6)
    const flag = { flagId: randomUUID(), reviewId: surplus, reason: 'FAKE', note: null } as const
    unwrap(await app.as('rosa', useCases.flagReview, flag))
    expect(await app.events('CaseOpened')).toHaveLength(1)
    unwrap(await app.as('mario', useCases.decideFlag, { flagId: flag.flagId, outcome: 'DISMISSED', notes: null }))
    expect(await statusOf(surplus)).toBe('ACTIVE')
    expect(await caseOf(surplus)).toMatchObject({ outcome: 'dismissed' })
  })

  it('does not concern accounts that are older than a week', async () => {
    for (let n = 0; n < 8; n++) await app.client(`vecchio${n}`)
    app.later(7)
    for (let n = 0; n < 8; n++) unwrap(await app.as(`vecchio${n}`, useCases.submitReview, reviewOf('rosa')))
    expect(await app.events('ReviewHeld')).toEqual([])
  })

  it('passes a venue that is reviewed as often every day', async () => {
    for (let day = 0; day < 28; day++) {
      for (const n of [1, 2]) await reviewByNewcomer(100 * n + day)
      app.later(1)
    }
    await newcomersReview(10)
    expect(await app.events('ReviewHeld')).toEqual([])
    await reviewByNewcomer(10)
    expect(await app.events('ReviewHeld')).toHaveLength(1)
  })

  it('is not guarded against outside production unless it is switched on', async () => {
    await open(false)
    await newcomersReview(8)
    expect(await app.events('ReviewHeld')).toEqual([])
  })
})
