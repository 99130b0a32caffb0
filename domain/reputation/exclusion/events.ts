import * as t from 'io-ts'
import { clear, event, family, pii, type EventIn } from '../../kernel/event.ts'
import { Day, Id, Instant, oneOf, Whole } from '../../kernel/primitives.ts'
import { statement } from '../../kernel/statement.ts'

/** Why the opinions of some days say nothing about a stay. */
export const ExclusionReason = oneOf(['REVIEW_BOMBING', 'OFF_TOPIC', 'FAKE_ACCOUNTS'])
export type ExclusionReason = t.TypeOf<typeof ExclusionReason>

const figures = {
  day: Day,
  /** Opinions that day brought. */
  opinions: Whole,
  /** All its stars, added up. */
  stars: Whole,
  /** Of those opinions, how many come from accounts a week old at most. */
  newAccounts: Whole,
  /** The median of the days before it, in tenths. */
  usualTenths: Whole,
  /** How far it stands out, in tenths of the robust deviation. */
  scoreTenths: Whole,
  /** Which formula said so. */
  detectorVersion: Whole,
}
/** What the detector saw on a day (docs/anomalies.md). */
export const Evidence = t.strict(figures, 'Evidence')
export type Evidence = t.TypeOf<typeof Evidence>

/** The account of the venue concerned. */
const venue = { businessId: clear(Id) }
const period = { ...venue, exclusionId: clear(Id), from: clear(Day), to: clear(Day) }

/** A day stands out: people are told, nothing else happens. */
export const AnomalyDetected = event('AnomalyDetected', { ...venue, evidence: clear(Evidence), at: clear(Instant) })
/** Looked at and found in order. */
export const AnomalyDismissed = event('AnomalyDismissed', {
  ...venue,
  day: clear(Day),
  by: clear(Id),
  notes: pii('businessId', t.string, ''),
  at: clear(Instant),
})
/** What was written from one day to another, both included, is out of the score; the reviews stay where they are. */
export const PeriodExcluded = event('PeriodExcluded', {
  ...period,
  reason: clear(ExclusionReason),
  /** What had been detected on these days. */
  evidence: clear(t.readonlyArray(Evidence)),
  ...statement('businessId'),
  by: clear(Id),
  at: clear(Instant),
})
export const ExclusionLifted = event('ExclusionLifted', {
  ...period,
  ...statement('businessId'),
  by: clear(Id),
  at: clear(Instant),
})

export const ExclusionEvents = family(AnomalyDetected, AnomalyDismissed, PeriodExcluded, ExclusionLifted)
export type ExclusionEvent = EventIn<typeof ExclusionEvents>
