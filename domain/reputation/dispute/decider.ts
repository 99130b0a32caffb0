import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import { stated, type Reasons, type ReasonsRejection } from '../../kernel/reasons.ts'
import type { OwnMatter } from '../own-matter.ts'
import type { Statement } from '../../kernel/statement.ts'
import { longerThan, tidy } from '../text.ts'
import { turn, type TurnDispute } from './by-appeal.ts'
import { DisputeEvents, type DisputeEvent } from './events.ts'
import { open, type OpenDispute, type OpeningRejection } from './opening.ts'
import { evolve, type DisputeState, type DisputeStatus, type OpenedDispute } from './state.ts'
import { fileStatement, type FileStatement, type StatementRejection } from './statements.ts'

interface Judgement {
  readonly by: string
  /** Who wrote the review, and who reported it and waits for an answer: its end is theirs too (P-16). */
  readonly reviewParties: readonly string[]
  readonly moderatorNotes: string | null
  readonly resolution: string | null
  readonly at: Instant
}

type ResolveDispute = Judgement & {
  readonly type: 'ResolveDispute'
  readonly outcome: 'upheld' | 'rejected'
  readonly reasons: Reasons
}

export type DisputeCommand =
  | OpenDispute
  | FileStatement
  | TurnDispute
  | ({ readonly type: 'TakeUnderReview' } & Judgement)
  | ResolveDispute
  | ({ readonly type: 'CloseDispute' } & Judgement)
  /** What was disputed is out of sight for another reason. */
  | { readonly type: 'VoidDispute'; readonly cause: 'review-removed' | 'review-hidden'; readonly at: Instant }
type Judge = Exclude<DisputeCommand, { readonly type: 'OpenDispute' | 'FileStatement' | 'VoidDispute' | 'TurnDispute' }>

export type { DisputeState } from './state.ts'

export type DisputeRejection =
  | OwnMatter
  | ReasonsRejection
  | OpeningRejection
  | StatementRejection
  | { readonly type: 'DisputeNotFound' }
  | { readonly type: 'DisputeTransitionNotAllowed'; readonly from: DisputeStatus; readonly to: DisputeStatus }
  | { readonly type: 'DisputeNotesTooLong'; readonly field: 'moderatorNotes' | 'resolution'; readonly most: number }

/** S-13, Q-52. */
const nextOf: Readonly<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  OPEN: ['UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED'],
  UNDER_REVIEW: ['RESOLVED_UPHELD', 'RESOLVED_REJECTED'],
  RESOLVED_UPHELD: ['CLOSED'],
  RESOLVED_REJECTED: ['CLOSED'],
  CLOSED: [],
}
/** Of each of the two texts (V-50). */
const longestNotes = 2000

const accept = (...events: readonly DisputeEvent[]) => E.right(events)
const reject = (rejection: DisputeRejection) => E.left(rejection)

const decide = (command: DisputeCommand, state: DisputeState): E.Either<DisputeRejection, readonly DisputeEvent[]> => {
  if (command.type === 'OpenDispute') return open(command, state)
  if (state.status === 'NONE') return command.type === 'VoidDispute' ? accept() : reject({ type: 'DisputeNotFound' })
  if (command.type === 'FileStatement') return fileStatement(command, state)
  if (command.type === 'TurnDispute') return accept(...turn(command, state))
  if (command.type !== 'VoidDispute') return judge(command, state)

  const waiting = state.status === 'OPEN' || state.status === 'UNDER_REVIEW'
  const { cause, at } = command
  return waiting ? accept({ type: 'DisputeVoided', data: { ...whoseOf(state), cause, at } }) : accept()
}

const judge = (command: Judge, dispute: OpenedDispute) => {
  const { by, reviewParties, at } = command
  const whose = whoseOf(dispute)
  if (by === whose.businessId || reviewParties.includes(by)) return reject({ type: 'OwnMatter' })
  const to = goalOf(command)
  if (dispute.status === to) return accept()
  if (!nextOf[dispute.status].includes(to))
    return reject({ type: 'DisputeTransitionNotAllowed', from: dispute.status, to })

  const notes = { moderatorNotes: tidy(command.moderatorNotes), resolution: tidy(command.resolution) }
  for (const field of ['moderatorNotes', 'resolution'] as const)
    if (longerThan(longestNotes, notes[field]))
      return reject({ type: 'DisputeNotesTooLong', field, most: longestNotes })
  const ruling = { ...whose, by, ...notes, at }
  if (command.type === 'ResolveDispute') return resolve(command, ruling)
  return accept({ type: command.type === 'CloseDispute' ? 'DisputeClosed' : 'DisputeTakenUnderReview', data: ruling })
}

type Ruling = Extract<DisputeEvent, { readonly type: 'DisputeClosed' }>['data']

const resolve = ({ outcome, reasons, at }: ResolveDispute, ruling: Ruling) =>
  E.map((statement: Statement): readonly DisputeEvent[] => {
    const data = { ...ruling, ...statement }
    return outcome === 'upheld'
      ? [{ type: 'DisputeUpheld', data: { ...data, violation: reasons.violation } }]
      : [{ type: 'DisputeRejected', data }]
  })(stated(reasons, outcome === 'upheld' ? 'against' : 'for', 'none', at))

const goalOf = (command: Judge): Exclude<DisputeStatus, 'OPEN'> => {
  switch (command.type) {
    case 'TakeUnderReview':
      return 'UNDER_REVIEW'
    case 'ResolveDispute':
      return command.outcome === 'upheld' ? 'RESOLVED_UPHELD' : 'RESOLVED_REJECTED'
    case 'CloseDispute':
      return 'CLOSED'
  }
}

const whoseOf = ({ opened: { disputeId, reviewId, businessId } }: OpenedDispute) => ({
  disputeId,
  reviewId,
  businessId,
})

/** A review has one dispute at most: the stream's id is the review's. */
export const dispute: Aggregate<DisputeCommand, DisputeEvent, DisputeState, DisputeRejection> = {
  category: 'dispute',
  events: DisputeEvents,
  initial: { status: 'NONE' },
  evolve,
  decide,
}
