import { account } from '../../domain/accounts/account.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { deniedUntil, guestContact, guestContactId } from '../../domain/ratings/guest-contact.ts'
import { dispute } from '../../domain/reviews/dispute.ts'
import { type EditReview, review, type SubmitReview, validateSubmission } from '../../domain/reviews/review.ts'
import { isActiveOrHeld } from '../../domain/reviews/review-state.ts'
import { reviewSeries, reviewSeriesId } from '../../domain/reviews/review-series.ts'
import type { ReasonCode, TargetType, Visibility } from '../../domain/reviews/vocabulary.ts'
import { isUndecided } from '../../domain/reviews/dispute-rules.ts'
import { rewards } from '../../domain/rewards/rewards.ts'
import { connectedWith, requireIndependent } from '../accounts/connections.ts'
import { requireNotReviewedBeforeDeletion } from '../privacy/kept-hashes.ts'
import { authorTypeOf } from '../person.ts'
import { type AppFailure, type UseCaseContext, rejectedWith, type Result, type UseCase } from '../use-case.ts'

export interface SubmitReviewInput {
  /** Chosen by the caller; repeating the request with the same id has no further effect. */
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
  /** Codes that this review earned its author. @rule B-27 */
  readonly newlyIssuedRewards: readonly { readonly discountPercent: number; readonly code: string }[]
  readonly position: Position | null
}

/**
 * Reserves a review slot, writes the review and returns the rewards it earned. A rejected review leaves no reserved slot.
 * @rule Q-47 @rule Q-50
 */
export const submitReview: UseCase<SubmitReviewInput, SubmitReviewResult> = (context) => (input) =>
  pipe(
    TE.Do,
    TE.bind('command', () => toCommand(context, input)),
    TE.tap(({ command }) => requireValid(command)),
    TE.tap(({ command }) => requireIndependentTarget(context, command)),
    TE.tap(({ command }) => requireStayNotDenied(context, command)),
    TE.tap(({ command }) => requireNotReviewedBeforeDeletion(context, command.targetId)),
    TE.tap(({ command }) => requireNotReviewedFromOtherAccount(context, command)),
    TE.bind('slotReserved', ({ command }) => reserveSlot(context, command)),
    TE.bind('submitted', ({ command, slotReserved }) => writeReview(context, command, slotReserved)),
    TE.bind('newlyIssuedRewards', ({ command }) => rewardsIssuedFor(context, command.reviewId)),
    TE.map(({ command, submitted, newlyIssuedRewards }) => ({
      reviewId: command.reviewId,
      position: submitted.position,
      newlyIssuedRewards,
    })),
  )

const toCommand = (context: UseCaseContext, input: SubmitReviewInput): Result<SubmitReview> =>
  pipe(
    findTarget(context, input),
    TE.map((target) => {
      const { person, at } = context
      return {
        type: 'SubmitReview',
        ...input,
        ...target,
        authorId: person.accountId,
        authorType: authorTypeOf(person),
        at,
      }
    }),
  )

type Target =
  | { readonly targetType: 'BUSINESS' | 'PLACE'; readonly targetId: string }
  | { readonly targetType: 'USER'; readonly targetId: string; readonly targetAccountId: string }

const targetUnknown = rejectedWith({ type: 'TargetUnknown' })

/**
 * Resolves a business by its account id, one of the author's clients by client id, a place by the id of its town in the
 * gazetteer. @rule Q-113
 */
const findTarget = (context: UseCaseContext, { targetType, targetId }: SubmitReviewInput): Result<Target> => {
  const { lookups, person, gazetteer } = context
  switch (targetType) {
    case 'BUSINESS':
      return pipe(
        context.load(account, targetId),
        TE.filterOrElseW(
          ({ state }) => state.kind === 'business',
          () => targetUnknown,
        ),
        TE.map(() => ({ targetType, targetId })),
      )
    case 'USER':
      return pipe(
        lookups.ratings.isClientOf(person.accountId, targetId),
        TE.flatMap((isClient) => (isClient ? lookups.accounts.accountOfClient(targetId) : TE.right(null))),
        TE.flatMap((targetAccountId) =>
          targetAccountId === null ? TE.left(targetUnknown) : TE.right({ targetType, targetId, targetAccountId }),
        ),
      )
    case 'PLACE':
      return gazetteer.nameOf(targetId) === null ? TE.left(targetUnknown) : TE.right({ targetType, targetId })
  }
}

/** @rule Q-123 */
const requireIndependentTarget = (context: UseCaseContext, target: Target): Result<void> => {
  switch (target.targetType) {
    case 'BUSINESS':
      return requireIndependent(context, target.targetId)
    case 'USER':
      return requireIndependent(context, target.targetAccountId)
    case 'PLACE':
      return TE.right(undefined)
  }
}

/**
 * Of accounts with the same mailbox, which all belong to one person, one reviews a target. Telephone numbers do not count
 * here: anyone could enter a guest's, to keep them from reviewing or to learn that they have. The remarks of two venues about
 * a client are not reviews.
 * @rule D-39
 */
const requireNotReviewedFromOtherAccount = (
  context: UseCaseContext,
  { targetType, targetId }: Pick<SubmitReview, 'targetType' | 'targetId'>,
): Result<void> => {
  if (targetType === 'USER') return TE.right(undefined)
  return pipe(
    connectedWith(context, context.person.accountId, ['mailbox'], context.at),
    TE.flatMap(TE.traverseArray((otherId) => context.load(reviewSeries, reviewSeriesId(otherId, targetId)))),
    TE.flatMap((series) => {
      const latest = series.flatMap(({ state }) => state.slots.at(-1)?.reviewId ?? [])
      return TE.traverseArray((reviewId: string) => context.load(review, reviewId))(latest)
    }),
    TE.flatMap((reviews): Result<void> =>
      reviews.some(({ state }) => isActiveOrHeld(state))
        ? TE.left(rejectedWith({ type: 'ReviewedFromOtherAccount' }))
        : TE.right(undefined),
    ),
  )
}

/**
 * A declaration made at the same moment is not noticed; this race is accepted, because the venue can dispute the review.
 * @rule D-52 who declared not to have been a guest of a business does not review it while the business may not rate them
 */
const requireStayNotDenied = (
  { load, person, at }: UseCaseContext,
  { targetType, targetId }: Pick<SubmitReview, 'targetType' | 'targetId'>,
): Result<void> => {
  if (targetType !== 'BUSINESS' || person.clientId === null) return TE.right(undefined)
  return pipe(
    load(guestContact, guestContactId(targetId, person.clientId)),
    TE.map(({ state }) => deniedUntil(state, at)),
    TE.flatMap((until): Result<void> =>
      until === null ? TE.right(undefined) : TE.left(rejectedWith({ type: 'StayDenied', until })),
    ),
  )
}

const requireValid = (command: SubmitReview): Result<null> => {
  const rejection = validateSubmission(command)
  return rejection === null ? TE.right(null) : TE.left(rejectedWith(rejection))
}

/** Whether this request reserved the slot; false if an earlier attempt with the same review id did. */
const reserveSlot = (context: UseCaseContext, command: SubmitReview): Result<boolean> => {
  const { intervalDays } = context.ruleSettings.reviews
  const id = reviewSeriesId(command.authorId, command.targetId)
  return pipe(
    TE.Do,
    TE.bind('unwrittenReviewId', () => findUnwrittenReview(context, id)),
    TE.flatMap(({ unwrittenReviewId }) =>
      context.execute(reviewSeries, id, { ...command, type: 'ReserveReviewSlot', intervalDays, unwrittenReviewId }),
    ),
    TE.map(({ events }) => events.length > 0),
  )
}

/** The review of the latest slot if it was never written, because the process stopped in between. */
const findUnwrittenReview = (context: UseCaseContext, id: string): Result<string | undefined> =>
  pipe(
    TE.Do,
    TE.bind('reviewSeries', () => context.load(reviewSeries, id)),
    TE.let('latestSlot', ({ reviewSeries }) => reviewSeries.state.slots.at(-1)),
    TE.bind('isUnwritten', ({ latestSlot }) =>
      latestSlot === undefined || latestSlot.reviewWritten
        ? TE.right(false)
        : isUnwritten(context, latestSlot.reviewId),
    ),
    TE.map(({ latestSlot, isUnwritten }) => (isUnwritten ? latestSlot?.reviewId : undefined)),
  )

const isUnwritten = (context: UseCaseContext, reviewId: string): Result<boolean> =>
  pipe(
    context.load(review, reviewId),
    TE.map(({ version }) => version === 0),
  )

/** Writes the review; if it is rejected, releases the slot that this request reserved. */
const writeReview = (context: UseCaseContext, command: SubmitReview, slotReserved: boolean) =>
  pipe(
    context.execute(review, command.reviewId, command, { personalData: 'decrypted' }),
    TE.tapError((failure) => (slotReserved ? releaseSlot(context, command, failure) : TE.right(null))),
  )

/** Releases the slot of a rejected review. After any other failure the review may yet have been written, so the slot stays. */
const releaseSlot = (context: UseCaseContext, command: SubmitReview, failure: AppFailure): Result<unknown> => {
  if (failure.type !== 'Rejected') return TE.right(null)
  const id = reviewSeriesId(command.authorId, command.targetId)
  return context.execute(reviewSeries, id, { ...command, type: 'ReleaseReviewSlot' })
}

/** Read from the log, because the policy's catch-up run may have issued the reward before this request did. */
const rewardsIssuedFor = (
  { person, load }: UseCaseContext,
  reviewId: string,
): Result<SubmitReviewResult['newlyIssuedRewards']> => {
  if (person.clientId === null) return TE.right([])
  return pipe(
    load(rewards, person.clientId),
    TE.map(({ state }) =>
      [...state.rewards.values()]
        .filter(({ issuedForReviewId, status }) => issuedForReviewId === reviewId && status === 'active')
        .map(({ percent, code }) => ({ discountPercent: percent, code })),
    ),
  )
}

export interface EditReviewInput {
  readonly reviewId: string
  readonly changes: EditReview['changes']
}

/**
 * Only the author may edit, and not while a dispute about it is undecided. A dispute opened at the same time is not
 * noticed; this race is accepted, because the moderator decides on the edited review (`subjectChanges`).
 * @rule Q-48
 */
export const editReview: UseCase<EditReviewInput, { readonly position: Position | null }> =
  (context) =>
  ({ reviewId, changes }) =>
    pipe(
      TE.Do,
      TE.bind('dispute', () => context.load(dispute, reviewId)),
      TE.flatMap(({ dispute: { state } }) =>
        context.execute(
          review,
          reviewId,
          {
            type: 'EditReview',
            by: context.person.accountId,
            changes,
            disputeUndecided: isUndecided(state.status),
            at: context.at,
          },
          { personalData: 'decrypted' },
        ),
      ),
      TE.map(({ position }) => ({ position })),
    )
