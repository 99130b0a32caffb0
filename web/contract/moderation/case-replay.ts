import { z } from 'zod'
import { appealOutcomes, textStates, timePrecisions, viewerKinds } from '../../../domain/moderation/vocabulary.ts'
import { userTypes } from '../../../domain/sanctions/vocabulary.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../fields.ts'
import { disputeReason, disputeStatus, flagReason, flagStatus } from '../reviews/flags-and-disputes.ts'
import { moderationStatus, reasonCode, targetType, visibility } from '../reviews/reviews.ts'
import { caseKind } from './cases.ts'
import { automation, ground, remedy } from './decisions.ts'

const authorType = z.enum(userTypes)

/** Whether the viewer sees a text; if not, whether it is withheld or was erased with the account. */
const textState = z.enum(textStates)

/** The case as it stood at one moment. Fields the viewer may not see are null, list entries are left out. */
const replaySnapshot = z
  .object({
    /** Index in `revisions`. */
    revision: z.int(),
    status: moderationStatus,
    flags: z.array(z.object({ flagId: id, status: flagStatus })),
    /** Total weight of the pending flags in hundredths; 100 is an ordinary flag. */
    weight: z.int().nullable(),
    dispute: disputeStatus.nullable(),
    claim: z.object({ by: id, until: instant }).nullable(),
    /** The venue's full score at that time, including excluded periods; null if unavailable. */
    score: z.object({ average: z.number().nullable(), raters: z.int() }).nullable(),
  })
  .meta({ id: 'CaseView' })
export type ReplaySnapshot = z.infer<typeof replaySnapshot>

const replayDecision = z.object({
  /** Null if the viewer may not know the time of the decision, which the id tells. */
  decisionId: id.nullable(),
  notes: z.string().nullable(),
  resolution: z.string().nullable(),
  statement: z
    .object({
      facts: z.string().nullable(),
      ground,
      rulesVersion: z.int(),
      automation,
      redress: z.array(remedy),
      appealableUntil: instant.nullable(),
    })
    .nullable(),
  /** The case as the moderator saw it. */
  saw: replaySnapshot.nullable(),
})
export type ReplayDecision = z.infer<typeof replayDecision>

const replayMoment = z
  .object({
    /** Ordinal among the moments returned, counted from 1. */
    n: z.int(),
    at: instant,
    /** `day` if the viewer may not know the time. */
    precision: z.enum(timePrecisions),
    /** Event type. */
    what: z.string(),
    by: z.object({ kind: z.enum(['author', 'business', 'reporter', 'moderator', 'garbo']), id: id.nullable() }),
    flagId: id.nullable(),
    decision: replayDecision.nullable(),
    /** Null unless the moment belongs to an appeal. */
    appeal: z
      .object({
        decisionId: id.nullable(),
        text: z.string().nullable(),
        textState,
        outcome: z.enum(appealOutcomes).nullable(),
      })
      .nullable(),
    view: replaySnapshot,
  })
  .meta({ id: 'CaseMoment' })
export type ReplayMoment = z.infer<typeof replayMoment>

export const caseReplay = z
  .object({
    caseId: id,
    kind: caseKind.nullable(),
    reviewId: id,
    viewer: z.enum(viewerKinds),
    authorType,
    erased: z.object({ author: z.boolean(), business: z.boolean() }),
    targetType,
    targetId: z.string(),
    visibility,
    /** State of the review's text in every revision. */
    textState,
    revisions: z.array(
      z.object({
        at: instant,
        rating: z.int(),
        comment: z.string().nullable(),
        reasonCode,
        reasonTags: z.array(z.string()),
      }),
    ),
    flags: z.array(
      z.object({
        flagId: id,
        reporterType: authorType.nullable(),
        reason: flagReason,
        note: z.string().nullable(),
        weight: z.int().nullable(),
        weightVersion: z.int().nullable(),
        at: instant,
      }),
    ),
    dispute: z
      .object({
        businessId: id,
        reason: disputeReason,
        message: z.string().nullable(),
        messageState: textState,
        evidenceUrls: z.array(z.string()).nullable(),
        dueAt: instant,
      })
      .nullable(),
    moments: z.array(replayMoment),
    /** Number of oldest moments left out. */
    omitted: z.int(),
  })
  .meta({ id: 'CaseReplay' })
export type CaseReplay = z.infer<typeof caseReplay>

export const replayEndpoints = {
  replayCase: endpoint({
    method: 'GET',
    path: '/api/cases/:caseId/replay',
    summary:
      'Replays a case event by event, as the caller may see it; `review-<id>` replays a review’s full history; 404 without access, or if the case is not about a review',
    access: 'signed-in',
    params: z.object({ caseId: id }),
    response: caseReplay,
    rateLimit: 'replay',
    allowedWhileSuspended: true,
    recorded: { what: 'staff-read', why: 'replay' },
  }),
}
