import { z } from 'zod'
import { keptBenefits, reversalUnits } from '../../../domain/moderation/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../fields.ts'

/** A predicted event, reduced to ids and amounts. */
export const reversalChange = z
  .object({
    /** Category of the stream the event belongs to. */
    of: z.string(),
    /** Event type. */
    what: z.string(),
    id: id.nullable(),
    /** Meaning of `id`, `amount`, `before` and `after`; null if they are not shown. */
    measure: z.enum(reversalUnits).nullable(),
    /** AVA, percent or the ordinal of a strike. */
    amount: z.int().nullable(),
    /** Stars or the index of a tier (0 is the lowest). */
    before: z.int().nullable(),
    after: z.int().nullable(),
  })
  .meta({ id: 'DominoEffect' })
export type ReversalChange = z.infer<typeof reversalChange>

const beforeAndAfter = z.object({ before: z.number(), after: z.number() })

export const reversalPlan = z
  .object({
    planId: id,
    reviewId: id,
    draftedAt: instant,
    /** Another moderator must then approve it. */
    draftedByMe: z.boolean(),
    approvedAt: instant.nullable(),
    approvedByMe: z.boolean(),
    /** Whether the caller may approve it; 409 if its predictions no longer hold. */
    canApprove: z.boolean(),
    effects: z.array(reversalChange),
    /** Benefits already used: redeemed codes (amount in percent) and spent AVA. */
    kept: z.array(z.object({ what: z.enum(keptBenefits), id: id.nullable(), amount: z.int() })),
    figures: z.object({
      /** Null if the target is not a venue; an average is null without counted reviews. */
      venue: z
        .object({
          stars: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
          raters: beforeAndAfter,
        })
        .nullable(),
      ratings: beforeAndAfter,
      ava: beforeAndAfter,
      /** Ratings the author then needs for the next AVA. */
      ratingsToNextAva: z.int(),
      /** Null for a business, which earns no codes. */
      codes: beforeAndAfter.nullable(),
    }),
    /** Null until the plan is approved. */
    outcome: z
      .object({ done: z.int(), missing: z.array(reversalChange), unforeseen: z.array(reversalChange) })
      .nullable(),
  })
  .meta({ id: 'ReversalPlan' })
export type ReversalPlan = z.infer<typeof reversalPlan>

const planParams = z.object({ planId: id })

export const reversalEndpoints = {
  draftReversalPlan: endpoint({
    method: 'POST',
    path: '/api/admin/reviews/:id/domino',
    summary: 'Drafts a plan with the predicted changes of judging a review fake, without executing it',
    access: 'moderator',
    params: z.object({ id }),
    response: reversalPlan,
    rateLimit: 'replay',
    recorded: { what: 'moderation', why: 'reversal' },
  }),
  latestReversalOfReview: endpoint({
    method: 'GET',
    path: '/api/admin/reviews/:id/domino',
    summary: 'Returns the latest reversal plan of a review; null if the review has none',
    access: 'moderator',
    params: z.object({ id }),
    /** `canPreview`: whether the caller may draft a plan now. */
    response: z.object({ plan: reversalPlan.nullable(), canPreview: z.boolean() }),
    recorded: { what: 'staff-read', why: 'reversal' },
  }),
  approveReversal: endpoint({
    method: 'POST',
    path: '/api/admin/domino/:planId/approve',
    summary: 'Executes a plan drafted by another moderator; 409 if its predictions no longer hold',
    access: 'moderator',
    params: planParams,
    response: reversalPlan,
    rateLimit: 'replay',
    recorded: { what: 'moderation', why: 'reversal' },
  }),
  reversalPlan: endpoint({
    method: 'GET',
    path: '/api/admin/domino/:planId',
    summary: 'Returns a reversal plan with its outcome',
    access: 'moderator',
    params: planParams,
    response: reversalPlan,
    recorded: { what: 'staff-read', why: 'reversal' },
  }),
}
