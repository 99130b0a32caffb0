import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { dispute, type DisputeEvent, DisputeOverturned } from '../../../domain/reviews/dispute.ts'
import { FlagClosed, type ReviewEvent } from '../../../domain/reviews/review-state.ts'
import { review } from '../../../domain/reviews/review.ts'
import { spec } from '../../support/decider-spec.ts'
import {
  appealApplied,
  applyRuling,
  disputeOverturned,
  flagOverturned,
  overturnDispute,
} from '../../support/reviews/appeal-outcome-fixtures.ts'
import {
  disputeOpened,
  disputeModerated,
  disputeVoided,
  flagDecided,
  reviewFlagged,
  reviewHeld,
  reviewModerated,
  reviewSubmitted,
  summarize,
} from '../../support/reviews/review-fixtures.ts'

const { given } = spec(review)
const dismissed = [reviewSubmitted(), reviewFlagged('bruno'), flagDecided('FlagDismissed', 'bruno')]
const upheld = [
  reviewSubmitted(),
  reviewFlagged('bruno'),
  flagDecided('FlagUpheld', 'bruno'),
  reviewModerated('ReviewHidden', 'flags'),
]

describe('applying an appeal decision to the review', () => {
  it('for the reporter hides the review and upholds the flag', () =>
    given(...dismissed)
      .when(applyRuling('HIDDEN', ['bruno']))
      .then(appealApplied('HIDDEN'), flagOverturned('bruno', 'UPHELD'), reviewModerated('ReviewHidden', 'appeal')))

  it('for the author restores the review and dismisses the flag', () =>
    given(...upheld)
      .when(applyRuling('ACTIVE', ['bruno']))
      .then(appealApplied('ACTIVE'), flagOverturned('bruno', 'DISMISSED'), reviewModerated('ReviewRestored', 'appeal')))

  it('decides pending flags: upholds them with the flags under appeal, or closes them as neither upheld nor dismissed', () => {
    const waiting = [...dismissed, reviewFlagged('carla', { caseNumber: 2 })]
    const answered = (type: 'FlagUpheld' | typeof FlagClosed.type) =>
      flagDecided(type, 'carla', {
        caseNumber: 2,
        by: 'lia',
        ground: 'OFFENSIVE',
        facts: 'Contiene insulti al personale.',
      })
    given(...waiting)
      .when(applyRuling('REMOVED', ['bruno']))
      .then(
        appealApplied('REMOVED'),
        flagOverturned('bruno', 'UPHELD'),
        answered('FlagUpheld'),
        reviewModerated('ReviewRemoved', 'appeal'),
      )
    given(...waiting)
      .when(applyRuling('REMOVED'))
      .then(appealApplied('REMOVED'), answered(FlagClosed.type), reviewModerated('ReviewRemoved', 'appeal'))
  })

  it('happens once, whatever happened to the review since', () => {
    const applied = [
      appealApplied('HIDDEN'),
      flagOverturned('bruno', 'UPHELD'),
      reviewModerated('ReviewHidden', 'appeal'),
    ]
    const restored = [...dismissed, ...applied, reviewModerated('ReviewRestored', 'moderator')]
    given(...restored)
      .when(applyRuling('HIDDEN', ['bruno']))
      .thenNothing()
    given(...restored)
      .when(applyRuling('HIDDEN', ['bruno'], 'ruling-2'))
      .then(appealApplied('HIDDEN', 'ruling-2'), reviewModerated('ReviewHidden', 'appeal'))
  })

  it('records only changed flag outcomes', () =>
    given(
      ...upheld,
      appealApplied('ACTIVE'),
      flagOverturned('bruno', 'DISMISSED'),
      reviewModerated('ReviewRestored', 'appeal'),
    )
      .when(applyRuling('ACTIVE', ['bruno'], 'ruling-2'))
      .then(appealApplied('ACTIVE', 'ruling-2')))
})

describe('S-11: applying an appeal by review state', () => {
  const states: Readonly<Record<string, readonly ReviewEvent[]>> = {
    none: [],
    ACTIVE: [reviewSubmitted()],
    PENDING_REVIEW: [
      reviewSubmitted(),
      reviewFlagged('bruno'),
      reviewFlagged('carla'),
      reviewFlagged('dino'),
      reviewHeld,
    ],
    HIDDEN: [reviewSubmitted(), reviewModerated('ReviewHidden', 'moderator')],
    REMOVED: [reviewSubmitted(), reviewModerated('ReviewRemoved', 'dispute')],
  }
  const answered = 'FlagReviewed FlagReviewed FlagReviewed'
  it.each([
    ['none', 'ACTIVE', '✗ ReviewNotFound'],
    ['none', 'HIDDEN', '✗ ReviewNotFound'],
    ['none', 'REMOVED', '✗ ReviewNotFound'],
    ['ACTIVE', 'ACTIVE', 'AppealApplied'],
    ['ACTIVE', 'HIDDEN', 'AppealApplied ReviewHidden'],
    ['ACTIVE', 'REMOVED', 'AppealApplied ReviewRemoved'],
    ['PENDING_REVIEW', 'ACTIVE', 'AppealApplied'],
    ['PENDING_REVIEW', 'HIDDEN', `AppealApplied ${answered} ReviewHidden`],
    ['PENDING_REVIEW', 'REMOVED', `AppealApplied ${answered} ReviewRemoved`],
    ['HIDDEN', 'ACTIVE', 'AppealApplied ReviewRestored'],
    ['HIDDEN', 'HIDDEN', 'AppealApplied'],
    ['HIDDEN', 'REMOVED', 'AppealApplied ReviewRemoved'],
    ['REMOVED', 'ACTIVE', 'AppealApplied ReviewRestored'],
    ['REMOVED', 'HIDDEN', 'AppealApplied ReviewHidden'],
    ['REMOVED', 'REMOVED', 'AppealApplied'],
  ] as const)('%s to %s: %s', (from, to, outcome) =>
    expect(summarize(review.decide(applyRuling(to), fold(review, states[from] ?? [])))).toBe(outcome),
  )
})

describe('S-13: a dispute’s outcome after an appeal', () => {
  const states: Readonly<Record<string, readonly DisputeEvent[]>> = {
    none: [],
    OPEN: [disputeOpened()],
    UNDER_REVIEW: [disputeOpened(), disputeModerated('DisputeTakenUnderReview')],
    RESOLVED_UPHELD: [disputeOpened(), disputeModerated('DisputeUpheld')],
    RESOLVED_REJECTED: [disputeOpened(), disputeModerated('DisputeRejected')],
    CLOSED: [disputeOpened(), disputeModerated('DisputeRejected'), disputeModerated('DisputeClosed')],
    void: [disputeOpened(), disputeVoided],
  }
  it.each([
    ['none', '✗ DisputeNotFound', '✗ DisputeNotFound'],
    ['OPEN', 'nothing', 'nothing'],
    ['UNDER_REVIEW', 'nothing', 'nothing'],
    ['RESOLVED_UPHELD', 'nothing', DisputeOverturned.type],
    ['RESOLVED_REJECTED', DisputeOverturned.type, 'nothing'],
    ['CLOSED', DisputeOverturned.type, 'nothing'],
    ['void', 'nothing', 'nothing'],
  ])('%s: upheld %s, rejected %s', (from, toUpheld, toRejected) => {
    const state = fold(dispute, states[from] ?? [])
    expect(summarize(dispute.decide(overturnDispute('upheld'), state))).toBe(toUpheld)
    expect(summarize(dispute.decide(overturnDispute('rejected'), state))).toBe(toRejected)
  })

  it('changes once per appeal, and another appeal can change it back', () => {
    const { given: disputed } = spec(dispute)
    const overturned = [disputeOpened(), disputeModerated('DisputeRejected'), disputeOverturned('upheld')]
    disputed(...overturned)
      .when(overturnDispute('rejected', 'ruling-2'))
      .then(disputeOverturned('rejected', 'ruling-2'))
    disputed(...overturned, disputeOverturned('rejected', 'ruling-2'))
      .when(overturnDispute('upheld'))
      .thenNothing()
    expect(fold(dispute, overturned)).toMatchObject({ status: 'RESOLVED_UPHELD', outcome: 'upheld' })
  })
})
