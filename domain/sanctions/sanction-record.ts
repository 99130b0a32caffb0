import type { Aggregate } from '../kernel/decider.ts'
import { E } from '../kernel/fp.ts'
import { type FlaggingRejection, judgeFlagging, recordDisputeOutcome, recordFlagOutcome } from './misuse.ts'
import { decideSanctionAppeal, type SanctionAppealRejection } from './sanction-appeals.ts'
import {
  imposeSanction,
  type ImpositionRejection,
  type LiftingRejection,
  liftSanction,
  overturnViolations,
  recordViolation,
  sanctionExpiries,
  type SanctionRecordCommand,
} from './sanction-imposition.ts'
import { type SanctionRecordEvent, SanctionRecordEvents } from './sanction-record-events.ts'
import { evolve, initial, type SanctionRecordState } from './sanction-record-state.ts'
export type { SanctionRecordCommand } from './sanction-imposition.ts'
export { activeSanction, activeSuspension, type SanctionRecordState, type Sanction } from './sanction-record-state.ts'

export type SanctionRecordRejection =
  ImpositionRejection | LiftingRejection | SanctionAppealRejection | FlaggingRejection

const decide = (
  command: SanctionRecordCommand,
  state: SanctionRecordState,
): E.Either<SanctionRecordRejection, readonly SanctionRecordEvent[]> => {
  switch (command.type) {
    case 'RecordDisputeOutcome':
      return recordDisputeOutcome(command, state)
    case 'RecordFlagOutcome':
      return recordFlagOutcome(command, state)
    case 'JudgeFlagging':
      return judgeFlagging(command, state)
    case 'RecordViolation':
      return recordViolation(command, state)
    case 'ImposeSanction':
      return imposeSanction(command, state)
    case 'LiftSanction':
      return liftSanction(command, state)
    case 'OverturnViolations':
      return overturnViolations(command, state)
    case 'ExpireSanctions':
      return E.right(sanctionExpiries(command, state))
    case 'SubmitAppeal':
    case 'TakeAppeal':
    case 'DecideAppeal':
      return decideSanctionAppeal(command, state)
  }
}

/** How one account has behaved: its violations, its sanctions and what it says against them. */
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
