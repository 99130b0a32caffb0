import { z } from 'zod'
import { contestStatuses } from '../../../domain/ratings/vocabulary.ts'
import { instant } from '../fields.ts'
import { disputeReason, openDisputeBody } from '../reviews/flags-and-disputes.ts'

/** Grounds and message as a dispute's. @rule Q-136 */
export const contestRatingBody = openDisputeBody.pick({ reason: true, message: true })

export const contestStatus = z.enum(contestStatuses)

const contest = z.object({
  status: contestStatus,
  reason: disputeReason,
  message: z.string(),
  /** The moderator's explanation to the parties. */
  resolution: z.string().nullable(),
  /** When a moderator decides at the latest. */
  dueAt: instant,
  contestedAt: instant,
})

/** The contest of a rating as the client who opened it reads it: without the answer, which could reveal the business. @rule Q-46 */
export const ownContest = contest.extend({ answered: z.boolean() }).meta({ id: 'OwnContest' })
export type OwnContest = z.infer<typeof ownContest>

/** The contest of a rating as the business that gave it reads it. */
export const contestOfRatingGiven = contest
  .extend({
    answer: z.string().nullable(),
    /** Whether the business can still answer. */
    answerable: z.boolean(),
  })
  .meta({ id: 'ContestOfRatingGiven' })
export type ContestOfRatingGiven = z.infer<typeof contestOfRatingGiven>
