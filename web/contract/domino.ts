import { z } from 'zod'
import { call } from './call.ts'
import { id, instant } from './fields.ts'

/** One thing that follows, by the ids and amounts it is about. */
export const dominoEffect = z
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
export type DominoEffect = z.infer<typeof dominoEffect>

const moved = z.object({ before: z.number(), after: z.number() })

export const dominoPlan = z
  .object({
    planId: id,
    reviewId: id,
    draftedAt: instant,
    /** Whoever asks drafted it, so somebody else must approve it. */
    draftedByMe: z.boolean(),
    approvedAt: instant.nullable(),
    approvedByMe: z.boolean(),
    effects: z.array(dominoEffect),
    /** Given and not taken back: redeemed codes (percent), spent AVA. */
    kept: z.array(z.object({ what: z.enum(['code-redeemed', 'ava-spent']), id: id.nullable(), amount: z.int() })),
    figures: z.object({
      /** Null where the target is no venue; an average is null without a voice. */
      venue: z
        .object({
          stars: z.object({ before: z.number().nullable(), after: z.number().nullable() }),
          raters: moved,
        })
        .nullable(),
      ratings: moved,
      ava: moved,
      /** Null for a business, which earns no codes. */
      codes: moved.nullable(),
    }),
    /** Null before it was approved. */
    outcome: z.object({ done: z.int(), missing: z.array(dominoEffect), unforeseen: z.array(dominoEffect) }).nullable(),
  })
  .meta({ id: 'DominoPlan' })
export type DominoPlan = z.infer<typeof dominoPlan>

const ofPlan = z.object({ planId: id })

export const dominoCalls = {
  previewDomino: call({
    method: 'POST',
    path: '/api/admin/reviews/:id/domino',
    says: 'Everything that would follow if a review were judged fake, kept as a plan; nothing of it is done',
    who: 'moderator',
    params: z.object({ id }),
    answer: dominoPlan,
    limit: 'replay',
  }),
  dominoOfReview: call({
    method: 'GET',
    path: '/api/admin/reviews/:id/domino',
    says: 'The latest plan to unwind a review; null when there is none',
    who: 'moderator',
    params: z.object({ id }),
    answer: z.object({ plan: dominoPlan.nullable() }),
  }),
  approveDomino: call({
    method: 'POST',
    path: '/api/admin/domino/:planId/approve',
    says: 'Carries out a plan another moderator drafted; 409 when the world has changed since',
    who: 'moderator',
    params: ofPlan,
    answer: dominoPlan,
    limit: 'replay',
  }),
  dominoPlan: call({
    method: 'GET',
    path: '/api/admin/domino/:planId',
    says: 'A plan, and what became of it',
    who: 'moderator',
    params: ofPlan,
    answer: dominoPlan,
  }),
}
