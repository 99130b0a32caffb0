import { ratingContests } from './rating-contests.ts'
import { ratings } from './ratings.ts'

export const ratingsProjections = { ratings, ratingContests } as const
