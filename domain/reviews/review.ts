import { type Aggregate, type DecisionOf, reject } from '../kernel/decider.ts'
import { type ReviewEvent, ReviewEvents } from './review-events.ts'
import { decideFlag, type DecideFlag, type FlagRejection, flagReview, type FlagReview } from './review-flags.ts'
import {
  applyAppeal,
  type ApplyAppeal,
  moderateReview,
  type ModerateReview,
  type ModerationRejection,
  removeByDispute,
  type RemoveByDispute,
} from './review-moderation.ts'
import { evolve, type ReviewState } from './review-state.ts'
import {
  editReview,
  type EditReview,
  type SubmissionRejection,
  submitReview,
  type SubmitReview,
} from './review-submission.ts'
export type { ReviewState } from './review-state.ts'

export type ReviewCommand =
  SubmitReview | EditReview | FlagReview | DecideFlag | ModerateReview | RemoveByDispute | ApplyAppeal

export type ReviewRejection =
  { readonly type: 'ReviewNotFound' } | SubmissionRejection | FlagRejection | ModerationRejection

const decide = (command: ReviewCommand, state: ReviewState): DecisionOf<ReviewEvent, ReviewRejection> => {
  if (command.type === 'SubmitReview') return submitReview(command, state)
  if (state.status === 'NONE') return reject({ type: 'ReviewNotFound' })
  switch (command.type) {
    case 'EditReview':
      return editReview(command, state)
    case 'FlagReview':
      return flagReview(command, state)
    case 'DecideFlag':
      return decideFlag(command, state)
    case 'ModerateReview':
      return moderateReview(command, state)
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
