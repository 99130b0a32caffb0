import type { Pool, PoolClient, QueryResultRow } from 'pg'
import { onOwnConnection } from '../postgres/own-connection.ts'
import { present } from './erasures.ts'
import { masterRow, proofBy, proves, rootIn, rootUnder, wrongMasterKey, type MasterRow } from './master-row.ts'
import { digestOf, firstFormatBytes, wrappingBy, type Wrapping } from './wrapping.ts'

export interface Rotation {
  readonly pool: Pool
  /** The master key of now and the one to be: 32 bytes each. */
  readonly from: Uint8Array
  readonly to: Uint8Array
  /** Whoever the log holds personal data of: keys of the first format are bound to names that stand nowhere else. */
  readonly subjects: () => AsyncIterable<readonly string[]>
  readonly batch?: number
  /** After each batch, once it is safe. */
  readonly onBatch?: () => Promise<void> | void
}

/** Wrapped anew; or they were already, by an earlier run that did not live to say so. */
export type Rotated =
  | {
      readonly type: 'Rotated'
      readonly keys: number
      /** Left as they were: not even the old master key opens them. */ readonly unopened: number
    }
  | { readonly type: 'AlreadyRotated' }

/**
 * Wraps every key anew under another master key, batch by batch, each with how far it got: cut short at any moment, the
 * same call goes on where it stopped. Nobody else works with the keys from the first batch to the last.
 */
export const rotateMasterKey = (rotation: Rotation): Promise<Rotated> =>
  onOwnConnection(rotation.pool, async (client) => {
    await alone(client)
    return rotate(client, rotation)
  })

/** Waits a moment for whoever is just leaving. */
const alone = async (client: PoolClient): Promise<void> => {
  await client.query("set lock_timeout = '3s'")
  await client.query('select pg_advisory_lock($1)', [present]).catch((error: { readonly code?: string }) => {
    if (error.code !== '55P03') throw error
    throw new Error('Garbo is running on this database: stop every process of it, then rotate the master key')
  })
  await client.query('set lock_timeout = 0')
}

const rotate = async (client: PoolClient, rotation: Rotation): Promise<Rotated> => {
  const [from, to] = [wrappingBy(rotation.from), wrappingBy(rotation.to)]
  const [row] = (await client.query<MasterRow>(masterRow)).rows
  if (row === undefined) throw new Error('There are no keys yet: nothing to rotate')
  if (row.next === null && proves(to, row.proof)) {
    if (proves(from, row.proof)) throw new Error('The next master key is the one in use: another one is needed')
    return { type: 'AlreadyRotated' }
  }
  if (!proves(from, row.proof)) throw wrongMasterKey()
  if (row.next === null) await begin(client, to)
  else if (!proves(to, row.next))
    throw new Error('This rotation was begun with another next master key: go on with that')

  await rebind(client, from, rotation)
  while (await inOne(client, () => nextBatch(client, from, to, rotation.batch ?? 1_000))) await rotation.onBatch?.()
  return inOne(client, () => finish(client, rootUnder(to, rootIn(row, rotation.from, from))))
}

/** Once every key that was just being made is there; afterwards none is made. */
const begin = (client: PoolClient, to: Wrapping) =>
  inOne(client, async () => {
    await client.query('lock table keyring.subjects in share row exclusive mode')
    await client.query('insert into keyring.rotation (proof) values ($1)', [proofBy(to)])
  })

interface Row extends QueryResultRow {
  readonly digest: Buffer
  readonly wrapped: Buffer
}

/** Binds keys of the first format to their subject's digest, which is all the table knows of whose they are. */
const rebind = async (client: PoolClient, from: Wrapping, { subjects }: Rotation): Promise<void> => {
  const old = `from keyring.subjects where octet_length(wrapped) = ${firstFormatBytes}`
  if ((await client.query(`select ${old} limit 1`)).rowCount === 0) return
  for await (const some of subjects()) {
    const names = new Map(some.map((subject) => [digestOf(subject).toString('hex'), subject]))
    const digests = [...names.keys()].map((hex) => Buffer.from(hex, 'hex'))
    const { rows } = await client.query<Row>(`select digest, wrapped ${old} and digest = any($1)`, [digests])
    const anew = rows.flatMap(({ digest, wrapped }) => {
      const key = from.unwrap(names.get(digest.toString('hex')) ?? '', wrapped)
      return key === null ? [] : [{ digest, wrapped: from.wrapFor(digest, key) }]
    })
    await rewrite(client, anew)
  }
}

/** Whether there was anything left to do. */
const nextBatch = async (client: PoolClient, from: Wrapping, to: Wrapping, limit: number): Promise<boolean> => {
  const { rows } = await client.query<Row>(
    `select s.digest, s.wrapped from keyring.subjects s, keyring.rotation r
     where s.digest > r.reached and s.wrapped is not null order by s.digest limit $1 for update of s`,
    [limit],
  )
  const last = rows.at(-1)
  if (last === undefined) return false
  const anew = rows.flatMap(({ digest, wrapped }) => {
    const key = from.unwrapFor(digest, wrapped)
    return key === null ? [] : [{ digest, wrapped: to.wrapFor(digest, key) }]
  })
  await rewrite(client, anew)
  await client.query('update keyring.rotation set reached = $1, keys = keys + $2, unopened = unopened + $3', [
    last.digest,
    anew.length,
    rows.length - anew.length,
  ])
  return true
}

/** Whoever is erased meanwhile, by a process that has lost its place here, stays so. */
const rewrite = (client: PoolClient, rows: readonly Row[]) =>
  client.query(
    `update keyring.subjects s set wrapped = w.wrapped
     from unnest($1::bytea[], $2::bytea[]) as w (digest, wrapped) where s.digest = w.digest and s.wrapped is not null`,
    [rows.map(({ digest }) => digest), rows.map(({ wrapped }) => wrapped)],
  )

const finish = async (client: PoolClient, root: Buffer): Promise<Rotated> => {
  await client.query('update keyring.master set root = $1, proof = r.proof from keyring.rotation r', [root])
  const { rows } = await client.query<{ keys: number; unopened: number }>(
    'delete from keyring.rotation returning keys, unopened',
  )
  return { type: 'Rotated', keys: 0, unopened: 0, ...rows[0] }
}

const inOne = async <A>(client: PoolClient, work: () => Promise<A>): Promise<A> => {
  await client.query('begin')
  const done = await work()
  await client.query('commit')
  return done
}
