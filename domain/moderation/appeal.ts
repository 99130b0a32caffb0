import * as t from 'io-ts'
import { accept, type Aggregate, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { clear, type DataOf, event, type EventIn, family, pii } from '../kernel/event.ts'
import { E, pipe } from '../kernel/fp.ts'
import { Id, Instant, nullable, oneOf, Text, Whole } from '../kernel/primitives.ts'
import {
  type ConflictOfInterest,
  conflictOfInterest,
  createStatementOfReasons,
  type Reasons,
  type ReasonsRejection,
  statementOfReasonsFields,
  Violation,
  withoutAppeal,
} from '../kernel/statement-of-reasons.ts'
import { fitsLength } from '../kernel/text.ts'
import { isBefore } from '../kernel/time.ts'
import { appealTextLength } from './rules.ts'
import {
  type AppealAction,
  type AppealDecisionObstacle,
  type AppealObstacle,
  type AppealOutcome,
  appealOutcomes,
  type AppealSide,
  appealSides,
  type AppealStatus,
  isAboutRating,
  type Measure,
  measures,
} from './vocabulary.ts'

// --- Events -----------------------------------------------------------------------------------------

const AppealSideCodec = oneOf(appealSides)
const MeasureCodec = oneOf(measures)

const appealFields = {
  /** Event id of the decision under appeal. */
  decisionId: clear(Id),
  /** The review, or the contested rating if the side is guest or venue. */
  reviewId: clear(Id),
  side: clear(AppealSideCodec),
  /** 1: against a moderator's decision; 2: against a decision that overturned another on appeal. There is no third level. */
  level: clear(Whole),
}

export const AppealLodged = event('AppealLodged', {
  ...appealFields,
  appellantId: clear(Id),
  /**
   * The decision this appellant was notified of. Appeals of all reporters of one case are decided as one, but each
   * reporter was notified of the decision on their own flag.
   */
  toldId: clear(Id),
  measure: clear(MeasureCodec),
  /** Version of the stream of the review or rating at the time of the decision. */
  reviewVersion: clear(Whole),
  /** Moderators who decided earlier, at any level; they may not decide this appeal. */
  deciders: clear(t.readonlyArray(Id)),
  text: pii('appellantId', Text, ''),
  at: clear(Instant),
})
/** All appellants at that time. */
const appellantsField = clear(t.readonlyArray(Id))
const AppealTaken = event('AppealTaken', {
  ...appealFields,
  by: clear(Id),
  appellants: appellantsField,
  at: clear(Instant),
})

/** A party that did not appeal. */
const AffectedParty = t.strict({ accountId: Id, side: AppealSideCodec })
export const AppealDecided = event('AppealDecided', {
  ...appealFields,
  by: clear(Id),
  outcome: clear(oneOf(appealOutcomes)),
  before: clear(MeasureCodec),
  measure: clear(MeasureCodec),
  appellants: appellantsField,
  /** Notified if the review's visibility changes; after a first appeal, those of the other side may appeal once. */
  others: clear(t.readonlyArray(AffectedParty)),
  /** Flags whose outcome changes with this decision. */
  flags: clear(t.readonlyArray(Id)),
  /** The dispute whose outcome changes with this decision; null if there is none. */
  disputeId: clear(nullable(Id)),
  authorId: clear(Id),
  ...statementOfReasonsFields('authorId'),
  /** The author's violation; null if the moderator named none. */
  violation: clear(nullable(Violation)),
  at: clear(Instant),
})
/** Another decision replaced the one under appeal, so there is nothing left to decide. */
export const AppealVoided = event('AppealVoided', {
  ...appealFields,
  measure: clear(MeasureCodec),
  appellants: appellantsField,
  at: clear(Instant),
})

export const AppealEvents = family(AppealLodged, AppealTaken, AppealDecided, AppealVoided)
export type AppealEvent = EventIn<typeof AppealEvents>

// --- State ------------------------------------------------------------------------------------------

export interface ExistingAppeal {
  readonly status: AppealStatus
  readonly decisionId: string
  readonly reviewId: string
  readonly side: AppealSide
  readonly level: number
  /** Measure of the decision under appeal. */
  readonly measure: Measure
  readonly reviewVersion: number
  /** Moderators who decided earlier, at any level. */
  readonly deciders: readonly string[]
  /** One per appellant. Repeated requests are compared with the text, so the stream must be read decrypted. */
  readonly appeals: readonly { readonly appellantId: string; readonly text: string; readonly at: Instant }[]
  readonly decided: DataOf<AppealEvent, 'AppealDecided'> | null
  /** When the appeal was decided or voided. */
  readonly closedAt: Instant | null
}

export type AppealState = { readonly status: 'NONE' } | ExistingAppeal

const evolve = (state: AppealState, event: AppealEvent): AppealState => {
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

const withLodgedAppeal = (state: AppealState, data: DataOf<AppealEvent, 'AppealLodged'>): ExistingAppeal => {
  const { decisionId, reviewId, side, level, measure, reviewVersion, deciders, appellantId, text, at } = data
  const appeal = { appellantId, text, at }
  if (state.status !== 'NONE') {
    const allDeciders = [...new Set([...state.deciders, ...deciders])]
    return { ...state, deciders: allDeciders, appeals: [...state.appeals, appeal] }
  }
  const decision = { decisionId, reviewId, side, level, measure, reviewVersion, deciders }
  return { status: 'OPEN', ...decision, appeals: [appeal], decided: null, closedAt: null }
}

const isUndecided = ({ status }: ExistingAppeal): boolean => status === 'OPEN' || status === 'UNDER_REVIEW'

const appellantsOf = ({ appeals }: ExistingAppeal): readonly string[] => appeals.map(({ appellantId }) => appellantId)

// --- Decisions --------------------------------------------------------------------------------------

export type AppealCommand = LodgeAppeal | TakeAppealUnderReview | DecideAppeal | VoidAppeal

export type AppealRejection =
  | LodgingRejection
  | AppealDecisionRejection
  /** No appeal has been lodged against this decision. */
  | { readonly type: 'AppealNotFound' }

type Decision = DecisionOf<AppealEvent, AppealRejection>

const decide = (command: AppealCommand, appeal: AppealState): Decision => {
  if (command.type === 'LodgeAppeal') return lodgeAppeal(command, appeal)
  if (appeal.status === 'NONE') return command.type === 'VoidAppeal' ? nothing : reject({ type: 'AppealNotFound' })
  return command.type === 'VoidAppeal' ? voidAppeal(command, appeal) : moderateAppeal(command, appeal)
}

// --- Lodging an appeal ------------------------------------------------------------------------------

/** The facts an appeal needs about the decision it is lodged against. */
export interface AppealableDecision {
  readonly decisionId: string
  readonly reviewId: string
  readonly reviewVersion: number
  /** The side that may appeal. */
  readonly side: AppealSide
  readonly addressees: readonly string[]
  readonly level: number
  readonly measure: Measure
  readonly deciders: readonly string[]
  /** Null if the decision is final. */
  readonly appealableUntil: Instant | null
  /** Whether its effect on the review still stands. */
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
  /** Unknown, or not addressed to the caller, who must not learn of it. */
  | { readonly type: 'DecisionNotFound' }
  /** The caller's earlier appeal against the decision has a different text. */
  | { readonly type: 'AlreadyAppealed' }
  /** The appeals of the same side were decided or became void. */
  | { readonly type: 'AppealAlreadyDecided'; readonly status: AppealStatus }
  /** The decision cannot be appealed. */
  | { readonly type: 'DecisionFinal' }
  /** The deadline for appealing the decision has passed. */
  | { readonly type: 'AppealTooLate'; readonly until: Instant }
  /** The decision was overturned or replaced in the meantime. */
  | { readonly type: 'DecisionNotInForce' }
  /** The text of the appeal is too short or too long. */
  | { readonly type: 'AppealTextLength'; readonly min: number; readonly max: number }

interface AppealsSoFar {
  readonly hasAppealed: boolean
  /** Whether the appeals of the same side against the decision are decided or void. */
  readonly isClosed: boolean
}

/** Why the addressee of an unfavourable decision cannot appeal. */
export const appealObstacle = (
  { appealableUntil: until, inForce }: Pick<AppealableDecision, 'appealableUntil' | 'inForce'>,
  { hasAppealed, isClosed }: AppealsSoFar,
  at: Instant,
): Exclude<AppealObstacle, 'favourable'> | null => {
  if (hasAppealed) return 'already-appealed'
  if (isClosed) return 'already-decided'
  if (until === null) return 'final'
  if (isBefore(until, at)) return 'too-late'
  return inForce ? null : 'not-in-force'
}

const lodgingRejection = (
  obstacle: Exclude<AppealObstacle, 'favourable'>,
  { appealableUntil: until }: AppealableDecision,
  { status }: AppealState,
): LodgingRejection => {
  if (obstacle === 'already-appealed') return { type: 'AlreadyAppealed' }
  if (obstacle === 'not-in-force') return { type: 'DecisionNotInForce' }
  if (obstacle === 'already-decided' && status !== 'NONE') return { type: 'AppealAlreadyDecided', status }
  return obstacle === 'too-late' && until !== null ? { type: 'AppealTooLate', until } : { type: 'DecisionFinal' }
}

/** Lodges one appeal per decision and appellant. Appeals of the same side join until the appeal is decided. */
const lodgeAppeal = (command: LodgeAppeal, state: AppealState): Decision => {
  const { appellantId, toldId, decision, at } = command
  const text = command.text.trim()
  if (!decision.addressees.includes(appellantId)) return reject({ type: 'DecisionNotFound' })
  const earlier =
    state.status === 'NONE' ? undefined : state.appeals.find((appeal) => appeal.appellantId === appellantId)
  if (earlier?.text === text) return nothing
  const isClosed = state.status !== 'NONE' && !isUndecided(state)
  const obstacle = appealObstacle(decision, { hasAppealed: earlier !== undefined, isClosed }, at)
  if (obstacle !== null) return reject(lodgingRejection(obstacle, decision, state))
  if (!fitsLength(text, appealTextLength)) return reject({ type: 'AppealTextLength', ...appealTextLength })

  const { decisionId, reviewId, reviewVersion, side, level, measure, deciders } = decision
  const appealed = { decisionId, reviewId, side, level, measure, reviewVersion, deciders }
  return accept({ type: 'AppealLodged', data: { ...appealed, appellantId, toldId, text, at } })
}

// --- Taking and deciding an appeal ------------------------------------------------------------------

interface DecidingCommand {
  readonly by: string
  /** All parties; appellants may be included. */
  readonly parties: readonly string[]
  readonly at: Instant
}

export interface TakeAppealUnderReview extends DecidingCommand {
  readonly type: 'TakeAppealUnderReview'
}

export interface DecideAppeal extends DecidingCommand {
  readonly type: 'DecideAppeal'
  readonly outcome: AppealOutcome
  /** Null selects the outcome's default measure. */
  readonly measure: Measure | null
  readonly reasons: Reasons
  /** The other parties, flags and dispute the decision affects. */
  readonly consequences: Pick<DataOf<AppealEvent, 'AppealDecided'>, 'others' | 'flags' | 'disputeId' | 'authorId'>
}

export type AppealDecisionRejection =
  | ReasonsRejection
  | ConflictOfInterest
  /** The moderator has decided on the subject before, at any level. */
  | { readonly type: 'DecidedBefore' }
  | { readonly type: 'AppealAlreadyDecided'; readonly status: AppealStatus }
  /** The appeal does not allow this outcome or measure. */
  | { readonly type: 'OutcomeNotPossible'; readonly outcome: AppealOutcome }
  /** The reasons of the decision on the appeal are too short or too long. */
  | { readonly type: 'AppealReasonLength'; readonly min: number; readonly max: number }

/** Why the moderator may not decide the appeal; null if the moderator may. `parties`: those besides the appellants. */
export const appealDecisionObstacle = (
  appeal: ExistingAppeal,
  parties: readonly (string | null)[],
  by: string,
): AppealDecisionObstacle | null => {
  if (parties.includes(by) || appellantsOf(appeal).includes(by)) return 'party'
  return appeal.deciders.includes(by) ? 'decided-before' : null
}

/** What the moderator may do with the appeal. */
export const appealActionsOf = (
  appeal: ExistingAppeal,
  parties: readonly (string | null)[],
  by: string,
): readonly AppealAction[] => {
  if (!isUndecided(appeal) || appealDecisionObstacle(appeal, parties, by) !== null) return []
  return appeal.status === 'OPEN' ? ['take', 'decide'] : ['decide']
}

/** Open to moderators who are not party to the appeal and have not decided on it before, at any level. */
const moderateAppeal = (command: TakeAppealUnderReview | DecideAppeal, appeal: ExistingAppeal): Decision => {
  const { by, parties, at } = command
  const { decisionId, reviewId, side, level, status } = appeal
  const appellants = appellantsOf(appeal)
  const obstacle = appealDecisionObstacle(appeal, parties, by)
  if (obstacle !== null) return reject(obstacle === 'party' ? conflictOfInterest : { type: 'DecidedBefore' })
  if (command.type === 'DecideAppeal') return decideAppeal(command, appeal)
  if (!isUndecided(appeal)) return reject({ type: 'AppealAlreadyDecided', status })
  return status === 'UNDER_REVIEW'
    ? nothing
    : accept({ type: 'AppealTaken', data: { decisionId, reviewId, side, level, by, appellants, at } })
}

const decideAppeal = (command: DecideAppeal, appeal: ExistingAppeal): Decision => {
  const { by, outcome, reasons, consequences, at } = command
  const { decisionId, reviewId, side, level, measure: before } = appeal
  const possible = possibleMeasures(appeal, outcome)
  const measure = command.measure ?? possible[0]
  if (measure === undefined || !possible.includes(measure)) return reject({ type: 'OutcomeNotPossible', outcome })
  if (!isUndecided(appeal)) {
    const isRepeat = appeal.decided?.outcome === outcome && appeal.decided.measure === measure
    return isRepeat ? nothing : reject({ type: 'AppealAlreadyDecided', status: appeal.status })
  }
  if (!fitsLength(reasons.facts.trim(), appealTextLength))
    return reject({ type: 'AppealReasonLength', ...appealTextLength })
  if (isAboutRating(appeal) && reasons.violation !== null) return reject({ type: 'ViolationDoesNotFit' })

  return pipe(
    createStatementOfReasons(reasons, measure === 'VISIBLE' ? 'favourable' : 'adverse', 'none', at),
    E.flatMap((statement): Decision => {
      const ruling = { by, outcome, before, measure, appellants: appellantsOf(appeal), ...consequences }
      const stated = isAppealable(appeal, measure, consequences.others) ? statement : withoutAppeal(statement)
      const data = { decisionId, reviewId, side, level, ...ruling, ...stated, violation: reasons.violation, at }
      return accept({ type: 'AppealDecided', data })
    }),
  )
}

/** The other side may appeal when a first appeal overturns the review's visibility. */
const isAppealable = (
  { level, side, measure: before }: ExistingAppeal,
  measure: Measure,
  others: DataOf<AppealEvent, 'AppealDecided'>['others'],
): boolean => level === 1 && overturnsVisibility(before, measure) && others.some((party) => party.side !== side)

// --- Voiding an appeal ------------------------------------------------------------------------------

interface VoidAppeal {
  readonly type: 'VoidAppeal'
  /** Whether the review is now active or held, after another decision. */
  readonly activeOrHeld: boolean
  readonly at: Instant
}

/** Voids an open appeal once another decision made it pointless. */
const voidAppeal = ({ activeOrHeld, at }: VoidAppeal, appeal: ExistingAppeal): Decision => {
  const { decisionId, reviewId, side, level, measure } = appeal
  if (!isUndecided(appeal) || activeOrHeld === (measure === 'VISIBLE')) return nothing
  const data = { decisionId, reviewId, side, level, measure, appellants: appellantsOf(appeal), at }
  return accept({ type: 'AppealVoided', data })
}

// --- Measures, recipients and further appeals -------------------------------------------------------

/** The measures an outcome allows, default first; empty if the outcome is impossible. */
export const possibleMeasures = (
  { side, measure }: Pick<ExistingAppeal, 'side' | 'measure'>,
  outcome: AppealOutcome,
): readonly Measure[] => {
  if (outcome === 'UPHELD') return [measure]
  // only a removed review can be hidden instead
  const isImpossible = side === 'author' && outcome === 'PARTLY' && measure !== 'REMOVED'
  return isImpossible ? [] : measuresOfSuccess[side][outcome]
}

/** Measures of appeals that succeed fully or partly, default first. */
const measuresOfSuccess: Readonly<
  Record<AppealSide, Readonly<Record<Exclude<AppealOutcome, 'UPHELD'>, readonly Measure[]>>>
> = {
  author: { OVERTURNED: ['VISIBLE'], PARTLY: ['HIDDEN'] },
  reporter: { OVERTURNED: ['HIDDEN', 'REMOVED'], PARTLY: [] },
  business: { OVERTURNED: ['REMOVED'], PARTLY: ['HIDDEN'] },
  guest: { OVERTURNED: ['REMOVED'], PARTLY: [] },
  venue: { OVERTURNED: ['VISIBLE'], PARTLY: [] },
}

/** Whether the review's visibility changes. If so, and this was a first appeal, the side that had won may appeal. */
export const overturnsVisibility = (before: Measure, after: Measure): boolean =>
  (before === 'VISIBLE') !== (after === 'VISIBLE')

/** Accounts to notify of the decision: the appellants and, if the review's visibility changed, all other parties. */
export const decisionRecipients = ({
  appellants,
  others,
  before,
  measure,
}: DataOf<AppealEvent, 'AppealDecided'>): readonly string[] => [
  ...appellants,
  ...(overturnsVisibility(before, measure) ? others.map(({ accountId }) => accountId) : []),
]

/** Parties of the other side, who may appeal against the ruling. */
export const furtherAppellants = ({
  side,
  others,
  appealableUntil,
}: DataOf<AppealEvent, 'AppealDecided'>): DataOf<AppealEvent, 'AppealDecided'>['others'] =>
  appealableUntil === null ? [] : others.filter((party) => party.side !== side)

/** All appeals against one decision, decided together. The stream id is the decision's id. */
export const appeal: Aggregate<AppealCommand, AppealEvent, AppealState, AppealRejection> = {
  category: 'appeal',
  events: AppealEvents,
  initial: { status: 'NONE' },
  evolve,
  decide,
}
