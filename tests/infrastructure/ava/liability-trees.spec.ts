import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LiabilityProof } from '../../../application/ava/ports.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { liabilityTrees } from '../../../infrastructure/ava/liability-trees.ts'
import { leafHashOf, rootOf } from '../../support/ava/liability-proof.ts'
import type { TestDatabase } from '../../support/database.ts'
import { day } from '../../support/sample-values.ts'
import { databaseWithTables } from '../../support/test-garbo.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await databaseWithTables()
})
afterEach(() => database.drop())

const trees = (companyBalance: number | null = null) =>
  liabilityTrees(database.queries, {
    secret: new Uint8Array(32).fill(7),
    companyBalance: () => Promise.resolve(companyBalance),
  })
const [monday, tuesday]: readonly [Day, Day] = [day('2026-11-30'), day('2026-12-01')]

/** Accounts `c-1`, `c-2` … with these balances; every third AVA is maturing, and one is reserved. */
const addAccounts = async (balances: readonly number[]) => {
  await database.pool.query(
    `insert into read.accounts (key, account_id, kind, email, photo_consent, roles, email_confirmed, registered_at, deleted)
     select 'c-' || n, 'c-' || n, 'client', '', false, '[]', true, now(), false
     from unnest($1::int[]) with ordinality as b (sum, n)`,
    [balances],
  )
  await database.pool.query(
    `insert into read.wallets (key, account_id, available, ratings_pot, stays_pot, unconfirmed_stays_pot, maturing, reserved,
       total_earned, total_taken_back, total_spent, total_paid_out, ratings_given, payout_threshold, payouts)
     select 'c-' || n, 'c-' || n, sum - sum / 3 - 1, 0, 0, 0, sum / 3, 1, sum, 0, 0, 0, 0, 10, '{}'
     from unnest($1::int[]) with ordinality as b (sum, n) where sum > 0`,
    [balances],
  )
}

const proofOf = async (accountId: string): Promise<LiabilityProof> => {
  const proof = await trees().proofOf(accountId)
  if (proof === null) throw new Error(`no proof for ${accountId}`)
  return proof
}

describe('D-54: the tree over all AVA balances', () => {
  it.each([1, 2, 3, 5, 8, 13, 300])('proves each of %i balances to be in the total', async (count) => {
    const balances = Array.from({ length: count }, (_, n) => (n % 4) * 10)
    await addAccounts(balances)
    const { root, total } = await trees().make(monday)
    expect(total).toBe(balances.reduce((sum, balance) => sum + balance, 0))
    for (const [n, sum] of balances.entries()) {
      const proof = await proofOf(`c-${n + 1}`)
      expect(proof).toMatchObject({ date: monday, root, total, leaf: { sum }, leafHash: leafHashOf(proof.leaf) })
      expect(rootOf(proof)).toEqual({ hash: root, sum: total })
    }
  })

  it('is empty without accounts, and has no leaf of deleted or unknown ones', async () => {
    expect(await trees().make(monday)).toMatchObject({ total: 0 })
    await addAccounts([10, 20])
    await database.pool.query("update read.accounts set deleted = true where key = 'c-1'")
    expect(await trees().make(tuesday)).toMatchObject({ total: 20 })
    expect(await trees().proofOf('c-1')).toBeNull()
    expect(await trees().proofOf('c-9')).toBeNull()
  })

  it('is made once a day, also by two processes at the same moment', async () => {
    await addAccounts([10, 20, 30])
    const [first, second] = await Promise.all([trees(500).make(monday), trees(500).make(monday)])
    expect(second).toEqual(first)
    await database.pool.query('update read.wallets set available = available + 5')
    expect(await trees(600).make(monday)).toEqual(first)
    expect(await trees().latest()).toEqual({ date: monday, total: 60, root: first.root, companyBalance: 500 })
  })

  it('has new balances, and leaves that nobody can follow, on the next day', async () => {
    await addAccounts([10, 20, 30])
    await trees().make(monday)
    const before = await proofOf('c-2')
    await database.pool.query("update read.wallets set available = available + 5 where key = 'c-1'")
    await trees().make(tuesday)
    const after = await proofOf('c-2')
    expect(after).toMatchObject({ date: tuesday, total: 65, leaf: { sum: 20 } })
    expect(after.leaf.nonce).not.toBe(before.leaf.nonce)
    expect(rootOf(after)).toEqual({ hash: after.root, sum: 65 })
  })

  it('does not prove another balance', async () => {
    await addAccounts([10, 20, 30])
    await trees().make(monday)
    const proof = await proofOf('c-3')
    const cheated = { ...proof, leaf: { ...proof.leaf, sum: 31 } }
    expect(rootOf(cheated).hash).not.toBe(proof.root)
  })
})
