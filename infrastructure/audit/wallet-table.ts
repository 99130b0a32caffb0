import type { Pool } from 'pg'
import { faultsFound } from '../../application/audit/faults.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Position, Recorded } from '../../domain/kernel/recorded.ts'
import { wallets } from '../../projections/wallets.ts'
import { onOwnConnection } from '../postgres/own-connection.ts'
import { heardBy } from '../projections/erasing.ts'
import { foldInto, type Rows } from '../projections/fold.ts'
import { columnOf } from '../projections/place.ts'

const sums = [
  'available',
  'maturing',
  'reserved',
  'totalEarned',
  'totalTakenBack',
  'totalSpent',
  'totalPaidOut',
  'ratingsGiven',
] as const
type Sums = Readonly<Record<(typeof sums)[number], number>>

interface Snapshot {
  /** How far the log was read when it looked like this. */
  readonly asOf: Position | null
  readonly rows: ReadonlyMap<string, Sums>
}

/** The table that serves and its checkpoint, of one moment; null where none of this version serves. */
const snapshotOf = (pool: Pool): Promise<Snapshot | null> =>
  onOwnConnection(pool, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows: serving } = await client.query<{ relation: string; position: Position | null }>(
      `select b.relation, c.position from ops.builds b join ops.checkpoints c on c.name = b.relation
       where b.projection = $1 and b.version = $2 and b.state = 'serving'`,
      [wallets.name, wallets.version],
    )
    const [build] = serving
    if (build === undefined) return null
    const columns = sums.map((name) => `${columnOf(name)} as "${name}"`).join(', ')
    const { rows } = await client.query<Sums & { key: string }>(`select key, ${columns} from read.${build.relation}`)
    return { asOf: build.position, rows: new Map(rows.map(({ key, ...row }) => [key, row])) }
  })

/** Follows the log up to where the table of wallets stands, and then says where the two differ. */
export const auditOfWalletTable = async (pool: Pool) => {
  const snapshot = await snapshotOf(pool)
  const faults = faultsFound()
  const { codecs } = heardBy(wallets)
  const rows: Rows = new Map()
  return {
    faults,
    read: (page: readonly Recorded[]): void => {
      const asOf = snapshot?.asOf ?? null
      if (asOf === null) return
      const heard = page.filter(({ event, position }) => position <= asOf && codecs.has(event.type))
      const folded = foldInto(wallets, heard, rows)
      if (E.isLeft(folded)) throw new Error(`The wallets cannot be folded: ${folded.left}`)
    },
    /** Null when there is no table to look at. */
    close: (): (Pick<Snapshot, 'asOf'> & { readonly rows: number }) | null => {
      if (snapshot === null) return null
      const { asOf, rows: shown } = snapshot
      const differ = (accountId: string, what: string) =>
        faults.add({ stream: `wallet-${accountId}`, position: asOf, what })
      for (const [key, row] of rows)
        if (row !== null) for (const what of differences(shown.get(key), row as unknown as Sums)) differ(key, what)
      for (const key of shown.keys())
        if ((rows.get(key) ?? null) === null) differ(key, 'has a row, and no event in the log')
      return { asOf, rows: shown.size }
    },
  }
}

const differences = (shown: Sums | undefined, counted: Sums): readonly string[] =>
  shown === undefined
    ? ['has no row']
    : sums
        .filter((name) => shown[name] !== counted[name])
        .map((name) => `${name} is ${shown[name]} in the table, ${counted[name]} by the log`)
