import type { Pool, ClientBase, QueryResultRow } from 'pg'
import { OperatorError } from '../operator-error.ts'
import { onOwnConnection } from '../postgres/postgres.ts'
import { keyringLock } from './key-table.ts'
import {
  createProof,
  digestOf,
  keyWrapping,
  type KeyWrapping,
  legacyKeyBytes,
  type MasterRow,
  selectMasterRow,
  unwrapRoot,
  verifiesProof,
  wrapRoot,
  wrongMasterKey,
} from './master-key.ts'

export interface RotationOptions {
  readonly pool: Pool
  /** Current and next master key, 32 bytes each. */
  readonly from: Uint8Array
  readonly to: Uint8Array
  /**
   * Subjects with personal data in the log: keys of the first format are bound to subject names, which the keyring does
   * not store.
   */
  readonly subjects: () => AsyncIterable<readonly string[]>
  readonly batch?: number
  /** Called after each committed batch. */
  readonly onBatch?: () => Promise<void> | void
}

/** `AlreadyRotated`: an earlier run completed without being able to report it. */
export type RotationResult =
  | {
      readonly type: 'Rotated'
      readonly keys: number
      /** Keys left unchanged because the current master key does not open them. */
      readonly unopened: number
    }
  | { readonly type: 'AlreadyRotated' }

/**
 * Rewraps every key under the next master key in batches, recording progress. Calling it again after an interruption
 * resumes where it stopped. No other process uses the keyring until it completes.
 */
export const rotateMasterKey = (rotation: RotationOptions): Promise<RotationResult> =>
  onOwnConnection(rotation.pool, async (client) => {
    await lockKeyring(client)
    return runRotation(client, rotation)
  })

/** Waits briefly for processes that are shutting down. */
const lockKeyring = async (client: ClientBase): Promise<void> => {
  await client.query("set lock_timeout = '3s'")
  await client.query('select pg_advisory_lock($1)', [keyringLock]).catch((error: { readonly code?: string }) => {
    if (error.code !== '55P03') throw error
    throw new OperatorError(
      'Garbo is running on this database: stop all of its processes before rotating the master key',
    )
  })
  await client.query('set lock_timeout = 0')
}

const runRotation = async (client: ClientBase, rotation: RotationOptions): Promise<RotationResult> => {
  const [from, to] = [keyWrapping(rotation.from), keyWrapping(rotation.to)]
  const [row] = (await client.query<MasterRow>(selectMasterRow)).rows
  if (row === undefined) throw new OperatorError('There are no keys to rotate yet')
  if (row.next === null && verifiesProof(to, row.proof)) {
    if (verifiesProof(from, row.proof))
      throw new OperatorError('The next master key is already in use; choose a different one')
    return { type: 'AlreadyRotated' }
  }
  if (!verifiesProof(from, row.proof)) throw wrongMasterKey()
  if (row.next !== null && !verifiesProof(to, row.next))
    throw new OperatorError('This rotation was started with a different next master key; continue with that one')

  // before the rotation is recorded: it fails if a part of the log is detached
  await rebindLegacyKeys(client, from, rotation)
  if (row.next === null) await beginRotation(client, to)
  while (await inTransaction(client, () => rotateBatch(client, from, to, rotation.batch ?? 1_000)))
    await rotation.onBatch?.()
  return inTransaction(client, () => finishRotation(client, wrapRoot(to, unwrapRoot(row, rotation.from, from))))
}

/** Waits for keys being created; none are created afterwards. */
const beginRotation = (client: ClientBase, to: KeyWrapping) =>
  inTransaction(client, async () => {
    await client.query('lock table keyring.subjects in share row exclusive mode')
    await client.query('insert into keyring.rotation (proof) values ($1)', [createProof(to)])
  })

interface Row extends QueryResultRow {
  readonly digest: Buffer
  readonly wrapped: Buffer
}

/** Binds keys of the first format to their subject's digest, the only thing the table knows about a subject. */
const rebindLegacyKeys = async (
  client: ClientBase,
  from: KeyWrapping,
  { subjects }: RotationOptions,
): Promise<void> => {
  const legacyKeys = `from keyring.subjects where octet_length(wrapped) = ${legacyKeyBytes}`
  if ((await client.query(`select ${legacyKeys} limit 1`)).rowCount === 0) return
  for await (const subjectPage of subjects()) {
    const names = new Map(subjectPage.map((subject) => [digestOf(subject).toString('hex'), subject]))
    const digests = [...names.keys()].map((hex) => Buffer.from(hex, 'hex'))
    const { rows } = await client.query<Row>(`select digest, wrapped ${legacyKeys} and digest = any($1)`, [digests])
    const rewrapped = rows.flatMap(({ digest, wrapped }) => {
      const key = from.unwrap(names.get(digest.toString('hex')) ?? '', wrapped)
      return key === null ? [] : [{ digest, wrapped: from.wrapFor(digest, key) }]
    })
    await rewriteKeys(client, rewrapped)
  }
}

/** True if there was a batch to rotate. */
const rotateBatch = async (client: ClientBase, from: KeyWrapping, to: KeyWrapping, limit: number): Promise<boolean> => {
  const { rows } = await client.query<Row>(
    `select s.digest, s.wrapped from keyring.subjects s, keyring.rotation r
     where s.digest > r.reached and s.wrapped is not null order by s.digest limit $1 for update of s`,
    [limit],
  )
  const last = rows.at(-1)
  if (last === undefined) return false
  const rewrapped = rows.flatMap(({ digest, wrapped }) => {
    const key = from.unwrapFor(digest, wrapped)
    return key === null ? [] : [{ digest, wrapped: to.wrapFor(digest, key) }]
  })
  await rewriteKeys(client, rewrapped)
  await client.query('update keyring.rotation set reached = $1, keys = keys + $2, unopened = unopened + $3', [
    last.digest,
    rewrapped.length,
    rows.length - rewrapped.length,
  ])
  return true
}

/** Never restores a key erased concurrently. */
const rewriteKeys = (client: ClientBase, rows: readonly Row[]) =>
  client.query(
    `update keyring.subjects s set wrapped = w.wrapped
     from unnest($1::bytea[], $2::bytea[]) as w (digest, wrapped) where s.digest = w.digest and s.wrapped is not null`,
    [rows.map(({ digest }) => digest), rows.map(({ wrapped }) => wrapped)],
  )

const finishRotation = async (client: ClientBase, root: Buffer): Promise<RotationResult> => {
  await client.query('update keyring.master set root = $1, proof = r.proof from keyring.rotation r', [root])
  const { rows } = await client.query<{ keys: number; unopened: number }>(
    'delete from keyring.rotation returning keys, unopened',
  )
  return { type: 'Rotated', keys: 0, unopened: 0, ...rows[0] }
}

const inTransaction = async <A>(client: ClientBase, work: () => Promise<A>): Promise<A> => {
  await client.query('begin')
  const outcome = await work()
  await client.query('commit')
  return outcome
}
