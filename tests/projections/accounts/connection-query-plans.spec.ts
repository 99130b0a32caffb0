import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnyProjection, projectionTable } from '../../../infrastructure/projections/projection-engine.ts'
import {
  concernsModerator,
  connectionGraph,
  sharedIdentifiers,
} from '../../../projections/accounts/connections.queries.ts'
import { accountsUsing } from '../../../projections/accounts/identifiers.ts'
import { projections } from '../../../projections/all.ts'
import { explainQuery, keptPlan, plansOfRepeated, testDatabase, type TestDatabase } from '../../support/database.ts'

const { identifiers, accounts, cases, reviews } = projections
const tables = [identifiers, accounts, cases, reviews].map((projection) => projectionTable(projection as AnyProjection))
const [identifierTable, accountTable] = tables.map(({ relation }) => relation)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query(
    `create schema read; ${tables.map(({ create, createView }) => `${create}; ${createView}`).join('; ')}`,
  )
  await database.pool.query(`${manyAccounts}; ${tables.flatMap(({ index }) => index || []).join('; ')}; analyze`)
}, 120_000)
afterAll(() => database.drop())

/** 50,000 accounts with a telephone each; one in a hundred shares it with another, and 150 share one mailbox. */
const manyAccounts = `insert into read.${accountTable} (key, account_id, kind, email, photo_consent, roles, email_confirmed,
    registered_at, deleted, first_name, last_name)
  select 'c-' || n, 'c-' || n, 'client', '', false, '[]', true, now(), false, 'Ana', 'Bianchi'
    from generate_series(1, 50000) n;
  insert into read.${identifierTable} (key, account_id, account_kind, kind, hash, registered, proven, since)
  select 'c-' || n || '_phone', 'c-' || n, 'client', 'phone', 'phone-' || case when n % 100 = 1 then n - 1 else n end, true, false,
      '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute' from generate_series(1, 50000) n;
  insert into read.${identifierTable} (key, account_id, account_kind, kind, hash, registered, proven, since)
  select 'c-' || n || '_mailbox', 'c-' || n, 'client', 'mailbox', 'mailbox', false, false,
      '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute' from generate_series(401, 550) n`
const now = '2026-06-01T00:00:00.000Z'
const asked = { moderatorId: 'c-7', now }

describe('connections among fifty thousand accounts', () => {
  it('are listed by an index, without reading every identifier', async () => {
    const request = { ...asked, limit: 30 }
    const steps = await explainQuery(database.pool, (db) => sharedIdentifiers(db, request))
    expect(steps[0]?.['Actual Rows']).toBe(31)
    expect(steps.filter((step) => step['Node Type'] === 'Seq Scan')).toEqual([])
    expect(Math.max(...steps.map((step) => step['Rows Removed by Filter'] ?? 0))).toBeLessThan(5_000)
  })

  it('list at most twenty accounts of an identifier and count all of them', async () => {
    const request = { ...asked, kind: 'mailbox', limit: 30 } as const
    const { items } = await sharedIdentifiers(database.queries, request)
    expect(items.map(({ accountCount, accounts }) => [accountCount, accounts.length])).toEqual([[150, 20]])
  })

  it('of one account are found by indexes', async () => {
    const steps = await explainQuery(database.pool, (db) => concernsModerator(db, 'c-100', 'c-7'))
    expect(steps.filter((step) => step['Node Type'] === 'Seq Scan')).toEqual([])
  })

  it('of several accounts are found at once by an index, the oldest users first', async () => {
    const phone = (n: number) => ({ kind: 'phone', hash: `phone-${n}` }) as const
    const mailbox = { kind: 'mailbox', hash: 'mailbox' } as const
    const lists = [[phone(100)], [phone(7_777_777)], [mailbox, phone(400)], [phone(7), phone(100)]]
    const found = await accountsUsing(database.queries, lists, 3)
    expect(found).toEqual([['c-100', 'c-101'], [], ['c-400', 'c-401', 'c-402'], ['c-7', 'c-100', 'c-101']])
    const steps = await explainQuery(database.pool, (db) => accountsUsing(db, lists, 3))
    expect(steps.filter((step) => step['Node Type'] === 'Seq Scan')).toEqual([])
  })

  it('of an account are found with one plan, whatever their number', async () => {
    const plans = await plansOfRepeated(database.url, (db) =>
      accountsUsing(db, [[{ kind: 'phone', hash: 'phone-100' }]], 3),
    )
    expect(plans).toEqual([keptPlan])
  })

  it('Q-123: show at most one hundred accounts, and say that there are more', async () => {
    const graph = await connectionGraph(database.queries, { ...asked, accountId: 'c-401' })
    expect([graph?.accounts.length, graph?.cut]).toEqual([100, true])
    // the neighbour by telephone is older than all but itself
    expect(graph?.accounts.slice(0, 2).map(({ accountId }) => accountId)).toEqual(['c-401', 'c-400'])
    expect(graph?.identifiers).toEqual([
      { n: 1, kind: 'phone' },
      { n: 2, kind: 'mailbox' },
    ])
    const small = await connectionGraph(database.queries, { ...asked, accountId: 'c-100' })
    expect([small?.accounts.length, small?.cut]).toEqual([2, false])
  })
})
