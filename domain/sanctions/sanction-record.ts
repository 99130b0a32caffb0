import { accept, type Aggregate, type DecisionOf } from '../kernel/decider.ts'
import {
  type FlagAbuseRejection,
  type DecideFlagAbuse,
  decideFlagAbuse,
  type RecordFlagOutcome,
  recordFlagOutcome,
} from './flag-abuse.ts'
import { type AnswerProposal, answerProposal, type ProposalRejection } from './permanent-suspensions.ts'
import { type RecordDisputeOutcome, recordDisputeOutcome } from './lost-disputes.ts'
import { handleSanctionAppeal, type SanctionAppealCommand, type SanctionAppealRejection } from './sanction-appeals.ts'
import {
  type ExpireSanctions,
  type ImposeSanction,
  imposeSanction,
  type ImpositionRejection,
  type LiftingRejection,
  type LiftSanction,
  liftSanction,
  type OverturnViolations,
  overturnViolations,
  type RecordViolation,
  recordViolation,
  sanctionExpiries,
} from './sanction-imposition.ts'
import { type SanctionRecordEvent, SanctionRecordEvents } from './sanction-record-events.ts'
import { evolve, initial, type SanctionRecordState } from './sanction-record-state.ts'
export { activeSanction, activeSuspension, type SanctionRecordState, type Sanction } from './sanction-record-state.ts'

export type SanctionRecordCommand =
  | RecordDisputeOutcome
  | RecordFlagOutcome
  | DecideFlagAbuse
  | RecordViolation
  | ImposeSanction
  | AnswerProposal
  | LiftSanction
  | OverturnViolations
  | ExpireSanctions
  | SanctionAppealCommand

export type SanctionRecordRejection =
  ImpositionRejection | ProposalRejection | LiftingRejection | SanctionAppealRejection | FlagAbuseRejection

const decide = (
  command: SanctionRecordCommand,
  state: SanctionRecordState,
): DecisionOf<SanctionRecordEvent, SanctionRecordRejection> => {
  switch (command.type) {
    case 'RecordDisputeOutcome':
      return recordDisputeOutcome(command, state)
    case 'RecordFlagOutcome':
      return recordFlagOutcome(command, state)
    case 'DecideFlagAbuse':
      return decideFlagAbuse(command, state)
    case 'RecordViolation':
      return recordViolation(command, state)
    case 'ImposeSanction':
      return imposeSanction(command, state)
    case 'AnswerProposal':
      return answerProposal(command, state)
    case 'LiftSanction':
      return liftSanction(command, state)
    case 'OverturnViolations':
      return overturnViolations(command, state)
    case 'ExpireSanctions':
      return accept(...sanctionExpiries(command, state))
    case 'SubmitSanctionAppeal':
    case 'TakeSanctionAppealUnderReview':
    case 'DecideSanctionAppeal':
      return handleSanctionAppeal(command, state)
  }
}

/** Violations, sanctions and sanction appeals of one account. The stream id is the account id. */
export const sanctionRecord: Aggregate<
  SanctionRecordCommand,
  SanctionRecordEvent,
  SanctionRecordState,
  SanctionRecordRejection
> = {
  category: 'conduct',
  events: SanctionRecordEvents,
  initial,
  evolve,
  decide,
}
