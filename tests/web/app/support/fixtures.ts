import type { PublicProfile } from '../../../../web/contract/accounts/businesses.ts'
import type { Action } from '../../../../web/contract/action.ts'
import type { ModeratedReview, QueuedCase } from '../../../../web/contract/moderation/cases.ts'
import type { AvaProfile } from '../../../../web/contract/ava/wallet.ts'
import type { BusinessClient } from '../../../../web/contract/ratings/clients.ts'
import type { RatingReceived } from '../../../../web/contract/ratings/ratings.ts'
import type { OwnReview, Review } from '../../../../web/contract/reviews/reviews.ts'
import type { OwnReward, Standing } from '../../../../web/contract/rewards/rewards.ts'
import type { Booking, Hotel } from '../../../../web/contract/travel/bookings.ts'

export const noon = '2026-11-20T12:00:00.000Z'

export const allowed: Action = { allowed: true, code: null, message: null }
export const rejected = (code: string, message = 'Non è possibile.'): Action => ({ allowed: false, code, message })

export const review: Review = {
  id: 'review-1',
  targetType: 'BUSINESS',
  targetId: 'locanda',
  rating: 4,
  comment: 'Colazione ottima.',
  reasonCode: 'SERVICE',
  reasonTags: [],
  visibility: 'PUBLIC_ANONYMOUS',
  moderationStatus: 'ACTIVE',
  disputeStatus: 'NONE',
  edited: false,
  reply: null,
  createdAt: '2026-11-20T00:00:00.000Z',
  mine: false,
  actions: { flag: allowed, dispute: allowed, reply: allowed, withdrawReply: allowed },
}

const average = { average: 4.5, opinions: 12 }
/** Public profile of the business `locanda` of `people.ts`. */
export const locandaProfile: PublicProfile = {
  id: 'locanda',
  businessName: 'Locanda del Borgo',
  businessType: 'bnb',
  location: 'Via del Corso 12, Roma',
  province: 'RM',
  provinceName: 'Roma',
  businessPhoto: null,
  theForkRating: null,
  avgScore: 4.5,
  totalReviews: 2,
  isPremium: false,
  scores: { asOf: '2026-11-20', inForce: average, all: average, exclusions: [] },
  disputes: { reviews: 2, opened: 0, won: 0, lost: 0, waiting: 0 },
}

const { mine: _, actions: __, ...words } = review
export const ownReview: OwnReview = {
  ...words,
  targetName: 'Locanda del Borgo',
  targetIsPremium: false,
  createdAt: noon,
  lastActionAt: noon,
  why: null,
  disputeId: null,
  caseId: null,
  codeSuspension: null,
  actions: { edit: allowed },
}

export const moderated: ModeratedReview = {
  ...ownReview,
  authorId: 'giulia',
  authorType: 'client',
  authorName: 'Giulia Bianchi',
  flagsCount: 1,
  version: '00000000000000000042',
  flags: [
    {
      id: 'flag-1',
      reviewId: 'review-1',
      reason: 'FAKE',
      note: 'Mai stata qui.',
      status: 'PENDING',
      createdAt: noon,
      reporterId: 'altro',
      reporterType: 'user',
      reporterName: 'Hotel Aurora',
      allowedVerdicts: ['REVIEWED', 'DISMISSED', 'UPHELD'],
    },
  ],
  allowedVerdicts: ['HIDDEN', 'REMOVED'],
  ownMatter: false,
  statusObstacle: null,
}

export const queued: QueuedCase = {
  caseId: 'case-1',
  kind: 'FLAG',
  targetId: 'review-1',
  priority: 110,
  why: [
    { part: 'kind', points: 100 },
    { part: 'flags', points: 10 },
  ],
  dueAt: noon,
  overdue: false,
  claimedBy: null,
  claimedByName: null,
  claimedUntil: null,
  openedAt: noon,
  others: 0,
  summary: 'Segnalazione su una recensione da 4 stelle',
}

export const ratingReceived: RatingReceived = {
  id: 'rating-1',
  overallRating: 5,
  punctualityScore: 9,
  kindnessScore: 10,
  paymentScore: 8,
  roomConditionScore: 7,
  stayType: 'leisure',
  stayDate: '2026-11-03',
  stayDatePrecision: 'day',
  comment: 'Ospite gentile.',
  createdAt: '2026-11-20T00:00:00.000Z',
  counted: true,
  contest: null,
}

export const guest: BusinessClient = {
  id: 'cli-giulia',
  firstName: 'Giulia',
  lastName: 'Bianchi',
  name: 'Giulia Bianchi',
  isPremium: false,
  email: 'giulia@posta.it',
  residence: 'Firenze',
  age: 34,
  travelType: 'leisure',
  profilePhoto: null,
  socialPhotoUrl: null,
  socialPhotoSource: null,
  photoConsent: true,
  totalRatings: 6,
  averageRating: 4.9,
  isTopClient: true,
  fiveStarRatingsCount: 5,
  uniqueProvidersCount: 5,
  crossProviderDiscount: 2,
  bonusRewardEarned: false,
  tierBadge: 'top',
  badgeDiscountPercent: 20,
  rewardBadges: [
    { type: 'cross', percent: 2 },
    { type: 'progress', have: 5, need: 10 },
  ],
}

export const reward: OwnReward = {
  code: 'GARBO7XK2QF',
  rewardType: 'discount',
  ruleType: 'FIRST_REVIEW_2',
  rule: 'FIRST_REVIEW_2',
  discountPercent: 2,
  rewardValue: 2,
  source: 'auto',
  isActive: true,
  status: 'active',
  expiresAt: '2027-11-20T00:00:00.000Z',
  redeemedAt: null,
  businessId: 'locanda',
  businessName: 'Locanda del Borgo',
  businessIsPremium: false,
  issuedForReviewId: null,
  suspendedUntil: null,
  createdAt: noon,
  actions: { redeem: allowed },
}

const progressOf = (have: number, need: number) => ({ have, need })
export const standing: Standing = {
  average: 4.6,
  total: 7,
  fiveStarCount: 5,
  uniqueProviders: 5,
  tier: 'top',
  status: 'cross',
  cross: { earned: true, state: 'active', discountPercent: 2 },
  elite: { state: 'locked', discountPercent: 5 },
  progress: {
    cross: { fiveStars: progressOf(5, 5), providers: progressOf(5, 5) },
    elite: { fiveStars: progressOf(5, 10), providers: progressOf(5, 10) },
    top: { average: 4.6, ratings: progressOf(7, 5) },
  },
  why: { ratings: [], rules: [] },
}

export const avaProfile: AvaProfile = {
  avaBalance: 12,
  avaMaturing: 3,
  totalRatingsGiven: 27,
  ratingsPerAva: 10,
  ratingsToNextAva: 3,
  isPremium: false,
  premiumExpiresAt: null,
  premiumOffer: { days: 30, price: 10, affordable: true },
  avaPots: { ratings: 0, stays: 0, unconfirmedStays: 0 },
  avaWalletAddress: null,
  payoutsFrom: null,
}

export const disputed = {
  id: 'd',
  reviewId: 'review-1',
  status: 'OPEN',
  reason: 'OTHER',
  message: 'x',
  evidenceUrls: [],
  resolution: null,
  dueAt: noon,
  createdAt: noon,
  updatedAt: noon,
  resolvedAt: null,
  undecided: true,
  caseId: 'review-review-1',
  decision: null,
}

export const hotel: Hotel = {
  id: 'miramare',
  name: 'Hotel Miramare',
  photo: '/garbo.svg',
  rating: 4.5,
  pricePerNight: 120,
  currency: 'EUR',
  description: 'Sul mare.',
  amenities: ['Wi-Fi'],
  nights: 3,
  totalPrice: 360,
  avaEarned: 3,
}

export const booking: Booking = {
  id: 'b1',
  bookingReference: 'GRB-1',
  hotelId: 'miramare',
  hotelName: 'Hotel Miramare',
  hotelPhoto: '/garbo.svg',
  hotelRating: 4.5,
  destination: 'Rimini',
  checkIn: '2198-01-10',
  checkOut: '2198-01-13',
  guests: 2,
  nights: 3,
  totalPrice: 360,
  avaEarned: 3,
  status: 'confirmed',
  createdAt: noon,
  actions: { cancel: allowed },
}
