import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { decodeCursor, encodeCursor, instantColumn, type Page, pageOf, type PageRequest } from '../columns.ts'
import { eventsInSegment, hourOf, segmentOf } from './audit-events.ts'
import { blockOf, eventsInPart, postedPart, segmentsInPart, type Term, termKey } from './audit-postings.ts'

/** What an event is to be found by: one of its conditions must hold. */
export interface SearchTerm {
  /** Id of an event or a correlation, name of a stream, or id of a case. */
  readonly names: readonly string[]
  /** Ids of one account: its own and that of its client. */
  readonly accounts: readonly string[]
}

/** Conditions that must all hold. */
export interface EventFilter extends PageRequest {
  readonly term?: SearchTerm | undefined
  /** Ids of one account that the event is about. */
  readonly subject?: readonly string[] | undefined
  readonly actor?: string | undefined
  readonly category?: string | undefined
  readonly type?: string | undefined
  /** First instant. */
  readonly from?: string | undefined
  /** Instant after the last one. */
  readonly to?: string | undefined
}

const FoundEvent = z.object({
  id: z.string(),
  stream: z.string(),
  type: z.string(),
  at: instantColumn,
  actor: z.string().nullable(),
  position: z.string(),
  correlationId: z.string(),
  accounts: z.array(z.string()),
})
export type FoundEvent = z.infer<typeof FoundEvent>

/** Events that a page examines at most. @rule D-48 */
const maxExamined = 10_000
/** A page examines its events in steps of these shares, as few as it needs. */
const steps = [0.06, 0.14, 0.8]

const positionCursor = z.tuple([z.string().regex(/^[\d:]{1,41}$/)])
const and = (conditions: readonly FragmentSqlToken[]) =>
  sql.fragment`${sql.join([sql.fragment`true`, ...conditions], sql.fragment` and `)}`
const texts = (values: readonly string[]) => sql.array([...values], 'text')

/** Positions from `first` to before `end`; both may also be the start of a position, or longer than one. */
interface Range {
  readonly first: string
  readonly end: string
}
const wholeLog: Range = { first: '0', end: '9'.repeat(20) }

/**
 * Events of the log that satisfy a filter, the latest first. The postings of one condition name the parts of the log to
 * examine; those of several are the most selective's. A page examines about `most` events at most, so it may have fewer
 * than `limit` although there is a next page.
 * @rule D-48
 */
export const searchEvents = async (
  db: CommonQueryMethods,
  filter: EventFilter,
  most = maxExamined,
): Promise<Page<FoundEvent>> => {
  const terms = termsOf(filter)
  const range = await rangeOf(db, filter)
  if (range === null || terms?.length === 0) return { items: [], nextCursor: null }
  const conditions = conditionsOf(filter)
  const found: FoundEvent[] = []
  let { end } = range
  for (const step of steps) {
    const parts = await partsOf(db, terms, { ...range, end }, most * step)
    const limit = filter.limit + 1 - found.length
    found.push(...(await eventsIn(db, { segments: parts.segments, range, conditions, limit })))
    if (found.length > filter.limit || !parts.more) return pageOf(found, filter.limit, ({ position }) => [position])
    end = parts.end ?? end
  }
  return { items: found, nextCursor: encodeCursor([end]) }
}

/** The cursor of the events before this one. */
export const cursorBefore = ({ position }: Pick<FoundEvent, 'position'>): string => encodeCursor([position])

/** Events that match have one of these terms, whose posted parts have the same length; null if any event may match. */
const termsOf = ({ term, subject, actor, type, category }: EventFilter): readonly Term[] | null => {
  if (subject !== undefined) return ofKind('account', subject)
  if (term !== undefined) return termsToFind(term)
  if (actor !== undefined) return [{ kind: 'actor', value: actor }]
  if (type !== undefined) return [{ kind: 'type', value: type }]
  return category === undefined ? null : [{ kind: 'category', value: category }]
}

const ofKind = (kind: Term['kind'], values: readonly string[]) => values.map((value): Term => ({ kind, value }))
const streamsNamed = (name: string) => [name, `case-${name}`]

const termsToFind = ({ names, accounts }: SearchTerm) => [
  ...ofKind('event', names),
  ...ofKind('correlation', names),
  ...ofKind('stream', names.flatMap(streamsNamed)),
  ...ofKind('actor', accounts),
  ...ofKind('account', accounts),
]

const aboutAny = (accounts: readonly string[]) => sql.fragment`e.accounts::jsonb ?| ${texts(accounts)}`

const conditionsOf = ({ term, subject, actor, type, category, from, to }: EventFilter): readonly FragmentSqlToken[] => [
  ...(term === undefined ? [] : [termCondition(term)]),
  ...(subject === undefined ? [] : [aboutAny(subject)]),
  ...(actor === undefined ? [] : [sql.fragment`e.actor = ${actor}`]),
  ...(type === undefined ? [] : [sql.fragment`e.type = ${type}`]),
  ...(category === undefined ? [] : [sql.fragment`split_part(e.stream, '-', 1) = ${category}`]),
  ...(from === undefined ? [] : [sql.fragment`e.at >= ${from}::timestamptz`]),
  ...(to === undefined ? [] : [sql.fragment`e.at < ${to}::timestamptz`]),
]

const termCondition = ({ names, accounts }: SearchTerm) =>
  sql.fragment`(e.id = any(${texts(names)}) or e."correlationId" = any(${texts(names)})
    or e.stream = any(${texts(names.flatMap(streamsNamed))}) or e.actor = any(${texts(accounts)}) or ${aboutAny(accounts)})`

const Positions = z.object({ first: z.string().nullable(), last: z.string().nullable() })

/** The positions of the period, to the hour, before the cursor; null for a period without events. */
const rangeOf = async (db: CommonQueryMethods, { from, to, cursor }: EventFilter): Promise<Range | null> => {
  const end = decodeCursor(positionCursor, cursor)?.[0] ?? wholeLog.end
  if (from === undefined && to === undefined) return { ...wholeLog, end }
  const hours = [
    ...(from === undefined ? [] : [sql.fragment`key >= ${hourOf(from)}`]),
    ...(to === undefined ? [] : [sql.fragment`key <= ${hourOf(to)}`]),
  ]
  const [period] = await db.any(sql.type(Positions)`
    select min(first_position) as first, max(last_position) as last from read.audit_hours where ${and(hours)}`)
  const { first = null, last = null } = period ?? {}
  if (first === null || last === null) return null
  const afterLast = `${last}0`
  return { first, end: afterLast < end ? afterLast : end }
}

// --- Parts of the log -------------------------------------------------------------------------------

const Part = z.object({ part: z.string() })

interface Parts {
  readonly segments: readonly string[]
  /** The first part in the order of the log; undefined if there is none. */
  readonly end: string | undefined
  /** Whether there may be others before it. */
  readonly more: boolean
}

/** The latest parts of the range that have events of any of the terms; together, they have about `events` at most. */
const partsOf = async (
  db: CommonQueryMethods,
  terms: readonly Term[] | null,
  range: Range,
  events: number,
): Promise<Parts> => {
  const anyTerm = terms?.[0]
  const count = Math.max(1, Math.round(events / (anyTerm === undefined ? eventsInSegment : eventsInPart(anyTerm))))
  const parts =
    terms === null
      ? sql.fragment`select key as part from read.audit_events
          where key >= ${segmentOf(range.first)} and key < ${range.end} order by key desc limit ${count}`
      : sql.fragment`select distinct part from (${sql.join(
          terms.map((term) => latestParts(term, range, count)),
          sql.fragment` union all `,
        )}) parts order by part desc limit ${count}`
  const found = await db.any(sql.type(Part)`${parts}`)
  const segments = found.flatMap(({ part }) => (anyTerm === undefined ? [part] : segmentsInPart(anyTerm, part)))
  return { segments, end: found.at(-1)?.part, more: found.length === count }
}

/** Reads postings from the end of their index until there are enough, with the others of the last row. */
const latestParts = (term: Term, { first, end }: Range, count: number) => {
  const start = `${termKey(term)} `
  const from = postedPart(term, first)
  return sql.fragment`(
    select part from (${postings(sql.fragment`${start}::text`, blockOf(from), end)}) posted
    where part >= ${from} and part < ${end} order by key desc fetch first ${count} rows with ties)`
}

/** Parts of the log, and the keys of their rows, in blocks between two. `start` is the key of a row without its block. */
const postings = (start: FragmentSqlToken, first: string, last: string) => sql.fragment`
  select p.key, substr(p.key, length(${start}) + 1) || o.digits as part
  from read.audit_postings p cross join lateral string_to_table(p.offsets, ' ') o (digits)
  where p.key between ${start} || ${first}::text and ${start} || ${last}::text and starts_with(p.key, ${start})`

const indexedEvents = (row: FragmentSqlToken) => sql.fragment`json_to_recordset(${row}) e (
  position text, id text, stream text, type text, at timestamptz, actor text, "correlationId" text, "causationId" text,
  accounts json)`

interface Examination {
  readonly segments: readonly string[]
  readonly range: Range
  readonly conditions: readonly FragmentSqlToken[]
  readonly limit: number
}

/** The latest events of the segments that satisfy the conditions. */
const eventsIn = async (db: CommonQueryMethods, { segments, range, conditions, limit }: Examination) =>
  segments.length === 0
    ? []
    : db.any(sql.type(FoundEvent)`
        select e.id, e.stream, e.type, e.at, e.actor, e.position, e."correlationId", e.accounts
        from read.audit_events s cross join lateral ${indexedEvents(sql.fragment`s.events`)}
        where s.key = any(${texts(segments)}) and e.position >= ${range.first} and e.position < ${range.end}
          and ${and(conditions)}
        order by e.position desc limit ${limit}`)

// --- Correlations -----------------------------------------------------------------------------------

/** The first events of a correlation, unsorted; of the others some. `start` as of `postings`. */
const correlated = (id: FragmentSqlToken, start: FragmentSqlToken, limit: number) => sql.fragment`
  (select part from (${postings(start, wholeLog.first, wholeLog.end)}) posted
   order by key fetch first ${limit} rows with ties) parts
  cross join lateral (select events from read.audit_events where key = parts.part offset 0) s
  cross join lateral ${indexedEvents(sql.fragment`s.events`)}
  where e."correlationId" = ${id}`

const startOf = (value: string) => `${termKey({ kind: 'correlation', value })} `

const CorrelatedEvent = FoundEvent.omit({ actor: true, position: true, correlationId: true }).extend({
  causationId: z.string().nullable(),
})
export type CorrelatedEvent = z.infer<typeof CorrelatedEvent>

/** The first events of a correlation, in the order of the log. */
export const eventsOfCorrelation = (db: CommonQueryMethods, correlationId: string, limit: number) =>
  db.any(sql.type(CorrelatedEvent)`
    select e.id, e.stream, e.type, e.at, e."causationId", e.accounts
    from ${correlated(sql.fragment`${correlationId}`, sql.fragment`${startOf(correlationId)}::text`, limit)}
    order by e.position limit ${limit}`)

/** What the event with this id is about; null for an unknown id. */
export const concernedByEvent = async (
  db: CommonQueryMethods,
  eventId: string,
): Promise<Pick<FoundEvent, 'correlationId' | 'accounts'> | null> => {
  const parts = await partsOf(db, [{ kind: 'event', value: eventId }], wholeLog, maxExamined)
  const conditions = [sql.fragment`e.id = ${eventId}`]
  const [event] = await eventsIn(db, { segments: parts.segments, range: wholeLog, conditions, limit: 1 })
  return event ?? null
}

// --- Accounts ---------------------------------------------------------------------------------------

const AccountIds = z.object({ accountId: z.string(), clientId: z.string().nullable() })

/** The id of an account and that of its client, found by either; null if there is no such account. */
export const accountIdsOf = (db: CommonQueryMethods, id: string) =>
  db.maybeOne(sql.type(AccountIds)`
    select account_id as "accountId", client_id as "clientId" from read.accounts where key = ${id}
    union all
    (select account_id, client_id from read.accounts where client_id = ${id} and key <> ${id} limit 1)
    limit 1`)

/** The ids of accounts by these ids, which are theirs or those of their clients. */
export const accountsWithIds = async (
  db: CommonQueryMethods,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = await db.any(sql.type(AccountIds)`
    select key as "accountId", client_id as "clientId" from read.accounts where key = any(${sql.array([...ids], 'text')})
    union
    select key, client_id from read.accounts where client_id = any(${sql.array([...ids], 'text')})`)
  return new Map(
    found.flatMap(({ accountId, clientId }) => [
      [accountId, accountId] as const,
      ...(clientId === null ? [] : [[clientId, accountId] as const]),
    ]),
  )
}

/** Accounts and clients of a correlation that are read at most. */
const maxOfCorrelation = 1_000

const Concerned = z.object({ correlationId: z.string(), accounts: z.array(z.string()) })

/** Ids of accounts and clients that the events of each correlation are about. */
export const concernedByCorrelations = async (
  db: CommonQueryMethods,
  correlationIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const starts = texts(correlationIds.map(startOf))
  const found = await db.any(sql.type(Concerned)`
    select c.id as "correlationId", array(
        select json_array_elements_text(e.accounts)
        from ${correlated(sql.fragment`c.id`, sql.fragment`c.start`, maxOfCorrelation)}
        order by e.position limit ${maxOfCorrelation}
      ) as accounts
    from unnest(${texts(correlationIds)}, ${starts}) as c (id, start)`)
  return new Map(found.map(({ correlationId, accounts }) => [correlationId, [...new Set(accounts)]]))
}
