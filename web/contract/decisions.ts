import { z } from 'zod'
import { call } from './call.ts'
import { cursor, day, id, instant, limit } from './fields.ts'
import { ground, longestFacts } from './reasons.ts'

export const decisionKinds = [
  'HELD',
  'HIDDEN',
  'REMOVED',
  'RESTORED',
  'FLAG_REVIEWED',
  'FLAG_DISMISSED',
  'FLAG_UPHELD',
  'DISPUTE_UPHELD',
  'DISPUTE_REJECTED',
] as const
export const decisionKind = z.enum(decisionKinds)
export type DecisionKind = z.infer<typeof decisionKind>
export const automation = z.enum(['none', 'detection', 'decision'])
export type Automation = z.infer<typeof automation>
export const redress = z.enum(['appeal', 'out-of-court', 'court'])

/** A decision as whoever it concerns is told: nobody’s name is in it. */
export const toldDecision = z
  .object({
    id,
    kind: decisionKind,
    /** As what one is told: of one’s own review, one’s report, one’s dispute. */
    addressee: z.enum(['author', 'reporter', 'business']),
    reviewId: id,
    at: instant,
    /** Empty where it was decided before decisions carried their reasons. */
    facts: z.string(),
    rule: z.object({ ground, title: z.string(), text: z.string(), version: z.int() }),
    automation,
    redress: z.array(redress),
    appealableUntil: instant.nullable(),
  })
  .meta({ id: 'ToldDecision' })
export type ToldDecision = z.infer<typeof toldDecision>

/** The Commission’s form of a statement of reasons, in its own words (DSA, article 24.5); no personal datum has a field. */
export const dsaStatement = z
  .object({
    puid: id,
    decision_visibility: z.array(
      z.enum(['DECISION_VISIBILITY_CONTENT_REMOVED', 'DECISION_VISIBILITY_CONTENT_DISABLED']),
    ),
    decision_ground: z.literal('DECISION_GROUND_INCOMPATIBLE_CONTENT'),
    incompatible_content_ground: z.string(),
    incompatible_content_explanation: z.string(),
    incompatible_content_illegal: z.literal('No'),
    category: z.string(),
    category_specification: z.array(z.string()),
    content_type: z.array(z.literal('CONTENT_TYPE_TEXT')),
    content_language: z.literal('IT'),
    content_date: day,
    application_date: day,
    territorial_scope: z.array(z.string()),
    decision_facts: z.string(),
    source_type: z.enum(['SOURCE_TYPE_OTHER_NOTIFICATION', 'SOURCE_VOLUNTARY']),
    automated_detection: z.enum(['Yes', 'No']),
    automated_decision: z.enum(['AUTOMATED_DECISION_FULLY', 'AUTOMATED_DECISION_NOT_AUTOMATED']),
  })
  .meta({ id: 'DsaStatement' })
export type DsaStatement = z.infer<typeof dsaStatement>

const count = z.int().min(0)
/** One year’s moderation in numbers (DSA, articles 15 and 24). */
export const transparency = z
  .object({
    year: z.int(),
    notices: z.object({ flags: count, disputes: count }),
    answers: z.object({ upheld: count, rejected: count, closed: count, void: count }),
    /** From report to answer; null while none was answered. */
    medianMinutes: count.nullable(),
    actions: z.object({ held: count, hidden: count, removed: count, restored: count }),
    grounds: z.array(z.object({ ground, count })),
    /** Decisions to hide or remove that were reversed. */
    overturned: count,
    /** Decisions appealed against within the house, and how those appeals ended. */
    appeals: z.object({ received: count, upheld: count, partly: count, overturned: count }),
    automated: z.object({ decided: count, detected: count, reversed: count }),
  })
  .meta({ id: 'Transparency' })
export type Transparency = z.infer<typeof transparency>

export const decisionCalls = {
  suggestReasons: call({
    method: 'GET',
    path: '/api/admin/reviews/:id/reasons',
    says: 'What a decision would say of itself, were nothing said of it',
    who: 'moderator',
    params: z.object({ id }),
    query: z.object({
      decision: z.enum(decisionKinds).exclude(['HELD']),
      flagId: id.optional(),
    }),
    answer: z.object({ ground, facts: z.string().max(longestFacts) }),
  }),
  ownDecisions: call({
    method: 'GET',
    path: '/api/decisions/mine',
    says: 'What was decided on one’s reviews, reports and disputes, with the reasons, newest first; for the suspended too',
    who: 'signed-in',
    whileSuspended: true,
    query: z.object({ limit: limit(100), cursor }),
    answer: z.array(toldDecision),
    paged: true,
  }),
  dsaStatement: call({
    method: 'GET',
    path: '/api/admin/decisions/:id/dsa',
    says: 'A restriction’s statement of reasons as the EU’s transparency database takes it',
    who: 'moderator',
    params: z.object({ id }),
    answer: dsaStatement,
  }),
  transparency: call({
    method: 'GET',
    path: '/api/transparency/:year',
    says: 'The figures of a year’s moderation',
    who: 'anyone',
    params: z.object({ year: z.string().regex(/^20\d\d$/, 'Anno non valido') }),
    answer: transparency,
    whileSuspended: true,
  }),
}
