import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { isBefore } from '../../kernel/time.ts'
import type { AppealEvent } from './events.ts'
import type { AppealSide, Measure } from './measures.ts'
import { isOpen, type AppealState, type AppealStatus } from './state.ts'

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

const least = 10
const most = 1000
export const flawOfText = (text: string): { readonly least: number; readonly most: number } | null =>
  text.length < least || text.length > most ? { least, most } : null

const reject = (rejection: LodgingRejection) => E.left(rejection)

/** Once a decision and appellant; of several with the same complaint, all are heard together until it is decided. */
export const lodge = (command: LodgeAppeal, state: AppealState): E.Either<LodgingRejection, readonly AppealEvent[]> => {
  const { appellantId, toldId, decision, at } = command
  const text = command.text.trim()
  if (!decision.addressees.includes(appellantId)) return reject({ type: 'DecisionNotFound' })
  if (state.status !== 'NONE') {
    const earlier = state.appeals.find((one) => one.appellantId === appellantId)
    if (earlier !== undefined) return earlier.text === text ? E.right([]) : reject({ type: 'AlreadyAppealed' })
    if (!isOpen(state)) return reject({ type: 'AppealAlreadyDecided', status: state.status })
  }
  const { appealableUntil: until } = decision
  if (until === null) return reject({ type: 'DecisionFinal' })
  if (isBefore(until, at)) return reject({ type: 'AppealTooLate', until })
  if (!decision.inForce) return reject({ type: 'DecisionNotInForce' })
  const flaw = flawOfText(text)
  if (flaw !== null) return reject({ type: 'AppealTextLength', ...flaw })

  const { decisionId, reviewId, reviewVersion, side, level, measure, deciders } = decision
  const matter = { decisionId, reviewId, side, level, measure, reviewVersion, deciders }
  return E.right([{ type: 'AppealLodged', data: { ...matter, appellantId, toldId, text, at } }])
}
