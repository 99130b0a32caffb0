import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { reply } from '../../domain/reviews/reply.ts'
import type { UseCaseContext, UseCase } from '../use-case.ts'
import { loadReviewForBusiness } from './readable-review.ts'

type ReplyResult = { readonly position: Position | null }

/** The reviewed business replies in public, or replaces its reply. */
export const publishReply: UseCase<{ readonly reviewId: string; readonly text: string }, ReplyResult> =
  (context) =>
  ({ reviewId, text }) =>
    pipe(
      replyRequest(context, reviewId),
      TE.flatMap((request) =>
        context.execute(reply, reviewId, { type: 'PublishReply', text, ...request }, { personalData: 'decrypted' }),
      ),
      TE.map(({ position }) => ({ position })),
    )

export const withdrawReply: UseCase<{ readonly reviewId: string }, ReplyResult> =
  (context) =>
  ({ reviewId }) =>
    pipe(
      replyRequest(context, reviewId),
      TE.flatMap((request) => context.execute(reply, reviewId, { type: 'WithdrawReply', ...request })),
      TE.map(({ position }) => ({ position })),
    )

const replyRequest = (context: UseCaseContext, reviewId: string) =>
  pipe(
    loadReviewForBusiness(context, reviewId),
    TE.map(({ identity: { authorId, targetType, targetId }, submitted, status }) => ({
      reviewId,
      authorId,
      reviewedAt: submitted.at,
      businessId: context.person.accountId,
      review: { targetType, targetId, status },
      at: context.at,
    })),
  )
