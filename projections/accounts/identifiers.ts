import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import { type IdentifierEvent, IdentifierEvents, IdentifierRemoved } from '../../domain/accounts/identifiers.ts'
import { accountKinds, identifierKinds } from '../../domain/accounts/vocabulary.ts'
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

/** Accounts with one of these identifiers, present or former, in the order in which they began to use it. @rule Q-123 */
export const accountsUsing = (
  db: CommonQueryMethods,
  wanted: readonly Pick<IdentifierRow, 'kind' | 'hash'>[],
  limit: number,
): Promise<readonly string[]> =>
  db.anyFirst(sql.type(z.object({ accountId: z.string() }))`
    select account_id as "accountId" from read.identifiers
    where (kind, hash) in (select * from ${sql.unnest(
      wanted.map(({ kind, hash }) => [kind, hash]),
      ['text', 'text'],
    )})
    group by account_id order by min(since), account_id limit ${limit}`)
