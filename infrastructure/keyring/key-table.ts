import type { Client, Pool, QueryResultRow } from 'pg'
import type { DataKey } from '../../application/ports/keyring.ts'
import { batchQueries, type ProcessSession } from '../postgres/postgres.ts'
import {
  createProof,
  digestOf,
  insertFirstProof,
  keyWrapping,
  type MasterRow,
  newDataKey,
  rotationUnderWay,
  selectMasterRow,
  unwrapRoot,
  verifiesProof,
  wrongMasterKey,
} from './master-key.ts'

/** Channel that announces every erasure to all processes. */
const erasureChannel = 'keyring_erased'

/** Advisory lock shared by all processes that use the keyring; rotating the master key requires it exclusively. */
export const keyringLock = 72617263

export interface ErasureListener {
  /** Whether every erasure is currently received. */
  readonly isListening: () => boolean
  readonly close: () => void
}

/**
 * Calls `erased` for each erasure in any process, and whenever one may have been missed. While the session is open, the
 * master key cannot be rotated.
 */
export const listenForErasures = (session: ProcessSession, erased: () => void): ErasureListener => {
  let isListening = false
  const onLost = () => {
    isListening = false
    erased()
  }
  const detach = session.attach({ prepare: holdKeyringLock, onLost })
  const unsubscribe = session.on(erasureChannel, () => {
    erased()
    isListening = true
  })
  return {
    isListening: () => isListening,
    close: () => {
      unsubscribe()
      detach()
      onLost()
    },
  }
}

const holdKeyringLock = async (client: Client) => {
  const { rows } = await client.query<{ granted: boolean }>('select pg_try_advisory_lock_shared($1) as granted', [
    keyringLock,
  ])
  if (rows[0]?.granted !== true) throw new Error('the master key is being rotated')
}

type Keys = ReadonlyMap<string, DataKey | 'erased'>

export interface KeyTable {
  readonly provision: (subjects: readonly string[]) => Promise<Keys>
  readonly find: (subjects: readonly string[]) => Promise<Keys>
  readonly erase: (subject: string) => Promise<void>
  readonly countErased: () => Promise<number>
  /** Rejects unless the keys are wrapped by this process' master key; the first process to start determines it. */
  readonly check: () => Promise<void>
  /** Root of the secrets that survive a rotation: the first master key. */
  readonly root: () => Promise<Uint8Array>
}

interface Row extends QueryResultRow {
  readonly digest: Buffer
  readonly wrapped: Buffer | null
}

/** Wrapped keys by digest in base64; null for erased subjects. */
type WrappedKeys = ReadonlyMap<string, Buffer | null>
const wrappedKeys = (rows: readonly Row[]): WrappedKeys =>
  new Map(rows.map((row) => [row.digest.toString('base64'), row.wrapped]))

const queryTimeoutMs = 5_000

/**
 * Inserts in digest order to avoid deadlocks. Inserts nothing if the master key is being rotated or has been since this
 * process verified its own.
 */
const provisionSql = `
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

const findSql = 'select digest, wrapped from keyring.subjects where digest = any($1::bytea[])'

const countErasedSql = 'select count(*)::int as count from keyring.subjects where erased_at is not null'

/** Deletes the key and marks the subject as erased in one statement. */
const eraseSql = `
  with erased as (
    insert into keyring.subjects as s (digest, erased_at) values ($1, now())
    on conflict (digest) do update set wrapped = null, erased_at = excluded.erased_at where s.erased_at is null
    returning digest
  )
  select pg_notify('${erasureChannel}', '') from erased`

type Query = <R extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly R[]>

/** Verifies once that the keys in the table are wrapped by this master key. */
const masterKeyCheck = (query: Query, wrapping: ReturnType<typeof keyWrapping>, masterKey: Uint8Array) => {
  let verified: Promise<{ readonly proof: Buffer; readonly root: Uint8Array }> | null = null
  const verify = async () => {
    await query(insertFirstProof, [createProof(wrapping)])
    const [row] = await query<MasterRow>(selectMasterRow)
    if (row !== undefined && row.next !== null) throw rotationUnderWay()
    if (row === undefined || !verifiesProof(wrapping, row.proof)) throw wrongMasterKey()
    return { proof: row.proof, root: unwrapRoot(row, masterKey, wrapping) }
  }
  const check = () =>
    (verified ??= verify().catch((error: unknown) => {
      verified = null
      throw error
    }))
  return {
    check,
    /** Verifies again whether the master key has been rotated in the meantime. */
    checkAgain: () => {
      verified = null
      return check()
    },
  }
}

export const keyTable = (pool: Pool, masterKey: Uint8Array): KeyTable => {
  const wrapping = keyWrapping(masterKey)
  const { wrap, unwrap } = wrapping
  const query: Query = async <R extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    (await pool.query<R>({ text, values: [...values], query_timeout: queryTimeoutMs } as { text: string })).rows

  const { check, checkAgain } = masterKeyCheck(query, wrapping, masterKey)

  // Concurrent calls share a statement. Each opens its own keys, so a damaged one fails only those who need it.
  const findWrapped = batchQueries(async (lists: readonly (readonly string[])[]) => {
    const found = wrappedKeys(await query<Row>(findSql, [distinct(lists).map(digestOf)]))
    return lists.map(() => found)
  })
  const provisionWrapped = batchQueries(async (lists: readonly (readonly string[])[]) => {
    const { proof } = await check()
    const subjects = distinct(lists)
    const wrapped = subjects.map((subject) => wrap(subject, newDataKey()))
    const found = wrappedKeys(await query<Row>(provisionSql, [subjects.map(digestOf), wrapped, proof]))
    return lists.map(() => found)
  })

  const openKeys = async (subjects: readonly string[], wrapped: WrappedKeys): Promise<Keys> => {
    const keys = new Map<string, DataKey | 'erased'>()
    for (const subject of subjects) {
      const found = wrapped.get(digestOf(subject).toString('base64'))
      if (found !== undefined) keys.set(subject, found === null ? 'erased' : await openKey(subject, found))
    }
    return keys
  }
  const openKey = async (subject: string, wrapped: Buffer): Promise<DataKey> => {
    const key = unwrap(subject, wrapped)
    if (key) return key
    await checkAgain()
    throw new Error(`The key of ${subject} is damaged`)
  }

  const lookUp = async (subjects: readonly string[]): Promise<Keys> => {
    await check()
    return openKeys(subjects, await findWrapped(subjects))
  }

  return {
    check: async () => void (await check()),
    root: async () => (await check()).root,
    find: lookUp,
    provision: async (subjects) => {
      const keys = await openKeys(subjects, await provisionWrapped(subjects))
      const missing = subjects.filter((subject) => !keys.has(subject))
      if (missing.length === 0) return keys
      const concurrent = await lookUp(missing)
      if (concurrent.size < missing.length) await checkAgain()
      return new Map([...keys, ...concurrent])
    },
    erase: async (subject) => void (await query(eraseSql, [digestOf(subject)])),
    countErased: async () => (await query<{ count: number }>(countErasedSql))[0]?.count ?? 0,
  }
}

const distinct = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())]

export interface KeyCache {
  readonly get: (subject: string) => DataKey | 'erased' | undefined
  /** Ignores keys read before generation `since`, because an erasure may have followed. */
  readonly put: (subject: string, key: DataKey | 'erased', since: number) => void
  /** The number of erased subjects; null unless it was read recently. */
  readonly erased: () => number | null
  /** As `put`. */
  readonly putErased: (count: number, since: number) => void
  /** Number of times the cache was cleared. */
  readonly generation: () => number
  readonly drop: () => void
}

export interface CacheLimits {
  readonly size: number
  /** How long a key is cached without being read again, in case a notification is lost. */
  readonly ttlMs: number
  readonly now: () => number
}

/** Recently used keys. An erasure is permanent, so its entry does not expire. */
export const keyCache = ({ size, ttlMs, now }: CacheLimits): KeyCache => {
  const entries = new Map<string, { readonly key: DataKey | 'erased'; readonly until: number }>()
  let generation = 0
  let erased = { count: 0, until: 0 }
  return {
    get: (subject) => {
      const entry = entries.get(subject)
      if (!entry) return undefined
      if (entry.until > now()) return entry.key
      entries.delete(subject)
      return undefined
    },
    put: (subject, key, since) => {
      if (key !== 'erased' && since !== generation) return
      entries.delete(subject)
      entries.set(subject, { key, until: key === 'erased' ? Number.POSITIVE_INFINITY : now() + ttlMs })
      for (const oldest of entries.keys()) {
        if (entries.size <= size) break
        entries.delete(oldest)
      }
    },
    erased: () => (erased.until > now() ? erased.count : null),
    putErased: (count, since) => {
      if (since === generation) erased = { count, until: now() + ttlMs }
    },
    generation: () => generation,
    drop: () => {
      generation++
      erased = { count: 0, until: 0 }
      entries.clear()
    },
  }
}
