import { createHash, createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { LiabilityProof, LiabilityTree, LiabilityTrees } from '../../application/ava/ports.ts'
import type { Day } from '../../domain/kernel/primitives.ts'
import { balancesAfter } from '../../projections/ava/wallets.ts'
import { countColumn } from '../../projections/columns.ts'
import { type Migrations, statement } from '../postgres/postgres.ts'

export const avaMigrations: Migrations = { module: 'ava', folder: new URL('migrations/', import.meta.url) }

export interface LiabilityTreeOptions {
  /** Key of the nonces, so that nobody finds out a balance by trying. */
  readonly secret: Uint8Array
  /** Whole AVA of the company wallet; null without one, or while the chain is unreachable. */
  readonly companyBalance: () => Promise<number | null>
}

/**
 * Merkle sum trees in Postgres: the roots of all days, and the nodes of the newest.
 * @rule D-54
 */
export const liabilityTrees = (queries: DatabasePool, options: LiabilityTreeOptions): LiabilityTrees => ({
  latest: async () => {
    const stored = await queries.maybeOne(sql.type(StoredTree)`
      select ${treeColumns} from ava.liability_trees order by day desc limit 1`)
    return stored && treeOf(stored)
  },
  make: async (date) => {
    const existing = await treeOfDay(queries, date)
    if (existing !== null) return existing
    const companyBalance = await options.companyBalance()
    const leaves = await readLeaves(queries, nonceOf(options.secret, date))
    const tree = { date, companyBalance, leaves, levels: await sumTree(leaves) }
    return queries.transaction(async (transaction) => {
      await transaction.query(lock)
      return (await treeOfDay(transaction, date)) ?? store(transaction, tree)
    })
  },
  proofOf: async (accountId) => {
    const stored = await queries.maybeOne(sql.type(StoredProof)`
      select ${treeColumns}, leaf_index as "leafIndex", sum, array(
          select substring(nodes from (((leaf_index >> level) # 1) * ${nodeBytes} + 1)::int for ${nodeBytes})
          from ava.liability_levels order by level
        ) as siblings
      from ava.liability_leaves, lateral (select * from ava.liability_trees order by day desc limit 1) as newest
      where account_id = ${accountId}`)
    return stored && proofFrom(stored, nonceOf(options.secret, stored.day)(accountId))
  },
})

const lock = sql.type(z.record(z.string(), z.unknown()))`
  select pg_advisory_xact_lock(hashtextextended('liability trees', 0))`

const StoredTree = z.object({
  day: z.string().transform((day) => day as Day),
  total: countColumn,
  root: z.instanceof(Buffer),
  companyBalance: countColumn.nullable(),
})
const treeColumns = sql.fragment`day::text, total, root, company_balance as "companyBalance"`

const treeOf = ({ day, root, ...tree }: z.infer<typeof StoredTree>): LiabilityTree => ({
  date: day,
  ...tree,
  root: root.toString('hex'),
})

const treeOfDay = async (queries: CommonQueryMethods, date: Day): Promise<LiabilityTree | null> => {
  const stored = await queries.maybeOne(sql.type(StoredTree)`
    select ${treeColumns} from ava.liability_trees where day = ${date}`)
  return stored && treeOf(stored)
}

// --- Tree -------------------------------------------------------------------------------------------

/** Node of the tree: a hash of 32 bytes and the sum of the leaves below it. */
interface SumNode {
  readonly hash: Buffer
  readonly sum: number
}

interface BalanceLeaf extends SumNode {
  readonly accountId: string
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const [leafPrefix, nodePrefix] = [Buffer.from([0]), Buffer.from([1])]

const uint64 = (sum: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(sum))
  return bytes
}

const leafHash = (nonce: Buffer, sum: number): Buffer => sha256(leafPrefix, nonce, uint64(sum))

const parentOf = (left: SumNode, right: SumNode): SumNode => ({
  hash: sha256(nodePrefix, left.hash, uint64(left.sum), right.hash, uint64(right.sum)),
  sum: left.sum + right.sum,
})

/** Differs by day, so that a leaf cannot be found again in the tree of another day. */
const nonceOf =
  (secret: Uint8Array, date: Day) =>
  (accountId: string): Buffer =>
    createHmac('sha256', secret).update(`${date}\n${accountId}`).digest()

/** Leaves or nodes hashed before other work gets a turn. */
const perTurn = 2_000

/** The levels from the leaves to the root. The last of an odd number of nodes rises unchanged. */
const sumTree = async (leaves: readonly SumNode[]): Promise<readonly (readonly SumNode[])[]> => {
  const levels = [leaves]
  for (let below = leaves; below.length > 1;) {
    const level: SumNode[] = []
    for (let index = 0; index < below.length; index += 2) {
      const [left, right] = below.slice(index, index + 2) as [SumNode, SumNode?]
      level.push(right === undefined ? left : parentOf(left, right))
      if (level.length % perTurn === 0) await nextTurn()
    }
    levels.push(level)
    below = level
  }
  return levels
}

/** All balances, ordered by hash: the place of a leaf says nothing about its account. */
const readLeaves = async (
  queries: CommonQueryMethods,
  nonce: (accountId: string) => Buffer,
): Promise<readonly BalanceLeaf[]> => {
  const leaves: BalanceLeaf[] = []
  for (let after = '', isComplete = false; !isComplete; await nextTurn()) {
    const balances = await balancesAfter(queries, after, perTurn)
    leaves.push(...balances.map(({ accountId, sum }) => ({ accountId, sum, hash: leafHash(nonce(accountId), sum) })))
    after = balances.at(-1)?.accountId ?? after
    isComplete = balances.length < perTurn
  }
  return leaves.sort((a, b) => a.hash.compare(b.hash))
}

// --- Storage ----------------------------------------------------------------------------------------

/** A stored node. */
const nodeBytes = 40

interface NewTree extends Pick<LiabilityTree, 'date' | 'companyBalance'> {
  readonly leaves: readonly BalanceLeaf[]
  readonly levels: readonly (readonly SumNode[])[]
}

const emptyRoot: SumNode = { hash: sha256(), sum: 0 }
const perStatement = 10_000

/** Replaces the nodes of the day before. */
const store = async (
  transaction: CommonQueryMethods,
  { date, companyBalance, leaves, levels }: NewTree,
): Promise<LiabilityTree> => {
  const { hash, sum: total } = levels.at(-1)?.[0] ?? emptyRoot
  await transaction.query(statement`
    with levels as (delete from ava.liability_levels), leaves as (delete from ava.liability_leaves)
    insert into ava.liability_trees (day, total, root, company_balance)
    values (${date}, ${total}, ${sql.binary(hash)}, ${companyBalance})`)
  for (const [level, nodes] of levels.entries()) {
    const packed = Buffer.concat(nodes.flatMap((node) => [node.hash, uint64(node.sum)]))
    await transaction.query(statement`
      insert into ava.liability_levels (level, nodes) values (${level}, ${sql.binary(packed)})`)
  }
  for (let from = 0; from < leaves.length; from += perStatement) {
    const rows = leaves
      .slice(from, from + perStatement)
      .map(({ accountId, sum }, place) => [accountId, from + place, sum])
    await transaction.query(statement`
      insert into ava.liability_leaves (account_id, leaf_index, sum)
      select * from ${sql.unnest(rows, ['text', 'int8', 'int8'])}`)
  }
  return { date, total, root: hash.toString('hex'), companyBalance }
}

const StoredProof = StoredTree.extend({
  leafIndex: countColumn,
  sum: countColumn,
  /** By level from the leaves; empty where the node has none. */
  siblings: z.array(z.instanceof(Buffer)),
})

const proofFrom = (
  { leafIndex, sum, siblings, ...stored }: z.infer<typeof StoredProof>,
  nonce: Buffer,
): LiabilityProof => {
  const { date, root, total } = treeOf(stored)
  const path = siblings.flatMap((node, level) => {
    if (node.length === 0) return []
    const side = Math.floor(leafIndex / 2 ** level) % 2 === 0 ? ('right' as const) : ('left' as const)
    return [{ side, hash: node.toString('hex', 0, 32), sum: Number(node.readBigUInt64BE(32)) }]
  })
  const leaf = { sum, nonce: nonce.toString('hex') }
  return { date, leaf, leafHash: leafHash(nonce, sum).toString('hex'), path, root, total }
}
