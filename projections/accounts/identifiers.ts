import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type IdentifierEvent, IdentifierEvents, IdentifierRemoved } from '../../domain/accounts/identifiers.ts'
import { accountKinds, identifierKinds } from '../../domain/accounts/vocabulary.ts'
import { rowsOf } from '../columns.ts'
import type { Projection } from '../projection.ts'

const IdentifierRowSchema = z.object({
  accountId: z.string(),
  accountKind: z.enum(accountKinds),
  kind: z.enum(identifierKinds),
  /** Keyed hash; equal for accounts that share the identifier. Never leaves the read models. */
  hash: z.string(),
  /** It came with the registration. */
  registered: z.boolean(),
  /** A payout went to the address. */
  proven: z.boolean(),
  since: z.string(),
  /** Null while the account uses it. */
  until: z.string().nullable(),
})
export type IdentifierRow = z.infer<typeof IdentifierRowSchema>

/** Present and former identifiers of each account, as keyed hashes. @rule Q-123 */
export const identifiers: Projection<IdentifierRow, IdentifierEvent> = {
  name: 'identifiers',
  version: 2,
  row: IdentifierRowSchema,
  columns: {
    accountId: { type: 'text' },
    accountKind: { type: 'text' },
    kind: { type: 'text' },
    hash: { type: 'text', pii: { of: 'accountId', erased: '' } },
    registered: { type: 'bool' },
    proven: { type: 'bool' },
    since: { type: 'instant' },
    until: { type: 'instant' },
  },
  erasedWith: 'accountId',
  indexes: ['kind, hash, since, key', 'since desc, key desc', 'account_id'],
  events: IdentifierEvents,
  keys: ({ event: { data } }) => (data.hash === '' ? [] : [`${data.accountId}_${data.kind}_${data.hash}`]),
  evolve: (row, { event: { type, data } }) => {
    const { at, accountId, accountKind, kind, hash } = data
    if (type === IdentifierRemoved.type) return row && { ...row, until: at }
    if (type === 'IdentifierProven') return row && { ...row, proven: true }
    const { registered, proven, since } = row ?? { registered: data.registered, proven: false, since: at }
    return { accountId, accountKind, kind, hash, registered, proven, since, until: null }
  },
}

export type UsedIdentifiers = readonly Pick<IdentifierRow, 'kind' | 'hash'>[]

/**
 * For each list of identifiers, in order, at most `limit` accounts with one of them, present or former, in the order in
 * which they began to use it. No list is empty. @rule Q-123
 */
export const accountsUsing = async (
  db: CommonQueryMethods,
  lists: readonly UsedIdentifiers[],
  limit: number,
): Promise<readonly (readonly string[])[]> => {
  const wanted = lists.flatMap((list, n) => list.map(({ kind, hash }) => ({ n, kind, hash })))
  const numbers = wanted.map(({ n }) => n)
  const kinds = wanted.map(({ kind }) => kind)
  const hashes = wanted.map(({ hash }) => hash)
  const rows = await db.any(sql.type(z.object({ accountIds: z.array(z.string()) }))`
    with users as (
      select w.n, i.account_id, min(i.since) as since
      from ${rowsOf(['int4', numbers], ['text', kinds], ['text', hashes])} as w (n, kind, hash)
      left join lateral (
        select account_id, since from read.identifiers where kind = w.kind and hash = w.hash offset 0
      ) i on true
      group by w.n, i.account_id
    ), ranked as (select *, row_number() over (partition by n order by since, account_id) as rank from users)
    select coalesce(array_agg(account_id order by rank) filter (where account_id is not null), '{}') as "accountIds"
    from ranked where rank <= ${limit} group by n order by n`)
  return rows.map(({ accountIds }) => accountIds)
}
