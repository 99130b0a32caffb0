import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { AppealEvents, type AppealEvent } from './events.ts'
import { judge, type JudgingRejection, type DecideAppeal, type TakeAppeal } from './judging.ts'
import { lodge, type LodgeAppeal, type LodgingRejection } from './lodging.ts'
import { appellantsOf, evolve, isOpen, type AppealState, type OpenedAppeal } from './state.ts'

export type { AppealState } from './state.ts'

/** The review is or is not to be seen, whatever this appeal is about. */
interface VoidAppeal {
  readonly type: 'VoidAppeal'
  readonly visible: boolean
  readonly at: Instant
}

export type AppealCommand = LodgeAppeal | TakeAppeal | DecideAppeal | VoidAppeal

export type AppealRejection = LodgingRejection | JudgingRejection | { readonly type: 'AppealNotFound' }

const decide = (command: AppealCommand, state: AppealState): E.Either<AppealRejection, readonly AppealEvent[]> => {
  if (command.type === 'LodgeAppeal') return lodge(command, state)
  if (state.status === 'NONE') return command.type === 'VoidAppeal' ? E.right([]) : E.left({ type: 'AppealNotFound' })
  return command.type === 'VoidAppeal' ? E.right(voided(command, state)) : judge(command, state)
}

const voided = ({ visible, at }: VoidAppeal, appeal: OpenedAppeal): readonly AppealEvent[] => {
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
