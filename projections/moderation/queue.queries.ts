import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { Lane } from '../../domain/moderation/vocabulary.ts'
import { countColumn, decodeCursor, instantColumn, pageOf, rankCursor, romeDayOf } from '../columns.ts'
import { caseKind, laneKind, priorityBreakdown } from './cases.ts'

const QueuedCaseSchema = z.object({
  caseId: z.string(),
  kind: caseKind,
  targetId: z.string(),
  priority: z.number(),
  why: priorityBreakdown,
  dueAt: instantColumn,
  overdue: z.boolean(),
  claimedBy: z.string().nullable(),
  claimedByName: z.string().nullable(),
  claimedUntil: instantColumn.nullable(),
  openedAt: instantColumn,
  /** Author, reviewed account and reporters; the sanctioned account; parties to flag abuse. */
  parties: z.array(z.string()),
  /** The reviewed business, or the account that a sanction or its flags concern. */
  venueId: z.string().nullable(),
  /** Number of other open cases about the same review. */
  others: z.number(),
  /** Null if the case is not about a review, as are the following. */
  authorId: z.string().nullable(),
  rating: z.number().nullable(),
  comment: z.string().nullable(),
  flagsOpen: z.number().nullable(),
})
export type QueuedCase = z.infer<typeof QueuedCaseSchema>

const kindOfLane = { flags: 'FLAG', disputes: 'DISPUTE', appeals: 'APPEAL', held: 'HELD' } as const
/** Overdue cases appear in their kind's lane as well. */
export const inLane = (lane: Lane | undefined, now: string) => {
  if (lane === undefined) return sql.fragment`true`
  return lane === 'overdue'
    ? sql.fragment`c.due_at < ${now}::timestamptz`
    : sql.fragment`${laneKind} = ${kindOfLane[lane]}`
}

/** Display name of the account with the alias `a`. */
export const displayNameColumn = sql.fragment`coalesce(a.business_name, a.first_name || ' ' || a.last_name)`

export interface QueueFilter {
  readonly lane?: Lane | undefined
  readonly now: string
  readonly limit: number
}

/** Open cases by priority, then by deadline. */
export const moderationQueue = async (db: CommonQueryMethods, request: QueuePageRequest) => {
  const rows = await db.any(queuePage(request))
  return pageOf(rows, request.limit, ({ priority, dueAt, caseId }) => [priority, dueAt, caseId])
}

interface QueuePageRequest extends QueueFilter {
  readonly cursor?: string | undefined
}

/** Selects one row more than `limit`, which tells whether there is a next page. */
export const queuePage = ({ lane, now, limit, cursor }: QueuePageRequest) => sql.type(QueuedCaseSchema)`
    select c.case_id as "caseId", c.kind, c.target_id as "targetId", c.priority, c.why, c.due_at as "dueAt",
      c.due_at < ${now}::timestamptz as overdue, c.opened_at as "openedAt",
      case when c.claimed_until > ${now}::timestamptz then c.claimed_by end as "claimedBy",
      case when c.claimed_until > ${now}::timestamptz then ${displayNameColumn} end as "claimedByName",
      case when c.claimed_until > ${now}::timestamptz then c.claimed_until end as "claimedUntil",
      case when r.key is not null then to_json(array_remove(array[r.author_id, r.target_id, client.key]
          || array(select f.reporter_id from read.flags f where f.review_id = r.key), null))
        when s.key is not null then json_build_array(s.account_id)
        when k.key is not null then json_build_array(k.business_id, k.client_account_id) else c.parties end as parties,
      case when r.key is null then coalesce(s.account_id, k.business_id, c.target_id) when r.target_type = 'BUSINESS' then r.target_id end
        as "venueId",
      (select count(*)::int from read.cases o
        where o.target_id = c.target_id and o.closed_at is null and o.key <> c.key) as others,
      r.author_id as "authorId", r.rating, r.comment, case when r.key is not null then
        (select count(*)::int from read.flags f where f.review_id = r.key and f.status = 'PENDING') end as "flagsOpen"
    from (${selectPage(lane, now, limit + 1, cursor)}) c
      left join read.reviews r on r.key = c.target_id
      left join read.sanctions s on s.key = c.target_id
      left join read.rating_contests k on k.key = c.target_id
      left join read.accounts client on r.target_type = 'USER' and client.client_id = r.target_id
      left join read.accounts a on a.key = c.claimed_by
    order by c.priority desc, c.due_at, c.key`

/** Limits the cases before they are joined, so that only the rows of the page are joined. */
const selectPage = (lane: Lane | undefined, now: string, limit: number, cursor: string | undefined) => {
  const after = decodeCursor(rankCursor, cursor)
  const isAfter =
    after === null
      ? sql.fragment`true`
      : sql.fragment`c.priority <= ${after[0]} and
          (-c.priority, c.due_at, c.key) > (${-after[0]}, ${after[1]}::timestamptz, ${after[2]})`
  return sql.fragment`select * from read.cases c
    where c.closed_at is null and ${inLane(lane, now)} and ${isAfter}
    order by c.priority desc, c.due_at, c.key limit ${limit}`
}

const Counts = z.object({
  flags: countColumn,
  disputes: countColumn,
  appeals: countColumn,
  held: countColumn,
  overdue: countColumn,
})

/** Number of open cases per lane. Only overdue cases are counted row by row. */
export const queueCounts = (db: CommonQueryMethods, now: string) =>
  db.one(sql.type(Counts)`
    select coalesce(sum(open) filter (where kind = 'FLAG'), 0) as flags,
      coalesce(sum(open) filter (where kind in ('DISPUTE', 'RATING_CONTEST')), 0) as disputes,
      coalesce(sum(open) filter (where kind = 'APPEAL'), 0) as appeals,
      coalesce(sum(open) filter (where kind = 'HELD'), 0) as held,
      (select count(*) from read.cases where closed_at is null and due_at < ${now}::timestamptz) as overdue
    from read.lane_counts`)

const DailyCases = z.object({ day: z.string(), opened: countColumn, decided: countColumn })
export type DailyCases = z.infer<typeof DailyCases>

/** Cases opened and decided by Italian day, for days with any; voided cases were not decided. */
export const casesPerDay = (db: CommonQueryMethods, since: string) =>
  db.any(sql.type(DailyCases)`
    select day::text as day, sum(opened) as opened, sum(decided) as decided
    from (
      select ${romeDayOf(sql.fragment`opened_at`)} as day, count(*) as opened, 0 as decided
      from read.cases where opened_at >= ${since}::timestamptz group by 1
      union all
      select ${romeDayOf(sql.fragment`closed_at`)}, 0, count(*)
      from read.cases where closed_at >= ${since}::timestamptz and outcome <> 'void' group by 1
    ) c group by day order by day`)

const OpenCases = z.object({ day: z.string(), cases: countColumn })
export type OpenCases = z.infer<typeof OpenCases>

/** Open cases by the Italian day on which they were opened. */
export const openCasesByDay = (db: CommonQueryMethods) =>
  db.any(sql.type(OpenCases)`
    select ${romeDayOf(sql.fragment`opened_at`)}::text as day, count(*) as cases
    from read.cases where closed_at is null group by 1`)

const Key = z.object({ key: z.string() })
const keysOf = (rows: readonly z.infer<typeof Key>[]) => rows.map(({ key }) => key)

const OpenCase = z.object({ caseId: z.string(), kind: caseKind, claimedByName: z.string().nullable() })

/** Open cases about a review, with the name of the moderator working on each. */
export const openCasesOn = (db: CommonQueryMethods, targetId: string, now: string) =>
  db.any(sql.type(OpenCase)`
    select c.case_id as "caseId", c.kind,
      case when c.claimed_until > ${now}::timestamptz then ${displayNameColumn} end as "claimedByName"
    from read.cases c left join read.accounts a on a.key = c.claimed_by
    where c.target_id = ${targetId} and c.closed_at is null order by c.priority desc, c.key limit 10`)

/** Cases whose urgency or claim is out of date. @rule B-47 */
export const casesToRecheck = async (db: CommonQueryMethods, now: string, soonUntil: string, limit: number) =>
  keysOf(
    await db.any(sql.type(Key)`
      select key from read.cases
      where closed_at is null
        and (due_at < ${now}::timestamptz and urgency <> 'overdue'
          or due_at <= ${soonUntil}::timestamptz and urgency = 'calm'
          or claimed_until <= ${now}::timestamptz)
      order by due_at, key limit ${limit}`),
  )

export const deadlineCounts = (db: CommonQueryMethods, now: string, soonUntil: string) =>
  db.one(sql.type(z.object({ overdue: countColumn, dueSoon: countColumn }))`
    select count(*) filter (where due_at < ${now}::timestamptz) as overdue,
      count(*) filter (where due_at >= ${now}::timestamptz) as "dueSoon"
    from read.cases where closed_at is null and due_at <= ${soonUntil}::timestamptz`)

/** Accounts with a moderator role, at most 1000. */
export const moderatorIds = async (db: CommonQueryMethods) =>
  keysOf(
    await db.any(sql.type(Key)`
      select key from read.accounts
      where exists (select 1 from json_array_elements_text(roles) role where role in ('MODERATORE', 'ADMIN'))
      order by key limit 1000`),
  )

const AccountName = z.object({ id: z.string(), name: z.string().nullable() })

/** Display names by account id. */
export const accountNames = async (db: CommonQueryMethods, ids: readonly string[]) => {
  const accounts = await db.any(sql.type(AccountName)`
    select a.key as id, ${displayNameColumn} as name from read.accounts a where a.key = any(${sql.array([...ids], 'text')})`)
  return new Map(accounts.map(({ id, name }) => [id, name] as const))
}

const WaitingCase = z.object({
  caseId: z.string(),
  excludedAccounts: z.array(z.string()),
  claimedBy: z.array(z.string()),
})

interface WaitingCasesFilter extends QueueFilter {
  readonly except: readonly string[]
}

/**
 * Unclaimed cases, with the moderators who have claimed sibling cases. Never claimed cases and expired claims are
 * selected separately, so that neither index scan passes over claimed cases.
 */
export const waitingCases = (db: CommonQueryMethods, filter: WaitingCasesFilter) => {
  const { now, limit } = filter
  const unclaimed = selectClaimable(filter, sql.fragment`c.claimed_until is null`)
  const expired = selectClaimable(filter, sql.fragment`c.claimed_until <= ${now}::timestamptz`)
  return db.any(sql.type(WaitingCase)`
    select c.key as "caseId", c.parties as "excludedAccounts", ${siblingClaimants(now)} as "claimedBy"
    from ((${unclaimed}) union all (${expired}) order by priority desc, due_at, key limit ${limit}) c
    order by c.priority desc, c.due_at, c.key`)
}

const selectClaimable = ({ lane, now, limit, except }: WaitingCasesFilter, free: ReturnType<typeof inLane>) =>
  sql.fragment`
    select c.key, c.target_id, c.parties, c.priority, c.due_at from read.cases c
    where c.closed_at is null and ${inLane(lane, now)} and ${free} and c.key <> all(${sql.array([...except], 'text')})
    order by c.priority desc, c.due_at, c.key limit ${limit}`

/** `offset 0` makes the planner use the index on the target instead of scanning all claimed cases. */
const siblingClaimants = (now: string) => sql.fragment`array(
  select o.claimed_by from (select * from read.cases where target_id = c.target_id offset 0) o
  where o.closed_at is null and o.claimed_until > ${now}::timestamptz)`

export interface ClaimLookup {
  readonly correlationId: string
  readonly by: string
  readonly now: string
}

/** For each request, in order, the case it claimed if its claim has not expired; null otherwise. */
export const casesClaimedByRequests = (db: CommonQueryMethods, lookups: readonly ClaimLookup[]) =>
  db.any(sql.type(z.object({ caseId: z.string().nullable() }))`
    select (
        select key from read.cases
        where closed_at is null and claimed_by = a.who and claimed_until > a.now and claimed_in = a.request limit 1
      ) as "caseId"
    from ${sql.unnest(
      lookups.map(({ correlationId, by, now }) => [correlationId, by, now]),
      ['text', 'text', 'timestamptz'],
    )} with ordinality a (request, who, now, nth)
    order by a.nth`)

/** For each case, in order, the other open cases about the same review. */
export const siblingCasesOf = async (db: CommonQueryMethods, caseIds: readonly string[]) => {
  const rows = await db.any(sql.type(z.object({ keys: z.array(z.string()) }))`
    select array(
        select o.key from read.cases c join read.cases o on o.target_id = c.target_id
        where c.key = a.key and o.key <> c.key and o.closed_at is null order by o.key limit 10
      ) as keys
    from unnest(${sql.array([...caseIds], 'text')}) with ordinality a (key, nth)
    order by a.nth`)
  return rows.map(({ keys }) => keys)
}
