import type { EventsOf } from '../kernel/aggregates.ts'
import type { Notification, NotificationRules } from '../kernel/notification.ts'
import type { reviewAggregates } from './aggregates.ts'
import { FlagClosed } from './review-state.ts'
import { ReplyOutdated } from './reply.ts'

const toReporter = ({ reporterId }: { readonly reporterId: string }): readonly Notification[] => [
  { kind: 'flag', to: reporterId, hasOwnEmail: true },
]

/** The notification of the appeal covers a decision that follows from it. */
const toAuthor = ({
  authorId,
  cause,
}: {
  readonly authorId: string
  readonly cause?: string
}): readonly Notification[] => (cause === 'appeal' ? [] : [{ kind: 'decision', to: authorId, hasOwnEmail: true }])

const toDisputingBusiness = ({ businessId }: { readonly businessId: string }): readonly Notification[] => [
  { kind: 'dispute', to: businessId, hasOwnEmail: true },
]

/** A venue learns of a review, never of its author; an author of the reply, the dispute and decisions. */
export const reviewNotifications = {
  ReviewSubmitted: ({ targetType, targetId, rating }) =>
    targetType === 'PLACE' ? [] : [{ kind: 'review-received', to: targetId, values: { stars: rating } }],
  ReplyPublished: ({ authorId }) => (authorId === null ? [] : [{ kind: 'reply', to: authorId }]),
  [ReplyOutdated.type]: ({ businessId }) => [{ kind: 'reply', to: businessId, hasOwnEmail: true }],
  [FlagClosed.type]: toReporter,
  FlagDismissed: toReporter,
  FlagUpheld: toReporter,
  ReviewHeld: toAuthor,
  ReviewHidden: toAuthor,
  ReviewRemoved: toAuthor,
  ReviewRestored: toAuthor,
  DisputeOpened: ({ authorId }) => (authorId === null ? [] : [{ kind: 'dispute', to: authorId, hasOwnEmail: true }]),
  StatementFiled: ({ party, businessId }) => (party === 'author' ? [{ kind: 'dispute', to: businessId }] : []),
  DisputeTakenUnderReview: ({ businessId }) => [{ kind: 'dispute', to: businessId }],
  DisputeUpheld: toDisputingBusiness,
  DisputeRejected: toDisputingBusiness,
  DisputeVoided: toDisputingBusiness,
} as const satisfies NotificationRules<EventsOf<typeof reviewAggregates>>
