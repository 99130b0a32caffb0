import { z } from 'zod'
import { call } from '../call.ts'
import { id, instant, text } from '../fields.ts'
import { ground, violation } from './decisions.ts'

export const appealSide = z.enum(['author', 'reporter', 'business'])
export type AppealSide = z.infer<typeof appealSide>
export const appealStatus = z.enum(['OPEN', 'UNDER_REVIEW', 'UPHELD', 'PARTLY', 'OVERTURNED', 'VOID'])
export type AppealStatus = z.infer<typeof appealStatus>
/** `UPHELD`: the decision stands. */
export const appealOutcomes = ['UPHELD', 'PARTLY', 'OVERTURNED'] as const
export const appealOutcome = z.enum(appealOutcomes)
export type AppealOutcome = z.infer<typeof appealOutcome>
/** What becomes of the review. */
export const measure = z.enum(['VISIBLE', 'HIDDEN', 'REMOVED'])
export type Measure = z.infer<typeof measure>

export const appealBody = z.strictObject({ reason: text(10, 1000) })

/** One's own, as one is told of it. */
export const ownAppeal = z
  .object({
    /** As the appellant was told it. */
    decisionId: id,
    reviewId: id,
    side: appealSide,
    status: appealStatus,
    reason: z.string(),
    lodgedAt: instant,
    /** Null until it is decided. */
    measure: measure.nullable(),
    answer: z.string().nullable(),
    closedAt: instant.nullable(),
  })
  .meta({ id: 'OwnAppeal' })
export type OwnAppeal = z.infer<typeof ownAppeal>

/** All a moderator should know before deciding: the decision with its reasons, the words as they were judged, who appealed. */
export const appealFile = z
  .object({
    decisionId: id,
    reviewId: id,
    side: appealSide,
    /** 2: against what an appeal had reversed; what is decided then is final. */
    level: z.int(),
    status: appealStatus,
    before: measure,
    decision: z.object({ at: instant, facts: z.string(), ground }),
    judged: z.object({ rating: z.int(), comment: z.string().nullable() }),
    appeals: z.array(z.object({ appellantId: id, reason: z.string(), lodgedAt: instant })),
    /** What each outcome may come to; nothing where there is no such outcome. */
    possible: z.array(z.object({ outcome: appealOutcome, measures: z.array(measure) })),
    /** Why whoever asks may not decide it. */
    barred: z.enum(['party', 'decided-before']).nullable(),
    ruling: z.object({ outcome: appealOutcome, measure, reason: z.string(), ground, by: id, at: instant }).nullable(),
  })
  .meta({ id: 'AppealFile' })
export type AppealFile = z.infer<typeof appealFile>

const appealParams = z.object({ decisionId: id })

export const appealCalls = {
  lodgeAppeal: call({
    method: 'POST',
    path: '/api/decisions/:id/appeal',
    summary: 'Appeals against a decision one was told of, once; 410 after its term',
    access: 'signed-in',
    params: z.object({ id }),
    body: appealBody,
    response: ownAppeal,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
    allowedWhileSuspended: true,
  }),
  ownAppeals: call({
    method: 'GET',
    path: '/api/appeals/mine',
    summary: 'One’s own appeals against decisions about reviews, newest first',
    access: 'signed-in',
    response: z.array(ownAppeal),
    allowedWhileSuspended: true,
  }),
  appealFile: call({
    method: 'GET',
    path: '/api/admin/decision-appeals/:decisionId',
    summary: 'The appeals against one decision, with the decision and the words it judged',
    access: 'moderator',
    params: appealParams,
    response: appealFile,
  }),
  takeAppeal: call({
    method: 'POST',
    path: '/api/admin/decision-appeals/:decisionId/take',
    summary: 'Tells the appellants that somebody is on it',
    access: 'moderator',
    params: appealParams,
    response: appealFile,
  }),
  decideAppeal: call({
    method: 'PATCH',
    path: '/api/admin/decision-appeals/:decisionId',
    summary: 'Decides the appeals against one decision; 403 for who is concerned or decided before',
    access: 'moderator',
    params: appealParams,
    body: z.strictObject({
      outcome: appealOutcome,
      reason: text(10, 1000),
      /** Left out: what the outcome usually means. */
      measure: measure.optional(),
      ground: ground.optional(),
      violation: violation.optional(),
    }),
    response: appealFile,
  }),
}
