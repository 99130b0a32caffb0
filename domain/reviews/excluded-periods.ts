import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { romeDay } from '../kernel/italian-calendar.ts'
import { Day, Id, Instant, oneOf, Text, Whole } from '../kernel/primitives.ts'
import {
  type ConflictOfInterest,
  conflictOfInterest,
  createStatementOfReasons,
  type Ground,
  type ReasonsRejection,
  statementOfReasonsFields,
  type StatementOfReasons,
  withoutAppeal,
} from '../kernel/statement-of-reasons.ts'
import { nightsBetween, plusDays, utcDay } from '../kernel/time.ts'
import { type ExclusionReason, exclusionReasons } from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const anomalyFields = {
  day: Day,
  /** Number of counted reviews of the day; a stored name. */
  opinions: Whole,
  /** Sum of their stars. */
  stars: Whole,
  /** Counted reviews of accounts that are at most a week old. */
  newAccounts: Whole,
  /** Median of the days before, in tenths. */
  usualTenths: Whole,
  /** The deviation, in tenths; a stored name. */
  scoreTenths: Whole,
  /** Version of the formula. */
  detectorVersion: Whole,
}
/** Statistics of an anomalous day (docs/anomalies.md). */
export const AnomalyEvidence = t.strict(anomalyFields, 'AnomalyEvidence')
export type AnomalyEvidence = t.TypeOf<typeof AnomalyEvidence>

/** Account of the venue. */
const venueField = { businessId: clear(Id) }
const periodFields = { ...venueField, exclusionId: clear(Id), from: clear(Day), to: clear(Day) }

/** Informs moderators and has no other effect. */
export const AnomalyDetected = event('AnomalyDetected', {
  ...venueField,
  evidence: clear(AnomalyEvidence),
  at: clear(Instant),
})
/** A moderator found nothing wrong with the day. */
export const AnomalyDismissed = event('AnomalyDismissed', {
  ...venueField,
  day: clear(Day),
  by: clear(Id),
  notes: pii('businessId', Text, ''),
  at: clear(Instant),
})
/** Reviews written on these days no longer count in the score; they remain visible. */
export const PeriodExcluded = event('PeriodExcluded', {
  ...periodFields,
  reason: clear(oneOf(exclusionReasons)),
  /** Anomalies detected on these days. */
  evidence: clear(t.readonlyArray(AnomalyEvidence)),
  ...statementOfReasonsFields('businessId'),
  by: clear(Id),
  at: clear(Instant),
})
export const ExclusionLifted = event('ExclusionLifted', {
  ...periodFields,
  ...statementOfReasonsFields('businessId'),
  by: clear(Id),
  at: clear(Instant),
})

export const ExclusionEvents = family(AnomalyDetected, AnomalyDismissed, PeriodExcluded, ExclusionLifted)
export type ExclusionEvent = EventIn<typeof ExclusionEvents>

// --- State ------------------------------------------------------------------------------------------

/** Both days inclusive. */
export interface Period {
  readonly from: Day
  readonly to: Day
}

interface Exclusion extends Period {
  readonly exclusionId: string
  readonly reason: ExclusionReason
  readonly lifted: boolean
}

export interface ExclusionState {
  readonly businessId: string | null
  readonly anomalies: readonly { readonly evidence: AnomalyEvidence; readonly dismissed: boolean }[]
  readonly exclusions: readonly Exclusion[]
}

const evolve = (state: ExclusionState, { type, data }: ExclusionEvent): ExclusionState => {
  const { businessId } = data
  switch (type) {
    case 'AnomalyDetected': {
      const anomaly = { evidence: data.evidence, dismissed: false }
      return { ...state, businessId, anomalies: [...state.anomalies, anomaly] }
    }
    case 'AnomalyDismissed': {
      const dismissed = state.anomalies.map((anomaly) =>
        anomaly.evidence.day === data.day ? { ...anomaly, dismissed: true } : anomaly,
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
      const lifted = state.exclusions.map((exclusion) =>
        exclusion.exclusionId === data.exclusionId ? { ...exclusion, lifted: true } : exclusion,
      )
      return { ...state, exclusions: lifted }
    }
  }
}

// --- Commands and rejections ------------------------------------------------------------------------

interface ModeratorCommand {
  readonly by: string
  /** The moderator has written a review of this venue. */
  readonly hasReviewedVenue: boolean
  readonly at: Instant
}

export interface ReportAnomaly {
  readonly type: 'ReportAnomaly'
  readonly businessId: string
  readonly evidence: AnomalyEvidence
  readonly at: Instant
}
export interface DismissAnomaly extends ModeratorCommand {
  readonly type: 'DismissAnomaly'
  readonly day: Day
  readonly notes: string
}
export interface ExcludePeriod extends ModeratorCommand {
  readonly type: 'ExcludePeriod'
  readonly businessId: string
  readonly exclusionId: string
  readonly from: Day
  readonly to: Day
  readonly reason: ExclusionReason
  /** Findings, addressed to the venue. */
  readonly facts: string
}
export interface LiftExclusion extends ModeratorCommand {
  readonly type: 'LiftExclusion'
  readonly exclusionId: string
  readonly facts: string
}
export type ExclusionCommand = ReportAnomaly | DismissAnomaly | ExcludePeriod | LiftExclusion

export type PeriodRejection =
  /** A date is malformed, or the period ends before it begins. */
  | { readonly type: 'PeriodInvalid' }
  /** The period ends after today. */
  | { readonly type: 'PeriodInTheFuture'; readonly latest: Day }
  /** The period, joined with adjacent ones, exceeds the limit. */
  | { readonly type: 'PeriodTooLong'; readonly max: number }
  /** The period shares days with an active exclusion. */
  | { readonly type: 'PeriodOverlaps'; readonly from: Day; readonly to: Day }
  /** The business has as many active exclusions as allowed. */
  | { readonly type: 'TooManyExclusions'; readonly max: number }

export type ExclusionRejection =
  | ConflictOfInterest
  | ReasonsRejection
  | PeriodRejection
  /** No anomaly was detected for the business on this day. */
  | { readonly type: 'AnomalyNotFound' }
  /** The business has no exclusion with this id. */
  | { readonly type: 'ExclusionNotFound' }
  /** The id belongs to a different exclusion. */
  | { readonly type: 'ExclusionExists' }

type Decision = DecisionOf<ExclusionEvent, ExclusionRejection>

// --- Decisions --------------------------------------------------------------------------------------

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

/** Each day is reported once, even if it was dismissed. */
const reportAnomaly = ({ businessId, evidence, at }: ReportAnomaly, { anomalies }: ExclusionState): Decision =>
  anomalies.some((anomaly) => anomaly.evidence.day === evidence.day)
    ? nothing
    : accept({ type: 'AnomalyDetected', data: { businessId, evidence, at } })

/** Records that a moderator found nothing wrong with the day. */
const dismissAnomaly = (command: DismissAnomaly, { businessId, anomalies }: ExclusionState): Decision => {
  const { day, by, at } = command
  const anomaly = anomalies.find(({ evidence }) => evidence.day === day)
  if (businessId === null || anomaly === undefined) return reject({ type: 'AnomalyNotFound' })
  if (hasConflictOfInterest(command, businessId)) return reject(conflictOfInterest)
  const statement = createReasonsWithoutAppeal(command.notes, 'NO_VIOLATION', 'detection', at)
  if (E.isLeft(statement)) return statement
  if (anomaly.dismissed) return nothing
  return accept({ type: 'AnomalyDismissed', data: { businessId, day, by, notes: statement.right.facts, at } })
}

const groundByReason: Readonly<Record<ExclusionReason, Ground>> = {
  REVIEW_BOMBING: 'FAKE_REVIEWS',
  OFF_TOPIC: 'POLICY_VIOLATION',
  FAKE_ACCOUNTS: 'FAKE',
}

/** Excludes the reviews of a period from the score; has no effect if it is excluded already for the same reason. */
const excludePeriod = (command: ExcludePeriod, { anomalies, exclusions }: ExclusionState): Decision => {
  const { businessId, exclusionId, from, to, reason, by, at } = command
  if (hasConflictOfInterest(command, businessId)) return reject(conflictOfInterest)
  const evidence = anomalies.map((anomaly) => anomaly.evidence).filter(({ day }) => includesDay({ from, to }, day))
  const statement = createReasonsWithoutAppeal(
    command.facts,
    groundByReason[reason],
    evidence.length > 0 ? 'detection' : 'none',
    at,
  )
  if (E.isLeft(statement)) return statement
  const active = exclusions.filter(({ lifted }) => !lifted)
  if (active.some((exclusion) => isSameExclusion(exclusion, command))) return nothing
  const rejection = validatePeriod({ from, to }, active, romeDay(at))
  if (rejection !== null) return reject(rejection)
  if (exclusions.some((exclusion) => exclusion.exclusionId === exclusionId)) return reject({ type: 'ExclusionExists' })
  return accept({
    type: 'PeriodExcluded',
    data: { businessId, exclusionId, from, to, reason, evidence, ...statement.right, by, at },
  })
}

const isSameExclusion = (exclusion: Exclusion, { from, to, reason }: ExcludePeriod): boolean =>
  exclusion.from === from && exclusion.to === to && exclusion.reason === reason

/** Lifts the exclusion, so that its reviews count again. */
const liftExclusion = (command: LiftExclusion, { businessId, exclusions }: ExclusionState): Decision => {
  const { exclusionId, by, at } = command
  const exclusion = exclusions.find((excluded) => excluded.exclusionId === exclusionId)
  if (businessId === null || exclusion === undefined) return reject({ type: 'ExclusionNotFound' })
  if (hasConflictOfInterest(command, businessId)) return reject(conflictOfInterest)
  const statement = createReasonsWithoutAppeal(command.facts, 'NO_VIOLATION', 'none', at)
  if (E.isLeft(statement)) return statement
  if (exclusion.lifted) return nothing
  const { from, to } = exclusion
  return accept({ type: 'ExclusionLifted', data: { businessId, exclusionId, from, to, ...statement.right, by, at } })
}

const hasConflictOfInterest = ({ by, hasReviewedVenue }: ModeratorCommand, businessId: string): boolean =>
  by === businessId || hasReviewedVenue

/** Authors of excluded reviews cannot appeal (ADR 14). */
const createReasonsWithoutAppeal = (
  facts: string,
  ground: Ground,
  automation: StatementOfReasons['automation'],
  at: Instant,
) => E.map(withoutAppeal)(createStatementOfReasons({ facts, ground, violation: null }, 'neutral', automation, at))

// --- Rules of periods -------------------------------------------------------------------------------

export const exclusionRules = {
  version: 1,
  /** Maximum consecutive excluded days. */
  maxDays: 90,
  /** Maximum active exclusions of a venue. */
  maxPeriods: 12,
} as const

export const includesDay = ({ from, to }: Period, day: Day): boolean => from <= day && day <= to

const periodLength = ({ from, to }: Period): number => nightsBetween(from, to) + 1

/** Every day of a period, at most `maxDays`, so that a corrupt log cannot exhaust memory. */
export const daysOfPeriod = (period: Period): readonly Day[] =>
  Array.from({ length: Math.min(Math.max(periodLength(period), 0), exclusionRules.maxDays) }, (_, i) =>
    plusWholeDays(period.from, i),
  )

const plusWholeDays = (day: Day, days: number): Day => utcDay(plusDays(`${day}T12:00:00.000Z` as Instant, days))

/** Periods may not overlap. Adjacent periods count as one, so that they cannot exceed the maximum length together. */
export const validatePeriod = (period: Period, active: readonly Period[], today: Day): PeriodRejection | null => {
  const { maxDays, maxPeriods } = exclusionRules
  if (!Day.is(period.from) || !Day.is(period.to) || period.to < period.from) return { type: 'PeriodInvalid' }
  if (period.to > today) return { type: 'PeriodInTheFuture', latest: today }
  const overlapping = active.find(({ from, to }) => from <= period.to && period.from <= to)
  if (overlapping !== undefined) return { type: 'PeriodOverlaps', from: overlapping.from, to: overlapping.to }
  if (joinedLength(period, active) > maxDays) return { type: 'PeriodTooLong', max: maxDays }
  return active.length < maxPeriods ? null : { type: 'TooManyExclusions', max: maxPeriods }
}

const joinedLength = (period: Period, active: readonly Period[]): number => {
  const before = active.find(({ to }) => plusWholeDays(to, 1) === period.from)
  const after = active.find(({ from }) => plusWholeDays(period.to, 1) === from)
  const rest = active.filter((other) => other !== before && other !== after)
  if (before === undefined && after === undefined) return periodLength(period)
  return joinedLength({ from: before?.from ?? period.from, to: after?.to ?? period.to }, rest)
}

/** Excluded periods and detected anomalies of a venue; the stream id is the venue's. */
export const excludedPeriods: Aggregate<ExclusionCommand, ExclusionEvent, ExclusionState, ExclusionRejection> = {
  category: 'exclusion',
  events: ExclusionEvents,
  initial: { businessId: null, anomalies: [], exclusions: [] },
  evolve,
  decide,
}
