import { ratings } from './ratings.ts'

/** Read models of this context. */
export const ratingsProjections = { ratings } as const
