import type { Aggregate } from '../../kernel/decider.ts'
import { E } from '../../kernel/fp.ts'
import { applyAppeal, type ApplyAppeal } from './by-appeal.ts'
import { ReviewEvents, type ReviewEvent } from './events.ts'
import { decideFlag, flag, type DecideFlag, type FlagRejection, type FlagReview } from './flags.ts'
import {
  moderate,
  removeByDispute,
  type ModerateReview,
  type ModerationRejection,
  type RemoveByDispute,
} from './moderation.ts'
import { evolve, type ReviewState } from './state.ts'
import { edit, submit, type EditReview, type SubmitReview, type WritingRejection } from './writing.ts'

export type ReviewCommand =
  SubmitReview | EditReview | FlagReview | DecideFlag | ModerateReview | RemoveByDispute | ApplyAppeal

export type ReviewRejection =
  { readonly type: 'ReviewNotFound' } | WritingRejection | FlagRejection | ModerationRejection

export type { ReviewState } from './state.ts'

const decide = (command: ReviewCommand, state: ReviewState): E.Either<ReviewRejection, readonly ReviewEvent[]> => {
  if (command.type === 'SubmitReview') return submit(command, state)
  if (state.status === 'NONE') return E.left({ type: 'ReviewNotFound' })
  switch (command.type) {
    case 'EditReview':
      return edit(command, state)
    case 'FlagReview':
      return flag(command, state)
    case 'DecideFlag':
      return decideFlag(command, state)
    case 'ModerateReview':
      return moderate(command, state)
    case 'RemoveByDispute':
      return removeByDispute(command, state)
    case 'ApplyAppeal':
      return applyAppeal(command, state)
  }
}

export const review: Aggregate<ReviewCommand, ReviewEvent, ReviewState, ReviewRejection> = {
  category: 'review',
  events: ReviewEvents,
  initial: { status: 'NONE' },
  evolve,
  decide,
}
