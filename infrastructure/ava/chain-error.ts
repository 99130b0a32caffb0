/** Says what happened in words of ours: it may stand in a log. */
export class ChainError extends Error {}
