/** Years that new events may contain. @rule Q-118 */
export const recordableYears = { first: 1900, last: 2199 } as const

/** Neither read models nor e-mails can hold NUL or an unpaired surrogate. @rule Q-118 */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Explanation of a dispute or of a contested rating, in characters. @rule V-48 */
export const disputeMessageLength = { min: 20, max: 2000 } as const
/** Statement of a party, in characters. */
export const disputeStatementLength = { min: 20, max: 2000 } as const
/** Maximum length of a moderator's notes and of the resolution, in characters. @rule V-50 */
export const maxDisputeNotesLength = 2000
