import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import {
  AppealApproved,
  AppealRejected,
  AppealSubmitted,
  AppealTakenUnderReview,
  PermanentSuspensionImposed,
  SanctionExpired,
  SanctionLifted,
  SuspensionImposed,
  WarningIssued,
} from '../domain/conduct/conduct/events.ts'
import { family, type EventIn } from '../domain/kernel/event.ts'
import type { Projection } from './projection.ts'

export const severity = z.enum(['LOW', 'MEDIUM', 'HIGH', 'PERMANENT'])
export const appealStatus = z.enum(['NONE', 'PENDING', 'UNDER_REVIEW', 'APPROVED', 'REJECTED'])
const Row = z.object({
  sanctionId: z.string(),
  accountId: z.string(),
  userType: z.enum(['user', 'client']),
  reason: z.string(),
  severity,
  description: z.string().nullable(),
  /** As written down: a suspension past its end is over all the same. */
  active: z.boolean(),
  expiresAt: z.string().nullable(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
  deactivatedAt: z.string().nullable(),
  deactivatedBy: z.string().nullable(),
  lifted: z.boolean(),
  liftedFacts: z.string().nullable(),
  triggerType: z.string(),
  triggerData: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  strikes: z.number(),
  ladderVersion: z.number(),
  facts: z.string(),
  ground: z.string(),
  rulesVersion: z.number(),
  automation: z.string(),
  redress: z.array(z.string()),
  appealableUntil: z.string().nullable(),
  appealStatus,
  appealReason: z.string().nullable(),
  appealedAt: z.string().nullable(),
  appealReviewedBy: z.string().nullable(),
  appealReviewedAt: z.string().nullable(),
  appealDecision: z.enum(['APPROVED', 'REJECTED']).nullable(),
  appealDecisionReason: z.string().nullable(),
})
export type SanctionRow = z.infer<typeof Row>

const events = family(
  WarningIssued,
  SuspensionImposed,
  PermanentSuspensionImposed,
  SanctionExpired,
  SanctionLifted,
  AppealSubmitted,
  AppealTakenUnderReview,
  AppealApproved,
  AppealRejected,
)
type Event = EventIn<typeof events>
type Imposing = Extract<Event, { readonly type: 'WarningIssued' | 'SuspensionImposed' | 'PermanentSuspensionImposed' }>

/** Every sanction as it stands, past ones too (E-19, Q-55). */
export const sanctions: Projection<SanctionRow, Event> = {
  name: 'sanctions',
  version: 1,
  row: Row,
  columns: {
    sanctionId: { type: 'text' },
    accountId: { type: 'text' },
    userType: { type: 'text' },
    reason: { type: 'text' },
    severity: { type: 'text' },
    description: { type: 'text', pii: { of: 'accountId', erased: null } },
    active: { type: 'bool' },
    expiresAt: { type: 'instant' },
    createdBy: { type: 'text' },
    createdAt: { type: 'instant' },
    deactivatedAt: { type: 'instant' },
    deactivatedBy: { type: 'text' },
    lifted: { type: 'bool' },
    liftedFacts: { type: 'text', pii: { of: 'accountId', erased: '' } },
    triggerType: { type: 'text' },
    triggerData: { type: 'json' },
    strikes: { type: 'int' },
    ladderVersion: { type: 'int' },
    facts: { type: 'text', pii: { of: 'accountId', erased: '' } },
    ground: { type: 'text' },
    rulesVersion: { type: 'int' },
    automation: { type: 'text' },
    redress: { type: 'json' },
    appealableUntil: { type: 'instant' },
    appealStatus: { type: 'text' },
    appealReason: { type: 'text', pii: { of: 'accountId', erased: '' } },
    appealedAt: { type: 'instant' },
    appealReviewedBy: { type: 'text' },
    appealReviewedAt: { type: 'instant' },
    appealDecision: { type: 'text' },
    appealDecisionReason: { type: 'text', pii: { of: 'accountId', erased: '' } },
  },
  indexes: ['account_id, created_at desc, key desc', 'created_at desc, key desc', 'active, expires_at'],
  events,
  keys: ({ event }) =>
    'replaces' in event.data && event.data.replaces !== null
      ? [event.data.sanctionId, event.data.replaces]
      : [event.data.sanctionId],
  evolve: (row, { event }, key) => {
    if (event.data.sanctionId !== key) return row && { ...row, active: false, deactivatedAt: event.data.at }
    return isImposing(event) ? rowOf(event) : row && afterwards(row, event)
  },
}

const isImposing = (event: Event): event is Imposing =>
  event.type === 'WarningIssued' || event.type === 'SuspensionImposed' || event.type === 'PermanentSuspensionImposed'

const rowOf = ({ type, data }: Imposing): SanctionRow => {
  const { violationId: _, replaces: __, evidence, trigger, by, redress, at, ...rest } = data
  return {
    ...rest,
    severity: type === 'WarningIssued' ? 'LOW' : type === 'SuspensionImposed' ? data.severity : 'PERMANENT',
    expiresAt: type === 'PermanentSuspensionImposed' ? null : data.until,
    active: true,
    createdBy: by,
    createdAt: at,
    deactivatedAt: null,
    deactivatedBy: null,
    lifted: false,
    liftedFacts: null,
    triggerType: trigger,
    triggerData: { ...evidence },
    redress: [...redress],
    appealStatus: 'NONE',
    appealReason: null,
    appealedAt: null,
    appealReviewedBy: null,
    appealReviewedAt: null,
    appealDecision: null,
    appealDecisionReason: null,
  }
}

const afterwards = (row: SanctionRow, event: Exclude<Event, Imposing>): SanctionRow => {
  const { at } = event.data
  switch (event.type) {
    case 'SanctionExpired':
      return { ...row, active: false, deactivatedAt: at }
    case 'SanctionLifted': {
      const { by, facts } = event.data
      const waits = row.appealStatus === 'PENDING' || row.appealStatus === 'UNDER_REVIEW'
      const heard = waits ? ({ appealStatus: 'APPROVED', appealReviewedBy: by, appealReviewedAt: at } as const) : {}
      return { ...row, ...over(row, at, by), ...heard, lifted: true, liftedFacts: facts }
    }
    case 'AppealSubmitted':
      return { ...row, appealStatus: 'PENDING', appealReason: event.data.reason, appealedAt: at }
    case 'AppealTakenUnderReview':
      return { ...row, appealStatus: 'UNDER_REVIEW', appealReviewedBy: event.data.by }
    case 'AppealApproved':
      return { ...row, ...over(row, at, event.data.by), ...decided('APPROVED', event.data), lifted: true }
    case 'AppealRejected':
      return { ...row, ...decided('REJECTED', event.data) }
  }
}

/** When it ended stays, if it had ended before. */
const over = ({ active, deactivatedAt, deactivatedBy }: SanctionRow, at: string, by: string | null) =>
  active ? { active: false, deactivatedAt: at, deactivatedBy: by } : { deactivatedAt, deactivatedBy }

const decided = (
  decision: 'APPROVED' | 'REJECTED',
  { by, facts, at }: { readonly by: string; readonly facts: string; readonly at: string },
) => ({
  appealStatus: decision,
  appealDecision: decision,
  appealDecisionReason: facts,
  appealReviewedBy: by,
  appealReviewedAt: at,
})

const Id = z.object({ accountId: z.string() })

/** Whose sanction it is; null for one there never was. */
export const accountOfSanction = (db: CommonQueryMethods, sanctionId: string) =>
  db.maybeOneFirst(sql.type(Id)`select account_id as "accountId" from read.sanctions where key = ${sanctionId}`)

export const accountsWithSpentSanctions = (db: CommonQueryMethods, now: string, limit: number) =>
  db.anyFirst(sql.type(Id)`
    select account_id as "accountId" from read.sanctions
    where active and expires_at <= ${now}::timestamptz order by expires_at limit ${limit}`)
