/** Error of the chain adapter. Its message contains nothing from the node, so it may be logged. */
export class ChainError extends Error {}
