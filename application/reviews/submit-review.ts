import { account } from '../../domain/accounts/account.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E, pipe, TE } from '../../domain/kernel/fp.ts'
import { countedReview } from '../../domain/reviews/counted-review.ts'
import { dispute } from '../../domain/reviews/dispute.ts'
import type { ReasonCode, TargetType, Visibility } from '../../domain/reviews/review-events.ts'
import { review, type ReviewCommand } from '../../domain/reviews/review.ts'
import { rewards } from '../../domain/rewards/rewards.ts'
import { authorTypeOf } from '../person.ts'
import { type CommandContext, refuse, type Result, type UseCase } from '../use-case.ts'

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

export interface SubmitReviewResult {
  readonly reviewId: string
  /** Codes this review has earned its author (B-27). */
  readonly newlyIssuedRewards: readonly { readonly discountPercent: number; readonly code: string }[]
  readonly position: Position | null
}

type Target =
  | { readonly targetType: 'BUSINESS' | 'PLACE'; readonly targetId: string }
  | { readonly targetType: 'USER'; readonly targetId: string; readonly targetAccountId: string }

/** first the author's turn with this target, then the review, then what it earns, all in one request. */
export const submitReview: UseCase<SubmitReview, SubmitReviewResult> = (context) => (input) => {
  const { reviewId } = input
  const { person, at } = context
  return pipe(
    findTarget(context, input),
    TE.flatMap((target) =>
      pipe(
        TE.Do,
        TE.let('command', () => {
          const words = { ...input, authorId: person.accountId, authorType: authorTypeOf(person), at }
          return { type: 'SubmitReview' as const, ...words, ...target }
        }),
        TE.tap(({ command }) => requireAcceptable(context, command)),
        TE.tap(() => reserveSlot(context, target, reviewId)),
        TE.flatMap(({ command }) => context.execute(review, reviewId, command, { privacy: 'open' })),
      ),
    ),
    TE.flatMap(({ position }) =>
      pipe(
        rewardsIssuedFor(context, reviewId),
        TE.map((newlyIssuedRewards) => ({ reviewId, position, newlyIssuedRewards })),
      ),
    ),
  )
}

/** A review that would be refused costs its author no turn. */
const requireAcceptable = (
  { load }: CommandContext,
  command: Extract<ReviewCommand, { type: 'SubmitReview' }>,
): Result<unknown> =>
  pipe(
    load(review, command.reviewId, 'open'),
    TE.flatMap(({ state }) => {
      const decided = review.decide(command, state)
      return E.isLeft(decided) ? TE.left(refuse(decided.left)) : TE.right(undefined)
    }),
  )

/** What stands in the log, not what this request did: the policy's own run may have been quicker. */
const rewardsIssuedFor = (
  { person, load }: CommandContext,
  reviewId: string,
): Result<SubmitReviewResult['newlyIssuedRewards']> =>
  person.clientId === null
    ? TE.right([])
    : pipe(
        load(rewards, person.clientId),
        TE.map(({ state }) =>
          state.rewards
            .filter(({ issuedForReviewId, status }) => issuedForReviewId === reviewId && status === 'active')
            .map(({ percent, code }) => ({ discountPercent: percent, code })),
        ),
      )

const targetUnknown = () => refuse({ type: 'TargetUnknown' })

/** A business by its account, a client of one's own by `clients.id`, a place by the id the places service gave it. */
const findTarget = (context: CommandContext, { targetType, targetId }: SubmitReview): Result<Target> => {
  switch (targetType) {
    case 'BUSINESS':
      return pipe(
        context.load(account, targetId),
        TE.filterOrElseW(({ state }) => state.kind === 'business', targetUnknown),
        TE.map(() => ({ targetType, targetId })),
      )
    case 'USER':
      return pipe(
        context.lookups.isClientOf(context.person.accountId, targetId),
        TE.flatMap((known) => (known ? context.lookups.accountOfClient(targetId) : TE.right(null))),
        TE.flatMap((targetAccountId) =>
          targetAccountId === null ? TE.left(targetUnknown()) : TE.right({ targetType, targetId, targetAccountId }),
        ),
      )
    case 'PLACE':
      return context.places.nameOf(targetId) === null ? TE.left(targetUnknown()) : TE.right({ targetType, targetId })
  }
}

/** A turn whose review was never written (the process died between the two) does not count against its author. */
const reserveSlot = (context: CommandContext, { targetType, targetId }: Target, reviewId: string): Result<unknown> => {
  const { accountId: authorId } = context.person
  const { reviewIntervalDays: intervalDays } = context.limits
  const id = `${authorId}_${targetId}`
  const command = {
    type: 'ReserveReviewSlot',
    authorId,
    targetType,
    targetId,
    reviewId,
    intervalDays,
    at: context.at,
  } as const
  return pipe(
    context.execute(countedReview, id, command),
    TE.orElse((failure): Result<unknown> =>
      failure.type === 'Rejected' && failure.rejection.type === 'TooSoon'
        ? pipe(
            abandonedSlot(context, id),
            TE.flatMap((unwrittenReviewId) =>
              unwrittenReviewId === null
                ? TE.left(failure)
                : context.execute(countedReview, id, { ...command, unwrittenReviewId }),
            ),
          )
        : TE.left(failure),
    ),
  )
}

const abandonedSlot = (context: CommandContext, id: string): Result<string | null> =>
  pipe(
    context.load(countedReview, id),
    TE.flatMap(({ state }) => {
      const reviewId = state.slots.at(-1)?.reviewId
      if (reviewId === undefined) return TE.right(null)
      return pipe(
        context.load(review, reviewId),
        TE.map(({ version }) => (version === 0 ? reviewId : null)),
      )
    }),
  )

type EditReviewCommand = Extract<ReviewCommand, { readonly type: 'EditReview' }>
export interface EditReview {
  readonly reviewId: string
  readonly changes: EditReviewCommand['changes']
}

/** the author alone, while nobody judges the review. */
export const editReview: UseCase<EditReview, { readonly position: Position | null }> =
  (context) =>
  ({ reviewId, changes }) =>
    pipe(
      context.load(dispute, reviewId),
      TE.flatMap(({ state }) => {
        const disputeOpen = state.status === 'OPEN' || state.status === 'UNDER_REVIEW'
        const command = {
          type: 'EditReview',
          by: context.person.accountId,
          changes,
          disputeOpen,
          at: context.at,
        } as const
        return context.execute(review, reviewId, command, { privacy: 'open' })
      }),
      TE.map(({ position }) => ({ position })),
    )
