import { disputeMessageLength, disputeStatementLength } from '../kernel/rules.ts'

/**
 * The closed lists and text limits of this context. Event codecs, read model rows, the API contract and the labels of the
 * screens derive from them.
 */

/** `user` is a business account, `client` a client account (stored values). */
export const authorTypes = ['user', 'client'] as const
/** `USER` is a client (stored value), although the author type `user` is a business. */
export const targetTypes = ['USER', 'PLACE', 'BUSINESS'] as const
/** `PRIVATE_TO_BUSINESS` is private to the target, which for a remark is the client. */
export const visibilities = ['PRIVATE_TO_BUSINESS', 'PUBLIC_ANONYMOUS'] as const
/** The only visibility of a remark about a client. @rule Q-113 */
export const remarkVisibility = 'PRIVATE_TO_BUSINESS' satisfies Visibility
/** The main topic of a review. */
export const reasonCodes = ['CLEANLINESS', 'SERVICE', 'PRICE', 'LOCATION', 'CHECKIN', 'PAYMENT', 'OTHER'] as const
export const reviewStatuses = ['ACTIVE', 'HIDDEN', 'REMOVED', 'PENDING_REVIEW'] as const

/** The statuses a moderator may set. */
export const settableReviewStatuses = ['HIDDEN', 'REMOVED', 'ACTIVE'] as const

export const flagReasons = ['SPAM', 'INAPPROPRIATE', 'FAKE', 'OFFENSIVE', 'OTHER'] as const
/** How a moderator may decide a flag. `REVIEWED`, the specification's word, closes it: neither upheld nor dismissed. */
export const flagOutcomes = ['REVIEWED', 'DISMISSED', 'UPHELD'] as const
export const flagStatuses = ['PENDING', ...flagOutcomes] as const

/** The statuses a moderator may set. */
export const settableDisputeStatuses = ['UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED', 'CLOSED'] as const
export const disputeStatuses = ['OPEN', ...settableDisputeStatuses] as const
/** Dispute status shown on a review: closing a dispute keeps its outcome. @rule S-12 */
export const reviewDisputeStatuses = ['NONE', 'OPEN', 'UNDER_REVIEW', 'RESOLVED_UPHELD', 'RESOLVED_REJECTED'] as const
/** How a dispute is decided. */
export const disputeOutcomes = ['upheld', 'rejected'] as const
/** Why a dispute ends without a decision. */
export const voidCauses = ['review-removed', 'review-hidden'] as const
export const disputeParties = ['business', 'author'] as const
/** Why a party of a dispute may not file a statement. */
export const statementObstacles = ['decided', 'used-up', 'not-your-turn'] as const

export const exclusionReasons = ['REVIEW_BOMBING', 'OFF_TOPIC', 'FAKE_ACCOUNTS'] as const
/** What moderators did about an anomaly. */
export const anomalyStatuses = ['open', 'dismissed', 'excluded'] as const
/** Why a review counts in the score or does not; only `latest` counts. */
export const contributionReasons = ['latest', 'superseded', 'excluded', 'held', 'hidden', 'removed'] as const

export type AuthorType = (typeof authorTypes)[number]
export type TargetType = (typeof targetTypes)[number]
export type Visibility = (typeof visibilities)[number]
export type ReasonCode = (typeof reasonCodes)[number]
export type ReviewStatus = (typeof reviewStatuses)[number]
export type SettableReviewStatus = (typeof settableReviewStatuses)[number]

/** Why a moderator may not change the status of a review. */
export const reviewStatusObstacles = ['own-matter', 'held'] as const
export type ReviewStatusObstacle = (typeof reviewStatusObstacles)[number]
export type FlagReason = (typeof flagReasons)[number]
export type FlagOutcome = (typeof flagOutcomes)[number]
export type FlagStatus = (typeof flagStatuses)[number]
export type SettableDisputeStatus = (typeof settableDisputeStatuses)[number]
export type DisputeStatus = (typeof disputeStatuses)[number]
export type DisputeOutcome = (typeof disputeOutcomes)[number]
export type VoidCause = (typeof voidCauses)[number]
export type DisputeParty = (typeof disputeParties)[number]
export type StatementObstacle = (typeof statementObstacles)[number]
export type ExclusionReason = (typeof exclusionReasons)[number]

interface Range {
  readonly min: number
  readonly max: number
}

/** Characters. @rule V-35 comment @rule V-46 flag note */
export const textLengths = {
  comment: { min: 0, max: 2000 },
  tag: { min: 1, max: 50 },
  flagNote: { min: 0, max: 1000 },
  disputeMessage: disputeMessageLength,
  disputeStatement: disputeStatementLength,
  reply: { min: 10, max: 1000 },
} as const satisfies Record<string, Range>

/** Comment length of the review dialog, in characters. @rule Q-49 */
export const maxDialogComment = 500
/** @rule V-40 */
export const maxTags = 10
/** Evidence addresses of a dispute. @rule V-49 */
export const maxEvidenceUrls = 5
/** Statements of each party of a dispute. */
export const maxStatements = 3
