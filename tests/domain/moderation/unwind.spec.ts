import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../domain/kernel/decider.ts'
import { reviewOfPlan, unwind, type UnwindCommand } from '../../../domain/moderation/unwind/decider.ts'
import type { Effect, UnwindEvent } from '../../../domain/moderation/unwind/events.ts'
import { deciderKeepsItsPromises } from '../../support/decider-properties.ts'
import { instants, on } from '../../support/reputation.ts'
import { spec } from '../../support/spec.ts'

const { given } = spec(unwind)
const effect = (what: string): Effect => ({
  stream: 'review-review-1',
  what,
  id: null,
  amount: null,
  before: null,
  after: null,
})
const foreseen = {
  madeOn: [{ stream: 'review-review-1', version: 1 }],
  effects: [effect('ReviewRemoved')],
  kept: [],
  figures: [{ name: 'venue-stars' as const, before: 5, after: 0 }],
}
const at = on('2026-03-02')
const draft = (by: string, more: Partial<typeof foreseen> = {}): UnwindCommand => ({
  type: 'DraftPlan',
  reviewId: 'review-1',
  by,
  ...foreseen,
  ...more,
  at,
})
const drafted = (n: number, by: string, more: Partial<typeof foreseen> = {}): UnwindEvent => ({
  type: 'PlanDrafted',
  data: { planId: `review-1-${n}`, reviewId: 'review-1', by, ...foreseen, ...more, at },
})
const approve = (n: number, by: string): UnwindCommand => ({ type: 'ApprovePlan', planId: `review-1-${n}`, by, at })
const approved = (n: number, by: string, draftedBy: string): UnwindEvent => ({
  type: 'PlanApproved',
  data: { planId: `review-1-${n}`, reviewId: 'review-1', by, draftedBy, at },
})
const otherwise = { effects: [effect('ReviewHidden')] }

describe('a reversal plan for a fake review', () => {
  it('is the same when drafted again in an unchanged state', () => {
    given().when(draft('mario')).then(drafted(1, 'mario'))
    given(drafted(1, 'mario')).when(draft('mario')).thenNothing()
    given(drafted(1, 'mario')).when(draft('lia')).thenNothing()
  })

  it('is the same when only the venue’s figures have changed', () =>
    given(drafted(1, 'mario'))
      .when(draft('lia', { figures: [{ name: 'venue-stars', before: 9, after: 4 }] }))
      .thenNothing())

  it('is replaced when other effects would follow', () =>
    given(drafted(1, 'mario'))
      .when(draft('lia', otherwise))
      .then(drafted(2, 'lia', otherwise)))

  it('points settled: needs approval by a moderator who did not draft it', () => {
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
    given(drafted(1, 'mario'), drafted(2, 'lia', otherwise))
      .when(approve(1, 'lia'))
      .thenRejected({ type: 'PlanOutdated', changed: ['unwind'] })
    given().when(approve(1, 'lia')).thenRejected({ type: 'PlanNotFound' })
  })

  it('contains the review id in its name', () => {
    expect(reviewOfPlan('review-1-12')).toBe('review-1')
    const many = Array.from({ length: 30 }, (_, n) => drafted(n + 1, 'mario'))
    expect(fold(unwind, many)).toMatchObject({ drafts: 30, plans: { length: 20 } })
  })
})

const people = fc.constantFrom('mario', 'lia')
const anyCommand: fc.Arbitrary<UnwindCommand> = fc.oneof(
  fc.tuple(people, fc.boolean()).map(([by, other]) => draft(by, other ? otherwise : {})),
  fc
    .tuple(people, fc.integer({ min: 1, max: 3 }), instants)
    .map(([by, n, when]): UnwindCommand => ({ type: 'ApprovePlan', planId: `review-1-${n}`, by, at: when })),
)
deciderKeepsItsPromises('the plan of an unwinding', unwind, anyCommand)
