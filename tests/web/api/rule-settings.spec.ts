import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGarbo } from '../../support/test-garbo.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo({ RATING_STAY_MAX_DAYS: '' })
})
afterAll(() => garbo.stop())

describe('the configured parameters of the rules', () => {
  it('are public and cacheable, with the defaults', async () => {
    const { status, body, headers } = await garbo.visitor().get('/api/rule-settings')
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        bookingsPerDay: 10,
        commissionApprovalAbove: 30,
        disputeWorkingDays: 5,
        ratingCountsEveryDays: 30,
        ratingStayMaxDays: 90,
        reviewIntervalDays: 7,
        rewardMonths: 12,
        sessionMaxDays: 30,
        promotion: 'I primi 100 clienti ricevono il 50% di punti extra.',
      },
    })
    expect(headers.get('cache-control')).toBe('private, max-age=300')
  })

  it('B-25, Q-66: follow the settings; a promotion ends with its last day', async () => {
    await garbo.restart({
      BOOKINGS_PER_DAY: '3',
      COMMISSION_APPROVAL_ABOVE: '20',
      DISPUTE_WORKING_DAYS: '8',
      RATING_COUNTS_EVERY_DAYS: '60',
      RATING_STAY_MAX_DAYS: '30',
      REVIEW_INTERVAL_DAYS: '14',
      REWARD_TTL_MONTHS: '6',
      SESSION_MAX_DAYS: '2',
      PROMOTION_LAST_DAY: '2020-12-31',
    })
    expect((await garbo.visitor().get('/api/rule-settings')).body).toEqual({
      bookingsPerDay: 3,
      commissionApprovalAbove: 20,
      disputeWorkingDays: 8,
      ratingCountsEveryDays: 60,
      ratingStayMaxDays: 30,
      reviewIntervalDays: 14,
      rewardMonths: 6,
      sessionMaxDays: 2,
      promotion: null,
    })
  })
})
