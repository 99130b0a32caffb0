import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { accountKinds } from '../../domain/accounts/vocabulary.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import {
  SupportAnswered,
  type SupportEvent,
  SupportEvents,
  SupportMessageAdded,
  SupportRequested,
} from '../../domain/support/support-desk.ts'
import { supportAuthors, type SupportState, supportStates } from '../../domain/support/vocabulary.ts'
import { premiumCondition } from '../ava/premium-accounts.ts'
import { beforeCursor, decodeCursor, instantColumn, pageOf, type PageRequest, rankCursor } from '../columns.ts'
import type { Projection } from '../projection.ts'

const SupportRequestRowSchema = z.object({
  requestId: z.string(),
  accountId: z.string(),
  subject: z.string(),
  state: z.enum(supportStates),
  openedAt: z.string(),
  /** The first message that waits for an answer; null unless open. */
  waitingSince: z.string().nullable(),
  /** Last message, or closing. */
  lastAt: z.string(),
  /** Messages of the account since the last answer. */
  unanswered: z.number(),
})
export type SupportRequestRow = z.infer<typeof SupportRequestRowSchema>

/** Requests to the help desk. */
export const supportRequests: Projection<SupportRequestRow, SupportEvent> = {
  name: 'support_requests',
  version: 1,
  row: SupportRequestRowSchema,
  columns: {
    requestId: { type: 'text' },
    accountId: { type: 'text' },
    subject: { type: 'text', pii: { of: 'accountId', erased: '' } },
    state: { type: 'text' },
    openedAt: { type: 'instant' },
    waitingSince: { type: 'instant' },
    lastAt: { type: 'instant' },
    unanswered: { type: 'int' },
  },
  erasedWith: 'accountId',
  indexes: [
    'account_id, last_at desc, key desc',
    "waiting_since, key where state = 'open'",
    'state, last_at desc, key desc',
  ],
  events: SupportEvents,
  keys: ({ event }) => [event.data.requestId],
  evolve: (row, { event }) => {
    const { at } = event.data
    switch (event.type) {
      case 'SupportRequested': {
        const { requestId, accountId, subject } = event.data
        const times = { openedAt: at, waitingSince: at, lastAt: at }
        return { requestId, accountId, subject, state: 'open', ...times, unanswered: 1 }
      }
      case 'SupportMessageAdded':
        return (
          row && {
            ...row,
            state: 'open',
            waitingSince: row.waitingSince ?? at,
            lastAt: at,
            unanswered: row.unanswered + 1,
          }
        )
      case 'SupportAnswered':
        return row && { ...row, state: 'answered', waitingSince: null, lastAt: at, unanswered: 0 }
      case 'SupportRequestClosed':
        return row && { ...row, state: 'closed', waitingSince: null, lastAt: at }
    }
  },
}

const SupportMessageRowSchema = z.object({
  messageId: z.string(),
  requestId: z.string(),
  accountId: z.string(),
  author: z.enum(supportAuthors),
  message: z.string(),
  at: z.string(),
  /** Version of the event; orders the messages of a request. */
  version: z.number(),
})
export type SupportMessageRow = z.infer<typeof SupportMessageRowSchema>

const messageEvents = family(SupportRequested, SupportMessageAdded, SupportAnswered)

/** The messages of all requests, without the members of staff who answered. */
export const supportMessages: Projection<SupportMessageRow, EventIn<typeof messageEvents>> = {
  name: 'support_messages',
  version: 1,
  row: SupportMessageRowSchema,
  columns: {
    messageId: { type: 'text' },
    requestId: { type: 'text' },
    accountId: { type: 'text' },
    author: { type: 'text' },
    message: { type: 'text', pii: { of: 'accountId', erased: '' } },
    at: { type: 'instant' },
    version: { type: 'int' },
  },
  erasedWith: 'accountId',
  indexes: ['request_id, version'],
  events: messageEvents,
  keys: ({ event }) => [event.data.messageId],
  evolve: (_, { event: { type, data }, version }) => {
    const { messageId, requestId, accountId, message, at } = data
    const author = type === 'SupportAnswered' ? 'staff' : 'account'
    return { messageId, requestId, accountId, author, message, at, version }
  },
}

/** The account that sent the request; null if there is no such request. */
export const accountOfSupportRequest = (db: CommonQueryMethods, requestId: string) =>
  db.maybeOneFirst(
    sql.type(z.object({ accountId: z.string() }))`
      select account_id as "accountId" from read.support_requests where key = ${requestId}`,
  )

// --- Conversations ----------------------------------------------------------------------------------

const SupportMessage = z.object({
  id: z.string(),
  requestId: z.string(),
  author: z.enum(supportAuthors),
  message: z.string(),
  at: instantColumn,
})

const SupportRequest = z.object({
  id: z.string(),
  subject: z.string(),
  state: z.enum(supportStates),
  openedAt: instantColumn,
  lastAt: instantColumn,
  unanswered: z.number(),
})
const requestColumns = sql.fragment`r.request_id as id, r.subject, r.state, r.opened_at as "openedAt",
  r.last_at as "lastAt", r.unanswered`

const withMessages = async <Request extends { readonly id: string }>(
  db: CommonQueryMethods,
  requests: readonly Request[],
) => {
  const messages = await db.any(sql.type(SupportMessage)`
    select message_id as id, request_id as "requestId", author, message, at from read.support_messages
    where request_id = any(${sql.array(
      requests.map(({ id }) => id),
      'text',
    )})
    order by request_id, version`)
  return requests.map((request) => ({
    ...request,
    messages: messages.filter(({ requestId }) => requestId === request.id),
  }))
}

export type SupportRequestView = Awaited<ReturnType<typeof supportRequestsOf>>['items'][number]

/** The requests of an account with their messages, last changed first. */
export const supportRequestsOf = async (db: CommonQueryMethods, accountId: string, { limit, cursor }: PageRequest) => {
  const rows = await db.any(sql.type(SupportRequest)`
    select ${requestColumns} from read.support_requests r
    where r.account_id = ${accountId} and ${isBefore(cursor)}
    order by r.last_at desc, r.key desc limit ${limit + 1}`)
  const { items, nextCursor } = pageOf(rows, limit, ({ lastAt, id }) => [lastAt, id])
  return { items: await withMessages(db, items), nextCursor }
}

/** A request of the account; null if it has no such request. */
export const supportRequestOf = async (db: CommonQueryMethods, accountId: string, requestId: string) => {
  const request = await db.maybeOne(sql.type(SupportRequest)`
    select ${requestColumns} from read.support_requests r where r.key = ${requestId} and r.account_id = ${accountId}`)
  const [found] = await withMessages(db, request === null ? [] : [request])
  return found ?? null
}

const isBefore = (cursor: string | undefined) => beforeCursor(cursor, sql.fragment`r.last_at`, sql.fragment`r.key`)

// --- Queue of the staff -----------------------------------------------------------------------------

const QueuedSupportRequest = SupportRequest.extend({
  accountId: z.string(),
  waitingSince: instantColumn.nullable(),
  premium: z.boolean(),
  kind: z.enum(accountKinds).nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
})

const selectQueued = (
  source: FragmentSqlToken,
) => sql.fragment`select ${requestColumns}, r.account_id as "accountId", r.waiting_since as "waitingSince", r.premium,
    a.kind, coalesce(a.business_name, a.first_name || ' ' || a.last_name) as name, a.email
  from ${source} r left join read.accounts a on a.key = r.account_id`

const isPremium = (now: string) => premiumCondition(sql.fragment`q.account_id`, now)

interface QueueFilter extends PageRequest {
  readonly state: SupportState
  readonly now: string
}

/** Requests in a state, for staff: open ones in the order in which they are due, others last changed first. */
export const supportQueue = (db: CommonQueryMethods, filter: QueueFilter) =>
  filter.state === 'open' ? openRequests(db, filter) : settledRequests(db, filter)

export type QueuedSupportRequest = Awaited<ReturnType<typeof supportQueue>>['items'][number]

/**
 * Premium first, then the longest wait. Each half reads the index of open requests in its order. A request whose account
 * gains or loses Premium between two pages may be missing or repeated.
 * @rule D-33 Premium as it is now
 */
const openRequests = async (db: CommonQueryMethods, { now, limit, cursor }: QueueFilter) => {
  const after = decodeCursor(rankCursor, cursor)
  const half = (rank: 0 | 1, condition: FragmentSqlToken) => sql.fragment`(
    select q.*, ${rank}::int = 0 as premium, ${rank}::int as rank from read.support_requests q
    where q.state = 'open' and ${condition} and ${isAfter(rank, after)}
    order by q.waiting_since, q.key limit ${limit + 1})`
  const rows = await db.any(sql.type(QueuedSupportRequest)`
    ${selectQueued(sql.fragment`(
      select * from (${half(0, isPremium(now))} union all ${half(1, sql.fragment`not ${isPremium(now)}`)}) halves order by rank, waiting_since, key limit ${limit + 1})`)}
    order by r.rank, r.waiting_since, r.key`)
  const { items, nextCursor } = pageOf(rows, limit, ({ premium, waitingSince, id }) => [
    premium ? 0 : 1,
    waitingSince ?? '',
    id,
  ])
  return { items: await withMessages(db, items), nextCursor }
}

const isAfter = (rank: number, after: z.infer<typeof rankCursor> | null) => {
  if (after === null || rank > after[0]) return sql.fragment`true`
  if (rank < after[0]) return sql.fragment`false`
  return sql.fragment`(q.waiting_since, q.key) > (${after[1]}::timestamptz, ${after[2]})`
}

const settledRequests = async (db: CommonQueryMethods, { state, now, limit, cursor }: QueueFilter) => {
  const rows = await db.any(sql.type(QueuedSupportRequest)`
    ${selectQueued(sql.fragment`(select q.*, ${isPremium(now)} as premium from read.support_requests q)`)}
    where r.state = ${state} and ${isBefore(cursor)}
    order by r.last_at desc, r.key desc limit ${limit + 1}`)
  const { items, nextCursor } = pageOf(rows, limit, ({ lastAt, id }) => [lastAt, id])
  return { items: await withMessages(db, items), nextCursor }
}

/** A request as staff see it; null if there is none. */
export const queuedSupportRequest = async (db: CommonQueryMethods, requestId: string, now: string) => {
  const request = await db.maybeOne(sql.type(QueuedSupportRequest)`
    ${selectQueued(sql.fragment`(select q.*, ${isPremium(now)} as premium from read.support_requests q)`)}
    where r.key = ${requestId}`)
  const [found] = await withMessages(db, request === null ? [] : [request])
  return found ?? null
}
