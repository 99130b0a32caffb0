import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { useCases } from '../../application/all.ts'
import type { AnyEvent } from '../../domain/kernel/event.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { foldInMemory } from '../../infrastructure/projections/projection-engine.ts'
import { accounts } from '../../projections/accounts/accounts.ts'
import { projections } from '../../projections/all.ts'
import { avaTransactions } from '../../projections/ava/transactions.ts'
import { wallets } from '../../projections/ava/wallets.ts'
import { cases } from '../../projections/moderation/cases.ts'
import type { Projection } from '../../projections/projection.ts'
import { ratings } from '../../projections/ratings/ratings.ts'
import { disputes } from '../../projections/reviews/disputes.ts'
import { flags } from '../../projections/reviews/flags.ts'
import { reviews } from '../../projections/reviews/reviews.ts'
import { venueDays, visibleReviewCounts } from '../../projections/reviews/venue-scores.ts'
import { clientStandings } from '../../projections/rewards/client-standings.ts'
import { rewardCodes } from '../../projections/rewards/reward-codes.ts'
import { bookings } from '../../projections/travel/bookings.ts'
import { inMemoryApplication, unwrap } from '../support/application.ts'

let app: ReturnType<typeof inMemoryApplication>
beforeEach(async () => {
  app = inMemoryApplication()
  await app.business('rosa')
  await app.client('ana')
  await app.moderator('mario')
})
const rows = async <R extends object, E extends AnyEvent>(projection: Projection<R, E>) =>
  foldInMemory(projection, await app.log())
const reviewBy = async (who: string, target: string, rating = 4, reviewId = randomUUID()) => {
  const words = { rating, comment: 'Bene', reasonCode: 'SERVICE' as const, reasonTags: ['colazione'] }
  const about = { reviewId, targetType: 'BUSINESS' as const, targetId: target, visibility: 'PUBLIC_ANONYMOUS' as const }
  unwrap(await app.as(who, useCases.submitReview, { ...about, ...words }))
  return reviewId
}
const rate = async (business: string, client: string, stayDate: string, overall: number) => {
  const scores = { overall, punctuality: 9, kindness: 8, payment: 10, roomCondition: 7, comment: 'Puntuale' }
  const stay = { stayType: 'leisure' as const, stayDate: stayDate as Day }
  unwrap(await app.as(business, useCases.rateClient, { client: { accountId: client }, ...scores, ...stay }))
}
const moderate = async (reviewId: string, to: 'ACTIVE' | 'HIDDEN' | 'REMOVED') =>
  unwrap(await app.as('mario', useCases.moderateReview, { reviewId, to, notes: null }))

describe('the read models', () => {
  it('show identity, confirmation and staff roles of an account', async () => {
    const found = await rows(accounts)
    expect(found.get('rosa')).toMatchObject({
      kind: 'business',
      businessName: 'Hotel rosa',
      searchName: 'hotel rosa',
      emailConfirmed: true,
      roles: [],
    })
    expect(found.get('ana')).toMatchObject({ kind: 'client', clientId: 'c-ana', firstName: 'ana' })
    expect(found.get('mario')).toMatchObject({ roles: ['MODERATORE'], emailConfirmed: false })
  })

  it('show a client’s ratings and their totals (S-19)', async () => {
    await app.business('bruno')
    await rate('rosa', 'ana', '2026-04-01', 5)
    await rate('rosa', 'ana', '2026-05-02', 3)
    await rate('bruno', 'ana', '2026-05-03', 5)
    expect([...(await rows(ratings)).values()]).toHaveLength(3)
    expect((await rows(clientStandings)).get('c-ana')).toMatchObject({
      totalRatings: 3,
      ratingSum: 13,
      fiveStars: 2,
      uniqueProviders: 2,
      tier: 'trusted',
      eliteCode: null,
    })
  })

  it('Q-50: count each author once in a score, with the latest visible review', async () => {
    const first = await reviewBy('ana', 'rosa', 2)
    app.later(8)
    const second = await reviewBy('ana', 'rosa', 5)
    const score = async () => ({
      ...(await rows(venueDays)).get('rosa'),
      ...(await rows(visibleReviewCounts)).get('rosa'),
    })
    expect(await score()).toMatchObject({ twos: 0, fives: 1, liveReviews: 2 })
    await moderate(second, 'HIDDEN')
    expect(await score()).toMatchObject({ twos: 1, fives: 0, liveReviews: 1 })
    await moderate(first, 'REMOVED')
    expect(await score()).toMatchObject({ twos: 0, fives: 0, liveReviews: 0 })
    await moderate(second, 'ACTIVE')
    expect(await score()).toMatchObject({ twos: 0, fives: 1, liveReviews: 1 })
  })

  it('S-11, S-12: show reviews with moderation and dispute status, and disputes with their case', async () => {
    const reviewId = await reviewBy('ana', 'rosa')
    const complaint = {
      reviewId,
      reason: 'OTHER' as const,
      message: 'Recensione che non ci riguarda.',
      evidenceUrls: [],
    }
    unwrap(await app.as('rosa', useCases.openDispute, complaint))
    const review = async () => (await rows(reviews)).get(reviewId)
    expect(await review()).toMatchObject({ moderationStatus: 'ACTIVE', disputeStatus: 'OPEN' })
    const decide = async (status: 'UNDER_REVIEW' | 'RESOLVED_UPHELD' | 'CLOSED') =>
      unwrap(
        await app.as('mario', useCases.setDisputeStatus, {
          disputeId: reviewId,
          status,
          moderatorNotes: 'visto',
          resolution: null,
        }),
      )
    await decide('UNDER_REVIEW')
    expect(await review()).toMatchObject({ disputeStatus: 'UNDER_REVIEW' })
    await decide('RESOLVED_UPHELD')
    await decide('CLOSED')
    expect(await review()).toMatchObject({ moderationStatus: 'REMOVED', disputeStatus: 'RESOLVED_UPHELD' })
    expect((await rows(disputes)).get(reviewId)).toMatchObject({
      status: 'CLOSED',
      moderatorId: 'mario',
      moderatorNotes: 'visto',
    })
    expect((await rows(cases)).get(`dispute-${reviewId}`)).toMatchObject({ kind: 'DISPUTE', outcome: 'upheld' })
  })

  it('S-14: show flags with their outcome and their case', async () => {
    const reviewId = await reviewBy('ana', 'rosa')
    const flagId = randomUUID()
    unwrap(await app.as('rosa', useCases.flagReview, { flagId, reviewId, reason: 'FAKE', note: 'Mai stata qui' }))
    expect((await rows(flags)).get(flagId)).toMatchObject({ status: 'PENDING', reporterType: 'user', decidedBy: null })
    expect((await rows(reviews)).get(reviewId)).toMatchObject({ flagsCount: 1 })
    unwrap(await app.as('mario', useCases.decideFlag, { flagId, outcome: 'UPHELD', notes: null }))
    expect((await rows(flags)).get(flagId)).toMatchObject({ status: 'UPHELD', decidedBy: 'mario' })
    expect((await rows(reviews)).get(reviewId)).toMatchObject({ moderationStatus: 'HIDDEN' })
    expect((await rows(cases)).get(`flag-${reviewId}-1`)).toMatchObject({ outcome: 'upheld', claimedBy: null })
  })

  it('B-26: show reward codes and their status', async () => {
    await reviewBy('ana', 'rosa')
    const [code] = (await rows(rewardCodes)).keys()
    unwrap(await app.as('rosa', useCases.redeemReward, { code: code ?? '' }))
    expect([...(await rows(rewardCodes)).values()]).toMatchObject([
      {
        clientId: 'c-ana',
        businessId: 'rosa',
        percent: 2,
        ruleType: 'FIRST_REVIEW_2',
        redeemedAt: expect.any(String),
        revokedAt: null,
      },
    ])
  })

  it('Q-72: show wallets and transactions, with maturing AVA separate', async () => {
    const stay = { hotelId: 'locanda-del-borgo', destination: 'Siena', guests: 2 }
    const days = { checkIn: '2026-06-01' as Day, checkOut: '2026-06-05' as Day }
    const bookingId = randomUUID()
    unwrap(await app.as('ana', useCases.bookHotel, { bookingId, ...stay, ...days }))
    expect((await rows(wallets)).get('ana')).toMatchObject({ available: 0, maturing: 3, totalEarned: 3 })
    expect((await rows(avaTransactions)).get(`ana_${bookingId}`)).toMatchObject({
      type: 'earned',
      amount: 3,
      maturing: true,
    })
    expect((await rows(bookings)).get(bookingId)).toMatchObject({
      status: 'confirmed',
      nights: 4,
      totalCents: 340_00,
      avaEarned: 3,
    })
    unwrap(await app.as('ana', useCases.cancelBooking, { bookingId }))
    const wallet = (await rows(wallets)).get('ana')
    expect(wallet).toMatchObject({ maturing: 0, totalTakenBack: 3 })
    expect((await rows(bookings)).get(bookingId)).toMatchObject({ status: 'cancelled' })
    const transactions = [...(await rows(avaTransactions)).values()]
    expect(transactions.map(({ what, amount, maturing }) => [what, amount, maturing])).toEqual([
      ['BOOKING', 3, false],
      ['BOOKING_CANCELLED', 3, false],
    ])
  })

  it('satisfy the schema in every row', async () => {
    await rate('rosa', 'ana', '2026-05-01', 5)
    const reviewId = await reviewBy('ana', 'rosa')
    await moderate(reviewId, 'REMOVED')
    for (const projection of Object.values(projections) as Projection<object>[])
      for (const row of (await rows(projection)).values()) {
        expect(() => projection.row.parse(row), projection.name).not.toThrow()
        expect(Object.keys(row).sort()).toEqual(Object.keys(projection.columns).sort())
      }
  })

  it('can be read as of any past position', async () => {
    const reviewId = await reviewBy('ana', 'rosa')
    const before = (await app.log()).at(-1)?.position ?? ''
    await moderate(reviewId, 'REMOVED')
    expect(foldInMemory(reviews, await app.log(), before).get(reviewId)).toMatchObject({ moderationStatus: 'ACTIVE' })
  })
})
