import * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { romeDay } from '../kernel/italian-calendar.ts'
import { Day, Id, Instant, oneOf, Whole } from '../kernel/primitives.ts'
import {
  type ConflictOfInterest,
  createStatement,
  type Ground,
  type ReasonsRejection,
  statementFields,
  type StatementOfReasons,
  withoutAppeal,
} from '../kernel/statement-of-reasons.ts'
import { nightsBetween, plusDays, utcDay } from '../kernel/time.ts'

/** Why the opinions of some days say nothing about a stay. */
export const ExclusionReason = oneOf(['REVIEW_BOMBING', 'OFF_TOPIC', 'FAKE_ACCOUNTS'])
export type ExclusionReason = t.TypeOf<typeof ExclusionReason>

const anomalyFields = {
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
export const AnomalyEvidence = t.strict(anomalyFields, 'Evidence')
export type AnomalyEvidence = t.TypeOf<typeof AnomalyEvidence>

/** The account of the venue concerned. */
const venueField = { businessId: clear(Id) }
const periodFields = { ...venueField, exclusionId: clear(Id), from: clear(Day), to: clear(Day) }

/** A day stands out: people are told, nothing else happens. */
export const AnomalyDetected = event('AnomalyDetected', {
  ...venueField,
  evidence: clear(AnomalyEvidence),
  at: clear(Instant),
})
/** Looked at and found in order. */
export const AnomalyDismissed = event('AnomalyDismissed', {
  ...venueField,
  day: clear(Day),
  by: clear(Id),
  notes: pii('businessId', t.string, ''),
  at: clear(Instant),
})
/** What was written from one day to another, both included, is out of the score; the reviews stay where they are. */
export const PeriodExcluded = event('PeriodExcluded', {
  ...periodFields,
  reason: clear(ExclusionReason),
  /** What had been detected on these days. */
  evidence: clear(t.readonlyArray(AnomalyEvidence)),
  ...statementFields('businessId'),
  by: clear(Id),
  at: clear(Instant),
})
export const ExclusionLifted = event('ExclusionLifted', {
  ...periodFields,
  ...statementFields('businessId'),
  by: clear(Id),
  at: clear(Instant),
})

export const ExclusionEvents = family(AnomalyDetected, AnomalyDismissed, PeriodExcluded, ExclusionLifted)
export type ExclusionEvent = EventIn<typeof ExclusionEvents>

/** From one day to another, both included. */
export interface Period {
  readonly from: Day
  readonly to: Day
}

export type PeriodRejection =
  | { readonly type: 'PeriodInvalid' }
  | { readonly type: 'PeriodInTheFuture'; readonly latest: Day }
  | { readonly type: 'PeriodTooLong'; readonly most: number }
  | { readonly type: 'PeriodOverlaps'; readonly from: Day; readonly to: Day }
  | { readonly type: 'TooManyExclusions'; readonly most: number }

export const exclusionRules = {
  version: 1,
  /** Days in a row out of a score. */
  maxDays: 90,
  /** Periods out of one score at a time. */
  maxPeriods: 12,
} as const

export const includesDay = ({ from, to }: Period, day: Day): boolean => from <= day && day <= to

export const periodLength = ({ from, to }: Period): number => nightsBetween(from, to) + 1

/** Every day of a period; of at most `longestDays`, so that a log that breaks the rule breaks nothing else. */
export const daysOfPeriod = (period: Period): readonly Day[] =>
  Array.from({ length: Math.min(Math.max(periodLength(period), 0), exclusionRules.maxDays) }, (_, i) =>
    plusWholeDays(period.from, i),
  )

const plusWholeDays = (day: Day, days: number): Day => utcDay(plusDays(`${day}T12:00:00.000Z` as Instant, days))

/**
 * Periods never overlap. Those that touch are one to the reader: together they may not be longer than one may be, or ninety
 * days would be got round by twice eighty.
 */
export const validatePeriod = (period: Period, standing: readonly Period[], today: Day): PeriodRejection | null => {
  const { maxDays, maxPeriods } = exclusionRules
  if (!Day.is(period.from) || !Day.is(period.to) || period.to < period.from) return { type: 'PeriodInvalid' }
  if (period.to > today) return { type: 'PeriodInTheFuture', latest: today }
  const met = standing.find(({ from, to }) => from <= period.to && period.from <= to)
  if (met !== undefined) return { type: 'PeriodOverlaps', from: met.from, to: met.to }
  if (joinedLength(period, standing) > maxDays) return { type: 'PeriodTooLong', most: maxDays }
  return standing.length < maxPeriods ? null : { type: 'TooManyExclusions', most: maxPeriods }
}

const joinedLength = (period: Period, standing: readonly Period[]): number => {
  const before = standing.find(({ to }) => plusWholeDays(to, 1) === period.from)
  const after = standing.find(({ from }) => plusWholeDays(period.to, 1) === from)
  const rest = standing.filter((one) => one !== before && one !== after)
  if (before === undefined && after === undefined) return periodLength(period)
  return joinedLength({ from: before?.from ?? period.from, to: after?.to ?? period.to }, rest)
}

/** A moderator at work on a venue's score. */
interface ModeratorAction {
  readonly by: string
  /** They have written about this venue. */
  readonly hasReviewedVenue: boolean
  readonly at: Instant
}

export interface ReportAnomaly {
  readonly type: 'ReportAnomaly'
  readonly businessId: string
  readonly evidence: AnomalyEvidence
  readonly at: Instant
}
export interface DismissAnomaly extends ModeratorAction {
  readonly type: 'DismissAnomaly'
  readonly day: Day
  readonly notes: string
}
export interface ExcludePeriod extends ModeratorAction {
  readonly type: 'ExcludePeriod'
  readonly businessId: string
  readonly exclusionId: string
  readonly from: Day
  readonly to: Day
  readonly reason: ExclusionReason
  /** What was found, in words for the venue. */
  readonly facts: string
}
export interface LiftExclusion extends ModeratorAction {
  readonly type: 'LiftExclusion'
  readonly exclusionId: string
  readonly facts: string
}
export type ExclusionCommand = ReportAnomaly | DismissAnomaly | ExcludePeriod | LiftExclusion

interface ExcludedPeriod extends Period {
  readonly exclusionId: string
  readonly reason: ExclusionReason
  readonly lifted: boolean
}

export interface ExclusionState {
  readonly businessId: string | null
  readonly anomalies: readonly { readonly evidence: AnomalyEvidence; readonly dismissed: boolean }[]
  readonly exclusions: readonly ExcludedPeriod[]
}

export type ExclusionRejection =
  | ConflictOfInterest
  | ReasonsRejection
  | PeriodRejection
  | { readonly type: 'AnomalyNotFound' }
  | { readonly type: 'ExclusionNotFound' }
  | { readonly type: 'ExclusionExists' }

type Decision = E.Either<ExclusionRejection, readonly ExclusionEvent[]>
const accept = (...events: readonly ExclusionEvent[]): Decision => E.right(events)
const reject = (rejection: ExclusionRejection): Decision => E.left(rejection)

const groundByReason: Readonly<Record<ExclusionReason, Ground>> = {
  REVIEW_BOMBING: 'FAKE_REVIEWS',
  OFF_TOPIC: 'POLICY_VIOLATION',
  FAKE_ACCOUNTS: 'FAKE',
}

const evolve = (state: ExclusionState, { type, data }: ExclusionEvent): ExclusionState => {
  const { businessId } = data
  switch (type) {
    case 'AnomalyDetected': {
      const anomaly = { evidence: data.evidence, dismissed: false }
      return { ...state, businessId, anomalies: [...state.anomalies, anomaly] }
    }
    case 'AnomalyDismissed': {
      const dismissed = state.anomalies.map((one) =>
        one.evidence.day === data.day ? { ...one, dismissed: true } : one,
      )
      return { ...state, anomalies: dismissed }
    }
    case 'PeriodExcluded': {
      const { exclusionId, from, to, reason } = data
      return {
        ...state,
        businessId,
        exclusions: [...state.exclusions, { exclusionId, from, to, reason, lifted: false }],
      }
    }
    case 'ExclusionLifted': {
      const lifted = state.exclusions.map((one) =>
        one.exclusionId === data.exclusionId ? { ...one, lifted: true } : one,
      )
      return { ...state, exclusions: lifted }
    }
  }
}

const decide = (command: ExclusionCommand, state: ExclusionState): Decision => {
  switch (command.type) {
    case 'ReportAnomaly':
      return reportAnomaly(command, state)
    case 'DismissAnomaly':
      return dismissAnomaly(command, state)
    case 'ExcludePeriod':
      return excludePeriod(command, state)
    case 'LiftExclusion':
      return liftExclusion(command, state)
  }
}

/** A day is reported once, whatever was made of it. */
const reportAnomaly = ({ businessId, evidence, at }: ReportAnomaly, { anomalies }: ExclusionState): Decision =>
  anomalies.some((one) => one.evidence.day === evidence.day)
    ? accept()
    : accept({ type: 'AnomalyDetected', data: { businessId, evidence, at } })

const dismissAnomaly = (command: DismissAnomaly, { businessId, anomalies }: ExclusionState): Decision => {
  const { day, by, at } = command
  const anomaly = anomalies.find(({ evidence }) => evidence.day === day)
  if (businessId === null || anomaly === undefined) return reject({ type: 'AnomalyNotFound' })
  if (hasConflictOfInterest(command, businessId)) return reject({ type: 'OwnMatter' })
  const said = createFinalStatement(command.notes, 'NO_VIOLATION', 'detection', at)
  if (E.isLeft(said) || anomaly.dismissed) return E.map(() => [])(said)
  return accept({ type: 'AnomalyDismissed', data: { businessId, day, by, notes: said.right.facts, at } })
}

const excludePeriod = (command: ExcludePeriod, { anomalies, exclusions }: ExclusionState): Decision => {
  const { businessId, exclusionId, from, to, reason, by, at } = command
  if (hasConflictOfInterest(command, businessId)) return reject({ type: 'OwnMatter' })
  const evidence = anomalies.map((one) => one.evidence).filter(({ day }) => includesDay({ from, to }, day))
  const said = createFinalStatement(
    command.facts,
    groundByReason[reason],
    evidence.length > 0 ? 'detection' : 'none',
    at,
  )
  if (E.isLeft(said)) return said
  const standing = exclusions.filter(({ lifted }) => !lifted)
  if (standing.some((one) => one.from === from && one.to === to && one.reason === reason)) return accept()
  const rejection = validatePeriod({ from, to }, standing, romeDay(at))
  if (rejection !== null) return reject(rejection)
  if (exclusions.some((one) => one.exclusionId === exclusionId)) return reject({ type: 'ExclusionExists' })
  return accept({
    type: 'PeriodExcluded',
    data: { businessId, exclusionId, from, to, reason, evidence, ...said.right, by, at },
  })
}

const liftExclusion = (command: LiftExclusion, { businessId, exclusions }: ExclusionState): Decision => {
  const { exclusionId, by, at } = command
  const found = exclusions.find((one) => one.exclusionId === exclusionId)
  if (businessId === null || found === undefined) return reject({ type: 'ExclusionNotFound' })
  if (hasConflictOfInterest(command, businessId)) return reject({ type: 'OwnMatter' })
  const said = createFinalStatement(command.facts, 'NO_VIOLATION', 'none', at)
  if (E.isLeft(said) || found.lifted) return E.map(() => [])(said)
  const { from, to } = found
  return accept({ type: 'ExclusionLifted', data: { businessId, exclusionId, from, to, ...said.right, by, at } })
}

const hasConflictOfInterest = ({ by, hasReviewedVenue }: ModeratorAction, businessId: string): boolean =>
  by === businessId || hasReviewedVenue

/** Those whose opinions are left out have no appeal here yet. */
const createFinalStatement = (
  facts: string,
  ground: Ground,
  automation: StatementOfReasons['automation'],
  at: Instant,
) => E.map(withoutAppeal)(createStatement({ facts, ground, violation: null }, 'neither', automation, at))

/** The days in and out of one venue's score, and what stands out among them; the stream's id is the venue's. */
export const excludedPeriods: Aggregate<ExclusionCommand, ExclusionEvent, ExclusionState, ExclusionRejection> = {
  category: 'exclusion',
  events: ExclusionEvents,
  initial: { businessId: null, anomalies: [], exclusions: [] },
  evolve,
  decide,
}
