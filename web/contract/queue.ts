import { z } from 'zod'
import { call } from './call.ts'
import { cursor, id, instant, limit } from './fields.ts'

export const caseKind = z.enum(['FLAG', 'DISPUTE', 'APPEAL', 'HELD'])
/** Points settled 9. */
export const lanes = ['flags', 'disputes', 'appeals', 'held', 'overdue'] as const
export const lane = z.enum(lanes)
export type CaseKind = z.infer<typeof caseKind>
export type Lane = z.infer<typeof lane>

/** Why a case is where it is in the queue: `priority` is the sum. */
export const priorityPart = z
  .object({ part: z.enum(['kind', 'held', 'flags', 'reporters', 'deadline']), points: z.int() })
  .meta({ id: 'PriorityPart' })
export type PriorityPart = z.infer<typeof priorityPart>

export const queuedCase = z
  .object({
    caseId: id,
    kind: caseKind,
    targetId: id,
    priority: z.int(),
    why: z.array(priorityPart),
    dueAt: instant,
    overdue: z.boolean(),
    /** Null when nobody's claim is live. */
    claimedBy: id.nullable(),
    /** Whom other moderators know that moderator as. */
    claimedByName: z.string().nullable(),
    claimedUntil: instant.nullable(),
    openedAt: instant,
    /** How many other open cases there are of the same target: one matter with this one. */
    others: z.int(),
    summary: z.string(),
  })
  .meta({ id: 'QueuedCase' })
export type QueuedCase = z.infer<typeof queuedCase>

/** How many open cases each lane holds. */
export const laneCounts = z.object({
  flags: z.int(),
  disputes: z.int(),
  appeals: z.int(),
  held: z.int(),
  overdue: z.int(),
}) satisfies z.ZodType<Readonly<Record<Lane, number>>>

export const queueChange = z.object({
  caseId: id,
  kind: caseKind,
  targetId: id,
  change: z.enum([
    'opened',
    'escalated',
    'reprioritised',
    'due-soon',
    'overdue',
    'claimed',
    'released',
    'expired',
    'closed',
  ]),
})
export type QueueChange = z.infer<typeof queueChange>

const ofCase = z.object({ caseId: id })

export const queueCalls = {
  queue: call({
    method: 'GET',
    path: '/api/admin/queue',
    says: 'Open cases in the order they should be taken',
    who: 'moderator',
    query: z.object({ lane: lane.optional(), limit: limit(100), cursor }),
    answer: z.object({ items: z.array(queuedCase), nextCursor: z.string().nullable(), counts: laneCounts }),
  }),
  nextCase: call({
    method: 'POST',
    path: '/api/admin/queue/next',
    says: 'Takes the best case nobody has, of one lane or of all; 404 when none waits',
    who: 'moderator',
    body: z.strictObject({ lane: lane.nullish() }),
    answer: z.object({ caseId: id, claimedUntil: instant }),
    idempotent: true,
  }),
  claimCase: call({
    method: 'POST',
    path: '/api/admin/queue/:caseId/claim',
    says: 'Takes a case for a while; 409 while it is another’s',
    who: 'moderator',
    params: ofCase,
    answer: z.object({ claimedUntil: instant }),
  }),
  releaseCase: call({
    method: 'POST',
    path: '/api/admin/queue/:caseId/release',
    says: 'Gives a case back',
    who: 'moderator',
    params: ofCase,
    answer: null,
  }),
  queueEvents: call({
    method: 'GET',
    path: '/api/admin/queue/events',
    says: 'What changes in the queue, as it changes; resumes after Last-Event-ID',
    who: 'moderator',
    answer: queueChange,
    stream: true,
  }),
}
