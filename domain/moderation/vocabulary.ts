/** The sides of a decision on a contested rating: the rated client, and the business that gave it. @rule Q-136 */
const contestSides = ['guest', 'venue'] as const
/** The sides of a decision. The one it disadvantages may appeal against it. */
export const appealSides = ['author', 'reporter', 'business', ...contestSides] as const
export type AppealSide = (typeof appealSides)[number]
/** Whether the decision is about a contested rating, and not about a review. @rule Q-136 */
export const isAboutRating = ({ side }: { readonly side: AppealSide }): boolean =>
  contestSides.some((contestSide) => contestSide === side)

/** The state a decision puts the review or rating in, mildest first. Ratings are not hidden. */
export const measures = ['VISIBLE', 'HIDDEN', 'REMOVED'] as const
export type Measure = (typeof measures)[number]

/** `UPHELD`: the decision stands. `PARTLY`: a milder or a stricter measure. `OVERTURNED`: the opposite. */
export const appealOutcomes = ['UPHELD', 'PARTLY', 'OVERTURNED'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]

export const appealStatuses = ['OPEN', 'UNDER_REVIEW', ...appealOutcomes, 'VOID'] as const
export type AppealStatus = (typeof appealStatuses)[number]

/** Why the addressee of a decision cannot appeal against it. */
export const appealObstacles = [
  'favourable',
  'already-appealed',
  'already-decided',
  'final',
  'too-late',
  'not-in-force',
] as const
export type AppealObstacle = (typeof appealObstacles)[number]

/** What a moderator may do with an appeal. */
export const appealActions = ['take', 'decide'] as const
export type AppealAction = (typeof appealActions)[number]

/** Why a moderator may not decide an appeal. */
export const appealDecisionObstacles = ['party', 'decided-before'] as const
export type AppealDecisionObstacle = (typeof appealDecisionObstacles)[number]

/** What users report to the moderators (DSA, article 16), and how it ends. */
export const noticeKinds = ['FLAG', 'DISPUTE'] as const
export const noticeOutcomes = ['UPHELD', 'REJECTED', 'CLOSED', 'VOID'] as const

/** FLAG: flags of a review, or flag abuse of an account. A flag case becomes HELD when its review is held. */
export const caseKinds = [...noticeKinds, 'APPEAL', 'HELD', 'RATING_CONTEST'] as const
export type CaseKind = (typeof caseKinds)[number]

/** The queue's filters; contested ratings are among the disputes. */
export const lanes = ['flags', 'disputes', 'appeals', 'held', 'overdue'] as const
export type Lane = (typeof lanes)[number]

/** The addends of a case's priority. */
export const priorityParts = ['kind', 'held', 'flags', 'reporters', 'deadline'] as const
export type PriorityPart = (typeof priorityParts)[number]

export const urgencies = ['calm', 'soon', 'overdue'] as const
export type Urgency = (typeof urgencies)[number]

/**
 * How a case ended. Flags: upheld, dismissed, reviewed (closed as neither). Disputes: upheld, rejected, closed, void.
 * Contested ratings: upheld (struck), rejected (kept), void.
 * Appeals against review decisions: upheld (the decision stands), partly, overturned, void. Sanction appeals: upheld (the
 * appeal succeeded), rejected, void. Flag abuse: upheld (abuse found), dismissed, void. `removed` and `hidden` are not
 * used.
 */
export const caseOutcomes = [
  'upheld',
  'dismissed',
  'reviewed',
  'removed',
  'hidden',
  'rejected',
  'closed',
  'void',
  'partly',
  'overturned',
] as const
export type CaseOutcome = (typeof caseOutcomes)[number]

/** Decisions on a review, its flags and its dispute that carry a statement of reasons. */
export const reviewDecisionKinds = [
  'HELD',
  'HIDDEN',
  'REMOVED',
  'RESTORED',
  'FLAG_REVIEWED',
  'FLAG_DISMISSED',
  'FLAG_UPHELD',
  'DISPUTE_UPHELD',
  'DISPUTE_REJECTED',
] as const
export type ReviewDecisionKind = (typeof reviewDecisionKinds)[number]
/** Decisions on reviews made by a moderator; holding is automatic. */
export type ModeratorDecision = Exclude<ReviewDecisionKind, 'HELD'>

/** Decisions on a contested rating: kept or struck as the guest reads it, removed or restored as the venue does. */
const contestDecisionKinds = ['RATING_KEPT', 'RATING_STRUCK', 'RATING_REMOVED', 'RATING_RESTORED'] as const

export const decisionKinds = [...reviewDecisionKinds, ...contestDecisionKinds] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** The kind of decision for each outcome or status that a moderator can set; null if it needs no statement of reasons. */
export const decisionByOutcome = {
  review: { ACTIVE: 'RESTORED', HIDDEN: 'HIDDEN', REMOVED: 'REMOVED' },
  flag: { REVIEWED: 'FLAG_REVIEWED', DISMISSED: 'FLAG_DISMISSED', UPHELD: 'FLAG_UPHELD' },
  dispute: {
    UNDER_REVIEW: null,
    RESOLVED_UPHELD: 'DISPUTE_UPHELD',
    RESOLVED_REJECTED: 'DISPUTE_REJECTED',
    CLOSED: null,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ReviewDecisionKind | null>>>>

/** Benefits a reversal cannot take back. */
export const keptBenefits = ['code-redeemed', 'ava-spent'] as const

export const reversalMetrics = ['venue-stars', 'venue-raters', 'author-ratings', 'author-ava', 'author-codes'] as const

/** What a viewer of a case replay is to the case. */
export const viewerKinds = ['staff', 'auditor', 'business', 'author'] as const
export type ViewerKind = (typeof viewerKinds)[number]

/** Why a case replay shows a text or not: the viewer may not read it, or it was erased with its account. */
export const textStates = ['shown', 'withheld', 'erased'] as const
export type TextState = (typeof textStates)[number]

/** Resolution of the time of a moment in a case replay. */
export const timePrecisions = ['day', 'instant'] as const
export type TimePrecision = (typeof timePrecisions)[number]

/** Units of the amounts of a predicted change. */
export const reversalUnits = ['stars', 'code', 'strike', 'ava'] as const
