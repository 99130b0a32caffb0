import type { Pool, QueryResultRow } from 'pg'
import type { DataKey } from '../../application/ports/keyring.ts'
import { channel } from './erasures.ts'
import {
  beingRotated,
  firstProof,
  masterRow,
  proofBy,
  proves,
  rootIn,
  wrongMasterKey,
  type MasterRow,
} from './master-row.ts'
import { digestOf, newDataKey, wrappingBy } from './wrapping.ts'

type Keys = ReadonlyMap<string, DataKey | 'erased'>

export interface KeyTable {
  readonly provision: (subjects: readonly string[]) => Promise<Keys>
  readonly find: (subjects: readonly string[]) => Promise<Keys>
  readonly erase: (subject: string) => Promise<void>
  /** Rejects unless the keys here are wrapped by our master key; the first process to ask decides which that is. */
  readonly check: () => Promise<void>
  /** What secrets that outlast the master key are made of: the first master key there was. */
  readonly root: () => Promise<Uint8Array>
}

interface Row extends QueryResultRow {
  readonly digest: Buffer
  readonly wrapped: Buffer | null
}

const longestQueryMs = 5_000

/**
 * Rows go in by order of their digest, so that two processes never wait for each other; none once the master key is being
 * changed, or has been, since this process proved its own.
 */
const provision = `
  with wanted as (select * from unnest($1::bytea[], $2::bytea[]) as w (digest, wrapped)),
  made as (
    insert into keyring.subjects (digest, wrapped) select digest, wrapped from wanted
    where exists (select from keyring.master where proof = $3) and not exists (select from keyring.rotation)
    order by digest
    on conflict (digest) do nothing returning digest, wrapped
  )
  select digest, wrapped from made
  union all
  select digest, s.wrapped from keyring.subjects s join wanted using (digest)`

const find = 'select digest, wrapped from keyring.subjects where digest = any($1::bytea[])'

/** The fence and the end of the key in one step: at no moment is there one without the other. */
const erase = `
  with fenced as (
    insert into keyring.subjects as s (digest, erased_at) values ($1, now())
    on conflict (digest) do update set wrapped = null, erased_at = excluded.erased_at where s.erased_at is null
    returning digest
  )
  select pg_notify('${channel}', '') from fenced`

export const keyTable = (pool: Pool, masterKey: Uint8Array): KeyTable => {
  const wrapping = wrappingBy(masterKey)
  const { wrap, unwrap } = wrapping
  const query = async <R extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await pool.query<R>({ text, values: [...values], query_timeout: longestQueryMs } as { text: string })).rows

  let proven: Promise<{ readonly proof: Buffer; readonly root: Uint8Array }> | null = null
  const prove = async () => {
    await query(firstProof, [proofBy(wrapping)])
    const [row] = await query<MasterRow>(masterRow)
    if (row !== undefined && row.next !== null) throw beingRotated()
    if (row === undefined || !proves(wrapping, row.proof)) throw wrongMasterKey()
    return { proof: row.proof, root: rootIn(row, masterKey, wrapping) }
  }
  const check = () =>
    (proven ??= prove().catch((error: unknown) => {
      proven = null
      throw error
    }))
  /** Whether what was found is not so because the master key has been changed meanwhile. */
  const checkAgain = () => {
    proven = null
    return check()
  }

  const opened = async (subjects: readonly string[], rows: readonly Row[]): Promise<Keys> => {
    const wrapped = new Map(rows.map((row) => [row.digest.toString('base64'), row.wrapped]))
    const keys = new Map<string, DataKey | 'erased'>()
    for (const subject of subjects) {
      const found = wrapped.get(digestOf(subject).toString('base64'))
      if (found !== undefined) keys.set(subject, found === null ? 'erased' : await keyIn(subject, found))
    }
    return keys
  }
  const keyIn = async (subject: string, wrapped: Buffer): Promise<DataKey> => {
    const key = unwrap(subject, wrapped)
    if (key) return key
    await checkAgain()
    throw new Error(`The key of ${subject} in the keyring is damaged`)
  }

  const lookUp = async (subjects: readonly string[]): Promise<Keys> => {
    await check()
    return opened(subjects, await query<Row>(find, [subjects.map(digestOf)]))
  }

  return {
    check: async () => void (await check()),
    root: async () => (await check()).root,
    find: lookUp,
    provision: async (subjects) => {
      const { proof } = await check()
      const wrapped = subjects.map((subject) => wrap(subject, newDataKey()))
      const keys = await opened(subjects, await query<Row>(provision, [subjects.map(digestOf), wrapped, proof]))
      const justMadeByOthers = subjects.filter((subject) => !keys.has(subject))
      if (justMadeByOthers.length === 0) return keys
      const theirs = await lookUp(justMadeByOthers)
      if (theirs.size < justMadeByOthers.length) await checkAgain()
      return new Map([...keys, ...theirs])
    },
    erase: async (subject) => {
      await query(erase, [digestOf(subject)])
    },
  }
}
