import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { decodeCursor, encodeCursor, instantColumn, type Page, pageOf, type PageRequest } from '../columns.ts'
import { eventTypesOf, hourOf, isNameCategory } from './audit-events.ts'

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

/** Entries of one index that a page examines at most. @rule D-48 */
const maxExamined = 10_000

const positionCursor = z.tuple([z.string().regex(/^[\d:]{1,41}$/)])
const all = sql.fragment`true`
const and = (conditions: readonly FragmentSqlToken[]) =>
  sql.fragment`${sql.join([all, ...conditions], sql.fragment` and `)}`

/** An index that is read from its end, and what its entries are examined for. */
interface IndexRange {
  readonly index: 'events' | 'accounts'
  readonly entries: FragmentSqlToken
  readonly examinedFor: readonly FragmentSqlToken[]
}

interface Examination {
  /** Condition on the position. */
  readonly within: FragmentSqlToken
  /** Entries that are examined at most. */
  readonly most: number
}

/**
 * Events of the log that satisfy a filter, the latest first. Each condition has an index; of several, the most selective
 * one is read, and its entries are examined for the others. A page examines `maxExamined` entries of an index at most, so
 * it may have fewer events than `limit` although there is a next page.
 * @rule D-48
 */
export const searchEvents = async (
  db: CommonQueryMethods,
  filter: EventFilter,
  most = maxExamined,
): Promise<Page<FoundEvent>> => {
  const { limit, cursor } = filter
  const ranges = rangesOf(filter)
  if (ranges.length === 0) return { items: [], nextCursor: null }
  const examination = { within: and([...(await positionsBetween(db, filter)), ...isBefore(cursor)]), most }
  const found = await db.any(sql.type(FoundEvent)`
    select distinct on (position) id, stream, type, at, actor, position, "correlationId", accounts
    from (${sql.join(
      ranges.map((range) => eventsIn({ ...range, ...examination }, limit + 1)),
      sql.fragment` union all `,
    )}) found
    order by position desc limit ${limit + 1}`)
  const end = await examinedUpTo(db, ranges, examination)
  if (end === null) return pageOf(found, limit, ({ position }) => [position])
  const examined = found.filter(({ position }) => position >= end)
  if (examined.length > limit) return pageOf(examined, limit, ({ position }) => [position])
  return { items: examined, nextCursor: encodeCursor([end]) }
}

/** The cursor of the events before this one. */
export const cursorBefore = ({ position }: Pick<FoundEvent, 'position'>): string => encodeCursor([position])

const isBefore = (cursor: string | undefined): readonly FragmentSqlToken[] => {
  const last = decodeCursor(positionCursor, cursor)
  return last === null ? [] : [sql.fragment`position < ${last[0]}`]
}

const rangesOf = (filter: EventFilter): readonly IndexRange[] => {
  const { term, subject, actor } = filter
  const times = [...timeConditions(filter), ...categoryCondition(filter)]
  const types = typesIn(filter)
  const ofTypes = types === null ? [] : [sql.fragment`type = any(${sql.array([...types], 'text')})`]
  const byActor = actor === undefined ? [] : [sql.fragment`actor = ${actor}`]
  if (types?.length === 0) return []
  if (subject !== undefined)
    return aboutAccounts(subject, [...byActor, ...ofTypes, ...times, ...(term ? [termCondition(term)] : [])])
  if (term !== undefined) return rangesOfTerm(term, [...byActor, ...ofTypes, ...times])
  if (byActor[0] !== undefined) return [{ index: 'events', entries: byActor[0], examinedFor: [...ofTypes, ...times] }]
  if (types === null) return [{ index: 'events', entries: all, examinedFor: times }]
  return types.map((type) => ({ index: 'events', entries: sql.fragment`type = ${type}`, examinedFor: times }))
}

/** Of names, whose types do not tell their category. */
const categoryCondition = ({ category }: EventFilter) =>
  category === undefined || !isNameCategory(category) ? [] : [sql.fragment`starts_with(e.stream, ${`${category}-`})`]

const timeConditions = ({ from, to }: EventFilter) => [
  ...(from === undefined ? [] : [sql.fragment`at >= ${from}::timestamptz`]),
  ...(to === undefined ? [] : [sql.fragment`at < ${to}::timestamptz`]),
]

/** The types that the filter allows; null if it allows all. */
const typesIn = ({ type, category }: EventFilter): readonly string[] | null => {
  if (category === undefined) return type === undefined ? null : [type]
  const types = eventTypesOf(category)
  return type === undefined ? types : types.filter((one) => one === type)
}

const aboutAccounts = (accounts: readonly string[], examinedFor: readonly FragmentSqlToken[]) =>
  accounts.map((account): IndexRange => ({
    index: 'accounts',
    entries: sql.fragment`account = ${account}`,
    examinedFor,
  }))

const streamsNamed = (name: string) => [name, `case-${name}`]

const rangesOfTerm = ({ names, accounts }: SearchTerm, examinedFor: readonly FragmentSqlToken[]) => [
  ...[
    ...names.flatMap((name) => [
      sql.fragment`key = ${name}`,
      sql.fragment`correlation_id = ${name}`,
      ...streamsNamed(name).map((stream) => sql.fragment`stream = ${stream}`),
    ]),
    ...accounts.map((account) => sql.fragment`actor = ${account}`),
  ].map((entries): IndexRange => ({ index: 'events', entries, examinedFor })),
  ...aboutAccounts(accounts, examinedFor),
]

const termCondition = ({ names, accounts }: SearchTerm) => {
  const named = sql.array([...names], 'text')
  const streams = sql.array(names.flatMap(streamsNamed), 'text')
  const ids = sql.array([...accounts], 'text')
  return sql.fragment`(e.key = any(${named}) or e.correlation_id = any(${named}) or e.stream = any(${streams})
    or e.actor = any(${ids})
    or exists (select from read.audit_events o where o.account = any(${ids}) and o.position = e.position))`
}

/** Reads positions from the index alone, and the events at these positions until there are enough. */
const eventsIn = (range: IndexRange & Examination, limit: number) => sql.fragment`(
  select e.key as id, e.stream, e.type, e.at, e.actor, e.position, e.correlation_id as "correlationId", e.accounts
  from (${positionsIn(range)} limit ${range.most}) examined
    cross join lateral (
      select key, stream, type, at, actor, position, accounts, correlation_id from read.audit_events
      where account is null and position = examined.position offset 0) e
  where ${and(range.examinedFor)} order by examined.position desc limit ${limit})`

const positionsIn = ({ index, entries, within }: IndexRange & Examination) => sql.fragment`
  select position from read.audit_events
  where account ${index === 'events' ? sql.fragment`is null` : sql.fragment`is not null`} and ${entries} and ${within}
  order by position desc`

const Ends = z.object({ position: z.string().nullable() })

/** The position down to which all ranges were examined; null if there was nothing to examine, or they were read to their end. */
const examinedUpTo = async (
  db: CommonQueryMethods,
  ranges: readonly IndexRange[],
  examination: Examination,
): Promise<string | null> => {
  const ends = ranges
    .filter(({ examinedFor }) => examinedFor.length > 0)
    .map((range) => sql.fragment`(${positionsIn({ ...range, ...examination })} offset ${examination.most - 1} limit 1)`)
  if (ends.length === 0) return null
  const [last] = await db.any(sql.type(Ends)`
    select max(position) as position from (${sql.join(ends, sql.fragment` union all `)}) ends`)
  return last?.position ?? null
}

const Positions = z.object({ first: z.string().nullable(), last: z.string().nullable() })

/** Where the events of a period are in the log, to the hour. */
const positionsBetween = async (
  db: CommonQueryMethods,
  { from, to }: EventFilter,
): Promise<readonly FragmentSqlToken[]> => {
  if (from === undefined && to === undefined) return []
  const hours = [
    ...(from === undefined ? [] : [sql.fragment`key >= ${hourOf(from)}`]),
    ...(to === undefined ? [] : [sql.fragment`key <= ${hourOf(to)}`]),
  ]
  const [period] = await db.any(sql.type(Positions)`
    select min(first_position) as first, max(last_position) as last from read.audit_hours where ${and(hours)}`)
  const { first = null, last = null } = period ?? {}
  return first === null || last === null ? [sql.fragment`false`] : [sql.fragment`position between ${first} and ${last}`]
}

// --- Correlations -----------------------------------------------------------------------------------

const CorrelatedEvent = FoundEvent.omit({ actor: true, position: true, correlationId: true }).extend({
  causationId: z.string().nullable(),
})
export type CorrelatedEvent = z.infer<typeof CorrelatedEvent>

/** The first events of a correlation, in the order of the log. */
export const eventsOfCorrelation = (db: CommonQueryMethods, correlationId: string, limit: number) =>
  db.any(sql.type(CorrelatedEvent)`
    select key as id, stream, type, at, causation_id as "causationId", accounts from read.audit_events
    where account is null and correlation_id = ${correlationId} order by position limit ${limit}`)

const ConcernedByEvent = z.object({ correlationId: z.string(), accounts: z.array(z.string()) })

/** What the event with this id is about; null for an unknown id. */
export const concernedByEvent = (db: CommonQueryMethods, eventId: string) =>
  db.maybeOne(sql.type(ConcernedByEvent)`
    select correlation_id as "correlationId", accounts from read.audit_events where key = ${eventId} and account is null`)

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
  const found = await db.any(sql.type(Concerned)`
    select c.id as "correlationId", array(
        select json_array_elements_text(e.accounts::json) from read.audit_events e
        where e.account is null and e.correlation_id = c.id order by e.position limit ${maxOfCorrelation}
      ) as accounts
    from unnest(${sql.array([...correlationIds], 'text')}) as c (id)`)
  return new Map(found.map(({ correlationId, accounts }) => [correlationId, [...new Set(accounts)]]))
}
