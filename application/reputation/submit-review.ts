import { account } from '../../domain/access/account/decider.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { opinion } from '../../domain/reputation/opinion/decider.ts'
import { review, type ReviewCommand } from '../../domain/reputation/review/decider.ts'
import type { ReasonCode, TargetType, Visibility } from '../../domain/reputation/review/events.ts'
import { rewards } from '../../domain/rewards/rewards/decider.ts'
import { authorTypeOf } from '../person.ts'
import { refuse, type Answer, type Context, type UseCase } from '../use-case.ts'

export interface SubmitReview {
  /** One an intent: the same review sent again keeps it. */
  readonly reviewId: string
  readonly targetType: TargetType
  readonly targetId: string
  readonly rating: number
  readonly comment: string | null
  readonly reasonCode: ReasonCode
  readonly reasonTags: readonly string[]
  readonly visibility: Visibility
}

export interface Submitted {
  readonly reviewId: string
  /** Codes this review has earned its author (B-27). */
  readonly newlyIssuedRewards: readonly { readonly discountPercent: number; readonly code: string }[]
  readonly position: Position | null
}

type Target =
  | { readonly targetType: 'BUSINESS' | 'PLACE'; readonly targetId: string }
  | { readonly targetType: 'USER'; readonly targetId: string; readonly targetAccountId: string }

/** first the author's turn with this target, then the review, then what it earns, all in one request. */
export const submitReview: UseCase<SubmitReview, Submitted> = (context) => (input) => {
  const { reviewId } = input
  const { person, at } = context
  return pipe(
    targetOf(context, input),
    TE.flatMap((target) =>
      pipe(
        TE.Do,
        TE.let('command', () => {
          const words = { ...input, authorId: person.accountId, authorType: authorTypeOf(person), at }
          return { type: 'SubmitReview' as const, ...words, ...target }
        }),
        TE.tap(({ command }) => acceptable(context, command)),
        TE.tap(() => takeTurn(context, target, reviewId)),
        TE.flatMap(({ command }) => context.run(review, reviewId, command, { privacy: 'open' })),
      ),
    ),
    TE.flatMap(({ position }) =>
      pipe(
        rewardsFor(context, reviewId),
        TE.map((newlyIssuedRewards) => ({ reviewId, position, newlyIssuedRewards })),
      ),
    ),
  )
}

/** A review that would be refused costs its author no turn. */
const acceptable = ({ look }: Context, command: Extract<ReviewCommand, { type: 'SubmitReview' }>): Answer<unknown> =>
  pipe(
    look(review, command.reviewId, 'open'),
    TE.flatMap(({ state }) => {
      const decided = review.decide(command, state)
      return E.isLeft(decided) ? TE.left(refuse(decided.left)) : TE.right(undefined)
    }),
  )

/** What stands in the log, not what this request did: the policy's own run may have been quicker. */
const rewardsFor = ({ person, look }: Context, reviewId: string): Answer<Submitted['newlyIssuedRewards']> =>
  person.clientId === null
    ? TE.right([])
    : pipe(
        look(rewards, person.clientId),
        TE.map(({ state }) =>
          state.rewards
            .filter(({ issuedForReviewId, status }) => issuedForReviewId === reviewId && status === 'active')
            .map(({ percent, code }) => ({ discountPercent: percent, code })),
        ),
      )

const unknown = () => refuse({ type: 'TargetUnknown' })

/** A business by its account, a client of one's own by `clients.id`, a place by the id the places service gave it. */
const targetOf = (context: Context, { targetType, targetId }: SubmitReview): Answer<Target> => {
  switch (targetType) {
    case 'BUSINESS':
      return pipe(
        context.look(account, targetId),
        TE.filterOrElseW(({ state }) => state.kind === 'business', unknown),
        TE.map(() => ({ targetType, targetId })),
      )
    case 'USER':
      return pipe(
        context.lookups.isClientOf(context.person.accountId, targetId),
        TE.flatMap((known) => (known ? context.lookups.accountOfClient(targetId) : TE.right(null))),
        TE.flatMap((targetAccountId) =>
          targetAccountId === null ? TE.left(unknown()) : TE.right({ targetType, targetId, targetAccountId }),
        ),
      )
    case 'PLACE':
      return context.places.nameOf(targetId) === null ? TE.left(unknown()) : TE.right({ targetType, targetId })
  }
}

/** A turn whose review was never written (the process died between the two) does not count against its author. */
const takeTurn = (context: Context, { targetType, targetId }: Target, reviewId: string): Answer<unknown> => {
  const { accountId: authorId } = context.person
  const { reviewIntervalDays: intervalDays } = context.limits
  const id = `${authorId}_${targetId}`
  const command = { type: 'TakeTurn', authorId, targetType, targetId, reviewId, intervalDays, at: context.at } as const
  return pipe(
    context.run(opinion, id, command),
    TE.orElse((failure): Answer<unknown> =>
      failure.type === 'Rejected' && failure.rejection.type === 'TooSoon'
        ? pipe(
            unwrittenTurn(context, id),
            TE.flatMap((abandonedReviewId) =>
              abandonedReviewId === null
                ? TE.left(failure)
                : context.run(opinion, id, { ...command, abandonedReviewId }),
            ),
          )
        : TE.left(failure),
    ),
  )
}

const unwrittenTurn = (context: Context, id: string): Answer<string | null> =>
  pipe(
    context.look(opinion, id),
    TE.flatMap(({ state }) => {
      const reviewId = state.turns.at(-1)?.reviewId
      if (reviewId === undefined) return TE.right(null)
      return pipe(
        context.look(review, reviewId),
        TE.map(({ version }) => (version === 0 ? reviewId : null)),
      )
    }),
  )
