import { describe, expect, it } from 'vitest'
import { hotelById } from '../../../application/travel/hotels.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import { findPasswordWeakness } from '../../../infrastructure/accounts/passwords.ts'
import { addressOf } from '../../../infrastructure/demo/accounts.ts'
import type { Action, ScheduledAction } from '../../../infrastructure/demo/actions.ts'
import { guests, password, phoneOf, staff, venues } from '../../../infrastructure/demo/characters.ts'
import { planOf } from '../../../infrastructure/demo/plan.ts'
import { remarks, writtenReviews } from '../../../infrastructure/demo/review-texts.ts'
import { registerBusinessBody, registerClientBody } from '../../../web/contract/accounts/authentication.ts'
import { rateClientBody } from '../../../web/contract/ratings/ratings.ts'
import { flagReviewBody, openDisputeBody } from '../../../web/contract/reviews/flags-and-disputes.ts'
import { submitReviewBody } from '../../../web/contract/reviews/reviews.ts'

const now = '2026-03-29T10:15:00.000Z' as Instant
const plan = planOf(now)
type Of<T extends Action['type']> = Extract<Action, { readonly type: T }>
const ofType = <T extends Action['type']>(type: T, actions: readonly ScheduledAction[] = plan): readonly Of<T>[] =>
  actions.map(({ action }) => action).filter((action): action is Of<T> => action.type === type)

describe('the demo data for half a year', () => {
  it('is the same every time', () => {
    expect(planOf(now)).toEqual(plan)
  })

  it('has eight venues of eight kinds in eight towns, eighteen guests, four staff, 150 ratings and 120 reviews', () => {
    const towns = new Set(venues.map(({ location }) => location.split(', ').at(-1)))
    expect([new Set(venues.map(({ businessType }) => businessType)).size, towns.size]).toEqual([8, 8])
    const counts = [ofType('open venue'), ofType('register guest'), ofType('register staff'), ofType('rate')]
    expect(counts.map(({ length }) => length)).toEqual([8, 18, 4, 150])
    const comments = ofType('review').map(({ review }) => review.comment)
    expect([comments.length, new Set(comments).size]).toEqual([120, 120])
  })

  it('covers each of the six months before today, in order', () => {
    const moments = plan.map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted())
    expect(moments.filter((at) => at < plusDays(now, -190) || at > now)).toEqual([])
    const months = Map.groupBy(ofType('rate'), ({ stayDate }) =>
      Math.floor((Date.parse(now) - Date.parse(stayDate)) / (30 * 86_400_000)),
    )
    expect([...months].filter(([, ratings]) => ratings.length > 5).map(([month]) => month)).toEqual([5, 4, 3, 2, 1, 0])
  })

  it('has no action before registration and none about a review before it was written', () => {
    expect(actionsTooEarly(plan)).toEqual([])
  })

  it('lets no guest stay at two places on the same day', () => {
    const days = ofType('rate').map(({ guest, stayDate }) => `${guest} ${stayDate}`)
    expect(new Set(days).size).toBe(days.length)
  })

  it('can be generated for any day', () => {
    const days = Array.from({ length: 60 }, (_, n) => plusDays('2026-01-01T00:01:00.000Z' as Instant, n * 6.3))
    expect(days.flatMap((day) => actionsTooEarly(planOf(day)))).toEqual([])
  })
})

/** Actions that involve a person or thing that does not exist yet. */
const actionsTooEarly = (actions: readonly ScheduledAction[]): readonly ScheduledAction[] => {
  const existing = new Set<string>()
  return actions.filter(({ action }) => {
    const isTooEarly = requiredBy(action).some((key) => !existing.has(key))
    for (const key of createdBy(action)) existing.add(key)
    return isTooEarly
  })
}

const requiredBy = (action: Action): readonly string[] => {
  switch (action.type) {
    case 'open venue':
    case 'register guest':
    case 'register staff':
      return []
    case 'rate':
    case 'redeem':
    case 'save favourite':
      return [action.venue, action.guest]
    case 'review':
      return [action.review.venue, action.review.guest]
    case 'book':
      return [action.by]
    case 'cancel booking':
      return [action.by, `booking ${action.booking}`]
    case 'about a review':
      return [action.action.by, `review ${action.review}`]
  }
}
const createdBy = (action: Action): readonly string[] => {
  switch (action.type) {
    case 'open venue':
      return [action.venue.key]
    case 'register guest':
      return [action.guest.key]
    case 'register staff':
      return [action.staffMember.key]
    case 'review':
      return [`review ${action.review.key}`]
    case 'book':
      return [`booking ${action.booking}`]
    case 'rate':
    case 'redeem':
    case 'save favourite':
    case 'cancel booking':
    case 'about a review':
      return []
  }
}

describe('the demo texts', () => {
  it('pass the validation of the forms: names, numbers, comments, flags and objections', () => {
    const validated: readonly { readonly success: boolean }[] = [
      ...venues.map(({ key, offers: _, theForkTenths, ...venue }, n) =>
        registerBusinessBody.safeParse({
          ...venue,
          username: key,
          email: addressOf(key),
          phone: phoneOf(n),
          password,
          theForkRating: theForkTenths === null ? null : theForkTenths / 10,
        }),
      ),
      ...[...guests, ...staff].map(({ key, firstName, lastName }, n) =>
        registerClientBody.safeParse({ firstName, lastName, email: addressOf(key), phone: phoneOf(n), password }),
      ),
      ...ofType('rate').map(({ scores, stayType, stayDate, comment }) =>
        rateClientBody.safeParse({
          clientEmail: addressOf('giulia'),
          overallRating: scores.overall,
          punctualityScore: scores.punctuality,
          kindnessScore: scores.kindness,
          paymentScore: scores.payment,
          roomConditionScore: scores.roomCondition,
          stayType,
          stayDate,
          comment,
        }),
      ),
      ...ofType('review').map(({ review: { stars, comment, reasonCode, tags } }) =>
        submitReviewBody.safeParse({
          rating: stars,
          comment,
          targetType: 'BUSINESS',
          targetId: 'x',
          reasonCode,
          reasonTags: tags,
        }),
      ),
      ...ofType('about a review').flatMap(({ action }): readonly { readonly success: boolean }[] => {
        if (action.type === 'flag') return [flagReviewBody.safeParse({ reason: action.reason, note: action.note })]
        if (action.type !== 'dispute') return []
        const { reason, message, evidenceUrls } = action
        return [openDisputeBody.safeParse({ reason, message, evidenceUrls })]
      }),
    ]
    const rejected = validated.filter(({ success }) => !success)
    expect(rejected).toEqual([])
  })

  it('refer only to existing people, hotels and reviews', () => {
    const reviews = [...writtenReviews().values()].flat()
    const people = new Set(guests.map(({ key }) => key))
    expect(reviews.filter(({ guest }) => !people.has(guest))).toEqual([])
    expect(ofType('book').filter(({ stay }) => hotelById(stay.hotelId) === undefined)).toEqual([])
    const namedReviews = reviews.filter(({ key, venue }) => !key.startsWith(`${venue}-`)).map(({ key }) => key)
    const reviewsWithActions = new Set(ofType('about a review').map(({ review }) => review))
    expect(namedReviews.filter((key) => !reviewsWithActions.has(key))).toEqual([])
  })

  it('include a password that satisfies the policy for every account', async () => {
    const personalData = [
      ...venues.map(({ key, businessName }) => [key, businessName, addressOf(key)]),
      ...[...guests, ...staff].map(({ key, firstName, lastName }) => [firstName, lastName, addressOf(key)]),
    ]
    expect(await Promise.all(personalData.map((words) => findPasswordWeakness(password, words)))).toEqual(
      personalData.map(() => null),
    )
  })

  it('include different remarks about every kind of guest', () => {
    const all = [...remarks().values()].flat()
    expect(new Set(all).size).toBe(all.length)
    const kinds = ['bed', 'table', 'water'].flatMap((offer) => [1, 2, 3, 4, 5].map((stars) => `${offer} ${stars}`))
    expect([...remarks().keys()].toSorted()).toEqual(kinds.toSorted())
  })
})
