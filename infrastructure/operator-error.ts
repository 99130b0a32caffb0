/** An error for the operator, printed without a stack trace. */
export class OperatorError extends Error {}

/** What an operator reads of any error. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
