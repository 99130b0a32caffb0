/** The life of a matter names its case: flags decided and raised anew are a new one. */
export const flagCaseId = (reviewId: string, caseNumber: number): string => `flag-${reviewId}-${caseNumber}`
export const disputeCaseId = (reviewId: string): string => `dispute-${reviewId}`
export const appealCaseId = (decisionId: string): string => `appeal-${decisionId}`
/** A review's whole story, whatever cases it had. */
export const reviewCaseId = (reviewId: string): string => `review-${reviewId}`
/** The review whose whole story is asked for; null for any case. */
export const reviewOfStory = (caseId: string): string | null => /^review-(.+)$/.exec(caseId)?.[1] ?? null
/** How an account flags is asked time and again. */
export const flaggingCaseId = (accountId: string, number: number): string => `flagging-${accountId}-${number}`
/** Whose flagging a case is about, and which question of it; null for any other case. */
export const flaggingOfCase = (caseId: string): { readonly accountId: string; readonly number: number } | null => {
  const [, accountId, number] = /^flagging-(.+)-(\d+)$/.exec(caseId) ?? []
  return accountId === undefined ? null : { accountId, number: Number(number) }
}
/** A sanction is appealed once. */
export const sanctionAppealCaseId = (sanctionId: string): string => `appeal-${sanctionId}`
