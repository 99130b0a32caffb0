import { z } from 'zod'
import { call } from '../call.ts'
import { id, instant } from '../fields.ts'

/** One thing that follows, by the ids and amounts it is about. */
export const reversalEffect = z
  .object({
    /** The kind of stream it is written in: review, opinion, rewards, wallet, conduct, dispute, case … */
    of: z.string(),
    /** The event's name. */
    what: z.string(),
    id: id.nullable(),
    /** AVA, percent, or which strike it is. */
    amount: z.int().nullable(),
    /** Stars, or a tier counted from 0. */
    before: z.int().nullable(),
    after: z.int().nullable(),
  })
  .meta({ id: 'DominoEffect' })
export type ReversalEffect = z.infer<typeof reversalEffect>

const beforeAndAfter = z.object({ before: z.number(), after: z.number() })

export const reversalPlan = z
  .object({
    planId: id,
    reviewId: id,
    draftedAt: instant,
    /** Whoever asks drafted it, so somebody else must approve it. */
    draftedByMe: z.boolean(),
    approvedAt: instant.nullable(),
    approvedByMe: z.boolean(),
    effects: z.array(reversalEffect),
    /** Given and not taken back: redeemed codes (percent), spent AVA. */
    kept: z.array(z.object({ what: z.enum(['code-redeemed', 'ava-spent']), id: id.nullable(), amount: z.int() })),
    figures: z.object({
      /** Null where the target is no venue; an average is null without a voice. */
      venue: z
        .object({
          stars: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
          raters: beforeAndAfter,
        })
        .nullable(),
      ratings: beforeAndAfter,
      ava: beforeAndAfter,
      /** Null for a business, which earns no codes. */
      codes: beforeAndAfter.nullable(),
    }),
    /** Null before it was approved. */
    outcome: z
      .object({ done: z.int(), missing: z.array(reversalEffect), unforeseen: z.array(reversalEffect) })
      .nullable(),
  })
  .meta({ id: 'DominoPlan' })
export type ReversalPlan = z.infer<typeof reversalPlan>

const planParams = z.object({ planId: id })

export const reversalCalls = {
  previewReversal: call({
    method: 'POST',
    path: '/api/admin/reviews/:id/domino',
    summary: 'Everything that would follow if a review were judged fake, kept as a plan; nothing of it is done',
    access: 'moderator',
    params: z.object({ id }),
    response: reversalPlan,
    rateLimit: 'replay',
  }),
  latestReversalOfReview: call({
    method: 'GET',
    path: '/api/admin/reviews/:id/domino',
    summary: 'The latest plan to unwind a review; null when there is none',
    access: 'moderator',
    params: z.object({ id }),
    response: z.object({ plan: reversalPlan.nullable() }),
  }),
  approveReversal: call({
    method: 'POST',
    path: '/api/admin/domino/:planId/approve',
    summary: 'Carries out a plan another moderator drafted; 409 when the world has changed since',
    access: 'moderator',
    params: planParams,
    response: reversalPlan,
    rateLimit: 'replay',
  }),
  reversalPlan: call({
    method: 'GET',
    path: '/api/admin/domino/:planId',
    summary: 'A plan, and what became of it',
    access: 'moderator',
    params: planParams,
    response: reversalPlan,
  }),
}
