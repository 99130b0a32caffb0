import type { Pool, QueryResultRow } from 'pg'
import type { DataKey } from '../../application/ports/keyring.ts'
import { channel } from './erasures.ts'
import { digestOf, newDataKey, type Wrapping } from './wrapping.ts'

type Keys = ReadonlyMap<string, DataKey | 'erased'>

export interface KeyTable {
  readonly provision: (subjects: readonly string[]) => Promise<Keys>
  readonly find: (subjects: readonly string[]) => Promise<Keys>
  readonly erase: (subject: string) => Promise<void>
  /** Rejects unless the keys here are wrapped by our master key; the first process to ask decides which that is. */
  readonly check: () => Promise<void>
}

interface Row extends QueryResultRow {
  readonly digest: Buffer
  readonly wrapped: Buffer | null
}

const longestQueryMs = 5_000

/** Rows go in by order of their digest, so that two processes never wait for each other. */
const provision = `
  with wanted as (select * from unnest($1::bytea[], $2::bytea[]) as w (digest, wrapped)),
  made as (
    insert into keyring.subjects (digest, wrapped) select digest, wrapped from wanted order by digest
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

const prove = 'insert into keyring.master (proof) values ($1) on conflict do nothing'
const proof = 'select proof from keyring.master'
const proven = 'the master key of this keyring'

export const keyTable = (pool: Pool, { wrap, unwrap }: Wrapping): KeyTable => {
  const query = async <R extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await pool.query<R>({ text, values: [...values], query_timeout: longestQueryMs } as { text: string })).rows

  const opened = (subjects: readonly string[], rows: readonly Row[]): Keys => {
    const wrapped = new Map(rows.map((row) => [row.digest.toString('base64'), row.wrapped]))
    return new Map(
      subjects.flatMap((subject): [string, DataKey | 'erased'][] => {
        const found = wrapped.get(digestOf(subject).toString('base64'))
        return found === undefined ? [] : [[subject, found === null ? 'erased' : keyIn(subject, found)]]
      }),
    )
  }
  const keyIn = (subject: string, wrapped: Buffer): DataKey => {
    const key = unwrap(subject, wrapped)
    if (key) return key
    throw new Error(`The key of ${subject} in the keyring is damaged`)
  }

  const verify = async () => {
    await query(prove, [wrap(proven, newDataKey())])
    const [row] = await query<{ proof: Buffer }>(proof)
    if (!row || !unwrap(proven, row.proof))
      throw new Error('Wrong master key: the keys in this database are wrapped by another one')
  }
  let verified: Promise<void> | null = null
  const check = () =>
    (verified ??= verify().catch((error: unknown) => {
      verified = null
      throw error
    }))

  const lookUp = async (subjects: readonly string[]): Promise<Keys> => {
    await check()
    return opened(subjects, await query<Row>(find, [subjects.map(digestOf)]))
  }

  return {
    check,
    find: lookUp,
    provision: async (subjects) => {
      await check()
      const wrapped = subjects.map((subject) => wrap(subject, newDataKey()))
      const keys = opened(subjects, await query<Row>(provision, [subjects.map(digestOf), wrapped]))
      const justMadeByOthers = subjects.filter((subject) => !keys.has(subject))
      return justMadeByOthers.length === 0 ? keys : new Map([...keys, ...(await lookUp(justMadeByOthers))])
    },
    erase: async (subject) => {
      await query(erase, [digestOf(subject)])
    },
  }
}
