import { accept, type DecisionOf, nothing, reject } from '../kernel/decider.ts'
import { E } from '../kernel/fp.ts'
import type { Instant } from '../kernel/primitives.ts'
import { type ConflictOfInterest, conflictOfInterest } from '../kernel/statement-of-reasons.ts'
import { fitsLength } from '../kernel/text.ts'
import { isBefore } from '../kernel/time.ts'
import { answerRejection } from './permanent-suspensions.ts'
import { sanctionAppealTextLength } from './rules.ts'
import { type SanctionCommandFields, canLift, finalStatement } from './sanction-imposition.ts'
import {
  SanctionAppealApproved,
  SanctionAppealRejected,
  SanctionAppealSubmitted,
  SanctionAppealTakenUnderReview,
  type SanctionRecordEvent,
} from './sanction-record-events.ts'
import { findSanction, type Sanction, type SanctionRecordState } from './sanction-record-state.ts'
import type {
  SanctionAction,
  SanctionAppealObstacle,
  SanctionAppealStatus,
  SanctionAppealOutcome,
} from './vocabulary.ts'

// --- Commands and rejections ------------------------------------------------------------------------

interface SanctionCommand extends SanctionCommandFields {
  readonly sanctionId: string
}

interface SubmitSanctionAppeal extends SanctionCommand {
  readonly type: 'SubmitSanctionAppeal'
  readonly reason: string
}

interface TakeSanctionAppealUnderReview extends SanctionCommand {
  readonly type: 'TakeSanctionAppealUnderReview'
  readonly by: string
}

interface DecideSanctionAppeal extends SanctionCommand {
  readonly type: 'DecideSanctionAppeal'
  readonly decision: SanctionAppealOutcome
  readonly by: string
  readonly reason: string
}

export type SanctionAppealCommand = SubmitSanctionAppeal | TakeSanctionAppealUnderReview | DecideSanctionAppeal

export type SanctionAppealRejection =
  | ConflictOfInterest
  /** The account has no sanction with this id. */
  | { readonly type: 'SanctionNotFound' }
  /** The account appeals against a lifted sanction. */
  | { readonly type: 'SanctionAlreadyLifted' }
  /** The account's earlier appeal against the sanction has a different text. */
  | { readonly type: 'SanctionAlreadyAppealed' }
  /** The deadline for appealing the sanction has passed. */
  | { readonly type: 'SanctionAppealTooLate'; readonly until: Instant }
  /** The appeal's text or the reason for deciding it is too short or too long. */
  | {
      readonly type: 'SanctionAppealLength'
      readonly field: 'appealReason' | 'reason'
      readonly min: number
      readonly max: number
    }
  /** The moderator imposed the sanction or took the decision it follows from. */
  | { readonly type: 'SanctionedByYou' }
  /** A moderator takes or decides an appeal that was never submitted. */
  | { readonly type: 'SanctionNotAppealed' }
  /** A moderator takes or decides an appeal that is already decided. */
  | { readonly type: 'SanctionAppealDecided'; readonly status: SanctionAppealStatus }

// --- Decisions --------------------------------------------------------------------------------------

type Decision = DecisionOf<SanctionRecordEvent, SanctionAppealRejection>

export const handleSanctionAppeal = (command: SanctionAppealCommand, state: SanctionRecordState): Decision => {
  const sanction = findSanction(state, command.sanctionId)
  if (sanction === undefined) return reject({ type: 'SanctionNotFound' })
  if (command.type === 'SubmitSanctionAppeal') return submitAppeal(command, sanction)
  const type = decidingRejectionType(command.accountId, sanction, command.by)
  if (type !== null) return reject({ type })
  return command.type === 'TakeSanctionAppealUnderReview'
    ? takeAppealUnderReview(command, sanction)
    : decideAppeal(command, sanction)
}

/** Why the account cannot appeal: one appeal per sanction, before the deadline, even if it is no longer active. */
export const sanctionAppealObstacle = (
  { appeal, status, appealableUntil: until }: Pick<Sanction, 'appeal' | 'status' | 'appealableUntil'>,
  at: Instant,
): SanctionAppealObstacle | null => {
  if (appeal !== 'NONE') return 'already-appealed'
  if (status === 'lifted') return 'lifted'
  return until !== null && isBefore(until, at) ? 'too-late' : null
}

const decidingRejectionType = (
  accountId: string,
  { excludedModerators, appeal }: Pick<Sanction, 'excludedModerators' | 'appeal'>,
  by: string,
) => {
  if (by === accountId) return conflictOfInterest.type
  if (excludedModerators.includes(by)) return 'SanctionedByYou'
  return appeal === 'NONE' ? 'SanctionNotAppealed' : null
}

/** What the moderator may do about a sanction of the account. */
export const sanctionActionsOf = (
  accountId: string,
  sanction: Pick<Sanction, 'status' | 'appeal' | 'excludedModerators' | 'by' | 'until' | 'proposal'>,
  by: string,
  at: Instant,
): readonly SanctionAction[] => {
  const isOpen = sanction.appeal === 'PENDING' || sanction.appeal === 'UNDER_REVIEW'
  const canDecide = isOpen && decidingRejectionType(accountId, sanction, by) === null
  return [
    ...(canDecide && sanction.appeal === 'PENDING' ? (['take-appeal'] as const) : []),
    ...(canDecide ? (['decide-appeal'] as const) : []),
    ...(canLift(accountId, sanction, by) ? (['lift'] as const) : []),
    ...(answerRejection(accountId, sanction, by, at) === null ? (['consent', 'refuse'] as const) : []),
  ]
}

/** Submits the only appeal against a sanction, before the deadline, even if the sanction is no longer active. */
const submitAppeal = (command: SubmitSanctionAppeal, sanction: Sanction): Decision => {
  const { accountId, sanctionId, at } = command
  const reason = command.reason.trim()
  if (sanction.appeal !== 'NONE' && sanction.appealReason === reason) return nothing
  const obstacle = sanctionAppealObstacle(sanction, at)
  if (obstacle !== null) return reject(appealRejection(obstacle, sanction))
  if (!fitsLength(reason, sanctionAppealTextLength))
    return reject({ type: 'SanctionAppealLength', field: 'appealReason', ...sanctionAppealTextLength })
  return accept({ type: SanctionAppealSubmitted.type, data: { accountId, sanctionId, reason, at } })
}

const appealRejection = (obstacle: SanctionAppealObstacle, { appealableUntil }: Sanction): SanctionAppealRejection => {
  if (obstacle === 'already-appealed') return { type: 'SanctionAlreadyAppealed' }
  return obstacle === 'lifted' || appealableUntil === null
    ? { type: 'SanctionAlreadyLifted' }
    : { type: 'SanctionAppealTooLate', until: appealableUntil }
}

const takeAppealUnderReview = (
  { accountId, sanctionId, by, at }: TakeSanctionAppealUnderReview,
  { appeal }: Sanction,
): Decision => {
  if (appeal === 'UNDER_REVIEW') return nothing
  return appeal === 'PENDING'
    ? accept({ type: SanctionAppealTakenUnderReview.type, data: { accountId, sanctionId, by, at } })
    : reject({ type: 'SanctionAppealDecided', status: appeal })
}

/** @rule S-15 an appeal passes through UNDER_REVIEW; deciding a pending appeal records that step first */
const decideAppeal = (command: DecideSanctionAppeal, sanction: Sanction): Decision => {
  const { accountId, sanctionId, decision, by, at } = command
  const { appeal, appealDecidedBy } = sanction
  if (appeal === 'APPROVED' || appeal === 'REJECTED')
    return appeal === decision && appealDecidedBy === by
      ? nothing
      : reject({ type: 'SanctionAppealDecided', status: appeal })
  const reason = command.reason.trim()
  if (!fitsLength(reason, sanctionAppealTextLength))
    return reject({ type: 'SanctionAppealLength', field: 'reason', ...sanctionAppealTextLength })

  const ids = { accountId, sanctionId, by }
  const taken = takeAppealUnderReview({ ...ids, type: 'TakeSanctionAppealUnderReview', at }, sanction)
  const statement = finalStatement(reason, 'none', at)
  const decided: SanctionRecordEvent =
    decision === 'APPROVED'
      ? { type: SanctionAppealApproved.type, data: { ...ids, ...statement, at } }
      : {
          type: SanctionAppealRejected.type,
          data: { ...ids, ...statement, ground: sanction.reason, at },
        }
  return E.map((events: readonly SanctionRecordEvent[]) => [...events, decided])(taken)
}
