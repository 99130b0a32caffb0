import { z } from 'zod'
import { call } from '../call.ts'
import { cursor, day, id, instant, optionalText, pageLimit } from '../fields.ts'

/** What a decision can rest on: `NO_VIOLATION` where nothing was broken. */
export const grounds = [
  'SPAM',
  'INAPPROPRIATE',
  'FAKE',
  'FAKE_REVIEWS',
  'OFFENSIVE',
  'HARASSMENT',
  'INCORRECT_INFO',
  'UNFAIR_RATING',
  'POLICY_VIOLATION',
  'MULTIPLE_DISPUTES_LOST',
  'AUTO_FLAGGED',
  'OTHER',
  'NO_VIOLATION',
] as const
export const ground = z.enum(grounds)
export type Ground = z.infer<typeof ground>

/** What was found, and what it rests on, as whoever is concerned is told. */
export const decisionReasons = z
  .object({
    /** Empty where it was decided before decisions carried their reasons. */
    facts: z.string(),
    ground,
  })
  .meta({ id: 'ReasonsTold' })
export type DecisionReasons = z.infer<typeof decisionReasons>

/** V-56: what the author is to answer for. */
export const violations = [
  'SPAM',
  'FAKE_REVIEWS',
  'POLICY_VIOLATION',
  'HARASSMENT',
  'MULTIPLE_DISPUTES_LOST',
  'AUTO_FLAGGED',
] as const
export const violation = z.enum(violations)
export type Violation = z.infer<typeof violation>

export const maxFactsLength = 2000

/** What a decision's body may say beside the verdict; what is left out is composed of what is known. */
export const reasonFields = {
  ground: ground.optional(),
  facts: optionalText(maxFactsLength),
  violation: violation.optional(),
  /** The `version` of the review that was looked at; 409 when it has changed since. */
  seenVersion: z
    .string()
    .regex(/^[\w:./-]{1,120}$/)
    .optional(),
}

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
export const ownDecision = z
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
export type OwnDecision = z.infer<typeof ownDecision>

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
    summary: 'What a decision would say of itself, were nothing said of it',
    access: 'moderator',
    params: z.object({ id }),
    query: z.object({
      decision: z.enum(decisionKinds).exclude(['HELD']),
      flagId: id.optional(),
    }),
    response: z.object({ ground, facts: z.string().max(maxFactsLength) }),
  }),
  ownDecisions: call({
    method: 'GET',
    path: '/api/decisions/mine',
    summary:
      'What was decided on one’s reviews, reports and disputes, with the reasons, newest first; for the suspended too',
    access: 'signed-in',
    allowedWhileSuspended: true,
    query: z.object({ limit: pageLimit(100), cursor }),
    response: z.array(ownDecision),
    paginated: true,
  }),
  dsaStatement: call({
    method: 'GET',
    path: '/api/admin/decisions/:id/dsa',
    summary: 'A restriction’s statement of reasons as the EU’s transparency database takes it',
    access: 'moderator',
    params: z.object({ id }),
    response: dsaStatement,
  }),
  transparency: call({
    method: 'GET',
    path: '/api/transparency/:year',
    summary: 'The figures of a year’s moderation',
    access: 'anyone',
    params: z.object({ year: z.string().regex(/^20\d\d$/, 'Anno non valido') }),
    response: transparency,
    allowedWhileSuspended: true,
  }),
}
