import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../../application/all.ts'
import { daysAfter, romeDay } from '../../../domain/kernel/italian-calendar.ts'
import type { Day, Instant } from '../../../domain/kernel/primitives.ts'
import { foldInMemory } from '../../../infrastructure/projections/projection-engine.ts'
import { accountDays } from '../../../projections/analytics/account-days.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(async () => {
  app = inMemoryApplication()
  await app.business('rosa')
  await app.client('ana')
  await app.moderator('mario')
})

const dayOfRosa = async () => {
  const log = await app.log()
  const today = log.at(-1)?.meta.occurredAt
  return today && foldInMemory(accountDays, log).get(`rosa_${romeDay(today)}`)
}
const content = { rating: 4, comment: 'Bene', reasonCode: 'SERVICE' as const, reasonTags: [] }
const review = async (reviewId = randomUUID()) => {
  const about = { reviewId, targetType: 'BUSINESS' as const, targetId: 'rosa', visibility: 'PUBLIC_ANONYMOUS' as const }
  unwrap(await app.as('ana', useCases.submitReview, { ...about, ...content }))
  return reviewId
}
const scores = { overall: 5, punctuality: 9, kindness: 8, payment: 10, roomCondition: 7, comment: null }
const rate = async (stayDate: string) => {
  const stay = { stayType: 'leisure' as const, stayDate: stayDate as Day }
  return unwrap(await app.as('rosa', useCases.rateClient, { client: { accountId: 'ana' }, ...scores, ...stay }))
    .ratingId
}

describe('the figures of an account by day', () => {
  it('count a review once under its reason, also after an edit', async () => {
    const reviewId = await review()
    expect(await dayOfRosa()).toMatchObject({ reviews: 1, reasons: { SERVICE: 1 } })
    unwrap(await app.as('ana', useCases.editReview, { reviewId, changes: { reasonCode: 'PRICE' } }))
    unwrap(await app.as('ana', useCases.editReview, { reviewId, changes: { rating: 1 } }))
    expect(await dayOfRosa()).toMatchObject({ reviews: 1, reasons: { PRICE: 1 } })
  })

  it('keep a removed review among those received, and count its removal', async () => {
    const reviewId = await review()
    unwrap(await app.as('mario', useCases.moderateReview, { reviewId, to: 'REMOVED', notes: null }))
    expect(await dayOfRosa()).toMatchObject({ reviews: 1, removed: 1, restored: 0 })
  })

  it('leave nothing of a withdrawn reply or rating', async () => {
    const reviewId = await review()
    const before = await dayOfRosa()
    const ratingId = await rate('2026-01-10')
    unwrap(await app.as('rosa', useCases.publishReply, { reviewId, text: 'Grazie mille a presto!' }))
    expect(await dayOfRosa()).toMatchObject({ replies: 1, replyDays: { '0': 1 }, ratings: 1, kindness: 8 })
    unwrap(await app.as('rosa', useCases.amendRating, { ratingId, ...scores, kindness: 2 }))
    expect(await dayOfRosa()).toMatchObject({ ratings: 1, kindness: 2, overall: 5 })
    unwrap(await app.as('rosa', useCases.withdrawReply, { reviewId }))
    unwrap(await app.as('rosa', useCases.withdrawRating, { ratingId }))
    expect(await dayOfRosa()).toEqual(before)
  })

  it('Q-60: measure a reply by its day, which tells nothing of the hour at which the review was written', async () => {
    app.set('2026-05-04T21:50:00.000Z' as Instant)
    const reviewId = await review()
    app.set('2026-05-04T22:10:00.000Z' as Instant)
    unwrap(await app.as('rosa', useCases.publishReply, { reviewId, text: 'Grazie mille a presto!' }))
    const days = foldInMemory(accountDays, await app.log())
    expect(days.get('rosa_2026-05-04')).toMatchObject({ replies: 1, replyDays: { '1': 1 } })
  })

  it('take a reply by a process whose clock is behind for one of the same day', async () => {
    app.set('2026-05-04T22:10:00.000Z' as Instant)
    const reviewId = await review()
    app.set('2026-05-04T21:59:59.000Z' as Instant)
    unwrap(await app.as('rosa', useCases.publishReply, { reviewId, text: 'Grazie mille a presto!' }))
    const days = foldInMemory(accountDays, await app.log())
    expect(days.get('rosa_2026-05-05')).toMatchObject({ replies: 1, replyDays: { '0': 1 } })
  })

  it('count a guest who was rated before as returning', async () => {
    await rate('2026-01-10')
    expect(await dayOfRosa()).toMatchObject({ ratings: 1, returningGuests: 0 })
    await rate('2026-02-10')
    expect(await dayOfRosa()).toMatchObject({ ratings: 2, returningGuests: 1 })
  })

  it('count rewards issued, and redeemed with or without the bill', async () => {
    await review()
    expect(await dayOfRosa()).toMatchObject({ rewardsIssued: 1, rewardsRedeemed: 0 })
    const issued = (await app.log()).flatMap(({ event }) => (event.type === 'RewardIssued' ? [event.data.code] : []))
    unwrap(await app.as('rosa', useCases.redeemReward, { code: issued[0] ?? '', billCents: 10_000 }))
    expect(await dayOfRosa()).toMatchObject({ rewardsRedeemed: 1, billedRedemptions: 1, discountCents: 200 })
  })

  it('hold the changes of the AVA that can be spent', async () => {
    for (let stay = 1; stay <= 10; stay++) await rate(daysAfter('2024-01-01' as Day, 40 * stay))
    expect(await dayOfRosa()).toMatchObject({ ratings: 10, ava: 1 })
  })
})
