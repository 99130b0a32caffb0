import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import {
  type PredictedChange,
  reversal,
  type ReversalCommand,
  type ReversalEvent,
  reviewOfPlan,
} from '../../../domain/moderation/reversal.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { anyInstant, instantOn } from '../../support/reviews/review-fixtures.ts'

const { given } = spec(reversal)
const predictedChange = (what: string): PredictedChange => ({
  stream: 'review-review-1',
  what,
  id: null,
  amount: null,
  before: null,
  after: null,
})
const preview = {
  baseVersions: [{ stream: 'review-review-1', version: 1 }],
  predictedChanges: [predictedChange('ReviewRemoved')],
  kept: [],
  figures: [{ name: 'venue-stars' as const, before: 5, after: 0 }],
}
const at = instantOn('2026-03-02')
const draft = (by: string, more: Partial<typeof preview> = {}): ReversalCommand => ({
  type: 'DraftPlan',
  reviewId: 'review-1',
  by,
  ...preview,
  ...more,
  at,
})
const drafted = (n: number, by: string, more: Partial<typeof preview> = {}): ReversalEvent => {
  const { baseVersions: madeOn, predictedChanges: effects, ...data } = { ...preview, ...more }
  return {
    type: 'PlanDrafted',
    data: { planId: `review-1-${n}`, reviewId: 'review-1', by, madeOn, effects, ...data, at },
  }
}
const approve = (n: number, by: string): ReversalCommand => ({ type: 'ApprovePlan', planId: `review-1-${n}`, by, at })
const approved = (n: number, by: string, draftedBy: string): ReversalEvent => ({
  type: 'PlanApproved',
  data: { planId: `review-1-${n}`, reviewId: 'review-1', by, draftedBy, at },
})
const otherChanges = { predictedChanges: [predictedChange('ReviewHidden')] }

describe('a reversal plan for a fake review', () => {
  it('is the same when drafted again in an unchanged state', () => {
    given().when(draft('mario')).then(drafted(1, 'mario'))
    given(drafted(1, 'mario')).when(draft('mario')).thenNothing()
    given(drafted(1, 'mario')).when(draft('lia')).thenNothing()
  })

  it('is the same when only the venue’s metrics have changed', () =>
    given(drafted(1, 'mario'))
      .when(draft('lia', { figures: [{ name: 'venue-stars', before: 9, after: 4 }] }))
      .thenNothing())

  it('is replaced when other changes would follow', () =>
    given(drafted(1, 'mario'))
      .when(draft('lia', otherChanges))
      .then(drafted(2, 'lia', otherChanges)))

  it('needs approval by a moderator who did not draft it', () => {
    given(drafted(1, 'mario')).when(approve(1, 'mario')).thenRejected({ type: 'PlanNeedsAnother' })
    given(drafted(1, 'mario'))
      .when(approve(1, 'lia'))
      .then(approved(1, 'lia', 'mario'))
  })

  it('is approved once, by one moderator', () => {
    const past = [drafted(1, 'mario'), approved(1, 'lia', 'mario')] as const
    given(...past)
      .when(approve(1, 'lia'))
      .thenNothing()
    given(...past)
      .when(approve(1, 'ugo'))
      .thenRejected({ type: 'PlanApprovedByAnother' })
    given(...past)
      .when(draft('mario'))
      .then(drafted(2, 'mario'))
  })

  it('cannot be approved after a newer plan or without a draft', () => {
    given(drafted(1, 'mario'), drafted(2, 'lia', otherChanges))
      .when(approve(1, 'lia'))
      .thenRejected({ type: 'PlanOutdated', changed: ['unwind'] })
    given().when(approve(1, 'lia')).thenRejected({ type: 'PlanNotFound' })
  })

  it('contains the review id in its name', () => {
    expect(reviewOfPlan('review-1-12')).toBe('review-1')
    const many = Array.from({ length: 30 }, (_, n) => drafted(n + 1, 'mario'))
    expect(fold(reversal, many)).toMatchObject({ drafts: 30, plans: { length: 20 } })
  })
})

const people = fc.constantFrom('mario', 'lia')
const anyCommand: fc.Arbitrary<ReversalCommand> = fc.oneof(
  fc.tuple(people, fc.boolean()).map(([by, other]) => draft(by, other ? otherChanges : {})),
  fc
    .tuple(people, fc.integer({ min: 1, max: 3 }), anyInstant)
    .map(([by, n, when]): ReversalCommand => ({ type: 'ApprovePlan', planId: `review-1-${n}`, by, at: when })),
)
testDeciderProperties('a reversal plan', reversal, anyCommand)
