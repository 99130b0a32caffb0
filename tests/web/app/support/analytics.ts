import type { Analytics, AnalyticsRow } from '../../../../web/contract/analytics/analytics.ts'

const criteriaPoint = (start: string, punctuality: number, kindness: number) => ({
  start,
  punctuality,
  kindness,
  payment: 9.5,
  roomCondition: 6.8,
})

const previous = {
  from: '2026-09-30',
  to: '2026-10-29',
  score: 4.1,
  stars: { '1': 2, '2': 1, '3': 0, '4': 3, '5': 4 },
  reasons: [
    { code: 'SERVICE', count: 6 },
    { code: 'PRICE', count: 4 },
  ],
  criteria: { punctuality: 8, kindness: 9, payment: 9.5, roomCondition: 7.1 },
  responses: { received: 10, answered: 4, rate: 0.4, medianHours: 48 },
  ratings: 14,
  returningGuests: 5,
  rewards: { issued: 3, redeemed: 2, costEuro: 12.5, priced: 2 },
  avaBalance: 12,
} satisfies Analytics['previous']

const period = {
  from: '2026-10-30',
  to: '2026-11-28',
  score: [
    { day: '2026-10-30', average: 4.1, count: 40 },
    { day: '2026-11-05', average: 4, count: 41 },
    { day: '2026-11-12', average: 4.2, count: 44 },
    { day: '2026-11-28', average: 4.4, count: 52 },
  ],
  marks: [
    { kind: 'excluded', day: '2026-11-02', until: '2026-11-04' },
    { kind: 'removed', day: '2026-11-12', reviews: 2 },
    { kind: 'restored', day: '2026-11-20', reviews: 1 },
  ],
} satisfies Partial<Analytics>

/** With Premium and the comparison with the previous period. */
export const premiumAnalytics: Analytics = {
  ...period,
  premium: true,
  stars: { '1': 1, '2': 0, '3': 2, '4': 4, '5': 6 },
  reasons: [
    { code: 'SERVICE', count: 7 },
    { code: 'CLEANLINESS', count: 4 },
    { code: 'OTHER', count: 1 },
  ],
  responses: { received: 13, answered: 9, rate: 9 / 13, medianHours: 36 },
  returningGuests: 6,
  ratings: 18,
  criteria: {
    averages: { punctuality: 8.5, kindness: 8.4, payment: 9.5, roomCondition: 6.8 },
    unit: 'week',
    points: [
      { ...criteriaPoint('2026-10-26', 8.1, 9), overall: 8.4, count: 4 },
      { ...criteriaPoint('2026-11-02', 8.3, 8.6), overall: 8.3, count: 5 },
      { ...criteriaPoint('2026-11-09', 8.6, 8.2), overall: 8.3, count: 3 },
      { ...criteriaPoint('2026-11-23', 9, 7.9), overall: 8.3, count: 6 },
    ],
  },
  comparison: { province: 'RM', businessType: 'bnb', businesses: 23, own: 4.4, others: 4.1 },
  rewards: { issued: 5, redeemed: 3, costEuro: 18.4, priced: 2 },
  ava: [
    { day: '2026-10-30', balance: 12 },
    { day: '2026-11-07', balance: 15 },
    { day: '2026-11-21', balance: 9 },
    { day: '2026-11-28', balance: 9 },
  ],
  previous,
  preview: null,
}

export const analyticsWithoutPremium: Analytics = {
  ...period,
  premium: false,
  stars: null,
  reasons: null,
  responses: null,
  returningGuests: null,
  ratings: null,
  criteria: null,
  comparison: null,
  rewards: null,
  ava: null,
  previous: null,
  preview: {
    stars: { '1': 1, '2': 1, '3': 2, '4': 3, '5': 3 },
    criteria: {
      punctuality: { start: 2, end: 3 },
      kindness: { start: 3, end: 3 },
      payment: { start: 3, end: 3 },
      roomCondition: { start: 2, end: 2 },
    },
  },
}

/** A business without any review, rating, reward or AVA. */
export const emptyAnalytics: Analytics = {
  ...premiumAnalytics,
  score: [],
  marks: [],
  stars: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
  reasons: [],
  responses: { received: 0, answered: 0, rate: null, medianHours: null },
  returningGuests: 0,
  ratings: 0,
  criteria: { averages: null, unit: 'day', points: [] },
  comparison: { province: 'RM', businessType: 'bnb', businesses: 3, own: null, others: null },
  rewards: { issued: 0, redeemed: 0, costEuro: null, priced: 0 },
  ava: [],
  previous: null,
}

export const analyticsRows = {
  reviews: [
    {
      of: 'reviews',
      id: 'review-1',
      day: '2026-11-12',
      stars: 5,
      reasonCode: 'SERVICE',
      comment: 'Colazione ottima e personale gentile.',
      counted: true,
      repliedOn: '2026-11-13',
    },
    {
      of: 'reviews',
      id: 'review-2',
      day: '2026-11-05',
      stars: 2,
      reasonCode: 'PRICE',
      comment: null,
      counted: false,
      repliedOn: null,
    },
  ],
  ratings: [
    {
      of: 'ratings',
      id: 'rating-1',
      day: '2026-11-10',
      clientName: 'Giulia Bianchi',
      clientIsPremium: true,
      stayDate: '2026-11-08',
      stars: 5,
      punctuality: 9,
      kindness: 10,
      payment: 10,
      roomCondition: 8,
      returning: true,
    },
  ],
  rewards: [
    {
      of: 'rewards',
      day: '2026-11-02',
      rule: 'FIVE_REVIEWS_10',
      discountPercent: 10,
      discountEuro: 9.2,
    },
    {
      of: 'rewards',
      day: '2026-11-01',
      rule: 'FIRST_REVIEW_2',
      discountPercent: 2,
      discountEuro: null,
    },
  ],
  issued: [{ of: 'issued', day: '2026-11-02', until: '2026-11-08', count: 3 }],
  ava: [{ of: 'ava', day: '2026-11-07', description: '10 valutazioni e recensioni', amount: 3 }],
} as const satisfies Readonly<Record<AnalyticsRow['of'], readonly AnalyticsRow[]>>
