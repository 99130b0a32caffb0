import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import { decideAppeals, type AppealRejection } from './appeals.ts'
import type { ConductCommand } from './commands.ts'
import { ConductEvents, type ConductEvent } from './events.ts'
import { judgeFlagging, noteFlag, type FlaggingRejection } from './flagging.ts'
import { expiries, impose, record, type ImposingRejection } from './imposing.ts'
import { lift, overturn, type LiftingRejection } from './lifting.ts'
import { note } from './lost-disputes.ts'
import { evolve, initial, type ConductState } from './state.ts'

export type { ConductCommand } from './commands.ts'
export { inForce, suspensionIn, type ConductState, type Sanction } from './state.ts'

export type ConductRejection = ImposingRejection | LiftingRejection | AppealRejection | FlaggingRejection

const decide = (command: ConductCommand, state: ConductState): E.Either<ConductRejection, readonly ConductEvent[]> => {
  switch (command.type) {
    case 'NoteDispute':
      return note(command, state)
    case 'NoteFlag':
      return noteFlag(command, state)
    case 'JudgeFlagging':
      return judgeFlagging(command, state)
    case 'RecordViolation':
      return record(command, state)
    case 'ImposeSanction':
      return impose(command, state)
    case 'LiftSanction':
      return lift(command, state)
    case 'OverturnViolations':
      return overturn(command, state)
    case 'ExpireSanctions':
      return E.right(expiries(command, state))
    case 'SubmitAppeal':
    case 'TakeAppeal':
    case 'DecideAppeal':
      return decideAppeals(command, state)
  }
}

/** How one account has behaved: its violations, its sanctions and what it says against them. */
export const conduct: Aggregate<ConductCommand, ConductEvent, ConductState, ConductRejection> = {
  category: 'conduct',
  events: ConductEvents,
  initial,
  evolve,
  decide,
}
