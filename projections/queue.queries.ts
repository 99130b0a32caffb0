import { sql, type CommonQueryMethods } from 'slonik'
import { z } from 'zod'
import { caseKind, whyColumn } from './cases.ts'
import { countColumn, instantColumn, pageOf, placeOf } from './columns.ts'

export const lanes = ['flags', 'disputes', 'appeals', 'held', 'overdue'] as const
export type Lane = (typeof lanes)[number]

const Queued = z.object({
  caseId: z.string(),
  kind: caseKind,
  targetId: z.string(),
  priority: z.number(),
  why: whyColumn,
  dueAt: instantColumn,
  overdue: z.boolean(),
  claimedBy: z.string().nullable(),
  claimedByName: z.string().nullable(),
  claimedUntil: instantColumn.nullable(),
  openedAt: instantColumn,
  /** Other open cases of what this one is about. */
  others: z.number(),
  /** Null where what is judged is no review. */
  rating: z.number().nullable(),
  comment: z.string().nullable(),
  flagsOpen: z.number().nullable(),
})
export type QueuedCase = z.infer<typeof Queued>

const kinds = { flags: 'FLAG', disputes: 'DISPUTE', appeals: 'APPEAL', held: 'HELD' } as const
/** What is overdue stays in the lane of its kind too: nobody who works on one lane misses it. */
export const inLane = (lane: Lane | undefined, now: string) => {
  if (lane === undefined) return sql.fragment`true`
  return lane === 'overdue' ? sql.fragment`c.due_at < ${now}::timestamptz` : sql.fragment`c.kind = ${kinds[lane]}`
}

/** Whom moderators know an account `a` as. */
export const nameColumn = sql.fragment`coalesce(a.business_name, a.first_name || ' ' || a.last_name)`

const Place = z.tuple([z.number(), z.string(), z.string()])

export interface QueueAsked {
  readonly lane?: Lane | undefined
  readonly now: string
  readonly limit: number
}

/** Open cases in the order they should be taken: weightiest first, then the one due soonest. */
export const moderationQueue = async (db: CommonQueryMethods, asked: PageAsked) => {
  const rows = await db.any(queuePage(asked))
  return pageOf(rows, asked.limit, ({ priority, dueAt, caseId }) => [priority, dueAt, caseId])
}

interface PageAsked extends QueueAsked {
  readonly cursor?: string | undefined
}

/** One more than the page holds. */
export const queuePage = ({ lane, now, limit, cursor }: PageAsked) => sql.type(Queued)`
    select c.case_id as "caseId", c.kind, c.target_id as "targetId", c.priority, c.why, c.due_at as "dueAt",
      c.due_at < ${now}::timestamptz as overdue, c.opened_at as "openedAt",
      case when c.claimed_until > ${now}::timestamptz then c.claimed_by end as "claimedBy",
      case when c.claimed_until > ${now}::timestamptz then ${nameColumn} end as "claimedByName",
      case when c.claimed_until > ${now}::timestamptz then c.claimed_until end as "claimedUntil",
      (select count(*)::int from read.cases o
        where o.target_id = c.target_id and o.closed_at is null and o.key <> c.key) as others,
      r.rating, r.comment, case when r.key is not null then
        (select count(*)::int from read.flags f where f.review_id = r.key and f.status = 'PENDING') end as "flagsOpen"
    from (${page(lane, now, limit + 1, cursor)}) c
      left join read.reviews r on r.key = c.target_id
      left join read.accounts a on a.key = c.claimed_by
    order by c.priority desc, c.due_at, c.key`

/** The cases first, then what they are about: what is joined is no more than what is shown. */
const page = (lane: Lane | undefined, now: string, limit: number, cursor: string | undefined) => {
  const place = placeOf(Place, cursor)
  const after =
    place === null
      ? sql.fragment`true`
      : sql.fragment`c.priority <= ${place[0]} and
          (-c.priority, c.due_at, c.key) > (${-place[0]}, ${place[1]}::timestamptz, ${place[2]})`
  return sql.fragment`select * from read.cases c
    where c.closed_at is null and ${inLane(lane, now)} and ${after}
    order by c.priority desc, c.due_at, c.key limit ${limit}`
}

const Counts = z.object({
  flags: countColumn,
  disputes: countColumn,
  appeals: countColumn,
  held: countColumn,
  overdue: countColumn,
})

/** How many wait in each lane; only those overdue are counted one by one. */
export const queueCounts = (db: CommonQueryMethods, now: string) =>
  db.one(sql.type(Counts)`
    select coalesce(sum(open) filter (where kind = 'FLAG'), 0) as flags,
      coalesce(sum(open) filter (where kind = 'DISPUTE'), 0) as disputes,
      coalesce(sum(open) filter (where kind = 'APPEAL'), 0) as appeals,
      coalesce(sum(open) filter (where kind = 'HELD'), 0) as held,
      (select count(*) from read.cases where closed_at is null and due_at < ${now}::timestamptz) as overdue
    from read.lane_counts`)

const Key = z.object({ key: z.string() })
const keysOf = (rows: readonly z.infer<typeof Key>[]) => rows.map(({ key }) => key)

const About = z.object({ caseId: z.string(), kind: caseKind, claimedByName: z.string().nullable() })

/** The open cases of one target, with who works on each. */
export const casesAbout = (db: CommonQueryMethods, targetId: string, now: string) =>
  db.any(sql.type(About)`
    select c.case_id as "caseId", c.kind,
      case when c.claimed_until > ${now}::timestamptz then ${nameColumn} end as "claimedByName"
    from read.cases c left join read.accounts a on a.key = c.claimed_by
    where c.target_id = ${targetId} and c.closed_at is null order by c.priority desc, c.key limit 10`)

/** Cases that do not know yet what time it is (B-47). */
export const casesToTime = async (db: CommonQueryMethods, now: string, soonUntil: string, limit: number) =>
  keysOf(
    await db.any(sql.type(Key)`
      select key from read.cases
      where closed_at is null
        and (due_at < ${now}::timestamptz and urgency <> 'overdue'
          or due_at <= ${soonUntil}::timestamptz and urgency = 'calm'
          or claimed_until <= ${now}::timestamptz)
      order by due_at, key limit ${limit}`),
  )

export const queueDeadlines = (db: CommonQueryMethods, now: string, soonUntil: string) =>
  db.one(sql.type(z.object({ overdue: countColumn, dueSoon: countColumn }))`
    select count(*) filter (where due_at < ${now}::timestamptz) as overdue,
      count(*) filter (where due_at >= ${now}::timestamptz) as "dueSoon"
    from read.cases where closed_at is null and due_at <= ${soonUntil}::timestamptz`)

/** Whoever works on the queue; a house has few. */
export const moderatorIds = async (db: CommonQueryMethods) =>
  keysOf(
    await db.any(sql.type(Key)`
      select key from read.accounts
      where exists (select 1 from json_array_elements_text(roles) role where role in ('MODERATORE', 'ADMIN'))
      order by key limit 1000`),
  )

const Named = z.object({ id: z.string(), name: z.string().nullable() })

/** The names moderators know accounts by. */
export const namesOf = async (db: CommonQueryMethods, ids: readonly string[]) => {
  const found = await db.any(sql.type(Named)`
    select a.key as id, ${nameColumn} as name from read.accounts a where a.key = any(${sql.array([...ids], 'text')})`)
  return new Map(found.map(({ id, name }) => [id, name] as const))
}
