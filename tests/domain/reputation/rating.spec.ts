import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import { rating, type RatingCommand } from '../../../domain/reputation/rating/decider.ts'
import { deciderKeepsItsPromises } from '../../support/decider-properties.ts'
import {
  amendRating,
  clientRated,
  rateClient,
  ratingAmended,
  ratingRemoved,
  ratingWithdrawn,
  removeRating,
  withdrawRating,
} from '../../support/rating.ts'
import { day, instants, on } from '../../support/reputation.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(rating)

describe('Q-44: a business rates a client', () => {
  it('once for a stay, on four criteria and in stars', () => given().when(rateClient()).then(clientRated()))

  it('and hears nothing new when it sends the same again, later', () =>
    given(clientRated())
      .when(rateClient({ at: on('2026-03-09') }))
      .thenNothing())

  it('and hears nothing new even if it has amended it meanwhile', () =>
    given(clientRated(), ratingAmended({ overall: 2 }))
      .when(rateClient())
      .thenNothing())

  it('and hears nothing new even if ratings are released otherwise meanwhile', () =>
    given(clientRated({ held: true }))
      .when(rateClient({ held: false }))
      .thenNothing())

  it.each([
    ['other stars', { overall: 1 }],
    ['another score', { payment: 0 }],
    ['other words', { comment: 'Altro' }],
    ['another kind of stay', { stayType: 'business' as const }],
    ['another client', { clientId: 'client-luisa' }],
    ['another business', { businessId: 'bar' }],
  ])('but not twice with %s', (_, differently) =>
    given(clientRated()).when(rateClient(differently)).thenRejected({ type: 'AlreadyRated' }),
  )

  it('and not again once the rating is withdrawn or removed', () => {
    given(clientRated(), ratingWithdrawn).when(rateClient()).thenRejected({ type: 'RatingGone', why: 'withdrawn' })
    given(clientRated(), ratingRemoved).when(rateClient()).thenRejected({ type: 'RatingGone', why: 'removed' })
  })

  it.each([0, 6, 4.5, Number.NaN])('C-18: with 1 to 5 whole stars, not %s', (overall) => {
    given().when(rateClient({ overall })).thenRejected({ type: 'RatingStarsInvalid' })
    given(clientRated()).when(amendRating({ overall })).thenRejected({ type: 'RatingStarsInvalid' })
  })

  it.each(['punctuality', 'kindness', 'payment', 'roomCondition'] as const)('C-18: with %s from 0 to 10', (score) => {
    given()
      .when(rateClient({ [score]: 11 }))
      .thenRejected({ type: 'RatingScoreInvalid', score })
    given()
      .when(rateClient({ [score]: -1 }))
      .thenRejected({ type: 'RatingScoreInvalid', score })
    given()
      .when(rateClient({ [score]: 0 }))
      .then(clientRated({ [score]: 0 }))
    given()
      .when(rateClient({ [score]: 10 }))
      .then(clientRated({ [score]: 10 }))
  })

  it('with a comment of at most 500 characters, or none', () => {
    const fits = 'x'.repeat(500)
    given()
      .when(rateClient({ comment: fits }))
      .then(clientRated({ comment: fits }))
    given()
      .when(rateClient({ comment: `${fits}x` }))
      .thenRejected({ type: 'RatingCommentTooLong', most: 500 })
    given()
      .when(rateClient({ comment: '  ' }))
      .then(clientRated({ comment: null }))
  })

  it('for a stay that is not to come', () =>
    given()
      .when(rateClient({ stayDate: day('2026-03-03') }))
      .thenRejected({ type: 'StayDateNotAllowed', latest: day('2026-03-02') }))

  it('today being the day it is in Italy: half past midnight in Rome is still yesterday in UTC', () => {
    const at = on('2026-07-04', '22:30:00.000')
    const stayDate = day('2026-07-05')
    given().when(rateClient({ at, stayDate })).then(clientRated({ at, stayDate }))
  })

  it('for a day that exists', () =>
    given()
      .when(rateClient({ stayDate: day('2026-02-30') }))
      .thenRejected({ type: 'StayDateNotAllowed', latest: day('2026-03-02') }))
})

describe('a business changes its mind about a client', () => {
  it('and amends its rating', () =>
    given(clientRated())
      .when(amendRating({ overall: 3, comment: ' Meglio ' }))
      .then(ratingAmended({ overall: 3, comment: 'Meglio' })))

  it('which is nothing when nothing is different', () => given(clientRated()).when(amendRating()).thenNothing())

  it('back to what it first said, too', () =>
    given(clientRated(), ratingAmended({ overall: 2 }))
      .when(amendRating())
      .then(ratingAmended()))

  it('and withdraws it, once', () => {
    given(clientRated()).when(withdrawRating()).then(ratingWithdrawn)
    given(clientRated(), ratingWithdrawn).when(withdrawRating()).thenNothing()
  })

  it('within some days of rating: afterwards the client may rely on it', () => {
    const [within, after] = [on('2026-03-16', '09:59:59.999'), on('2026-03-16')]
    given(clientRated())
      .when(amendRating({ overall: 1, at: within }))
      .then(ratingAmended({ overall: 1, at: within }))
    given(clientRated())
      .when(amendRating({ overall: 1, at: after }))
      .thenRejected({ type: 'RatingTooOld', until: after })
    given(clientRated()).when(withdrawRating('hotel', after)).thenRejected({ type: 'RatingTooOld', until: after })
    given(clientRated(), ratingWithdrawn).when(withdrawRating('hotel', after)).thenNothing()
  })

  it('but only its own', () => {
    given(clientRated())
      .when(amendRating({ businessId: 'bar' }))
      .thenRejected({ type: 'NotYourRating' })
    given(clientRated()).when(withdrawRating('bar')).thenRejected({ type: 'NotYourRating' })
  })

  it('and not one that is gone, or never was', () => {
    given(clientRated(), ratingRemoved).when(amendRating()).thenRejected({ type: 'RatingGone', why: 'removed' })
    given(clientRated(), ratingRemoved).when(withdrawRating()).thenRejected({ type: 'RatingGone', why: 'removed' })
    given(clientRated(), ratingWithdrawn).when(amendRating()).thenRejected({ type: 'RatingGone', why: 'withdrawn' })
    given().when(amendRating()).thenRejected({ type: 'RatingNotFound' })
    given().when(withdrawRating()).thenRejected({ type: 'RatingNotFound' })
  })
})

describe('a moderator strikes a rating out', () => {
  it('once', () => {
    given(clientRated()).when(removeRating()).then(ratingRemoved)
    given(clientRated(), ratingRemoved).when(removeRating()).thenNothing()
  })

  it('never without saying why', () => {
    const why = (facts: string, ground: 'FAKE' | 'NO_VIOLATION') => ({ facts, ground, violation: null })
    given(clientRated())
      .when(removeRating('moderator', why(' ', 'FAKE')))
      .thenRejected({ type: 'FactsMissing' })
    given(clientRated())
      .when(removeRating('moderator', why('Falsa', 'NO_VIOLATION')))
      .thenRejected({ type: 'GroundDoesNotFit', ground: 'NO_VIOLATION' })
  })

  it('unless the business has withdrawn it', () =>
    given(clientRated(), ratingWithdrawn).when(removeRating()).thenRejected({ type: 'RatingGone', why: 'withdrawn' }))

  it.each(['hotel', 'mario'])('points settled 2: but not as %s, who is a party to it', (by) =>
    given(clientRated()).when(removeRating(by)).thenRejected({ type: 'OwnMatter' }),
  )
})

const anyScore = fc.constantFrom(0, 7, 10, 11)
const anyOpinion = {
  overall: fc.constantFrom(0, 1, 5),
  punctuality: anyScore,
  kindness: fc.constantFrom(3, 9),
  comment: fc.constantFrom(null, '', ' Gentile ', 'Maleducato', 'x'.repeat(501)),
  businessId: fc.constantFrom('hotel', 'bar'),
  at: instants,
}
const anyCommand: fc.Arbitrary<RatingCommand> = fc.oneof(
  fc
    .record({ ...anyOpinion, stayDate: fc.constantFrom(day('2026-03-01'), day('2026-03-10')) })
    .map((differently) => rateClient(differently)),
  fc.record(anyOpinion).map((differently) => amendRating(differently)),
  fc.constantFrom(withdrawRating(), withdrawRating('bar')),
  fc.constantFrom(removeRating(), removeRating('hotel')),
)
deciderKeepsItsPromises('a rating', rating, anyCommand)
