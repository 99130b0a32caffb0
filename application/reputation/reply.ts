import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { reply } from '../../domain/reputation/reply/decider.ts'
import { review } from '../../domain/reputation/review/decider.ts'
import { refuse, type Answer, type Context, type UseCase } from '../use-case.ts'

/** The business a review is about answers it in public, or puts other words in the place of its answer. */
export const publishReply: UseCase<
  { readonly reviewId: string; readonly text: string },
  { readonly position: Position | null }
> =
  (context) =>
  ({ reviewId, text }) =>
    pipe(
      askedOf(context, reviewId),
      TE.flatMap((asked) =>
        context.run(reply, reviewId, { type: 'PublishReply', text, ...asked }, { privacy: 'open' }),
      ),
      TE.map(({ position }) => ({ position })),
    )

export const withdrawReply: UseCase<{ readonly reviewId: string }, { readonly position: Position | null }> =
  (context) =>
  ({ reviewId }) =>
    pipe(
      askedOf(context, reviewId),
      TE.flatMap((asked) => context.run(reply, reviewId, { type: 'WithdrawReply', ...asked })),
      TE.map(({ position }) => ({ position })),
    )

/** A private review of somebody else does not exist for the asker (P-15). */
const askedOf = ({ look, person, at }: Context, reviewId: string) =>
  pipe(
    look(review, reviewId),
    TE.flatMap(({ state }): Answer<Asked> => {
      if (state.status === 'NONE') return TE.left(refuse({ type: 'ReviewNotFound' }))
      const { targetType, targetId, visibility } = state.whose
      const { accountId: businessId } = person
      if (visibility === 'PRIVATE_TO_BUSINESS' && targetId !== businessId)
        return TE.left(refuse({ type: 'ReviewNotFound' }))
      return TE.right({ reviewId, businessId, review: { targetType, targetId, status: state.status }, at })
    }),
  )

type Asked = Omit<Extract<Parameters<typeof reply.decide>[0], { readonly type: 'WithdrawReply' }>, 'type'>
