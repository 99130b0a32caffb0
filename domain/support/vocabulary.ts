/**
 * The closed lists and limits of this context. Event codecs, read model rows, the API contract and the labels of the
 * screens derive from them.
 */

/** Open requests wait for staff, answered ones for the account; closed ones stay closed. @rule D-32 */
export const supportStates = ['open', 'answered', 'closed'] as const
export type SupportState = (typeof supportStates)[number]

/** Who wrote a message. */
export const supportAuthors = ['account', 'staff'] as const

/** Characters. */
export const supportTextLengths = {
  subject: { min: 1, max: 120 },
  message: { min: 10, max: 2000 },
} as const
export type SupportText = keyof typeof supportTextLengths

/** Requests of one account that are not closed. @rule D-32 */
export const maxUnclosedRequests = 5
/** Messages of the account in one request since the last answer. */
export const maxUnansweredMessages = 10
