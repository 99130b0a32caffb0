import { violations } from '../kernel/vocabulary.ts'

/** @rule V-56 reasons for a sanction */
export const sanctionReasons = violations
export type SanctionReason = (typeof sanctionReasons)[number]

/** @rule V-57 LOW warns, MEDIUM and HIGH suspend for a time, PERMANENT has no end */
export const severities = ['LOW', 'MEDIUM', 'HIGH', 'PERMANENT'] as const
export type Severity = (typeof severities)[number]

/** `user` is a business account, `client` a client account. @rule Q-56 */
export const userTypes = ['user', 'client'] as const
export type UserType = (typeof userTypes)[number]

/** The decision a sanction follows from. */
export const sanctionTriggers = [
  'FLAG_UPHELD',
  'DISPUTE_UPHELD',
  'REVIEW_REMOVED',
  'DISPUTES_LOST',
  'FLAGS_DISMISSED',
  'MODERATOR',
] as const
export type SanctionTrigger = (typeof sanctionTriggers)[number]

/** How a moderator may decide the appeal against a sanction. */
export const sanctionAppealOutcomes = ['APPROVED', 'REJECTED'] as const
export type SanctionAppealOutcome = (typeof sanctionAppealOutcomes)[number]

/** @rule S-15 states of the appeal against a sanction */
export const sanctionAppealStatuses = ['NONE', 'PENDING', 'UNDER_REVIEW', ...sanctionAppealOutcomes] as const
export type SanctionAppealStatus = (typeof sanctionAppealStatuses)[number]

/** How a second moderator answers the proposal of a permanent suspension. @rule Q-128 */
export const proposalOutcomes = ['consented', 'refused'] as const
export type ProposalOutcome = (typeof proposalOutcomes)[number]

/** Why a sanction cannot be appealed. */
export const sanctionAppealObstacles = ['already-appealed', 'lifted', 'too-late'] as const
export type SanctionAppealObstacle = (typeof sanctionAppealObstacles)[number]

/** What a moderator may do about a sanction. */
export const sanctionActions = ['take-appeal', 'decide-appeal', 'lift', 'consent', 'refuse'] as const
export type SanctionAction = (typeof sanctionActions)[number]

/** A moderator's decision about flag abuse; `in-order`: its flags are legitimate. */
export const flagAbuseOutcomes = ['in-order', 'abusive'] as const
export type FlagAbuseOutcome = (typeof flagAbuseOutcomes)[number]
