import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { ExistingCase } from '../../domain/moderation/case.ts'
import type { ExistingReview, Flag } from '../../domain/reviews/review-state.ts'
import type { AccountLookups } from '../accounts/lookups.ts'
import type { LookupFailure } from '../ports/lookups.ts'

/** Flags raised after earlier ones were decided form a new case. */
export const flagCaseId = (reviewId: string, caseNumber: number): string => `flag-${reviewId}-${caseNumber}`
export const disputeCaseId = (reviewId: string): string => `dispute-${reviewId}`
/** The review of a case about flags or a dispute; null for other cases. */
export const reviewOfCaseId = (caseId: string): string | null =>
  /^(?:flag-(.+)-\d+|dispute-(.+))$/
    .exec(caseId)
    ?.slice(1)
    .find((id) => id !== undefined) ?? null

/** A rating can be contested once, so its id identifies the case. */
export const contestCaseId = (ratingId: string): string => `contest-${ratingId}`
/** Inverse of `contestCaseId`; null for other cases. */
export const contestedRatingOf = (caseId: string): string | null => /^contest-(.+)$/.exec(caseId)?.[1] ?? null
export const appealCaseId = (decisionId: string): string => `appeal-${decisionId}`
/** Inverse of `appealCaseId`; null for other cases. */
export const appealedDecisionOf = (caseId: string): string | null => /^appeal-(.+)$/.exec(caseId)?.[1] ?? null
/** Replay of the full history of a review, across its cases. */
export const reviewReplayId = (reviewId: string): string => `review-${reviewId}`
/** The review of a full-history replay; null for the id of a case. */
export const reviewOfReplayId = (caseId: string): string | null => /^review-(.+)$/.exec(caseId)?.[1] ?? null
/** Id of an account's nth flag abuse case. */
export const flagAbuseCaseId = (accountId: string, number: number): string => `flagging-${accountId}-${number}`
/** Inverse of `flagAbuseCaseId`; null for other cases. */
export const parseFlagAbuseCaseId = (
  caseId: string,
): { readonly accountId: string; readonly number: number } | null => {
  const [, accountId, number] = /^flagging-(.+)-(\d+)$/.exec(caseId) ?? []
  return accountId === undefined ? null : { accountId, number: Number(number) }
}
/** A sanction can be appealed once, so its id identifies the case. */
export const sanctionAppealCaseId = (sanctionId: string): string => `appeal-${sanctionId}`
/** Whether a case is about a review, and not about a sanction, a contested rating or the flags of an account. */
export const isAboutReview = ({ caseId, aboutId, kind }: Pick<ExistingCase, 'caseId' | 'aboutId' | 'kind'>): boolean =>
  kind !== 'RATING_CONTEST' && parseFlagAbuseCaseId(caseId) === null && caseId !== sanctionAppealCaseId(aboutId)

/** Policies ignore these rejections: a case that is already closed, or was never opened, needs no change. */
export const ignoredCaseRejections = ['CaseAlreadyClosed', 'CaseNotFound'] as const

type ReviewTarget = Pick<ExistingReview['identity'], 'targetType' | 'targetId'>

/** The account of a reviewed client; null for reviews of a business or a place. */
export const accountOfTarget = (
  { accountOfClient }: Pick<AccountLookups, 'accountOfClient'>,
  { targetType, targetId }: ReviewTarget,
): TE.TaskEither<LookupFailure, string | null> => (targetType === 'USER' ? accountOfClient(targetId) : TE.right(null))

/** The review's author, its target and the given flags' reporters. @rule P-16 parties may not decide their own case */
export const partiesOf = (
  lookups: Pick<AccountLookups, 'accountOfClient'>,
  { identity }: Pick<ExistingReview, 'identity'>,
  flags: readonly Pick<Flag, 'reporterId'>[],
): TE.TaskEither<LookupFailure, readonly string[]> => {
  const { authorId, targetType, targetId } = identity
  const business = targetType === 'BUSINESS' ? [targetId] : []
  return pipe(
    accountOfTarget(lookups, identity),
    TE.map((account) => [
      authorId,
      ...business,
      ...flags.map(({ reporterId }) => reporterId),
      ...(account === null ? [] : [account]),
    ]),
  )
}
