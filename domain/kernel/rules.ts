/** Years that new events may contain. @rule Q-118 */
export const recordableYears = { first: 1900, last: 2199 } as const

/** Neither read models nor e-mails can hold NUL or an unpaired surrogate. @rule Q-118 */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
