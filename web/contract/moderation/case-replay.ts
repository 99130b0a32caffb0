import { z } from 'zod'
import { call } from '../call.ts'
import { id, instant } from '../fields.ts'
import { disputeReason, disputeStatus, flagReason, flagStatus } from '../reviews/flags-and-disputes.ts'
import { moderationStatus, reasonCode, targetType, visibility } from '../reviews/reviews.ts'
import { caseKind } from './cases.ts'

const authorType = z.enum(['user', 'client'])

/** The case as it stood at one moment; what the viewer may not know is null or not there. */
const caseView = z
  .object({
    /** Index in `revisions`. */
    revision: z.int(),
    status: moderationStatus,
    flags: z.array(z.object({ flagId: id, status: flagStatus })),
    /** Of the pending flags: 100 is an ordinary one. */
    weight: z.int().nullable(),
    dispute: disputeStatus.nullable(),
    claim: z.object({ by: id, until: instant }).nullable(),
    /** The venue's stars then. */
    score: z.object({ average: z.number().nullable(), raters: z.int() }).nullable(),
  })
  .meta({ id: 'CaseView' })
export type CaseView = z.infer<typeof caseView>

const replayedDecision = z.object({
  decisionId: id,
  notes: z.string().nullable(),
  resolution: z.string().nullable(),
  statement: z
    .object({
      facts: z.string().nullable(),
      ground: z.string(),
      rulesVersion: z.int(),
      automation: z.enum(['none', 'detection', 'decision']),
      redress: z.array(z.enum(['appeal', 'out-of-court', 'court'])),
      appealableUntil: instant.nullable(),
    })
    .nullable(),
  /** What whoever decided had before their eyes. */
  saw: caseView.nullable(),
})
export type ReplayedDecision = z.infer<typeof replayedDecision>

const caseMoment = z
  .object({
    /** Counts from 1 among those shown. */
    n: z.int(),
    at: instant,
    /** The event's name. */
    what: z.string(),
    by: z.object({ kind: z.enum(['author', 'business', 'reporter', 'moderator', 'garbo']), id: id.nullable() }),
    flagId: id.nullable(),
    decision: replayedDecision.nullable(),
    /** Of an appeal: against which decision, in what words, how it was decided. */
    appeal: z
      .object({
        decisionId: id,
        text: z.string().nullable(),
        outcome: z.enum(['UPHELD', 'PARTLY', 'OVERTURNED']).nullable(),
      })
      .nullable(),
    view: caseView,
  })
  .meta({ id: 'CaseMoment' })
export type CaseMoment = z.infer<typeof caseMoment>

export const caseReplay = z
  .object({
    caseId: id,
    kind: caseKind.nullable(),
    reviewId: id,
    viewer: z.enum(['staff', 'auditor', 'business', 'author']),
    authorType,
    erased: z.object({ author: z.boolean(), business: z.boolean() }),
    targetType,
    targetId: z.string(),
    visibility,
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
        evidenceUrls: z.array(z.string()).nullable(),
        dueAt: instant,
      })
      .nullable(),
    moments: z.array(caseMoment),
    /** The oldest, too many to be shown. */
    omitted: z.int(),
  })
  .meta({ id: 'CaseReplay' })
export type CaseReplay = z.infer<typeof caseReplay>

export const replayCalls = {
  replayCase: call({
    method: 'GET',
    path: '/api/cases/:caseId/replay',
    summary:
      'A case moment by moment, as its asker may see it; `review-<id>` is a review’s whole story; 404 to whoever has no part',
    access: 'signed-in',
    params: z.object({ caseId: id }),
    response: caseReplay,
    rateLimit: 'replay',
    allowedWhileSuspended: true,
  }),
}
