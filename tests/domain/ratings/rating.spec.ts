import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import { conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import { rating, type RatingCommand } from '../../../domain/ratings/rating.ts'
import { isAmendable } from '../../../domain/ratings/rules.ts'
import { spec, stateAfterAccepted, testDeciderProperties } from '../../support/decider-spec.ts'
import {
  amendRating,
  clientRated,
  former,
  rateClient,
  ratingAmended,
  ratingRemoved,
  ratingWithdrawn,
  applyRuling,
  ratingRestored,
  removedOnAppeal,
  removeRating,
  withdrawRating,
} from '../../support/ratings/rating-fixtures.ts'
import { anyInstant, day, instantOn } from '../../support/reviews/review-fixtures.ts'

const { given } = spec(rating)

describe('Q-44: rating a client', () => {
  it('is possible once per stay, with four criteria and stars', () => given().when(rateClient()).then(clientRated()))

  it('is idempotent, even later', () =>
    given(clientRated())
      .when(rateClient({ at: instantOn('2026-03-09') }))
      .thenNothing())

  it('is idempotent after an amendment', () =>
    given(clientRated(), ratingAmended({ overall: 2 }))
      .when(rateClient())
      .thenNothing())

  it('is idempotent after the release setting changed', () =>
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
  ])('is rejected a second time with %s', (_, overrides) =>
    given(clientRated()).when(rateClient(overrides)).thenRejected({ type: 'AlreadyRated' }),
  )

  it('is rejected again after the rating was withdrawn or removed', () => {
    given(clientRated(), ratingWithdrawn).when(rateClient()).thenRejected({ type: 'RatingGone', why: 'withdrawn' })
    given(clientRated(), ratingRemoved).when(rateClient()).thenRejected({ type: 'RatingGone', why: 'removed' })
  })

  it.each([0, 6, 4.5, Number.NaN])('C-18: accepts 1 to 5 whole stars, not %s', (overall) => {
    given().when(rateClient({ overall })).thenRejected({ type: 'RatingStarsInvalid' })
    given(clientRated()).when(amendRating({ overall })).thenRejected({ type: 'RatingStarsInvalid' })
  })

  it.each(['punctuality', 'kindness', 'payment', 'roomCondition'] as const)(
    'C-18: accepts %s from 0 to 10',
    (score) => {
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
    },
  )

  it('accepts an optional comment of at most 500 characters', () => {
    const fits = 'x'.repeat(500)
    given()
      .when(rateClient({ comment: fits }))
      .then(clientRated({ comment: fits }))
    given()
      .when(rateClient({ comment: `${fits}x` }))
      .thenRejected({ type: 'RatingCommentTooLong', max: 500 })
    given()
      .when(rateClient({ comment: '  ' }))
      .then(clientRated({ comment: null }))
  })

  it('Q-121: is rejected for a stay more than 90 days ago', () => {
    given()
      .when(rateClient({ stayDate: day('2025-12-01') }))
      .thenRejected({ type: 'StayTooLongAgo', earliest: day('2025-12-02') })
    given()
      .when(rateClient({ stayDate: day('2025-12-02') }))
      .then(clientRated({ stayDate: day('2025-12-02') }))
  })

  it('D-38: after the client contested a rating of the business, is possible for later stays only', () => {
    const contestedAt = instantOn('2026-02-28', '23:30:00.000')
    given()
      .when(rateClient({ contestedAt, stayDate: day('2026-03-01') }))
      .thenRejected({ type: 'StayBeforeContest', earliest: day('2026-03-02') })
    given()
      .when(rateClient({ contestedAt, stayDate: day('2026-03-02') }))
      .then(clientRated({ stayDate: day('2026-03-02') }))
    given(clientRated()).when(rateClient({ contestedAt })).thenNothing()
  })

  it('is rejected for a future stay', () =>
    given()
      .when(rateClient({ stayDate: day('2026-03-03') }))
      .thenRejected({ type: 'StayDateNotAllowed', latest: day('2026-03-02') }))

  it('uses the Italian date: 00:30 in Rome is still yesterday in UTC', () => {
    const at = instantOn('2026-07-04', '22:30:00.000')
    const stayDate = day('2026-07-05')
    given().when(rateClient({ at, stayDate })).then(clientRated({ at, stayDate }))
  })

  it('requires an existing date', () =>
    given()
      .when(rateClient({ stayDate: day('2026-02-30') }))
      .thenRejected({ type: 'StayDateNotAllowed', latest: day('2026-03-02') }))
})

describe('changing a rating', () => {
  it('amends it', () =>
    given(clientRated())
      .when(amendRating({ overall: 3, comment: ' Meglio ' }))
      .then(ratingAmended({ overall: 3, comment: 'Meglio' })))

  it('does nothing when nothing differs', () => given(clientRated()).when(amendRating()).thenNothing())

  it('D-38: of a contested rating is limited to withdrawing it, so that it stays as it is judged', () => {
    given(clientRated())
      .when(amendRating({ overall: 1, contested: true }))
      .thenRejected({ type: 'RatingUnderContest' })
    given(clientRated()).when(withdrawRating()).then(ratingWithdrawn)
  })

  it('can restore the original values', () =>
    given(clientRated(), ratingAmended({ overall: 2 }))
      .when(amendRating())
      .then(ratingAmended({ former: { ...former, overall: 2 } })))

  it('withdraws it once', () => {
    given(clientRated()).when(withdrawRating()).then(ratingWithdrawn)
    given(clientRated(), ratingWithdrawn).when(withdrawRating()).thenNothing()
  })

  it('is limited to some days, after which the client may rely on it', () => {
    const [within, after] = [instantOn('2026-03-16', '09:59:59.999'), instantOn('2026-03-16')]
    given(clientRated())
      .when(amendRating({ overall: 1, at: within }))
      .then(ratingAmended({ overall: 1, at: within }))
    given(clientRated())
      .when(amendRating({ overall: 1, at: after }))
      .thenRejected({ type: 'RatingTooOld', until: after })
    given(clientRated()).when(withdrawRating('hotel', after)).thenRejected({ type: 'RatingTooOld', until: after })
    given(clientRated(), ratingWithdrawn).when(withdrawRating('hotel', after)).thenNothing()
  })

  it('is allowed to its own business only', () => {
    given(clientRated())
      .when(amendRating({ businessId: 'bar' }))
      .thenRejected({ type: 'NotYourRating' })
    given(clientRated()).when(withdrawRating('bar')).thenRejected({ type: 'NotYourRating' })
  })

  it('is rejected when the rating is gone or never existed', () => {
    given(clientRated(), ratingRemoved).when(amendRating()).thenRejected({ type: 'RatingGone', why: 'removed' })
    given(clientRated(), ratingRemoved).when(withdrawRating()).thenRejected({ type: 'RatingGone', why: 'removed' })
    given(clientRated(), ratingWithdrawn).when(amendRating()).thenRejected({ type: 'RatingGone', why: 'withdrawn' })
    given().when(amendRating()).thenRejected({ type: 'RatingNotFound' })
    given().when(withdrawRating()).thenRejected({ type: 'RatingNotFound' })
  })
})

describe('removing a rating as a moderator', () => {
  it('happens once', () => {
    given(clientRated()).when(removeRating()).then(ratingRemoved)
    given(clientRated(), ratingRemoved).when(removeRating()).thenNothing()
  })

  it('requires a reason', () => {
    const why = (facts: string, ground: 'FAKE' | 'NO_VIOLATION') => ({ facts, ground, violation: null })
    given(clientRated())
      .when(removeRating('moderator', why(' ', 'FAKE')))
      .thenRejected({ type: 'FactsMissing' })
    given(clientRated())
      .when(removeRating('moderator', why('Falsa', 'NO_VIOLATION')))
      .thenRejected({ type: 'GroundDoesNotFit', ground: 'NO_VIOLATION' })
  })

  it('is not possible after the business withdrew it', () =>
    given(clientRated(), ratingWithdrawn).when(removeRating()).thenRejected({ type: 'RatingGone', why: 'withdrawn' }))

  it.each(['hotel', 'mario'])('D-02: is not open to %s, a party', (by) =>
    given(clientRated()).when(removeRating(by)).thenRejected(conflictOfInterest),
  )
})

describe('Q-136: a decision on an appeal about a contested rating', () => {
  const release = { batch: 'batch-1', at: instantOn('2026-03-05') }

  it('removes the rating, once', () => {
    given(clientRated()).when(applyRuling('removed')).then(removedOnAppeal)
    given(clientRated(), removedOnAppeal).when(applyRuling('removed')).thenNothing()
  })

  it('restores the rating as last amended, with the batch of its release', () => {
    given(clientRated(), ratingRemoved).when(applyRuling('given', release)).then(ratingRestored({ release }))
    given(clientRated(), ratingAmended({ overall: 2, comment: null }), ratingRemoved)
      .when(applyRuling('given'))
      .then(ratingRestored({ overall: 2, comment: null }))
    given(clientRated(), ratingRemoved, ratingRestored()).when(applyRuling('given')).thenNothing()
  })

  it('leaves a withdrawn rating withdrawn', () => {
    for (const to of ['given', 'removed'] as const)
      given(clientRated(), ratingWithdrawn).when(applyRuling(to)).thenNothing()
    given().when(applyRuling('given')).thenRejected({ type: 'RatingNotFound' })
  })

  it('after which the business may withdraw the rating as before', () =>
    given(clientRated(), ratingRemoved, ratingRestored()).when(withdrawRating()).then(ratingWithdrawn))
})

const anyScore = fc.constantFrom(0, 7, 10, 11)
const anyAssessment = {
  overall: fc.constantFrom(0, 1, 5),
  punctuality: anyScore,
  kindness: fc.constantFrom(3, 9),
  comment: fc.constantFrom(null, '', ' Gentile ', 'Maleducato', 'x'.repeat(501)),
  businessId: fc.constantFrom('hotel', 'bar'),
  at: anyInstant,
}
const anyCommand: fc.Arbitrary<RatingCommand> = fc.oneof(
  fc
    .record({ ...anyAssessment, stayDate: fc.constantFrom(day('2026-03-01'), day('2026-03-10')) })
    .map((overrides) => rateClient(overrides)),
  fc.record({ ...anyAssessment, contested: fc.boolean() }).map((overrides) => amendRating(overrides)),
  fc.constantFrom(withdrawRating(), withdrawRating('bar')),
  fc.constantFrom(removeRating(), removeRating('hotel')),
  fc.constantFrom(applyRuling('given'), applyRuling('removed')),
)
describe('amending a rating, for every history and instant', () => {
  it('is offered exactly when it would be accepted', () =>
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 8 }), fc.integer({ min: 0, max: 20 }), (commands, windowDays) => {
        const state = stateAfterAccepted(rating, commands)
        if (state.status === 'none') return
        const { businessId, at: ratedAt } = state.rated
        const at = instantOn('2026-03-17')
        const decided = rating.decide({ type: 'WithdrawRating', businessId, windowDays, at }, state)
        const accepted = E.isRight(decided) && decided.right.length > 0
        expect(state.status === 'given' && isAmendable(ratedAt, windowDays, at)).toBe(accepted)
      }),
    ))
})

testDeciderProperties('a rating', rating, anyCommand)
