import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { E } from '../../../domain/kernel/fp.ts'
import { communityRulesVersion, conflictOfInterest } from '../../../domain/kernel/statement-of-reasons.ts'
import { nightsBetween } from '../../../domain/kernel/time.ts'
import {
  daysOfPeriod,
  excludedPeriods,
  type ExclusionCommand,
  type ExclusionEvent,
  exclusionRules,
} from '../../../domain/reviews/excluded-periods.ts'
import { spec, testDeciderProperties } from '../../support/decider-spec.ts'
import { day, instantOn, summarize } from '../../support/reviews/review-fixtures.ts'

type Exclude = Extract<ExclusionCommand, { readonly type: 'ExcludePeriod' }>
type Lift = Extract<ExclusionCommand, { readonly type: 'LiftExclusion' }>

const { given } = spec(excludedPeriods)
const at = instantOn('2026-06-30')
const facts = 'Recensioni su un video, non su un soggiorno.'
const exclude = (from: string, to: string, overrides: Partial<Exclude> = {}): Exclude => ({
  type: 'ExcludePeriod',
  businessId: 'hotel',
  exclusionId: `${from}-${to}`,
  from: day(from),
  to: day(to),
  reason: 'REVIEW_BOMBING',
  facts,
  by: 'moderator',
  hasReviewedVenue: false,
  at,
  ...overrides,
})
const lift = (exclusionId: string, overrides: Partial<Lift> = {}): Lift => ({
  type: 'LiftExclusion',
  exclusionId,
  facts,
  by: 'moderator',
  hasReviewedVenue: false,
  at,
  ...overrides,
})
const finalStatement = {
  facts,
  rulesVersion: communityRulesVersion,
  redress: ['out-of-court', 'court'],
  appealableUntil: null,
  by: 'moderator',
  at,
} as const
const evidenceOf = (date: string) => ({
  day: day(date),
  opinions: 40,
  stars: 44,
  newAccounts: 30,
  usualTenths: 20,
  scoreTenths: 268,
  detectorVersion: 1,
})
const detected = (date: string): ExclusionEvent => ({
  type: 'AnomalyDetected',
  data: { businessId: 'hotel', evidence: evidenceOf(date), at },
})
const report = (date: string): ExclusionCommand => ({
  type: 'ReportAnomaly',
  businessId: 'hotel',
  evidence: evidenceOf(date),
  at,
})
const dismiss = (
  date: string,
  overrides: { by?: string; hasReviewedVenue?: boolean; notes?: string } = {},
): ExclusionCommand => ({
  type: 'DismissAnomaly',
  day: day(date),
  notes: 'Era la sagra.',
  by: 'moderator',
  hasReviewedVenue: false,
  at,
  ...overrides,
})
const excluded = (from: string, to: string): ExclusionEvent => ({
  type: 'PeriodExcluded',
  data: {
    businessId: 'hotel',
    exclusionId: `${from}-${to}`,
    from: day(from),
    to: day(to),
    reason: 'REVIEW_BOMBING',
    evidence: [],
    ...finalStatement,
    ground: 'FAKE_REVIEWS',
    automation: 'none',
  },
})
const lifted = (from: string, to: string): ExclusionEvent => ({
  type: 'ExclusionLifted',
  data: {
    businessId: 'hotel',
    exclusionId: `${from}-${to}`,
    from: day(from),
    to: day(to),
    ...finalStatement,
    ground: 'NO_VIOLATION',
    automation: 'none',
  },
})

describe('excluding a period from a score', () => {
  it('is decided by a moderator with a statement of reasons', () =>
    given().when(exclude('2026-03-04', '2026-03-06')).then(excluded('2026-03-04', '2026-03-06')))

  it('records the detector’s evidence and that detection was automatic', () =>
    given(detected('2026-03-05'), detected('2026-03-09'))
      .when(exclude('2026-03-04', '2026-03-06'))
      .then({
        type: 'PeriodExcluded',
        data: {
          ...(excluded('2026-03-04', '2026-03-06').data as Extract<ExclusionEvent, { type: 'PeriodExcluded' }>['data']),
          evidence: [evidenceOf('2026-03-05')],
          automation: 'detection',
        },
      }))

  it('is idempotent', () =>
    given(excluded('2026-03-04', '2026-03-06')).when(exclude('2026-03-04', '2026-03-06')).thenNothing())

  it('requires a reason in words', () => {
    given()
      .when(exclude('2026-03-04', '2026-03-06', { facts: '  ' }))
      .thenRejected({ type: 'FactsMissing' })
    given()
      .when(exclude('2026-03-04', '2026-03-06', { facts: 'x'.repeat(2001) }))
      .thenRejected({ type: 'FactsTooLong', max: 2000 })
  })

  it('is impossible for the venue itself and for moderators who have reviewed it', () => {
    given()
      .when(exclude('2026-03-04', '2026-03-06', { by: 'hotel' }))
      .thenRejected(conflictOfInterest)
    given()
      .when(exclude('2026-03-04', '2026-03-06', { hasReviewedVenue: true }))
      .thenRejected(conflictOfInterest)
  })

  it('requires a start before the end and no future days', () => {
    given().when(exclude('2026-03-06', '2026-03-04')).thenRejected({ type: 'PeriodInvalid' })
    given().when(exclude('2026-06-30', '2026-06-30')).then(excluded('2026-06-30', '2026-06-30'))
    given()
      .when(exclude('2026-06-30', '2026-07-01'))
      .thenRejected({ type: 'PeriodInTheFuture', latest: day('2026-06-30') })
  })

  it('is limited to ninety days', () => {
    given().when(exclude('2026-01-01', '2026-03-31')).then(excluded('2026-01-01', '2026-03-31'))
    given().when(exclude('2026-01-01', '2026-04-01')).thenRejected({ type: 'PeriodTooLong', max: 90 })
  })

  it('counts adjacent periods: twice eighty days are a hundred and sixty', () => {
    const past = [excluded('2026-01-01', '2026-02-28'), excluded('2026-04-01', '2026-04-10')]
    given(...past)
      .when(exclude('2026-03-01', '2026-03-31'))
      .thenRejected({ type: 'PeriodTooLong', max: 90 })
    given(...past)
      .when(exclude('2026-03-01', '2026-03-30'))
      .then(excluded('2026-03-01', '2026-03-30'))
    given(...past)
      .when(exclude('2026-03-02', '2026-03-31'))
      .then(excluded('2026-03-02', '2026-03-31'))
  })

  it('cannot overlap another period, except a lifted one', () => {
    const past = excluded('2026-03-04', '2026-03-06')
    for (const [from, to] of [
      ['2026-03-06', '2026-03-08'],
      ['2026-03-01', '2026-03-04'],
      ['2026-03-05', '2026-03-05'],
      ['2026-03-01', '2026-03-09'],
    ] as const)
      given(past)
        .when(exclude(from, to))
        .thenRejected({ type: 'PeriodOverlaps', from: day('2026-03-04'), to: day('2026-03-06') })
    given(past, lifted('2026-03-04', '2026-03-06'))
      .when(exclude('2026-03-05', '2026-03-07'))
      .then(excluded('2026-03-05', '2026-03-07'))
  })

  it('is limited to twelve periods at a time', () => {
    const twelveDays = Array.from({ length: 12 }, (_, i) => `2026-03-${String(2 * i + 1).padStart(2, '0')}`)
    given(...twelveDays.map((date) => excluded(date, date)))
      .when(exclude('2026-05-01', '2026-05-01'))
      .thenRejected({ type: 'TooManyExclusions', max: 12 })
  })
})

describe('lifting an exclusion', () => {
  const past = excluded('2026-03-04', '2026-03-06')
  const id = '2026-03-04-2026-03-06'

  it('is recorded once, with reasons', () => {
    given(past).when(lift(id)).then(lifted('2026-03-04', '2026-03-06'))
    given(past, lifted('2026-03-04', '2026-03-06')).when(lift(id)).thenNothing()
  })

  it('requires an existing exclusion', () => given().when(lift(id)).thenRejected({ type: 'ExclusionNotFound' }))

  it('requires a moderator who is not a party and a reason', () => {
    given(past)
      .when(lift(id, { by: 'hotel' }))
      .thenRejected(conflictOfInterest)
    given(past)
      .when(lift(id, { hasReviewedVenue: true }))
      .thenRejected(conflictOfInterest)
    given(past)
      .when(lift(id, { facts: '' }))
      .thenRejected({ type: 'FactsMissing' })
  })
})

describe('a detected anomaly', () => {
  it('is recorded once a day and has no other effect', () => {
    given().when(report('2026-03-05')).then(detected('2026-03-05'))
    given(detected('2026-03-05')).when(report('2026-03-05')).thenNothing()
  })

  it('can be dismissed once by a moderator and stays dismissed when detected again', () => {
    const dismissed: ExclusionEvent = {
      type: 'AnomalyDismissed',
      data: { businessId: 'hotel', day: day('2026-03-05'), by: 'moderator', notes: 'Era la sagra.', at },
    }
    given(detected('2026-03-05')).when(dismiss('2026-03-05')).then(dismissed)
    given(detected('2026-03-05'), dismissed).when(dismiss('2026-03-05')).thenNothing()
    given(detected('2026-03-05'), dismissed).when(report('2026-03-05')).thenNothing()
    given().when(dismiss('2026-03-05')).thenRejected({ type: 'AnomalyNotFound' })
    given(detected('2026-03-05'))
      .when(dismiss('2026-03-05', { by: 'hotel' }))
      .thenRejected(conflictOfInterest)
  })
})

const histories: Readonly<Record<string, readonly ExclusionEvent[]>> = {
  nothing: [],
  detected: [detected('2026-03-05')],
  excluded: [excluded('2026-03-04', '2026-03-06')],
  lifted: [excluded('2026-03-04', '2026-03-06'), lifted('2026-03-04', '2026-03-06')],
}
const roles = {
  moderator: { by: 'moderator', hasReviewedVenue: false },
  venue: { by: 'hotel', hasReviewedVenue: false },
  author: { by: 'moderator', hasReviewedVenue: true },
}
const actions = {
  exclude: (role: (typeof roles)['venue']) => exclude('2026-03-04', '2026-03-06', { ...role, exclusionId: 'other' }),
  lift: (role: (typeof roles)['venue']) => lift('2026-03-04-2026-03-06', role),
  dismiss: (role: (typeof roles)['venue']) => dismiss('2026-03-05', role),
}

describe('exclusions by state, action and role', () => {
  it.each([
    ['nothing', 'exclude', 'PeriodExcluded', '✗ OwnMatter'],
    ['nothing', 'lift', '✗ ExclusionNotFound', '✗ ExclusionNotFound'],
    ['nothing', 'dismiss', '✗ AnomalyNotFound', '✗ AnomalyNotFound'],
    ['detected', 'exclude', 'PeriodExcluded', '✗ OwnMatter'],
    ['detected', 'lift', '✗ ExclusionNotFound', '✗ ExclusionNotFound'],
    ['detected', 'dismiss', 'AnomalyDismissed', '✗ OwnMatter'],
    ['excluded', 'exclude', 'nothing', '✗ OwnMatter'],
    ['excluded', 'lift', 'ExclusionLifted', '✗ OwnMatter'],
    ['excluded', 'dismiss', '✗ AnomalyNotFound', '✗ AnomalyNotFound'],
    ['lifted', 'exclude', 'PeriodExcluded', '✗ OwnMatter'],
    ['lifted', 'lift', 'nothing', '✗ OwnMatter'],
    ['lifted', 'dismiss', '✗ AnomalyNotFound', '✗ AnomalyNotFound'],
  ] as const)('%s, %s: by a moderator %s; by a party %s', (state, action, byModerator, byParty) => {
    const outcome = (role: keyof typeof roles) =>
      summarize(
        excludedPeriods.decide(
          actions[action](roles[role]),
          (histories[state] ?? []).reduce(excludedPeriods.evolve, excludedPeriods.initial),
        ),
      )
    expect(outcome('moderator')).toBe(byModerator)
    expect([outcome('venue'), outcome('author')]).toEqual([byParty, byParty])
  })
})

const days = fc.constantFrom(
  '2026-01-01',
  '2026-02-28',
  '2026-03-01',
  '2026-03-31',
  '2026-04-01',
  '2026-04-10',
  '2026-06-30',
)
const anyCommand: fc.Arbitrary<ExclusionCommand> = fc.oneof(
  fc
    .tuple(days, days, fc.constantFrom('REVIEW_BOMBING' as const, 'OFF_TOPIC' as const))
    .map(([from, to, reason]) => exclude(from, to, { reason, exclusionId: `${from}-${to}` })),
  fc.tuple(days, days).map(([from, to]) => lift(`${from}-${to}`)),
  days.map(report),
  days.map((date) => dismiss(date)),
)
testDeciderProperties('the excluded periods of a venue', excludedPeriods, anyCommand)

describe('exclusions, for every history of a venue', () => {
  it('exclude no day twice and never more than ninety days in a row', () =>
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 30, size: 'max' }), (commands) => {
        let state = excludedPeriods.initial
        for (const command of commands) {
          const decided = excludedPeriods.decide(command, state)
          if (E.isRight(decided)) state = decided.right.reduce(excludedPeriods.evolve, state)
          const excludedDays = state.exclusions
            .filter(({ lifted: isLifted }) => !isLifted)
            .flatMap(daysOfPeriod)
            .sort()
          expect(new Set(excludedDays).size).toBe(excludedDays.length)
          let run = 1
          for (const [i, date] of excludedDays.entries()) {
            const before = excludedDays[i - 1]
            run = before !== undefined && nightsBetween(before, date) === 1 ? run + 1 : 1
            expect(run).toBeLessThanOrEqual(exclusionRules.maxDays)
          }
        }
      }),
    ))
})
