/** Id of the violation of a business that lost too many disputes, of which this is the latest. */
export const lostDisputesViolationId = (disputeId: string): string => `disputes-lost-${disputeId}`
/** Inverse of `lostDisputesViolationId`; null for other violations. */
export const disputeOfViolation = (violationId: string): string | null =>
  /^disputes-lost-(.+)$/.exec(violationId)?.[1] ?? null
