import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import {
  HeldRatingDiscarded,
  ratingRelease,
  type RatingReleaseCommand,
  type RatingReleaseEvent,
} from '../../../domain/ratings/rating-release.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { anyInstant, instantOn } from '../../support/reviews/review-fixtures.ts'

const { given } = spec(ratingRelease)
const clientId = 'client-mario'
const now = instantOn('2026-04-02')

const hold = (
  ratingId: string,
  businessId: string,
  ratedAt: Instant = instantOn('2026-03-02'),
): RatingReleaseCommand => ({
  type: 'HoldRating',
  clientId,
  ratingId,
  businessId,
  ratedAt,
  batch: `batch-${ratingId}`,
  at: ratedAt,
})
const drop = (ratingId: string): RatingReleaseCommand => ({ type: 'DiscardHeldRating', clientId, ratingId, at: now })
const due = (upTo: Instant): RatingReleaseCommand => ({
  type: 'ReleaseDue',
  clientId,
  batch: 'batch-due',
  upTo,
  at: now,
})
const held = (ratingId: string, businessId: string, at: Instant = instantOn('2026-03-02')): RatingReleaseEvent => ({
  type: 'RatingHeld',
  data: { clientId, ratingId, businessId, at },
})
const dropped = (ratingId: string): RatingReleaseEvent => ({
  type: HeldRatingDiscarded.type,
  data: { clientId, ratingId, at: now },
})
const released = (batch: string, at: Instant, ...ratings: readonly string[]): RatingReleaseEvent => ({
  type: 'RatingsReleased',
  data: { clientId, batch, ratings, at },
})

describe('held ratings of a client', () => {
  it('stay held while they come from fewer than three venues', () => {
    given().when(hold('r1', 'aurora')).then(held('r1', 'aurora'))
    given(held('r1', 'aurora')).when(hold('r2', 'bruno')).then(held('r2', 'bruno'))
  })

  it('stay held, however many, while they come from two venues', () =>
    given(held('r1', 'aurora'), held('r2', 'bruno'), held('r3', 'aurora'))
      .when(hold('r4', 'bruno'))
      .then(held('r4', 'bruno')))

  it('are all released in one event when the third venue rates', () =>
    given(held('r1', 'aurora'), held('r3', 'bruno'))
      .when(hold('r2', 'carla', now))
      .then(held('r2', 'carla', now), released('batch-r2', now, 'r1', 'r2', 'r3')))

  it('form a new batch after a release', () =>
    given(held('r1', 'aurora'), held('r2', 'bruno'), held('r3', 'carla'), released('b', now, 'r1', 'r2', 'r3'))
      .when(hold('r4', 'dora'))
      .then(held('r4', 'dora')))

  it('are released individually after thirty days', () =>
    given(held('r1', 'aurora', plusDays(now, -30)), held('r2', 'bruno', plusDays(now, -29)))
      .when(due(plusDays(now, -30)))
      .then(released('batch-due', now, 'r1')))

  it('are not released when none is due', () =>
    given(held('r1', 'aurora', plusDays(now, -29)))
      .when(due(plusDays(now, -30)))
      .thenNothing())

  it('are no longer held or counted after withdrawal', () => {
    given(held('r1', 'aurora')).when(drop('r1')).then(dropped('r1'))
    given(held('r1', 'aurora'), dropped('r1'), held('r2', 'bruno')).when(hold('r3', 'carla')).then(held('r3', 'carla'))
  })

  it('are not held twice, nor again after being dropped or released', () => {
    given(held('r1', 'aurora')).when(hold('r1', 'aurora')).thenNothing()
    given(held('r1', 'aurora'), dropped('r1')).when(hold('r1', 'aurora')).thenNothing()
    given(held('r1', 'aurora'), released('b', now, 'r1'))
      .when(hold('r1', 'aurora'))
      .thenNothing()
    given(held('r1', 'aurora'), released('b', now, 'r1'))
      .when(drop('r1'))
      .thenNothing()
  })
})

const ids = fc.constantFrom('r1', 'r2', 'r3', 'r4')
testDeciderProperties(
  'what waits to be released',
  ratingRelease,
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(ids, fc.constantFrom('aurora', 'bruno', 'carla'), anyInstant).map((all) => hold(...all)),
    },
    { weight: 1, arbitrary: ids.map(drop) },
    { weight: 1, arbitrary: anyInstant.map(due) },
  ),
)
