/** An error for the operator, printed without a stack trace. */
export class OperatorError extends Error {}
