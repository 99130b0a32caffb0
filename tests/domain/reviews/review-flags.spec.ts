import { FlagClosed } from '../../../domain/reviews/review-state.ts'
import * as fc from 'fast-check'
import { assert, describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { allowedGrounds, allowedViolations, conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import { grounds as allGrounds, violations as allViolations } from '../../../domain/kernel/vocabulary.ts'
import { allowedFlagOutcomes, flagDirections } from '../../../domain/reviews/review-flags.ts'
import {
  allowedReviewStatuses,
  reviewDirections,
  reviewStatusObstacle,
} from '../../../domain/reviews/review-moderation.ts'
import { review, type ReviewCommand } from '../../../domain/reviews/review.ts'
import { flagWeight } from '../../../domain/reviews/flag-weight.ts'
import { flagOutcomes, settableReviewStatuses } from '../../../domain/reviews/vocabulary.ts'
import { hasEffect, histories, spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { applyRuling } from '../../support/reviews/appeal-outcome-fixtures.ts'
import {
  anyInstant,
  decideFlag,
  editReview,
  flagDecided,
  flagReview,
  instantOn,
  moderateReview,
  removeByDispute,
  reviewFlagged,
  reviewHeld,
  reviewModerated,
  reviewSubmitted,
  submitReview,
} from '../../support/reviews/review-fixtures.ts'

const { given } = spec(review)
const threeReporters = ['bruno', 'carla', 'dino']
const flags = (...reporters: readonly string[]) => reporters.map((reporter) => reviewFlagged(reporter))
/** The threshold held the review automatically; a moderator decides. */
const detectedAutomatically = { automation: 'detection' as const }
const heldByThree = [reviewSubmitted(), ...flags(...threeReporters), reviewHeld]

describe('flagging a review', () => {
  it('leaves it visible', () =>
    given(reviewSubmitted())
      .when(flagReview('bruno', { note: ' Mai stato qui ' }))
      .then(reviewFlagged('bruno', { note: 'Mai stato qui' })))

  it('E-06, B-28: is possible once per reporter: repeating it changes nothing; a second flag is rejected', () => {
    const repeated = flagReview('bruno', { at: instantOn('2026-03-09'), established: false })
    given(reviewSubmitted(), reviewFlagged('bruno')).when(repeated).thenNothing()
    for (const overrides of [{ flagId: 'flag-2' }, { reason: 'SPAM' as const }, { note: 'Anche' }])
      given(reviewSubmitted(), reviewFlagged('bruno'))
        .when(flagReview('bruno', overrides))
        .thenRejected({ type: 'AlreadyFlagged', flagId: 'flag-of-bruno' })
    given(reviewSubmitted(), reviewFlagged('bruno'), flagDecided('FlagDismissed', 'bruno'))
      .when(flagReview('bruno', { flagId: 'flag-2' }))
      .thenRejected({ type: 'AlreadyFlagged', flagId: 'flag-of-bruno' })
  })

  it('requires an unused flag id', () =>
    given(reviewSubmitted(), reviewFlagged('bruno'))
      .when(flagReview('carla', { flagId: 'flag-of-bruno' }))
      .thenRejected({ type: 'AlreadyFlagged', flagId: 'flag-of-bruno' }))

  it('Q-58: lets everybody but the author flag a review, including the business', () => {
    given(reviewSubmitted()).when(flagReview('ada')).thenRejected({ type: 'SelfFlag' })
    given(reviewSubmitted())
      .when(flagReview('hotel', { reporterType: 'user' }))
      .then(reviewFlagged('hotel', { reporterType: 'user' }))
  })

  it('V-46: accepts a note of at most 1000 characters', () => {
    const note = 'x'.repeat(1000)
    given(reviewSubmitted()).when(flagReview('bruno', { note })).then(reviewFlagged('bruno', { note }))
    given(reviewSubmitted())
      .when(flagReview('bruno', { note: `${note}x` }))
      .thenRejected({ type: 'FlagNoteTooLong', max: 1000 })
  })

  it('S-11: is rejected while the review is hidden or removed', () => {
    given(reviewSubmitted(), reviewModerated('ReviewHidden', 'moderator'))
      .when(flagReview('bruno'))
      .thenRejected({ type: 'ReviewNotFlaggable', status: 'HIDDEN' })
    given(reviewSubmitted(), reviewModerated('ReviewRemoved', 'dispute'))
      .when(flagReview('bruno'))
      .thenRejected({ type: 'ReviewNotFlaggable', status: 'REMOVED' })
  })
})

describe('Q-53: holding a review with enough pending flags', () => {
  it('happens at the third ordinary flag', () =>
    given(reviewSubmitted(), ...flags('bruno', 'carla'))
      .when(flagReview('dino'))
      .then(reviewFlagged('dino'), reviewHeld))

  it('happens once: later flags join the case', () =>
    given(...heldByThree)
      .when(flagReview('elena'))
      .then(reviewFlagged('elena')))

  it('follows the configured threshold', () => {
    given(reviewSubmitted())
      .when(flagReview('bruno', { holdAtWeight: 100 }))
      .then(reviewFlagged('bruno'), reviewHeld)
    given(reviewSubmitted(), ...flags('bruno', 'carla'))
      .when(flagReview('dino', { holdAtWeight: 301 }))
      .then(reviewFlagged('dino'))
  })

  it('Q-54: ignores accounts that are not established', () =>
    given(reviewSubmitted(), ...flags('bruno', 'carla'))
      .when(flagReview('dino', { established: false }))
      .then(reviewFlagged('dino', { weight: 0 })))

  it('ignores decided flags', () =>
    given(reviewSubmitted(), ...flags('bruno', 'carla'), flagDecided('FlagDismissed', 'bruno'))
      .when(flagReview('dino'))
      .then(reviewFlagged('dino')))

  it('weighs accurate reporters more and inaccurate ones less', () => {
    given(reviewSubmitted())
      .when(flagReview('bruno', { reporterRecord: { upheld: 4, dismissed: 0 } }))
      .then(reviewFlagged('bruno', { weight: 125 }))
    given(reviewSubmitted())
      .when(flagReview('bruno', { reporterRecord: { upheld: 0, dismissed: 4 } }))
      .then(reviewFlagged('bruno', { weight: 62 }))
  })

  it('starts a new case when no flag was pending', () =>
    given(reviewSubmitted(), reviewFlagged('bruno'), flagDecided('FlagDismissed', 'bruno'))
      .when(flagReview('carla'))
      .then(reviewFlagged('carla', { caseNumber: 2 })))
})

describe('the weight of a flag (version 1)', () => {
  const count = fc.nat(100_000)

  it('Q-54: is 100 for an ordinary reporter and 0 for an account that is not established', () => {
    expect(flagWeight(true, { upheld: 0, dismissed: 0 })).toBe(100)
    expect(flagWeight(true, { upheld: 7, dismissed: 7 })).toBe(100)
    expect(flagWeight(false, { upheld: 50, dismissed: 0 })).toBe(0)
  })

  it('is a whole number between 25 and 150', () =>
    fc.assert(
      fc.property(count, count, (upheld, dismissed) => {
        const weight = flagWeight(true, { upheld, dismissed })
        expect(Number.isInteger(weight)).toBe(true)
        expect(weight).toBeGreaterThanOrEqual(25)
        expect(weight).toBeLessThan(150)
      }),
    ))

  it('never falls when a flag is upheld and never rises when one is dismissed', () =>
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (upheld, dismissed) => {
        const weight = flagWeight(true, { upheld, dismissed })
        expect(flagWeight(true, { upheld: upheld + 1, dismissed })).toBeGreaterThanOrEqual(weight)
        expect(flagWeight(true, { upheld, dismissed: dismissed + 1 })).toBeLessThanOrEqual(weight)
      }),
    ))

  it('Q-53: never lets two reporters, however trusted, reach the weight of three ordinary ones', () =>
    expect(2 * flagWeight(true, { upheld: 1_000_000, dismissed: 0 })).toBeLessThan(300))
})

describe('deciding a flag', () => {
  it('Q-53: hides the review when upheld', () =>
    given(reviewSubmitted(), reviewFlagged('bruno'))
      .when(decideFlag('bruno', 'UPHELD', { notes: ' Falsa ' }))
      .then(flagDecided('FlagUpheld', 'bruno', { notes: 'Falsa' }), reviewModerated('ReviewHidden', 'flags')))

  it('decides the other pending flags when one is upheld', () => {
    const upheld = ['carla', 'bruno', 'dino'].map((reporter) =>
      flagDecided('FlagUpheld', reporter, { notes: reporter === 'carla' ? 'Falsa' : null, ...detectedAutomatically }),
    )
    given(...heldByThree)
      .when(decideFlag('carla', 'UPHELD', { notes: 'Falsa' }))
      .then(...upheld, reviewModerated('ReviewHidden', 'flags', null, 4, detectedAutomatically))
  })

  it('leaves decided flags unchanged', () =>
    given(reviewSubmitted(), ...flags('bruno', 'carla'), flagDecided('FlagDismissed', 'bruno'))
      .when(decideFlag('carla', 'UPHELD'))
      .then(flagDecided('FlagUpheld', 'carla'), reviewModerated('ReviewHidden', 'flags')))

  it('Q-54: restores a held review only when the last flag is decided and none is upheld', () => {
    const twoDecided = [flagDecided('FlagDismissed', 'bruno'), flagDecided(FlagClosed.type, 'carla')]
    given(...heldByThree)
      .when(decideFlag('bruno', 'DISMISSED'))
      .then(flagDecided('FlagDismissed', 'bruno', detectedAutomatically))
    given(...heldByThree, ...twoDecided)
      .when(decideFlag('dino', 'DISMISSED'))
      .then(
        flagDecided('FlagDismissed', 'dino', detectedAutomatically),
        reviewModerated('ReviewRestored', 'flags', null, 4, detectedAutomatically),
      )
    given(...heldByThree, ...twoDecided)
      .when(decideFlag('dino', 'REVIEWED'))
      .then(
        flagDecided(FlagClosed.type, 'dino', detectedAutomatically),
        reviewModerated('ReviewRestored', 'flags', null, 4, detectedAutomatically),
      )
  })

  it('does not restore a review that was not held', () =>
    given(reviewSubmitted(), reviewFlagged('bruno'))
      .when(decideFlag('bruno', 'DISMISSED'))
      .then(flagDecided('FlagDismissed', 'bruno')))

  it('is idempotent, and rejected with another outcome', () => {
    const dismissed = [reviewSubmitted(), reviewFlagged('bruno'), flagDecided('FlagDismissed', 'bruno')]
    given(...dismissed)
      .when(decideFlag('bruno', 'DISMISSED', { by: 'lia' }))
      .thenNothing()
    given(...dismissed)
      .when(decideFlag('bruno', 'UPHELD'))
      .thenRejected({ type: 'FlagAlreadyDecided', status: 'DISMISSED' })
  })

  it('requires an existing flag', () =>
    given(reviewSubmitted()).when(decideFlag('bruno', 'UPHELD')).thenRejected({ type: 'FlagNotFound' }))

  it('accepts notes of at most 1000 characters', () =>
    given(reviewSubmitted(), reviewFlagged('bruno'))
      .when(decideFlag('bruno', 'UPHELD', { notes: 'x'.repeat(1001) }))
      .thenRejected({ type: 'ModeratorNotesTooLong', max: 1000 }))

  it.each([
    ['its reporter', { by: 'bruno' }],
    ['the review’s author', { by: 'ada' }],
    ['the business', { by: 'hotel' }],
    ['the client a remark is about', { by: 'mario', targetAccountId: 'mario' }],
    ['the reporter of another pending flag', { by: 'carla' }],
  ])('D-02: is not open to %s', (_, moderator) =>
    given(reviewSubmitted(), ...flags('bruno', 'carla'))
      .when(decideFlag('bruno', 'UPHELD', moderator))
      .thenRejected(conflictOfInterest),
  )

  it('D-02: is not open to the reporter of an already decided flag', () =>
    given(reviewSubmitted(), reviewFlagged('bruno'), flagDecided('FlagDismissed', 'bruno'))
      .when(decideFlag('bruno', 'DISMISSED', { by: 'bruno' }))
      .thenRejected(conflictOfInterest))
})

const people = fc.constantFrom('ada', 'hotel', 'bruno', 'carla', 'dino', 'elena')
const moderators = fc.constantFrom('moderator', 'lia', 'ada', 'bruno')
const anyContent = { rating: fc.constantFrom(0, 1, 5), comment: fc.constantFrom(null, ' Bella ', 'x'.repeat(2001)) }
const anyCommand: fc.Arbitrary<ReviewCommand> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ rating: fc.constantFrom(4, 4, 4, 9), at: anyInstant }).map(submitReview) },
  { weight: 1, arbitrary: fc.record(anyContent, { requiredKeys: [] }).map((changes) => editReview(changes)) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        people,
        fc.record({
          established: fc.boolean(),
          record: fc.record({ upheld: fc.nat(9), dismissed: fc.nat(9) }),
          note: fc.constantFrom(null, ' Falsa '),
          holdAtWeight: fc.constantFrom(100, 200),
          at: anyInstant,
        }),
      )
      .map(([reporter, overrides]) => flagReview(reporter, overrides)),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(people, fc.constantFrom('REVIEWED', 'DISMISSED', 'UPHELD'), moderators)
      .map(([reporter, outcome, by]) => decideFlag(reporter, outcome, { by })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('ACTIVE', 'HIDDEN', 'REMOVED'), moderators)
      .map(([to, by]) => moderateReview(to, { by, notes: ' Vista ' })),
  },
  { weight: 1, arbitrary: fc.constant(removeByDispute()) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('ACTIVE', 'HIDDEN', 'REMOVED'), fc.subarray(['bruno', 'carla', 'dino']), fc.nat(2))
      .map(([to, flags, n]) => applyRuling(to, flags, `ruling-${n}`)),
  },
)
testDeciderProperties('a review', review, anyCommand)

describe('reviews, for every history', () => {
  const histories = fc.array(anyCommand, { maxLength: 25, size: 'max' })
  const after = (commands: readonly ReviewCommand[]) =>
    commands.reduce(
      (state, command) => {
        const decided = review.decide(command, state)
        return E.isRight(decided) ? decided.right.reduce(review.evolve, state) : state
      },
      fold(review, [reviewSubmitted()]),
    )

  it('Q-54: have a pending flag when held and none when hidden', () =>
    fc.assert(
      fc.property(histories, (commands) => {
        const state = after(commands)
        const hasPendingFlag = state.status !== 'NONE' && state.flags.some(({ status }) => status === 'PENDING')
        const allowed = { NONE: [], ACTIVE: [true, false], PENDING_REVIEW: [true], HIDDEN: [false], REMOVED: [false] }
        expect(allowed[state.status]).toContain(hasPendingFlag)
      }),
    ))

  it('B-28: never have two flags by one reporter', () =>
    fc.assert(
      fc.property(histories, (commands) => {
        const state = after(commands)
        const reporters = state.status === 'NONE' ? [] : [...state.flags.values()].map(({ reporterId }) => reporterId)
        expect(new Set(reporters).size).toBe(reporters.length)
      }),
    ))
})

describe('the outcomes and statuses offered to a moderator', () => {
  const everyone = fc.constantFrom('moderator', 'lia', 'ada', 'hotel', 'bruno', 'carla', 'dino', 'elena')
  const targetAccounts = fc.constantFrom(null, 'lia')
  const reviewed = histories(review, anyCommand).map((past) => fold(review, [reviewSubmitted(), ...past]))

  it('S-11: are exactly the ones that change the review', () =>
    fc.assert(
      fc.property(reviewed, everyone, targetAccounts, (state, by, targetAccountId) => {
        assert(state.status !== 'NONE')
        const offered = allowedReviewStatuses(state, by, targetAccountId)
        expect(reviewStatusObstacle(state, by, targetAccountId) === null).toBe(offered.length > 0)
        for (const to of settableReviewStatuses)
          expect(offered.includes(to)).toBe(hasEffect(review, state, moderateReview(to, { by, targetAccountId })))
      }),
    ))

  it('Q-53: are exactly the ones that decide a flag', () =>
    fc.assert(
      fc.property(reviewed, everyone, targetAccounts, (state, by, targetAccountId) => {
        assert(state.status !== 'NONE')
        for (const flag of state.flags.values()) {
          const offered = allowedFlagOutcomes(flag, state, by, targetAccountId)
          for (const outcome of flagOutcomes) {
            const command = decideFlag(flag.reporterId, outcome, { by, targetAccountId })
            expect(offered.includes(outcome)).toBe(hasEffect(review, state, command))
          }
        }
      }),
    ))
})

describe('the reasons offered for a decision', () => {
  const grounds = fc.constantFrom(...allGrounds)
  const violations = fc.constantFrom(null, ...allViolations)

  it('are exactly the ones the decision may state', () =>
    fc.assert(
      fc.property(fc.constantFrom(...settableReviewStatuses), grounds, violations, (to, ground, violation) => {
        const before =
          to === 'ACTIVE' ? [reviewSubmitted(), reviewModerated('ReviewHidden', 'moderator')] : [reviewSubmitted()]
        const direction = reviewDirections[to]
        const offered =
          allowedGrounds(direction).includes(ground) &&
          (violation === null || allowedViolations(direction).includes(violation))
        const command = moderateReview(to, { reasons: { facts: 'Fatti.', ground, violation } })
        expect(hasEffect(review, fold(review, before), command)).toBe(offered)
      }),
    ))

  it('are exactly the ones a decision on a flag may state', () =>
    fc.assert(
      fc.property(fc.constantFrom(...flagOutcomes), grounds, violations, (outcome, ground, violation) => {
        const direction = flagDirections[outcome]
        const offered =
          allowedGrounds(direction).includes(ground) &&
          (violation === null || allowedViolations(direction).includes(violation))
        const state = fold(review, [reviewSubmitted(), reviewFlagged('bruno')])
        const command = decideFlag('bruno', outcome, { reasons: { facts: 'Fatti.', ground, violation } })
        expect(hasEffect(review, state, command)).toBe(offered)
      }),
    ))
})
