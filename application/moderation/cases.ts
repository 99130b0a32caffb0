import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { ExistingReview } from '../../domain/reviews/review-state.ts'
import type { LookupFailure, Lookups } from '../ports/lookups.ts'

/** The life of a matter names its case: flags decided and raised anew are a new one. */
export const flagCaseId = (reviewId: string, caseNumber: number): string => `flag-${reviewId}-${caseNumber}`
export const disputeCaseId = (reviewId: string): string => `dispute-${reviewId}`
export const appealCaseId = (decisionId: string): string => `appeal-${decisionId}`
/** A review's whole story, whatever cases it had. */
export const reviewReplayId = (reviewId: string): string => `review-${reviewId}`
/** The review whose whole story is asked for; null for any case. */
export const reviewOfReplayId = (caseId: string): string | null => /^review-(.+)$/.exec(caseId)?.[1] ?? null
/** How an account flags is asked time and again. */
export const flaggingCaseId = (accountId: string, number: number): string => `flagging-${accountId}-${number}`
/** Whose flagging a case is about, and which question of it; null for any other case. */
export const parseFlaggingCaseId = (caseId: string): { readonly accountId: string; readonly number: number } | null => {
  const [, accountId, number] = /^flagging-(.+)-(\d+)$/.exec(caseId) ?? []
  return accountId === undefined ? null : { accountId, number: Number(number) }
}
/** A sanction is appealed once. */
export const sanctionAppealCaseId = (sanctionId: string): string => `appeal-${sanctionId}`

type ReviewTarget = Pick<ExistingReview['identity'], 'targetType' | 'targetId'>

/** The account behind a remark on a client; null for what is about a business or a place. */
export const accountOfTarget = (
  { accountOfClient }: Pick<Lookups, 'accountOfClient'>,
  { targetType, targetId }: ReviewTarget,
): TE.TaskEither<LookupFailure, string | null> => (targetType === 'USER' ? accountOfClient(targetId) : TE.right(null))

/** Who wrote it, whom it is about, and these who reported it: nobody judges what is his own (P-16). */
export const partiesOf = (
  lookups: Pick<Lookups, 'accountOfClient'>,
  { identity }: Pick<ExistingReview, 'identity'>,
  flags: ExistingReview['flags'],
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
