import * as t from 'io-ts'
import type { Aggregate } from '../kernel/decider.ts'
import { clear, event, type EventIn, family, pii } from '../kernel/event.ts'
import { E } from '../kernel/fp.ts'
import { Id, Instant, nullable, oneOf, Whole } from '../kernel/primitives.ts'
import {
  createStatement,
  type Reasons,
  type ReasonsRejection,
  statementFields,
  type StatementOfReasons,
  Violation,
  withoutAppeal,
} from '../kernel/statement-of-reasons.ts'
import { isBefore } from '../kernel/time.ts'

/** Who turns against a decision: the review's author, who reported it, or the business it is about. */
export const AppealSide = oneOf(['author', 'reporter', 'business'])
export type AppealSide = t.TypeOf<typeof AppealSide>

/** What a decision does with the review, mildest first. */
export const Measure = oneOf(['VISIBLE', 'HIDDEN', 'REMOVED'])
export type Measure = t.TypeOf<typeof Measure>

/** `UPHELD`: the decision stands. `PARTLY`: something milder, or stronger, than it. `OVERTURNED`: the contrary. */
export const AppealOutcome = oneOf(['UPHELD', 'PARTLY', 'OVERTURNED'])
export type AppealOutcome = t.TypeOf<typeof AppealOutcome>

interface AppealedDecision {
  readonly side: AppealSide
  /** What the decision appealed against did. */
  readonly measure: Measure
}

/** What an outcome may come to, the usual one first; none where there is no such outcome. */
export const possibleMeasures = ({ side, measure }: AppealedDecision, outcome: AppealOutcome): readonly Measure[] => {
  if (outcome === 'UPHELD') return [measure]
  if (side === 'author') return outcome === 'OVERTURNED' ? ['VISIBLE'] : measure === 'REMOVED' ? ['HIDDEN'] : []
  if (side === 'reporter') return outcome === 'OVERTURNED' ? ['HIDDEN', 'REMOVED'] : []
  return outcome === 'OVERTURNED' ? ['REMOVED'] : ['HIDDEN']
}

/** The review came back into sight or went out of it: somebody who had won has lost. */
export const reversesVisibility = (before: Measure, after: Measure): boolean =>
  (before === 'VISIBLE') !== (after === 'VISIBLE')

const appealFields = {
  /** What is appealed against: the id of the event that decided it. */
  decisionId: clear(Id),
  reviewId: clear(Id),
  side: clear(AppealSide),
  /** 1: against a moderator's decision; 2: against what an appeal reversed. There is no third. */
  level: clear(Whole),
}

export const AppealLodged = event('AppealLodged', {
  ...appealFields,
  appellantId: clear(Id),
  /** The decision as this appellant was told it: of several reporters, each their own flag's. */
  toldId: clear(Id),
  measure: clear(Measure),
  /** How many events the review had when it was judged: its words as they were then. */
  reviewVersion: clear(Whole),
  /** Who decided before, at any level: they decide no more. */
  deciders: clear(t.readonlyArray(Id)),
  text: pii('appellantId', t.string, ''),
  at: clear(Instant),
})
/** Everybody who had appealed by then. */
const appellantsField = clear(t.readonlyArray(Id))
export const AppealTaken = event('AppealTaken', {
  ...appealFields,
  by: clear(Id),
  appellants: appellantsField,
  at: clear(Instant),
})

/** Somebody concerned who did not appeal. */
export const ConcernedParty = t.strict({ accountId: Id, side: AppealSide })
export const AppealDecided = event('AppealDecided', {
  ...appealFields,
  by: clear(Id),
  outcome: clear(AppealOutcome),
  before: clear(Measure),
  measure: clear(Measure),
  appellants: appellantsField,
  /** Told where the review comes back into sight or goes out of it; those of the other side may then appeal, once. */
  others: clear(t.readonlyArray(ConcernedParty)),
  /** The reports whose answer turns with it. */
  flags: clear(t.readonlyArray(Id)),
  /** The dispute whose outcome turns with it; null where none is concerned. */
  disputeId: clear(nullable(Id)),
  authorId: clear(Id),
  ...statementFields('authorId'),
  /** What the author is to answer for; null when nobody named it. */
  violation: clear(nullable(Violation)),
  at: clear(Instant),
})
/** What was appealed against is no longer so, for another reason: nothing is left to decide. */
export const AppealVoided = event('AppealVoided', {
  ...appealFields,
  measure: clear(Measure),
  appellants: appellantsField,
  at: clear(Instant),
})

export const AppealEvents = family(AppealLodged, AppealTaken, AppealDecided, AppealVoided)
export type AppealEvent = EventIn<typeof AppealEvents>
export type DataOf<T extends AppealEvent['type']> = Extract<AppealEvent, { readonly type: T }>['data']

export type AppealStatus = 'OPEN' | 'UNDER_REVIEW' | AppealOutcome | 'VOID'

export interface OpenedAppeal {
  readonly status: AppealStatus
  readonly decisionId: string
  readonly reviewId: string
  readonly side: AppealSide
  readonly level: number
  /** What the decision appealed against did with the review. */
  readonly measure: Measure
  readonly reviewVersion: number
  /** Who decided before, at any level. */
  readonly deciders: readonly string[]
  /** One an appellant; a repeated request is compared with it, so it must have been read open. */
  readonly appeals: readonly { readonly appellantId: string; readonly text: string; readonly at: Instant }[]
  readonly decided: DataOf<'AppealDecided'> | null
  /** When it was decided, or had nothing left to decide. */
  readonly closedAt: Instant | null
}

export type AppealState = { readonly status: 'NONE' } | OpenedAppeal

export const evolve = (state: AppealState, event: AppealEvent): AppealState => {
  if (event.type === 'AppealLodged') return withLodgedAppeal(state, event.data)
  if (state.status === 'NONE') return state
  switch (event.type) {
    case 'AppealTaken':
      return { ...state, status: 'UNDER_REVIEW' }
    case 'AppealDecided':
      return { ...state, status: event.data.outcome, decided: event.data, closedAt: event.data.at }
    case 'AppealVoided':
      return { ...state, status: 'VOID', closedAt: event.data.at }
  }
}

const withLodgedAppeal = (state: AppealState, data: DataOf<'AppealLodged'>): OpenedAppeal => {
  const { decisionId, reviewId, side, level, measure, reviewVersion, deciders, appellantId, text, at } = data
  const appeal = { appellantId, text, at }
  if (state.status !== 'NONE') {
    const everybody = [...new Set([...state.deciders, ...deciders])]
    return { ...state, deciders: everybody, appeals: [...state.appeals, appeal] }
  }
  const matter = { decisionId, reviewId, side, level, measure, reviewVersion, deciders }
  return { status: 'OPEN', ...matter, appeals: [appeal], decided: null, closedAt: null }
}

export const isOpen = ({ status }: OpenedAppeal): boolean => status === 'OPEN' || status === 'UNDER_REVIEW'

export const appellantsOf = ({ appeals }: OpenedAppeal): readonly string[] =>
  appeals.map(({ appellantId }) => appellantId)

/** A decision as the log has it: what an appeal needs to know of it. */
export interface AppealableDecision {
  readonly decisionId: string
  readonly reviewId: string
  readonly reviewVersion: number
  /** Who may turn against it. */
  readonly side: AppealSide
  readonly addressees: readonly string[]
  readonly level: number
  readonly measure: Measure
  readonly deciders: readonly string[]
  /** Null when it is final. */
  readonly appealableUntil: Instant | null
  /** Nothing else has changed since what it did with the review. */
  readonly inForce: boolean
}

export interface LodgeAppeal {
  readonly type: 'LodgeAppeal'
  readonly appellantId: string
  readonly toldId: string
  readonly decision: AppealableDecision
  readonly text: string
  readonly at: Instant
}

export type LodgingRejection =
  /** Who is not told of a decision does not learn that there is one. */
  | { readonly type: 'DecisionNotFound' }
  | { readonly type: 'AlreadyAppealed' }
  | { readonly type: 'AppealAlreadyDecided'; readonly status: AppealStatus }
  | { readonly type: 'DecisionFinal' }
  | { readonly type: 'AppealTooLate'; readonly until: Instant }
  | { readonly type: 'DecisionNotInForce' }
  | { readonly type: 'AppealTextLength'; readonly least: number; readonly most: number }

const minTextLength = 10
const maxTextLength = 1000
export const validateTextLength = (text: string): { readonly least: number; readonly most: number } | null =>
  text.length < minTextLength || text.length > maxTextLength ? { least: minTextLength, most: maxTextLength } : null

const rejectLodging = (rejection: LodgingRejection) => E.left(rejection)

/** Once a decision and appellant; of several with the same complaint, all are heard together until it is decided. */
export const lodgeAppeal = (
  command: LodgeAppeal,
  state: AppealState,
): E.Either<LodgingRejection, readonly AppealEvent[]> => {
  const { appellantId, toldId, decision, at } = command
  const text = command.text.trim()
  if (!decision.addressees.includes(appellantId)) return rejectLodging({ type: 'DecisionNotFound' })
  if (state.status !== 'NONE') {
    const earlier = state.appeals.find((one) => one.appellantId === appellantId)
    if (earlier !== undefined) return earlier.text === text ? E.right([]) : rejectLodging({ type: 'AlreadyAppealed' })
    if (!isOpen(state)) return rejectLodging({ type: 'AppealAlreadyDecided', status: state.status })
  }
  const { appealableUntil: until } = decision
  if (until === null) return rejectLodging({ type: 'DecisionFinal' })
  if (isBefore(until, at)) return rejectLodging({ type: 'AppealTooLate', until })
  if (!decision.inForce) return rejectLodging({ type: 'DecisionNotInForce' })
  const rejection = validateTextLength(text)
  if (rejection !== null) return rejectLodging({ type: 'AppealTextLength', ...rejection })

  const { decisionId, reviewId, reviewVersion, side, level, measure, deciders } = decision
  const matter = { decisionId, reviewId, side, level, measure, reviewVersion, deciders }
  return E.right([{ type: 'AppealLodged', data: { ...matter, appellantId, toldId, text, at } }])
}

interface DecidingCommand {
  readonly by: string
  /** Everybody whose matter it is, beside the appellants. */
  readonly parties: readonly string[]
  readonly at: Instant
}

export interface TakeAppeal extends DecidingCommand {
  readonly type: 'TakeAppeal'
}

export interface DecideAppeal extends DecidingCommand {
  readonly type: 'DecideAppeal'
  readonly outcome: AppealOutcome
  /** What becomes of the review; null for what the outcome usually means. */
  readonly measure: Measure | null
  readonly reasons: Reasons
  /** Who and what else is concerned. */
  readonly concerned: Pick<DataOf<'AppealDecided'>, 'others' | 'flags' | 'disputeId' | 'authorId'>
}

export type AppealDecisionRejection =
  | ReasonsRejection
  | { readonly type: 'OwnMatter' }
  | { readonly type: 'DecidedBefore' }
  | { readonly type: 'AppealAlreadyDecided'; readonly status: AppealStatus }
  | { readonly type: 'OutcomeNotPossible'; readonly outcome: AppealOutcome }
  | { readonly type: 'AppealReasonLength'; readonly least: number; readonly most: number }

const rejectDecision = (rejection: AppealDecisionRejection) => E.left(rejection)

/** Neither who is concerned nor who decided before, at any level. */
export const takeOrDecideAppeal = (
  command: TakeAppeal | DecideAppeal,
  appeal: OpenedAppeal,
): E.Either<AppealDecisionRejection, readonly AppealEvent[]> => {
  const { by, parties, at } = command
  const { decisionId, reviewId, side, level, status } = appeal
  const appellants = appellantsOf(appeal)
  if (parties.includes(by) || appellants.includes(by)) return rejectDecision({ type: 'OwnMatter' })
  if (appeal.deciders.includes(by)) return rejectDecision({ type: 'DecidedBefore' })
  if (command.type === 'DecideAppeal') return decideAppeal(command, appeal)
  if (!isOpen(appeal)) return rejectDecision({ type: 'AppealAlreadyDecided', status })
  return status === 'UNDER_REVIEW'
    ? E.right([])
    : E.right([{ type: 'AppealTaken', data: { decisionId, reviewId, side, level, by, appellants, at } }])
}

const decideAppeal = (
  command: DecideAppeal,
  appeal: OpenedAppeal,
): E.Either<AppealDecisionRejection, readonly AppealEvent[]> => {
  const { by, outcome, reasons, concerned, at } = command
  const { decisionId, reviewId, side, level, measure: before } = appeal
  const possible = possibleMeasures(appeal, outcome)
  const measure = command.measure ?? possible[0]
  if (measure === undefined || !possible.includes(measure))
    return rejectDecision({ type: 'OutcomeNotPossible', outcome })
  if (!isOpen(appeal)) {
    const again = appeal.decided?.outcome === outcome && appeal.decided.measure === measure
    return again ? E.right([]) : rejectDecision({ type: 'AppealAlreadyDecided', status: appeal.status })
  }
  const rejection = validateTextLength(reasons.facts.trim())
  if (rejection !== null) return rejectDecision({ type: 'AppealReasonLength', ...rejection })

  return E.map((statement: StatementOfReasons): readonly AppealEvent[] => {
    const appealable =
      level === 1 && reversesVisibility(before, measure) && concerned.others.some((one) => one.side !== side)
    const told = appealable ? statement : withoutAppeal(statement)
    const ruling = {
      by,
      outcome,
      before,
      measure,
      appellants: appellantsOf(appeal),
      ...concerned,
      ...told,
      violation: reasons.violation,
    }
    return [{ type: 'AppealDecided', data: { decisionId, reviewId, side, level, ...ruling, at } }]
  })(createStatement(reasons, measure === 'VISIBLE' ? 'for' : 'against', 'none', at))
}

/** Whom the decision of an appeal is told: who appealed always, everybody else where it turned the review's fate. */
export const decisionRecipients = ({
  appellants,
  others,
  before,
  measure,
}: DataOf<'AppealDecided'>): readonly string[] => [
  ...appellants,
  ...(reversesVisibility(before, measure) ? others.map(({ accountId }) => accountId) : []),
]

/** Who may turn against it in their turn: whoever of the other side has lost by it. */
export const furtherAppellants = ({
  side,
  others,
  appealableUntil,
}: DataOf<'AppealDecided'>): DataOf<'AppealDecided'>['others'] =>
  appealableUntil === null ? [] : others.filter((one) => one.side !== side)

/** The review is or is not to be seen, whatever this appeal is about. */
interface VoidAppeal {
  readonly type: 'VoidAppeal'
  readonly visible: boolean
  readonly at: Instant
}

export type AppealCommand = LodgeAppeal | TakeAppeal | DecideAppeal | VoidAppeal

export type AppealRejection = LodgingRejection | AppealDecisionRejection | { readonly type: 'AppealNotFound' }

const decide = (command: AppealCommand, state: AppealState): E.Either<AppealRejection, readonly AppealEvent[]> => {
  if (command.type === 'LodgeAppeal') return lodgeAppeal(command, state)
  if (state.status === 'NONE') return command.type === 'VoidAppeal' ? E.right([]) : E.left({ type: 'AppealNotFound' })
  return command.type === 'VoidAppeal' ? E.right(voidAppeal(command, state)) : takeOrDecideAppeal(command, state)
}

const voidAppeal = ({ visible, at }: VoidAppeal, appeal: OpenedAppeal): readonly AppealEvent[] => {
  const { decisionId, reviewId, side, level, measure } = appeal
  if (!isOpen(appeal) || visible === (measure === 'VISIBLE')) return []
  const whose = { decisionId, reviewId, side, level, measure }
  return [{ type: 'AppealVoided', data: { ...whose, appellants: appellantsOf(appeal), at } }]
}

/** All appeals against one decision, heard and decided together; the stream's id is the decision's. */
export const appeal: Aggregate<AppealCommand, AppealEvent, AppealState, AppealRejection> = {
  category: 'appeal',
  events: AppealEvents,
  initial: { status: 'NONE' },
  evolve,
  decide,
}
