import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { reply } from '../../domain/reviews/reply.ts'
import { review } from '../../domain/reviews/review.ts'
import { type CommandContext, refuse, type Result, type UseCase } from '../use-case.ts'

/** The business a review is about answers it in public, or puts other words in the place of its answer. */
export const publishReply: UseCase<
  { readonly reviewId: string; readonly text: string },
  { readonly position: Position | null }
> =
  (context) =>
  ({ reviewId, text }) =>
    pipe(
      replyInput(context, reviewId),
      TE.flatMap((asked) =>
        context.execute(reply, reviewId, { type: 'PublishReply', text, ...asked }, { privacy: 'open' }),
      ),
      TE.map(({ position }) => ({ position })),
    )

export const withdrawReply: UseCase<{ readonly reviewId: string }, { readonly position: Position | null }> =
  (context) =>
  ({ reviewId }) =>
    pipe(
      replyInput(context, reviewId),
      TE.flatMap((asked) => context.execute(reply, reviewId, { type: 'WithdrawReply', ...asked })),
      TE.map(({ position }) => ({ position })),
    )

/** A private review of somebody else does not exist for the asker (P-15). */
const replyInput = ({ load, person, at }: CommandContext, reviewId: string) =>
  pipe(
    load(review, reviewId),
    TE.flatMap(({ state }): Result<ReplyInput> => {
      if (state.status === 'NONE') return TE.left(refuse({ type: 'ReviewNotFound' }))
      const { targetType, targetId, visibility } = state.identity
      const { accountId: businessId } = person
      if (visibility === 'PRIVATE_TO_BUSINESS' && targetId !== businessId)
        return TE.left(refuse({ type: 'ReviewNotFound' }))
      return TE.right({ reviewId, businessId, review: { targetType, targetId, status: state.status }, at })
    }),
  )

type ReplyInput = Omit<Extract<Parameters<typeof reply.decide>[0], { readonly type: 'WithdrawReply' }>, 'type'>
