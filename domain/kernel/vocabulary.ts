/** Word lists shared by several contexts. Event codecs, row schemas, the API contract and labels derive from them. */

/** @rule V-56 reasons of a sanction; a moderator may name one in the decision that establishes it */
export const violations = [
  'SPAM',
  'FAKE_REVIEWS',
  'POLICY_VIOLATION',
  'HARASSMENT',
  'MULTIPLE_DISPUTES_LOST',
  'AUTO_FLAGGED',
] as const

/**
 * Rules a decision can be based on: reasons of flags (V-45), disputes (V-47) and sanctions (V-56); `NO_VIOLATION` if none
 * was broken.
 */
export const grounds = [
  'SPAM',
  'INAPPROPRIATE',
  'FAKE',
  'FAKE_REVIEWS',
  'OFFENSIVE',
  'HARASSMENT',
  'INCORRECT_INFO',
  'UNFAIR_RATING',
  'POLICY_VIOLATION',
  'MULTIPLE_DISPUTES_LOST',
  'AUTO_FLAGGED',
  'OTHER',
  'NO_VIOLATION',
] as const

/** @rule V-47 why a business disputes a review, or a guest contests a rating */
export const disputeReasons = ['INCORRECT_INFO', 'UNFAIR_RATING', 'POLICY_VIOLATION', 'OTHER'] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** What was automatic: nothing, the detection, or the decision too. */
export const automations = ['none', 'detection', 'decision'] as const

/** Remedies of the person concerned: appeal here, certified dispute settlement body, court. */
export const remedies = ['appeal', 'out-of-court', 'court'] as const

/** What a person sees of one context; open screens fetch a topic again when one of its events happens. */
export const liveTopics = [
  'reviews',
  'ratings',
  'rewards',
  'ava',
  'bookings',
  'account',
  'favourites',
  'notifications',
  'support',
] as const
export type LiveTopic = (typeof liveTopics)[number]

/** What people are notified about. Stored with preferences and in the links for unsubscribing: never rename them. */
export const notificationKinds = [
  'rating-received',
  'review-received',
  'reply',
  'flag',
  'dispute',
  'reward-issued',
  'reward-expiring',
  'booking',
  'ava-matured',
  'payout',
  'decision',
  'appeal',
  'new-device',
  'monthly-report',
  'support-answer',
  'stay-denied',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
