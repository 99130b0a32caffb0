import * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, type Upcaster } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Id, Instant, Integer, nullable, oneOf, Whole } from '../kernel/primitives.ts'
import { isBefore, plusMinutes } from '../kernel/time.ts'

/** What a priority is the sum of; the words a moderator reads are the screens'. */
export const PriorityPart = oneOf(['kind', 'held', 'flags', 'reporters', 'deadline'])
export type PriorityPart = t.TypeOf<typeof PriorityPart>

export const PriorityParts = t.readonlyArray(t.strict({ part: PriorityPart, points: Integer }))
export type PriorityParts = readonly { readonly part: PriorityPart; readonly points: number }[]

/** Written beside every priority: a new formula takes a new number, and 0 is what was before there was one. */
export const priorityVersion = 1

/** The flags that wait for an answer: how many, and what they weigh together in hundredths of an ordinary one. */
export interface FlagTotals {
  readonly flags: number
  readonly weight: number
  /** Which formula weighed them; null where there are no flags. */
  readonly weightVersion: number | null
}
export const flagTotalsCodecs = { flags: Whole, weight: Whole, weightVersion: nullable(Whole) }
export const noFlags: FlagTotals = { flags: 0, weight: 0, weightVersion: null }

/** How near the deadline is, as the timer last said: an order that changed by itself could not be replayed. */
export type Urgency = 'calm' | 'soon' | 'overdue'

interface PriorityInput extends FlagTotals {
  readonly kind: CaseKind
  readonly urgency: Urgency
}

/** A review out of sight waits more than one that is still read; what is overdue goes before everything. */
export const calculatePriority = ({ kind, flags, weight, urgency }: PriorityInput) => {
  const counted = Math.min(flags, maxCountedFlags)
  const why = nonZeroParts({
    kind: pointsByKind[kind],
    held: kind === 'HELD' ? 200 : 0,
    flags: counted * 10,
    reporters: Math.round(Math.min(weight, maxCountedFlags * 100) / 10) - counted * 10,
    deadline: pointsByUrgency[urgency],
  })
  return { priority: why.reduce((sum, { points }) => sum + points, 0), why, formula: priorityVersion }
}

const nonZeroParts = (points: Readonly<Record<PriorityPart, number>>): PriorityParts =>
  Object.entries(points).flatMap(([part, points]) => (points === 0 ? [] : [{ part: part as PriorityPart, points }]))

const pointsByKind = { FLAG: 100, HELD: 100, DISPUTE: 200, APPEAL: 250 } as const
const pointsByUrgency = { calm: 0, soon: 50, overdue: 500 } as const
/** A campaign of flags does not carry a case past one that is out of sight. */
const maxCountedFlags = 10

/** FLAG becomes HELD when its review is taken out of sight. */
export const CaseKind = oneOf(['FLAG', 'DISPUTE', 'APPEAL', 'HELD'])
export type CaseKind = t.TypeOf<typeof CaseKind>

const caseFields = {
  /** `flag-<reviewId>-<n>`, `dispute-<reviewId>` or `appeal-<decisionId>`: the life of a matter names its case. */
  caseId: clear(Id),
  kind: clear(CaseKind),
  /** What is judged: a review's id. */
  targetId: clear(Id),
}
/** On every event that moves a case in the queue, so that its order can be replayed and explained. */
const priorityFields = {
  /** Higher goes first: the sum of `why`. */
  priority: clear(Whole),
  why: clear(PriorityParts),
  formula: clear(Whole),
}
const flagTotalFields = {
  flags: clear(flagTotalsCodecs.flags),
  weight: clear(flagTotalsCodecs.weight),
  weightVersion: clear(flagTotalsCodecs.weightVersion),
  /** Accounts that have a part in the matter: none of them works on it. */
  parties: clear(t.readonlyArray(Id)),
}

/** The first shape said the priority and not what it was made of. */
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
export const CaseEscalated = event(
  'CaseEscalated',
  { ...caseFields, ...priorityFields, at: clear(Instant) },
  { version: 2, upcast: { 1: addMissingPriorityParts } },
)
/** Flags were added or answered. */
export const CaseReprioritised = event('CaseReprioritised', {
  ...caseFields,
  ...priorityFields,
  ...flagTotalFields,
  at: clear(Instant),
})
/** One working day before its deadline (B-47). */
export const CaseDueSoon = event('CaseDueSoon', {
  ...caseFields,
  ...priorityFields,
  dueAt: clear(Instant),
  at: clear(Instant),
})
export const CaseBecameOverdue = event('CaseBecameOverdue', {
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
export const ClaimReleased = event('ClaimReleased', { ...caseFields, by: clear(Id), at: clear(Instant) })
/** Written by the timer, or by whoever takes the case over first. */
export const ClaimExpired = event('ClaimExpired', {
  ...caseFields,
  by: clear(Id),
  until: clear(Instant),
  at: clear(Instant),
})
export const CaseClosed = event('CaseClosed', {
  ...caseFields,
  outcome: clear(
    oneOf([
      'upheld',
      'dismissed',
      'reviewed',
      'removed',
      'hidden',
      'rejected',
      'closed',
      'void',
      'partly',
      'overturned',
    ]),
  ),
  /** Who decided; null when it closed because its matter disappeared. */
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

export type DataOf<T extends CaseEvent['type']> = Extract<CaseEvent, { readonly type: T }>['data']
export type CaseOutcome = DataOf<'CaseClosed'>['outcome']

export interface Claim {
  readonly by: string
  readonly until: Instant
}

export interface OpenedCase extends FlagTotals {
  readonly status: 'open' | 'closed'
  readonly caseId: string
  readonly kind: CaseKind
  readonly targetId: string
  readonly parties: readonly string[]
  readonly dueAt: Instant
  readonly urgency: Urgency
  /** The latest; it may have lapsed. */
  readonly claim: Claim | null
  readonly outcome: CaseOutcome | null
}

export type CaseState = { readonly status: 'none' } | OpenedCase

/** Who works on the case just now. */
export const liveClaim = (state: CaseState, at: Instant): Claim | null =>
  state.status === 'open' && state.claim !== null && isBefore(at, state.claim.until) ? state.claim : null

export const evolve = (state: CaseState, event: CaseEvent): CaseState => {
  if (event.type === 'CaseOpened') {
    const { caseId, kind, targetId, flags, weight, weightVersion, parties, dueAt } = event.data
    const matter = { caseId, kind, targetId, flags, weight, weightVersion, parties, dueAt }
    return { ...matter, status: 'open', urgency: 'calm', claim: null, outcome: null }
  }
  if (state.status === 'none') return state
  switch (event.type) {
    case 'CaseEscalated':
      return { ...state, kind: event.data.kind }
    case 'CaseReprioritised': {
      const { flags, weight, weightVersion, parties } = event.data
      return { ...state, flags, weight, weightVersion, parties }
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

export type ClaimRejection =
  | { readonly type: 'OwnMatter' }
  | { readonly type: 'CaseAlreadyClosed'; readonly outcome: CaseOutcome | null }
  /** `name` is whom the others know the moderator as; the domain knows accounts only. */
  | { readonly type: 'ClaimedByAnother'; readonly by: string; readonly until: Instant; readonly name?: string }

const acceptClaim = (...events: readonly CaseEvent[]) => E.right(events)
const rejectClaim = (rejection: ClaimRejection) => E.left(rejection)

/** Who has a part in the matter does not work on it (P-16); a lapsed claim of another's ends where the next one begins. */
export const claimCase = ({ by, leaseMinutes, at }: ClaimCase, state: OpenedCase) => {
  const { caseId, kind, targetId } = state
  if (state.status === 'closed') return rejectClaim({ type: 'CaseAlreadyClosed', outcome: state.outcome })
  if (state.parties.includes(by)) return rejectClaim({ type: 'OwnMatter' })
  const live = liveClaim(state, at)
  if (live !== null && live.by !== by) return rejectClaim({ type: 'ClaimedByAnother', ...live })

  const until = plusMinutes(at, leaseMinutes)
  const claimed = { type: 'CaseClaimed', data: { caseId, kind, targetId, by, until, at } } as const
  if (state.claim === null) return acceptClaim(claimed)
  if (state.claim.by !== by) return acceptClaim(claimExpired(state, at), claimed)
  return isBefore(state.claim.until, until) ? acceptClaim(claimed) : acceptClaim()
}

export const releaseCase = ({ by, at }: ReleaseCase, state: OpenedCase) => {
  const { caseId, kind, targetId } = state
  const live = liveClaim(state, at)
  if (live === null) return acceptClaim()
  return live.by === by
    ? acceptClaim({ type: 'ClaimReleased', data: { caseId, kind, targetId, by, at } })
    : rejectClaim({ type: 'ClaimedByAnother', ...live })
}

/** The end of a claim nobody renewed. */
export const claimExpired = ({ caseId, kind, targetId, claim }: OpenedCase, at: Instant): CaseEvent => ({
  type: 'ClaimExpired',
  data: { caseId, kind, targetId, by: claim?.by ?? '', until: claim?.until ?? at, at },
})

/** The timer looks at a case: as often as it likes, and as late. */
export interface CheckDeadline {
  readonly type: 'CheckDeadline'
  /** What is due until then is due within a working day (B-47). */
  readonly soonUntil: Instant
  readonly at: Instant
}

/** B-47: told one working day before, overdue at the end; a claim that ran out ends. */
export const checkDeadline = (
  { soonUntil, at }: CheckDeadline,
  state: OpenedCase,
): E.Either<never, readonly CaseEvent[]> => {
  if (state.status === 'closed') return E.right([])
  const lapsed = state.claim !== null && !isBefore(at, state.claim.until)
  return E.right([
    ...(lapsed ? [claimExpired(state, at)] : []),
    ...deadlineEvents(urgencyAt(state, at, soonUntil), state, at),
  ])
}

const urgencyAt = ({ dueAt }: OpenedCase, at: Instant, soonUntil: Instant): Urgency => {
  if (isBefore(dueAt, at)) return 'overdue'
  return isBefore(soonUntil, dueAt) ? 'calm' : 'soon'
}

const urgencyRank: Readonly<Record<Urgency, number>> = { calm: 0, soon: 1, overdue: 2 }

/** Never back: a clock that was set wrong does not make a case young again. */
const deadlineEvents = (urgency: Urgency, state: OpenedCase, at: Instant): readonly CaseEvent[] => {
  if (urgency === 'calm' || urgencyRank[urgency] <= urgencyRank[state.urgency]) return []
  const { caseId, kind, targetId, dueAt } = state
  const data = { caseId, kind, targetId, ...calculatePriority({ ...state, urgency }), dueAt, at }
  return [{ type: urgency === 'soon' ? 'CaseDueSoon' : 'CaseBecameOverdue', data }]
}

export type CaseCommand =
  | OpenCase
  | WeighCase
  | { readonly type: 'EscalateCase'; readonly at: Instant }
  | ClaimCase
  | ReleaseCase
  | CheckDeadline
  /** `by` is null when the matter itself disappeared. */
  | { readonly type: 'CloseCase'; readonly outcome: CaseOutcome; readonly by: string | null; readonly at: Instant }

interface OpenCase extends Pick<DataOf<'CaseOpened'>, 'caseId' | 'kind' | 'targetId' | 'dueAt' | 'at'> {
  readonly type: 'OpenCase'
  /** Of flags; a dispute and an appeal have none. */
  readonly evidence?: FlagTotals
  /** Accounts that have a part in the matter, whoever decided before among them: none of them works on it (P-16). */
  readonly parties?: readonly string[]
}

/** What is waiting now: asked again with the same it changes nothing. */
interface WeighCase {
  readonly type: 'WeighCase'
  readonly evidence: FlagTotals
  readonly parties: readonly string[]
  readonly at: Instant
}

export type CaseRejection =
  ClaimRejection | { readonly type: 'CaseNotFound' } | { readonly type: 'CaseNotEscalatable'; readonly kind: CaseKind }

const accept = (...events: readonly CaseEvent[]) => E.right(events)
const reject = (rejection: CaseRejection) => E.left(rejection)

const decide = (command: CaseCommand, state: CaseState): E.Either<CaseRejection, readonly CaseEvent[]> => {
  if (command.type === 'OpenCase') return state.status === 'none' ? accept(caseOpened(command)) : accept()
  if (state.status === 'none') return reject({ type: 'CaseNotFound' })
  switch (command.type) {
    case 'WeighCase':
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

const caseOpened = (command: OpenCase): CaseEvent => {
  const { caseId, kind, targetId, evidence = noFlags, parties = [], dueAt, at } = command
  const place = calculatePriority({ kind, ...evidence, urgency: 'calm' })
  return {
    type: 'CaseOpened',
    data: { caseId, kind, targetId, ...place, ...evidence, parties: distinct(parties), dueAt, at },
  }
}

const reprioritiseCase = ({ evidence, parties, at }: WeighCase, state: OpenedCase) => {
  const { caseId, kind, targetId } = state
  const all = distinct([...state.parties, ...parties])
  const known = evidence.flags === state.flags && evidence.weight === state.weight
  if (known && all.length === state.parties.length) return accept()
  if (state.status === 'closed') return reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
  const place = calculatePriority({ ...state, ...evidence })
  return accept({
    type: 'CaseReprioritised',
    data: { caseId, kind, targetId, ...place, ...evidence, parties: all, at },
  })
}

const escalateCase = (at: Instant, state: OpenedCase) => {
  const { caseId, kind, targetId } = state
  if (kind === 'HELD') return accept()
  if (kind !== 'FLAG') return reject({ type: 'CaseNotEscalatable', kind })
  if (state.status === 'closed') return reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
  const place = calculatePriority({ ...state, kind: 'HELD' })
  return accept({ type: 'CaseEscalated', data: { caseId, kind: 'HELD', targetId, ...place, at } })
}

const closeCase = (command: Extract<CaseCommand, { readonly type: 'CloseCase' }>, state: OpenedCase) => {
  const { outcome, by, at } = command
  const { caseId, kind, targetId } = state
  if (state.status === 'open') return accept({ type: 'CaseClosed', data: { caseId, kind, targetId, outcome, by, at } })
  return outcome === state.outcome ? accept() : reject({ type: 'CaseAlreadyClosed', outcome: state.outcome })
}

const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)]

/** One thing on the moderators' queue, which one of them at a time works on; the stream's id is the case's. */
export const moderationCase: Aggregate<CaseCommand, CaseEvent, CaseState, CaseRejection> = {
  category: 'case',
  events: CaseEvents,
  initial: { status: 'none' },
  evolve,
  decide,
}
