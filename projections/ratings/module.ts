import { ratings } from './ratings.ts'

/** The read models of this context. */
export const ratingsProjections = { ratings } as const
