/** The life of a matter names its case: flags decided and raised anew are a new one. */
export const flagCaseId = (reviewId: string, caseNumber: number): string => `flag-${reviewId}-${caseNumber}`
export const disputeCaseId = (reviewId: string): string => `dispute-${reviewId}`
/** A sanction is appealed once. */
export const sanctionAppealCaseId = (sanctionId: string): string => `appeal-${sanctionId}`
