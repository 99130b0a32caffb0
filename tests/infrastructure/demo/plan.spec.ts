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
const ofType = <T extends Action['type']>(type: T, acts: readonly ScheduledAction[] = plan): readonly Of<T>[] =>
  acts.map(({ action }) => action).filter((deed): deed is Of<T> => deed.type === type)

describe('the demo data for half a year', () => {
  it('is the same every time', () => {
    expect(planOf(now)).toEqual(plan)
  })

  it('has eight venues of eight kinds in eight towns, eighteen guests, four staff, 150 ratings and 120 reviews', () => {
    const towns = new Set(venues.map(({ location }) => location.split(', ').at(-1)))
    expect([new Set(venues.map(({ businessType }) => businessType)).size, towns.size]).toEqual([8, 8])
    const counts = [ofType('open venue'), ofType('register guest'), ofType('register staff'), ofType('rate')]
    expect(counts.map(({ length }) => length)).toEqual([8, 18, 4, 150])
    const told = ofType('review').map(({ review }) => review.comment)
    expect([told.length, new Set(told).size]).toEqual([120, 120])
  })

  it('covers each of the six months before today, in order', () => {
    const moments = plan.map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted())
    expect(moments.filter((at) => at < plusDays(now, -190) || at > now)).toEqual([])
    const months = Map.groupBy(ofType('rate'), ({ stayDate }) =>
      Math.floor((Date.parse(now) - Date.parse(stayDate)) / (30 * 86_400_000)),
    )
    expect([...months].filter(([, some]) => some.length > 5).map(([month]) => month)).toEqual([5, 4, 3, 2, 1, 0])
  })

  it('has no action before registration and none about a review before it was written', () => {
    expect(tooEarly(plan)).toEqual([])
  })

  it('has nobody stay at two places on the same day', () => {
    const days = ofType('rate').map(({ guest, stayDate }) => `${guest} ${stayDate}`)
    expect(new Set(days).size).toBe(days.length)
  })

  it('can be generated for any day', () => {
    const days = Array.from({ length: 60 }, (_, n) => plusDays('2026-01-01T00:01:00.000Z' as Instant, n * 6.3))
    expect(days.flatMap((day) => tooEarly(planOf(day)))).toEqual([])
  })
})

/** Actions that involve a person or thing that does not exist yet. */
const tooEarly = (acts: readonly ScheduledAction[]): readonly ScheduledAction[] => {
  const there = new Set<string>()
  return acts.filter(({ action }) => {
    const early = needsOf(action).some((one) => !there.has(one))
    for (const one of bringsOf(action)) there.add(one)
    return early
  })
}

const needsOf = (deed: Action): readonly string[] => {
  switch (deed.type) {
    case 'open venue':
    case 'register guest':
    case 'register staff':
      return []
    case 'rate':
    case 'redeem':
    case 'save favourite':
      return [deed.venue, deed.guest]
    case 'review':
      return [deed.review.venue, deed.review.guest]
    case 'book':
      return [deed.by]
    case 'cancel booking':
      return [deed.by, `booking ${deed.booking}`]
    case 'about a review':
      return [deed.action.by, `review ${deed.review}`]
  }
}
const bringsOf = (deed: Action): readonly string[] => {
  switch (deed.type) {
    case 'open venue':
      return [deed.venue.key]
    case 'register guest':
      return [deed.guest.key]
    case 'register staff':
      return [deed.staffMember.key]
    case 'review':
      return [`review ${deed.review.key}`]
    case 'book':
      return [`booking ${deed.booking}`]
    case 'rate':
    case 'redeem':
    case 'save favourite':
    case 'cancel booking':
    case 'about a review':
      return []
  }
}

describe('the demo texts', () => {
  it('pass the validation of the forms: names, numbers, comments, reports and objections', () => {
    const typed: readonly { readonly success: boolean }[] = [
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
    const refused = typed.filter(({ success }) => !success)
    expect(refused).toEqual([])
  })

  it('name only existing people, hotels and reviews', () => {
    const reviews = [...writtenReviews().values()].flat()
    const people = new Set(guests.map(({ key }) => key))
    expect(reviews.filter(({ guest }) => !people.has(guest))).toEqual([])
    expect(ofType('book').filter(({ stay }) => hotelById(stay.hotelId) === undefined)).toEqual([])
    const marked = reviews.filter(({ key, venue }) => !key.startsWith(`${venue}-`)).map(({ key }) => key)
    const incidental = new Set(ofType('about a review').map(({ review }) => review))
    expect(marked.filter((key) => !incidental.has(key))).toEqual([])
  })

  it('the password satisfies the policy for everybody', async () => {
    const everybody = [
      ...venues.map(({ key, businessName }) => [key, businessName, addressOf(key)]),
      ...[...guests, ...staff].map(({ key, firstName, lastName }) => [firstName, lastName, addressOf(key)]),
    ]
    expect(await Promise.all(everybody.map((about) => findPasswordWeakness(password, about)))).toEqual(
      everybody.map(() => null),
    )
  })

  it('venues have varied remarks about every kind of guest', () => {
    const all = [...remarks().values()].flat()
    expect(new Set(all).size).toBe(all.length)
    const kinds = ['bed', 'table', 'water'].flatMap((offer) => [1, 2, 3, 4, 5].map((stars) => `${offer} ${stars}`))
    expect([...remarks().keys()].toSorted()).toEqual(kinds.toSorted())
  })
})
