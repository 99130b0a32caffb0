import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { stated, withoutAppeal, type Reasons, type ReasonsRejection } from '../../kernel/reasons.ts'
import type { Statement } from '../../kernel/statement.ts'
import type { AppealEvent, DataOf } from './events.ts'
import { flawOfText } from './lodging.ts'
import { measuresOf, reverses, type AppealOutcome, type Measure } from './measures.ts'
import { appellantsOf, isOpen, type AppealStatus, type OpenedAppeal } from './state.ts'

interface Judging {
  readonly by: string
  /** Everybody whose matter it is, beside the appellants. */
  readonly parties: readonly string[]
  readonly at: Instant
}

export interface TakeAppeal extends Judging {
  readonly type: 'TakeAppeal'
}

export interface DecideAppeal extends Judging {
  readonly type: 'DecideAppeal'
  readonly outcome: AppealOutcome
  /** What becomes of the review; null for what the outcome usually means. */
  readonly measure: Measure | null
  readonly reasons: Reasons
  /** Who and what else is concerned. */
  readonly concerned: Pick<DataOf<'AppealDecided'>, 'others' | 'flags' | 'disputeId' | 'authorId'>
}

export type JudgingRejection =
  | ReasonsRejection
  | { readonly type: 'OwnMatter' }
  | { readonly type: 'DecidedBefore' }
  | { readonly type: 'AppealAlreadyDecided'; readonly status: AppealStatus }
  | { readonly type: 'OutcomeNotPossible'; readonly outcome: AppealOutcome }
  | { readonly type: 'AppealReasonLength'; readonly least: number; readonly most: number }

const reject = (rejection: JudgingRejection) => E.left(rejection)

/** Neither who is concerned nor who decided before, at any level. */
export const judge = (
  command: TakeAppeal | DecideAppeal,
  appeal: OpenedAppeal,
): E.Either<JudgingRejection, readonly AppealEvent[]> => {
  const { by, parties, at } = command
  const { decisionId, reviewId, side, level, status } = appeal
  const appellants = appellantsOf(appeal)
  if (parties.includes(by) || appellants.includes(by)) return reject({ type: 'OwnMatter' })
  if (appeal.deciders.includes(by)) return reject({ type: 'DecidedBefore' })
  if (command.type === 'DecideAppeal') return conclude(command, appeal)
  if (!isOpen(appeal)) return reject({ type: 'AppealAlreadyDecided', status })
  return status === 'UNDER_REVIEW'
    ? E.right([])
    : E.right([{ type: 'AppealTaken', data: { decisionId, reviewId, side, level, by, appellants, at } }])
}

const conclude = (command: DecideAppeal, appeal: OpenedAppeal): E.Either<JudgingRejection, readonly AppealEvent[]> => {
  const { by, outcome, reasons, concerned, at } = command
  const { decisionId, reviewId, side, level, measure: before } = appeal
  const possible = measuresOf(appeal, outcome)
  const measure = command.measure ?? possible[0]
  if (measure === undefined || !possible.includes(measure)) return reject({ type: 'OutcomeNotPossible', outcome })
  if (!isOpen(appeal)) {
    const again = appeal.decided?.outcome === outcome && appeal.decided.measure === measure
    return again ? E.right([]) : reject({ type: 'AppealAlreadyDecided', status: appeal.status })
  }
  const flaw = flawOfText(reasons.facts.trim())
  if (flaw !== null) return reject({ type: 'AppealReasonLength', ...flaw })

  return E.map((statement: Statement): readonly AppealEvent[] => {
    const appealable = level === 1 && reverses(before, measure) && concerned.others.some((one) => one.side !== side)
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
  })(stated(reasons, measure === 'VISIBLE' ? 'for' : 'against', 'none', at))
}

/** Whom the decision of an appeal is told: who appealed always, everybody else where it turned the review's fate. */
export const toldOf = ({ appellants, others, before, measure }: DataOf<'AppealDecided'>): readonly string[] => [
  ...appellants,
  ...(reverses(before, measure) ? others.map(({ accountId }) => accountId) : []),
]

/** Who may turn against it in their turn: whoever of the other side has lost by it. */
export const losersOf = ({
  side,
  others,
  appealableUntil,
}: DataOf<'AppealDecided'>): DataOf<'AppealDecided'>['others'] =>
  appealableUntil === null ? [] : others.filter((one) => one.side !== side)
