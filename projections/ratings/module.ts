import { ratings } from './ratings.ts'

export const ratingsProjections = { ratings } as const
