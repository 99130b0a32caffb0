import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, instant, text } from '../fields.ts'
import {
  appealActions,
  appealDecisionObstacles,
  appealOutcomes,
  appealSides,
  appealStatuses,
  measures,
} from '../../../domain/moderation/vocabulary.ts'
import { ruleParameters } from '../rule-parameters.ts'
import { ground, violation } from './decisions.ts'

export { isAboutRating } from '../../../domain/moderation/vocabulary.ts'
export type {
  AppealObstacle,
  AppealOutcome,
  AppealSide,
  AppealStatus,
  Measure,
} from '../../../domain/moderation/vocabulary.ts'

const appealSide = z.enum(appealSides)
const appealStatus = z.enum(appealStatuses)
const appealOutcome = z.enum(appealOutcomes)
export const measure = z.enum(measures)

/** The appellant's text, and the reason for the decision. */
export const appealReason = text(ruleParameters.appealMinLength, ruleParameters.appealMaxLength)

export const appealBody = z.strictObject({ reason: appealReason })

/** An appeal as its appellant sees it. */
export const ownAppeal = z
  .object({
    /** The decision the appellant was notified of. */
    decisionId: id,
    /** The review, or the contested rating. */
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

/** What a moderator needs to decide: the decision with its reasons, the review or rating as it was judged, and the appeals. */
export const appealFile = z
  .object({
    decisionId: id,
    reviewId: id,
    side: appealSide,
    /** 2: against a decision that overturned another on appeal; the ruling is then final. */
    level: z.int(),
    status: appealStatus,
    before: measure,
    decision: z.object({ at: instant, facts: z.string(), ground }),
    judged: z.object({ rating: z.int(), comment: z.string().nullable() }),
    appeals: z.array(z.object({ appellantId: id, reason: z.string(), lodgedAt: instant })),
    /** The measures each outcome allows, default first; empty if the outcome is impossible. */
    possible: z.array(z.object({ outcome: appealOutcome, measures: z.array(measure) })),
    /** Why the caller may not decide; null if the caller may. */
    barred: z.enum(appealDecisionObstacles).nullable(),
    /** What the caller may do; another moderator's claim on the case still prevents a decision. */
    actions: z.array(z.enum(appealActions)),
    ruling: z.object({ outcome: appealOutcome, measure, reason: z.string(), ground, by: id, at: instant }).nullable(),
  })
  .meta({ id: 'AppealFile' })
export type AppealFile = z.infer<typeof appealFile>

const appealParams = z.object({ decisionId: id })

export const appealEndpoints = {
  lodgeAppeal: endpoint({
    method: 'POST',
    path: '/api/decisions/:id/appeal',
    summary: 'Appeals against a decision addressed to the caller, once; 410 after the deadline',
    access: 'signed-in',
    params: z.object({ id }),
    body: appealBody,
    response: ownAppeal,
    status: 201,
    idempotent: true,
    rateLimit: 'write',
    allowedWhileSuspended: true,
  }),
  ownAppeals: endpoint({
    method: 'GET',
    path: '/api/appeals/mine',
    summary: 'Lists the caller’s appeals against decisions about reviews, newest first',
    access: 'signed-in',
    response: z.array(ownAppeal),
    allowedWhileSuspended: true,
  }),
  appealFile: endpoint({
    method: 'GET',
    path: '/api/admin/decision-appeals/:decisionId',
    summary: 'Returns the appeals against a decision, with the decision and the review it judged',
    access: 'moderator',
    params: appealParams,
    response: appealFile,
    recorded: { what: 'staff-read', why: 'appeal' },
  }),
  takeAppealUnderReview: endpoint({
    method: 'POST',
    path: '/api/admin/decision-appeals/:decisionId/take',
    summary: 'Marks the appeals against a decision as under review',
    access: 'moderator',
    params: appealParams,
    response: appealFile,
    recorded: { what: 'moderation', why: 'appeal' },
  }),
  decideAppeal: endpoint({
    method: 'PATCH',
    path: '/api/admin/decision-appeals/:decisionId',
    summary: 'Decides the appeals against a decision; 403 for parties and moderators who decided earlier',
    access: 'moderator',
    params: appealParams,
    body: z.strictObject({
      outcome: appealOutcome,
      reason: appealReason,
      /** Defaults to the outcome's first possible measure. */
      measure: measure.optional(),
      ground: ground.optional(),
      violation: violation.optional(),
    }),
    response: appealFile,
    recorded: { what: 'moderation', why: 'appeal' },
  }),
}
