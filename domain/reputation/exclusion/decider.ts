import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Day, Instant } from '../../kernel/primitives.ts'
import { romeDay } from '../../kernel/rome.ts'
import { stated, withoutAppeal, type ReasonsRejection } from '../../kernel/reasons.ts'
import type { Ground, Statement } from '../../kernel/statement.ts'
import type { OwnMatter } from '../own-matter.ts'
import { ExclusionEvents, type Evidence, type ExclusionEvent, type ExclusionReason } from './events.ts'
import { flawOfPeriod, within, type Period, type PeriodRejection } from './periods.ts'

/** A moderator at work on a venue's score. */
interface Judge {
  readonly by: string
  /** They have written about this venue. */
  readonly wroteAbout: boolean
  readonly at: Instant
}

export interface ReportAnomaly {
  readonly type: 'ReportAnomaly'
  readonly businessId: string
  readonly evidence: Evidence
  readonly at: Instant
}
export interface DismissAnomaly extends Judge {
  readonly type: 'DismissAnomaly'
  readonly day: Day
  readonly notes: string
}
export interface ExcludePeriod extends Judge {
  readonly type: 'ExcludePeriod'
  readonly businessId: string
  readonly exclusionId: string
  readonly from: Day
  readonly to: Day
  readonly reason: ExclusionReason
  /** What was found, in words for the venue. */
  readonly facts: string
}
export interface LiftExclusion extends Judge {
  readonly type: 'LiftExclusion'
  readonly exclusionId: string
  readonly facts: string
}
export type ExclusionCommand = ReportAnomaly | DismissAnomaly | ExcludePeriod | LiftExclusion

interface Exclusion extends Period {
  readonly exclusionId: string
  readonly reason: ExclusionReason
  readonly lifted: boolean
}

export interface ExclusionState {
  readonly businessId: string | null
  readonly anomalies: readonly { readonly evidence: Evidence; readonly dismissed: boolean }[]
  readonly exclusions: readonly Exclusion[]
}

export type ExclusionRejection =
  | OwnMatter
  | ReasonsRejection
  | PeriodRejection
  | { readonly type: 'AnomalyNotFound' }
  | { readonly type: 'ExclusionNotFound' }
  | { readonly type: 'ExclusionExists' }

type Decision = E.Either<ExclusionRejection, readonly ExclusionEvent[]>
const accept = (...events: readonly ExclusionEvent[]): Decision => E.right(events)
const reject = (rejection: ExclusionRejection): Decision => E.left(rejection)

const grounds: Readonly<Record<ExclusionReason, Ground>> = {
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
      return report(command, state)
    case 'DismissAnomaly':
      return dismiss(command, state)
    case 'ExcludePeriod':
      return exclude(command, state)
    case 'LiftExclusion':
      return lift(command, state)
  }
}

/** A day is reported once, whatever was made of it. */
const report = ({ businessId, evidence, at }: ReportAnomaly, { anomalies }: ExclusionState): Decision =>
  anomalies.some((one) => one.evidence.day === evidence.day)
    ? accept()
    : accept({ type: 'AnomalyDetected', data: { businessId, evidence, at } })

const dismiss = (command: DismissAnomaly, { businessId, anomalies }: ExclusionState): Decision => {
  const { day, by, at } = command
  const anomaly = anomalies.find(({ evidence }) => evidence.day === day)
  if (businessId === null || anomaly === undefined) return reject({ type: 'AnomalyNotFound' })
  if (isParty(command, businessId)) return reject({ type: 'OwnMatter' })
  const said = reasonsFor(command.notes, 'NO_VIOLATION', 'detection', at)
  if (E.isLeft(said) || anomaly.dismissed) return E.map(() => [])(said)
  return accept({ type: 'AnomalyDismissed', data: { businessId, day, by, notes: said.right.facts, at } })
}

const exclude = (command: ExcludePeriod, { anomalies, exclusions }: ExclusionState): Decision => {
  const { businessId, exclusionId, from, to, reason, by, at } = command
  if (isParty(command, businessId)) return reject({ type: 'OwnMatter' })
  const evidence = anomalies.map((one) => one.evidence).filter(({ day }) => within({ from, to }, day))
  const said = reasonsFor(command.facts, grounds[reason], evidence.length > 0 ? 'detection' : 'none', at)
  if (E.isLeft(said)) return said
  const standing = exclusions.filter(({ lifted }) => !lifted)
  if (standing.some((one) => one.from === from && one.to === to && one.reason === reason)) return accept()
  const flaw = flawOfPeriod({ from, to }, standing, romeDay(at))
  if (flaw !== null) return reject(flaw)
  if (exclusions.some((one) => one.exclusionId === exclusionId)) return reject({ type: 'ExclusionExists' })
  return accept({
    type: 'PeriodExcluded',
    data: { businessId, exclusionId, from, to, reason, evidence, ...said.right, by, at },
  })
}

const lift = (command: LiftExclusion, { businessId, exclusions }: ExclusionState): Decision => {
  const { exclusionId, by, at } = command
  const found = exclusions.find((one) => one.exclusionId === exclusionId)
  if (businessId === null || found === undefined) return reject({ type: 'ExclusionNotFound' })
  if (isParty(command, businessId)) return reject({ type: 'OwnMatter' })
  const said = reasonsFor(command.facts, 'NO_VIOLATION', 'none', at)
  if (E.isLeft(said) || found.lifted) return E.map(() => [])(said)
  const { from, to } = found
  return accept({ type: 'ExclusionLifted', data: { businessId, exclusionId, from, to, ...said.right, by, at } })
}

const isParty = ({ by, wroteAbout }: Judge, businessId: string): boolean => by === businessId || wroteAbout

/** Those whose opinions are left out have no appeal here yet. */
const reasonsFor = (facts: string, ground: Ground, automation: Statement['automation'], at: Instant) =>
  E.map(withoutAppeal)(stated({ facts, ground, violation: null }, 'neither', automation, at))

/** The days in and out of one venue's score, and what stands out among them; the stream's id is the venue's. */
export const exclusion: Aggregate<ExclusionCommand, ExclusionEvent, ExclusionState, ExclusionRejection> = {
  category: 'exclusion',
  events: ExclusionEvents,
  initial: { businessId: null, anomalies: [], exclusions: [] },
  evolve,
  decide,
}
