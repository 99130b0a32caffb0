import { z } from 'zod'
import { automations, grounds, remedies, violations } from '../../../domain/kernel/vocabulary.ts'
import {
  appealObstacles,
  appealSides,
  decisionKinds,
  reviewDecisionKinds,
} from '../../../domain/moderation/vocabulary.ts'
export type { DecisionKind } from '../../../domain/moderation/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { ruleParameters } from '../rule-parameters.ts'
import { cursor, day, id, instant, optionalText, pageLimit } from '../fields.ts'

/** `NO_VIOLATION` if no rule was violated. */
export const ground = z.enum(grounds)
export type Ground = z.infer<typeof ground>

/** The reasons of a decision as shown to its addressee. */
export const decisionReasons = z
  .object({
    /** Empty for decisions from before reasons were recorded. */
    facts: z.string(),
    ground,
  })
  .meta({ id: 'DecisionReasons' })
export type DecisionReasons = z.infer<typeof decisionReasons>

/** The author's violation, which leads to a sanction. @rule V-56 */
export const violation = z.enum(violations)
export type Violation = z.infer<typeof violation>

/** In characters. */
export const maxFactsLength = ruleParameters.factsMaxLength

/** Reasons in the body of a decision. Omitted ones are composed from the recorded facts. */
export const reasonFields = {
  ground: ground.optional(),
  facts: optionalText(maxFactsLength),
  violation: violation.optional(),
  /** The `version` of the review the moderator saw; 409 if it has changed since. */
  seenVersion: z
    .string()
    .regex(/^[\w:./-]{1,120}$/)
    .optional(),
}

const decisionKind = z.enum(decisionKinds)
export const automation = z.enum(automations)
export const remedy = z.enum(remedies)

/** A decision as its addressee sees it, without names. */
export const ownDecision = z
  .object({
    id,
    kind: decisionKind,
    /** Author of the review, reporter of the flag, business that opened the dispute, or party to a contested rating. */
    addressee: z.enum(appealSides),
    /** The review, or the contested rating. */
    reviewId: id,
    at: instant,
    /** Empty for decisions from before reasons were recorded. */
    facts: z.string(),
    rule: z.object({ ground, title: z.string(), text: z.string(), version: z.int() }),
    automation,
    redress: z.array(remedy),
    appealableUntil: instant.nullable(),
    /** Why the addressee cannot appeal; null if the addressee can. */
    appealObstacle: z.enum(appealObstacles).nullable(),
  })
  .meta({ id: 'OwnDecision' })
export type OwnDecision = z.infer<typeof ownDecision>

/** Statement of reasons in the format of the EU transparency database (DSA, article 24.5). No field holds personal data. */
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
/** Moderation statistics of a year (DSA, articles 15 and 24). */
export const transparency = z
  .object({
    year: z.int(),
    /** Years with statistics, latest first; the current one is always included. */
    years: z.array(z.int()),
    notices: z.object({ flags: count, disputes: count }),
    answers: z.object({ upheld: count, rejected: count, closed: count, void: count }),
    /** Median time from notice to outcome; null if there are no outcomes. */
    medianMinutes: count.nullable(),
    actions: z.object({ held: count, hidden: count, removed: count, restored: count }),
    grounds: z.array(z.object({ ground, count })),
    /** Reviews restored after a decision to hide or remove them, on appeal or by a moderator. */
    overturned: count,
    /** Decisions under internal appeal, and the outcomes. */
    appeals: z.object({ received: count, upheld: count, partly: count, overturned: count }),
    automated: z.object({ decided: count, detected: count, reversed: count }),
  })
  .meta({ id: 'Transparency' })
export type Transparency = z.infer<typeof transparency>

export const decisionEndpoints = {
  suggestReasons: endpoint({
    method: 'GET',
    path: '/api/admin/reviews/:id/reasons',
    summary: 'Returns the reasons a decision gets if the moderator gives none',
    access: 'moderator',
    params: z.object({ id }),
    query: z.object({
      decision: z.enum(reviewDecisionKinds).exclude(['HELD']),
      flagId: id.optional(),
    }),
    response: z.object({
      ground,
      facts: z.string().max(maxFactsLength),
      /** Grounds the decision may name. */
      grounds: z.array(ground),
      /** Violations the decision may charge the author with; empty unless it goes against the review. */
      violations: z.array(violation),
    }),
    recorded: { what: 'staff-read', why: 'case-file' },
  }),
  ownDecisions: endpoint({
    method: 'GET',
    path: '/api/decisions/mine',
    summary:
      'Lists decisions on the caller’s reviews, flags, disputes and contested ratings, with reasons, newest first; also for suspended accounts',
    access: 'signed-in',
    allowedWhileSuspended: true,
    query: z.object({ limit: pageLimit(100), cursor }),
    response: z.array(ownDecision),
    paginated: true,
  }),
  dsaStatement: endpoint({
    method: 'GET',
    path: '/api/admin/decisions/:id/dsa',
    summary: 'Returns the statement of reasons for a restriction in the format of the EU transparency database',
    access: 'moderator',
    params: z.object({ id }),
    response: dsaStatement,
  }),
  transparency: endpoint({
    method: 'GET',
    path: '/api/transparency/:year',
    summary: 'Returns the moderation statistics of a year',
    access: 'anyone',
    /** A year, or `current`. */
    params: z.object({ year: z.string().regex(/^(?:20\d\d|current)$/, 'Anno non valido') }),
    response: transparency,
    allowedWhileSuspended: true,
  }),
}
