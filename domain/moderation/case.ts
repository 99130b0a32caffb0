import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, type DataOf, event, type EventIn, family, type OfType, type Upcaster } from '../kernel/event.ts'
import { Id, Instant, Integer, nullable, oneOf, Whole } from '../kernel/primitives.ts'
import { type ConflictOfInterest, conflictOfInterest } from '../kernel/statement-of-reasons.ts'
import { isBefore, plusMinutes } from '../kernel/time.ts'
import { maxCountedFlags, priorityPoints, priorityVersion } from './rules.ts'
import {
  type CaseKind,
  caseKinds,
  type CaseOutcome,
  caseOutcomes,
  type PriorityPart,
  priorityParts,
  type Urgency,
} from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

export const PriorityParts = t.readonlyArray(t.strict({ part: oneOf(priorityParts), points: Integer }))
export type PriorityParts = readonly { readonly part: PriorityPart; readonly points: number }[]

/** Number and weight of the case's pending flags. @rule Q-54 flags are weighted by the reporter's record */
export interface FlagTotals {
  readonly flags: number
  /** Total weight in hundredths; 100 is an ordinary flag. */
  readonly weight: number
  /** Version of the weight formula; null if there are no flags. */
  readonly weightVersion: number | null
}
const flagTotalsCodecs = { flags: Whole, weight: Whole, weightVersion: nullable(Whole) }
export const noFlags: FlagTotals = { flags: 0, weight: 0, weightVersion: null }

const caseFields = {
  /** `flag-<reviewId>-<n>`, `dispute-<reviewId>`, `contest-<ratingId>`, `appeal-<decisionId or sanctionId>` or `flagging-<accountId>-<n>`. */
  caseId: clear(Id),
  kind: clear(oneOf(caseKinds)),
  /** The review, the contested rating, the sanction under appeal, or the reporter in a flag abuse case. */
  targetId: clear(Id),
}
/** Recorded with every event that moves a case in the queue, so that the order can be replayed and explained. */
const priorityFields = {
  /** Sum of the points in `why`; higher comes first. */
  priority: clear(Whole),
  why: clear(PriorityParts),
  /** Version of the priority formula (`priorityVersion`). */
  formula: clear(Whole),
}
const flagTotalFields = {
  flags: clear(flagTotalsCodecs.flags),
  weight: clear(flagTotalsCodecs.weight),
  weightVersion: clear(flagTotalsCodecs.weightVersion),
  /** The excluded accounts: parties to the case and moderators who decided earlier. */
  parties: clear(t.readonlyArray(Id)),
}

/** Version 1 recorded the priority without its parts. */
const addMissingPriorityParts: Upcaster = (data) => ({
  ...data,
  why: [{ part: 'kind', points: data['priority'] }],
  formula: 0,
})
const addMissingFlagTotals: Upcaster = (data) => ({
  ...addMissingPriorityParts(data),
  flags: 0,
  weight: 0,
  weightVersion: null,
  parties: [],
})

export const CaseOpened = event(
  'CaseOpened',
  { ...caseFields, ...priorityFields, ...flagTotalFields, dueAt: clear(Instant), at: clear(Instant) },
  { version: 2, upcast: { 1: addMissingFlagTotals } },
)
/** The review was held: its flag case becomes a case of kind HELD. */
export const CaseEscalated = event(
  'CaseEscalated',
  { ...caseFields, ...priorityFields, at: clear(Instant) },
  { version: 2, upcast: { 1: addMissingPriorityParts } },
)
/** The pending flags or the excluded accounts changed. */
const CaseReprioritised = event('CaseReprioritised', {
  ...caseFields,
  ...priorityFields,
  ...flagTotalFields,
  at: clear(Instant),
})
/** @rule B-47 due within one working day */
const CaseDueSoon = event('CaseDueSoon', {
  ...caseFields,
  ...priorityFields,
  dueAt: clear(Instant),
  at: clear(Instant),
})
const CaseBecameOverdue = event('CaseBecameOverdue', {
  ...caseFields,
  ...priorityFields,
  dueAt: clear(Instant),
  at: clear(Instant),
})
export const CaseClaimed = event('CaseClaimed', {
  ...caseFields,
  by: clear(Id),
  until: clear(Instant),
  at: clear(Instant),
})
const ClaimReleased = event('ClaimReleased', { ...caseFields, by: clear(Id), at: clear(Instant) })
/** Recorded by the timer, or when another moderator claims the case first. */
const ClaimExpired = event('ClaimExpired', {
  ...caseFields,
  by: clear(Id),
  until: clear(Instant),
  at: clear(Instant),
})
export const CaseClosed = event('CaseClosed', {
  ...caseFields,
  outcome: clear(oneOf(caseOutcomes)),
  /** The deciding moderator; null if the dispute or appeal was voided or the account deleted. */
  by: clear(nullable(Id)),
  at: clear(Instant),
})

export const CaseEvents = family(
  CaseOpened,
  CaseEscalated,
  CaseReprioritised,
  CaseDueSoon,
  CaseBecameOverdue,
  CaseClaimed,
  ClaimReleased,
  ClaimExpired,
  CaseClosed,
)
export type CaseEvent = EventIn<typeof CaseEvents>

// --- State ------------------------------------------------------------------------------------------

export interface Claim {
  readonly by: string
  readonly until: Instant
}

export interface ExistingCase extends FlagTotals {
  readonly status: 'open' | 'closed'
  readonly caseId: string
  readonly kind: CaseKind
  /** The review, the contested rating, the sanction under appeal, or the reporter in a flag abuse case. */
  readonly aboutId: string
  /** Accounts with a conflict of interest; they may not work on the case. */
  readonly excludedAccounts: readonly string[]
  readonly dueAt: Instant
  readonly urgency: Urgency
  /** The latest claim, which may have expired. */
  readonly claim: Claim | null
  readonly outcome: CaseOutcome | null
}

export type CaseState = { readonly status: 'none' } | ExistingCase

/** The claim in force at `at`, if any. */
export const currentClaim = (state: CaseState, at: Instant): Claim | null =>
  state.status === 'open' && state.claim !== null && isBefore(at, state.claim.until) ? state.claim : null

const evolve = (state: CaseState, event: CaseEvent): CaseState => {
  if (event.type === 'CaseOpened') {
    const {
      caseId,
      kind,
      targetId: aboutId,
      flags,
      weight,
      weightVersion,
      parties: excludedAccounts,
      dueAt,
    } = event.data
    const opened = { caseId, kind, aboutId, flags, weight, weightVersion, excludedAccounts, dueAt }
    return { ...opened, status: 'open', urgency: 'calm', claim: null, outcome: null }
  }
  if (state.status === 'none') return state
  switch (event.type) {
    case 'CaseEscalated':
      return { ...state, kind: event.data.kind }
    case 'CaseReprioritised': {
      const { flags, weight, weightVersion, parties: excludedAccounts } = event.data
      return { ...state, flags, weight, weightVersion, excludedAccounts }
    }
    case 'CaseDueSoon':
      return { ...state, urgency: 'soon' }
    case 'CaseBecameOverdue':
      return { ...state, urgency: 'overdue' }
    case 'CaseClaimed':
      return { ...state, claim: { by: event.data.by, until: event.data.until } }
    case 'ClaimReleased':
    case 'ClaimExpired':
      return { ...state, claim: null }
    case 'CaseClosed':
      return { ...state, status: 'closed', claim: null, outcome: event.data.outcome }
  }
}

// --- Commands and rejections ------------------------------------------------------------------------

export interface ClaimCase {
  readonly type: 'ClaimCase'
  readonly by: string
  readonly leaseMinutes: number
  readonly at: Instant
}

export interface ReleaseCase {
  readonly type: 'ReleaseCase'
  readonly by: string
  readonly at: Instant
}

/** Sent by the timer. Idempotent; it may arrive late. */
export interface CheckDeadline {
  readonly type: 'CheckDeadline'
  /** Cases due by then are due soon. */
  readonly soonUntil: Instant
  readonly at: Instant
}

export type CaseCommand =
  | OpenCase
  | ReprioritiseCase
  | { readonly type: 'EscalateCase'; readonly at: Instant }
  | ClaimCase
  | ReleaseCase
  | CheckDeadline
  /** `by` is null if the dispute or appeal was voided or the account deleted. */
  | { readonly type: 'CloseCase'; readonly outcome: CaseOutcome; readonly by: string | null; readonly at: Instant }

interface OpenCase extends Pick<DataOf<CaseEvent, 'CaseOpened'>, 'caseId' | 'kind' | 'dueAt' | 'at'> {
  readonly type: 'OpenCase'
  readonly aboutId: string
  /** Totals of a flag case; disputes and appeals have none. */
  readonly flagTotals?: FlagTotals
  /** The parties, and moderators who decided earlier. @rule P-16 */
  readonly excludedAccounts?: readonly string[]
}

interface ReprioritiseCase {
  readonly type: 'ReprioritiseCase'
  readonly flagTotals: FlagTotals
  readonly excludedAccounts: readonly string[]
  readonly at: Instant
}

export type CaseRejection =
  | ClaimRejection
  /** No case has this id, or it is not open to the caller. */
  | { readonly type: 'CaseNotFound' }
  /** The case to escalate is not a flag case. */
  | { readonly type: 'CaseNotEscalatable'; readonly kind: CaseKind }

export type ClaimRejection =
  | ConflictOfInterest
  /** The case is claimed, changed or closed differently after it was closed. */
  | { readonly type: 'CaseAlreadyClosed'; readonly outcome: CaseOutcome | null }
  /** Another moderator's claim of the case has not expired. */
  | {
      readonly type: 'ClaimedByAnother'
      readonly by: string
      readonly until: Instant
      /** Display name of the moderator, added by the application layer. */
      readonly name?: string
    }

// --- Decisions --------------------------------------------------------------------------------------

type Decision = DecisionOf<CaseEvent, CaseRejection>

const decide = (command: CaseCommand, state: CaseState): Decision => {
  if (command.type === 'OpenCase') return state.status === 'none' ? accept(caseOpenedEvent(command)) : nothing
  if (state.status === 'none') return reject({ type: 'CaseNotFound' })
  switch (command.type) {
    case 'ReprioritiseCase':
      return reprioritiseCase(command, state)
    case 'EscalateCase':
      return escalateCase(command.at, state)
    case 'ClaimCase':
      return claimCase(command, state)
    case 'ReleaseCase':
      return releaseCase(command, state)
    case 'CheckDeadline':
      return checkDeadline(command, state)
    case 'CloseCase':
      return closeCase(command, state)
  }
}

const caseOpenedEvent = (command: OpenCase): CaseEvent => {
  const { caseId, kind, aboutId, flagTotals = noFlags, excludedAccounts = [], dueAt, at } = command
  const priority = calculatePriority({ kind, ...flagTotals, urgency: 'calm' })
  return {
    type: 'CaseOpened',
    data: {
      caseId,
      kind,
      targetId: aboutId,
      ...priority,
      ...flagTotals,
      parties: distinct(excludedAccounts),
      dueAt,
      at,
    },
  }
}

/** Updates the totals and adds excluded accounts. */
const reprioritiseCase = ({ flagTotals, excludedAccounts, at }: ReprioritiseCase, state: ExistingCase): Decision => {
  const allExcluded = distinct([...state.excludedAccounts, ...excludedAccounts])
  const sameTotals = flagTotals.flags === state.flags && flagTotals.weight === state.weight
  if (sameTotals && allExcluded.length === state.excludedAccounts.length) return nothing
  if (state.status === 'closed') return reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
  const priority = calculatePriority({ ...state, ...flagTotals })
  return accept({
    type: 'CaseReprioritised',
    data: { ...identityOf(state), ...priority, ...flagTotals, parties: allExcluded, at },
  })
}

/** A flag case becomes a held case. */
const escalateCase = (at: Instant, state: ExistingCase): Decision => {
  const { kind } = state
  if (kind === 'HELD') return nothing
  if (kind !== 'FLAG') return reject({ type: 'CaseNotEscalatable', kind })
  if (state.status === 'closed') return reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
  const priority = calculatePriority({ ...state, kind: 'HELD' })
  return accept({ type: 'CaseEscalated', data: { ...identityOf(state), kind: 'HELD', ...priority, at } })
}

const closeCase = (command: OfType<CaseCommand, 'CloseCase'>, state: ExistingCase): Decision => {
  const { outcome, by, at } = command
  if (state.status === 'open') return accept({ type: 'CaseClosed', data: { ...identityOf(state), outcome, by, at } })
  return outcome === state.outcome ? nothing : reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
}

const identityOf = ({ caseId, kind, aboutId }: ExistingCase) => ({ caseId, kind, targetId: aboutId })

const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)]

// --- Claims -----------------------------------------------------------------------------------------

/**
 * Claims the case for a moderator, or extends the moderator's own claim. Records the end of an expired claim first.
 * @rule P-16 parties may not work on their own case
 */
const claimCase = ({ by, leaseMinutes, at }: ClaimCase, state: ExistingCase): Decision => {
  if (state.status === 'closed') return reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
  if (state.excludedAccounts.includes(by)) return reject(conflictOfInterest)
  const current = currentClaim(state, at)
  if (current !== null && current.by !== by) return reject({ type: 'ClaimedByAnother', ...current })

  const until = plusMinutes(at, leaseMinutes)
  const claimed = { type: 'CaseClaimed', data: { ...identityOf(state), by, until, at } } as const
  if (state.claim === null) return accept(claimed)
  if (state.claim.by !== by) return accept(claimExpiredEvent(state, at), claimed)
  return isBefore(state.claim.until, until) ? accept(claimed) : nothing
}

/** Returns the case to the queue; has no effect once the claim has expired. */
const releaseCase = ({ by, at }: ReleaseCase, state: ExistingCase): Decision => {
  const current = currentClaim(state, at)
  if (current === null) return nothing
  return current.by === by
    ? accept({ type: 'ClaimReleased', data: { ...identityOf(state), by, at } })
    : reject({ type: 'ClaimedByAnother', ...current })
}

const claimExpiredEvent = (state: ExistingCase, at: Instant): CaseEvent => ({
  type: 'ClaimExpired',
  data: { ...identityOf(state), by: state.claim?.by ?? '', until: state.claim?.until ?? at, at },
})

// --- Deadlines --------------------------------------------------------------------------------------

/**
 * Records what the passage of time changed, including the end of an expired claim.
 * @rule B-47 due soon one working day before the deadline, overdue after it
 */
const checkDeadline = ({ soonUntil, at }: CheckDeadline, state: ExistingCase): DecisionOf<CaseEvent> => {
  if (state.status === 'closed') return nothing
  const hasExpired = state.claim !== null && !isBefore(at, state.claim.until)
  return accept(
    ...(hasExpired ? [claimExpiredEvent(state, at)] : []),
    ...deadlineEvents(urgencyAt(state, at, soonUntil), state, at),
  )
}

const urgencyAt = ({ dueAt }: ExistingCase, at: Instant, soonUntil: Instant): Urgency => {
  if (isBefore(dueAt, at)) return 'overdue'
  return isBefore(soonUntil, dueAt) ? 'calm' : 'soon'
}

const urgencyRank: Readonly<Record<Urgency, number>> = { calm: 0, soon: 1, overdue: 2 }

/** Urgency only rises, so a clock that was set back has no effect. */
const deadlineEvents = (urgency: Urgency, state: ExistingCase, at: Instant): readonly CaseEvent[] => {
  if (urgency === 'calm' || urgencyRank[urgency] <= urgencyRank[state.urgency]) return []
  const data = { ...identityOf(state), ...calculatePriority({ ...state, urgency }), dueAt: state.dueAt, at }
  return [{ type: urgency === 'soon' ? 'CaseDueSoon' : 'CaseBecameOverdue', data }]
}

// --- Priority ---------------------------------------------------------------------------------------

interface PriorityInput extends FlagTotals {
  readonly kind: CaseKind
  /** Last recorded urgency; using the clock here would make the order impossible to replay. */
  readonly urgency: Urgency
}

/** Priority with its parts and the formula's version. Cases with a higher priority are proposed first. */
export const calculatePriority = ({ kind, flags, weight, urgency }: PriorityInput) => {
  const counted = Math.min(flags, maxCountedFlags)
  const flagPoints = counted * priorityPoints.perFlag
  const why = nonZeroParts({
    kind: priorityPoints.kind[kind],
    held: kind === 'HELD' ? priorityPoints.held : 0,
    flags: flagPoints,
    reporters: reporterCorrection(weight, flagPoints),
    deadline: priorityPoints.urgency[urgency],
  })
  return { priority: why.reduce((sum, { points }) => sum + points, 0), why, formula: priorityVersion }
}

/** Difference between weighted and unweighted flags; negative for inaccurate reporters. */
const reporterCorrection = (weight: number, flagPoints: number): number =>
  Math.round((Math.min(weight, maxCountedFlags * 100) * priorityPoints.perFlag) / 100) - flagPoints

const nonZeroParts = (points: Readonly<Record<PriorityPart, number>>): PriorityParts =>
  Object.entries(points).flatMap(([part, points]) => (points === 0 ? [] : [{ part: part as PriorityPart, points }]))

/** An item in the moderators' queue, claimed by one moderator at a time. The stream id is the case id. */
export const moderationCase: Aggregate<CaseCommand, CaseEvent, CaseState, CaseRejection> = {
  category: 'case',
  events: CaseEvents,
  initial: { status: 'none' },
  evolve,
  decide,
}
