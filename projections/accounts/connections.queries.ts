import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { isAdopted, isRemembered } from '../../domain/accounts/identifiers.ts'
import { accountKinds, type IdentifierKind, identifierKinds } from '../../domain/accounts/vocabulary.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { caseKinds } from '../../domain/moderation/vocabulary.ts'
import { beforeCursor, countColumn, instantColumn, type PageRequest, pageOf } from '../columns.ts'

/** How an account uses an identifier. */
const Use = z.object({
  accountId: z.string(),
  accountKind: z.enum(accountKinds),
  registered: z.boolean(),
  proven: z.boolean(),
  since: z.string(),
  until: z.string().nullable(),
})
type UseRow = z.infer<typeof Use> & { readonly kind: IdentifierKind }

export interface IdentifierUse extends Omit<UseRow, 'accountKind' | 'kind' | 'proven'> {
  /** Not if the account left it too long ago. */
  readonly remembered: boolean
  /** Clients who had the number or address before the business took it; it does not connect them. */
  readonly adoptedFrom: readonly string[]
}

/** The uses of one identifier, with what keeps them from connecting accounts. */
const usesOf = (uses: readonly UseRow[], now: string): readonly IdentifierUse[] =>
  uses.map((use) => {
    const { accountId, registered, since, until } = use
    const remembered = isRemembered({ until: until as Instant | null }, now as Instant)
    const adoptedFrom = uses.filter((other) => use.accountKind === 'business' && isAdopted(holder(use), holder(other)))
    return {
      accountId,
      registered,
      since,
      until,
      remembered,
      adoptedFrom: adoptedFrom.map((client) => client.accountId),
    }
  })

const holder = (use: UseRow) => ({ ...use, since: use.since as Instant })

/** The account and those that share an identifier with it, in force or not. */
const connectedWith = (accountId: string) => sql.fragment`
  select ${accountId}::text as account_id
  union ${sharing(sql.fragment`select ${accountId}::text`)}`

/** The moderator, the accounts connected with them and the competitors of their businesses. @rule Q-128 */
const ownMattersOf = (moderatorId: string) => sql.fragment`
  ${connectedWith(moderatorId)}
  union select c.key from read.accounts m join read.accounts c using (province, business_type)
    where m.key in (${connectedWith(moderatorId)}) and m.kind = 'business' and c.kind = 'business'`

/** Each identifier is joined once, however many of the accounts use it. */
const sharing = (accounts: FragmentSqlToken) => sql.fragment`
  select o.account_id
  from (select distinct kind, hash from read.identifiers where account_id in (${accounts})) i
    join read.identifiers o on o.kind = i.kind and o.hash = i.hash`

const isoColumn = (instant: FragmentSqlToken) =>
  sql.fragment`to_char(${instant} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const SharedIdentifierSchema = z.object({
  key: z.string(),
  kind: z.enum(identifierKinds),
  accountCount: countColumn,
  connectedAt: instantColumn,
  uses: z.array(Use.extend({ name: z.string().nullable() })),
})

interface SharedIdentifiersRequest extends PageRequest {
  readonly kind?: IdentifierKind | undefined
  /** Nothing is shown that concerns an account connected with the moderator, or a competitor. @rule Q-128 */
  readonly moderatorId: string
  readonly now: string
}

/** The longest-standing accounts that a list shows for an identifier. */
const listedAccounts = 20

/**
 * Identifiers that two or more accounts use or used, the newest connection first. A row is the use by which an
 * identifier became shared: exactly one account used it before.
 * @rule Q-123
 */
export const sharedIdentifiers = async (
  db: CommonQueryMethods,
  { kind, moderatorId, now, limit, cursor }: SharedIdentifiersRequest,
) => {
  const rows = await db.any(sql.type(SharedIdentifierSchema)`
    with own as materialized (${ownMattersOf(moderatorId)}),
      shared as (
        select s.* from read.identifiers s
        where ${kind === undefined ? sql.fragment`true` : sql.fragment`s.kind = ${kind}`}
          and (select count(*) from (
            select 1 from read.identifiers e
            where e.kind = s.kind and e.hash = s.hash and (e.since, e.key) < (s.since, s.key) limit 2) earlier) = 1
          and not exists (select 1 from read.identifiers p
            where p.kind = s.kind and p.hash = s.hash and p.account_id in (select account_id from own))
          and ${beforeCursor(cursor, sql.fragment`s.since`, sql.fragment`s.key`)}
        order by s.since desc, s.key desc limit ${limit + 1})
    select s.key, s.kind, s.since as "connectedAt",
      (select count(*) from read.identifiers c where c.kind = s.kind and c.hash = s.hash) as "accountCount",
      (select json_agg(json_build_object('accountId', u.account_id, 'accountKind', u.account_kind,
          'registered', u.registered, 'proven', u.proven, 'since', ${isoColumn(sql.fragment`u.since`)},
          'until', ${isoColumn(sql.fragment`u.until`)},
          'name', coalesce(a.business_name, a.first_name || ' ' || a.last_name)) order by u.since, u.key)
        from (select * from read.identifiers c where c.kind = s.kind and c.hash = s.hash
          order by c.since, c.key limit ${listedAccounts}) u left join read.accounts a on a.key = u.account_id) as uses
    from shared s order by s.since desc, s.key desc`)
  const { items, nextCursor } = pageOf(rows, limit, ({ connectedAt, key }) => [connectedAt, key])
  return { items: items.map((row) => sharedIdentifierOf(row, now)), nextCursor }
}

const sharedIdentifierOf = (
  { kind, accountCount, connectedAt, uses }: z.infer<typeof SharedIdentifierSchema>,
  now: string,
) => {
  const states = usesOf(
    uses.map((use) => ({ ...use, kind })),
    now,
  )
  const accounts = uses.flatMap(({ name, accountKind }, n) => {
    const state = states[n]
    return state === undefined ? [] : [{ ...state, name, accountKind }]
  })
  return { kind, accountCount, connectedAt, accounts }
}
export type SharedIdentifier = ReturnType<typeof sharedIdentifierOf>

/**
 * Whether an account is connected, over at most two steps, with one that is connected with the moderator or competes with
 * them.
 * @rule Q-128 connected parties and competitors are one's own matter
 */
export const concernsModerator = (db: CommonQueryMethods, accountId: string, moderatorId: string) =>
  db.oneFirst(sql.type(z.object({ concerns: z.boolean() }))`
    with own as (${ownMattersOf(moderatorId)}), near as (${connectedWith(accountId)}),
      reached as (select account_id from near union ${sharing(sql.fragment`select account_id from near`)})
    select exists (select 1 from reached join own using (account_id)) as concerns`)

const Account = z.object({
  accountId: z.string(),
  kind: z.enum(accountKinds),
  name: z.string().nullable(),
  openCases: z.array(z.object({ caseId: z.string(), kind: z.enum(caseKinds) })),
})

const GraphUse = Use.extend({
  identifier: countColumn,
  kind: z.enum(identifierKinds),
  since: instantColumn,
  until: instantColumn.nullable(),
})

const graphLimits = { steps: 2, accounts: 100, casesPerAccount: 5 } as const

/**
 * The accounts that identifiers connect with an account, directly or through one other account, nearest first. Null for
 * an unknown account.
 */
export const connectionGraph = async (
  db: CommonQueryMethods,
  { accountId, moderatorId, now }: { readonly accountId: string; readonly moderatorId: string; readonly now: string },
) => {
  const { stepsOf, cut } = await connectedAccounts(db, accountId)
  const ids = [...stepsOf.keys()]
  const [accounts, uses] = await Promise.all([accountsOf(db, ids, moderatorId), usesAmong(db, ids)])
  if (!accounts.some((account) => account.accountId === accountId)) return null
  const byIdentifier = Map.groupBy(uses, ({ identifier }) => identifier)
  return {
    accounts: accounts
      .map((account) => ({ ...account, steps: stepsOf.get(account.accountId) ?? 0 }))
      .toSorted((a, b) => ids.indexOf(a.accountId) - ids.indexOf(b.accountId)),
    identifiers: [...byIdentifier].flatMap(([n, [use]]) => (use === undefined ? [] : [{ n, kind: use.kind }])),
    uses: [...byIdentifier].flatMap(([identifier, rows]) => usesOf(rows, now).map((use) => ({ ...use, identifier }))),
    cut,
  }
}
export type ConnectionGraph = NonNullable<Awaited<ReturnType<typeof connectionGraph>>>

/** The accounts of a graph with their distance from the first; `cut` if there are more than a graph shows. */
const connectedAccounts = async (db: CommonQueryMethods, accountId: string) => {
  const stepsOf = new Map([[accountId, 0]])
  for (let steps = 1; steps <= graphLimits.steps; steps++) {
    const room = graphLimits.accounts - stepsOf.size
    const found = await neighbours(db, [...stepsOf.keys()], room + 1)
    for (const id of found.slice(0, room)) stepsOf.set(id, steps)
    if (found.length > room) return { stepsOf, cut: true }
  }
  return { stepsOf, cut: false }
}

/** Further accounts that share an identifier with one of these, the longest-standing first. */
const neighbours = (db: CommonQueryMethods, ids: readonly string[], limit: number) =>
  db.anyFirst(sql.type(z.object({ accountId: z.string() }))`
    select o.account_id as "accountId"
    from (select distinct kind, hash from read.identifiers where account_id = any(${sql.array([...ids], 'text')})) i
      join read.identifiers o on o.kind = i.kind and o.hash = i.hash
    where o.account_id <> all(${sql.array([...ids], 'text')})
    group by o.account_id order by min(o.since), o.account_id limit ${limit}`)

/** With the open cases to which the moderator is no party. */
const accountsOf = (db: CommonQueryMethods, ids: readonly string[], moderatorId: string) =>
  db.any(sql.type(Account)`
    select a.account_id as "accountId", a.kind, coalesce(a.business_name, a.first_name || ' ' || a.last_name) as name,
      coalesce((select json_agg(json_build_object('caseId', c.case_id, 'kind', c.kind) order by c.opened_at, c.key)
        from (select c.* from read.cases c join read.reviews r on r.key = c.target_id
          where r.author_id = a.key and c.closed_at is null
            and not exists (select 1 from json_array_elements_text(c.parties) party where party = ${moderatorId})
          order by c.opened_at, c.key limit ${graphLimits.casesPerAccount}) c), '[]') as "openCases"
    from read.accounts a where a.key = any(${sql.array([...ids], 'text')})`)

/** The uses of identifiers that two or more of these accounts share; identifiers are numbered by their first use. */
const usesAmong = (db: CommonQueryMethods, ids: readonly string[]) =>
  db.any(sql.type(GraphUse)`
    with used as (
      select *, min(since) over identifier as first, count(*) over identifier as accounts from read.identifiers
      where account_id = any(${sql.array([...ids], 'text')}) window identifier as (partition by kind, hash))
    select account_id as "accountId", account_kind as "accountKind", kind, registered, proven, since, until,
      dense_rank() over (order by first, kind, hash) as identifier
    from used where accounts > 1 order by identifier, since, key`)
