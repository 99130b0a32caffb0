import type { Pool } from 'pg'
import type { DataKey, Keyring, KeyringFailure } from '../../application/ports/keyring.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { type Migrations, type ProcessSession, sharedOrOwnSession } from '../postgres/postgres.ts'
import { keyCache, keyTable, listenForErasures } from './key-table.ts'
import { newDataKey } from './master-key.ts'

export { rotateMasterKey } from './master-key-rotation.ts'
export { adoptNextMasterKey, loadMasterKey, loadNextMasterKey, parseMasterKey } from './master-key.ts'
export { type SealedBytes, sealedBytes, sealing, subjectsIn } from './sealing.ts'

export const keyringMigrations: Migrations = { module: 'keyring', folder: new URL('migrations/', import.meta.url) }

export interface PostgresKeyring extends Keyring {
  /** Fails if the database is unavailable or its keys are wrapped by a different master key. */
  readonly check: () => TE.TaskEither<KeyringFailure, void>
  /** Root of the secrets that survive a rotation; rejects where `check` fails. */
  readonly root: () => Promise<Uint8Array>
  /** Stops listening; afterwards keys are not cached. */
  readonly close: () => Promise<void>
}

export interface PostgresKeyringOptions {
  readonly pool: Pool
  /** Receives erasures. By default a new one with the settings of the pool. */
  readonly session?: ProcessSession
  /** 32 bytes. */
  readonly masterKey: Uint8Array
  readonly now?: () => number
}

const cacheSize = 10_000
const cacheTtlMs = 10_000

/**
 * Data keys in the schema `keyring`, wrapped by the master key. Keys are cached only while erasure notifications are
 * received, so an erasure takes effect everywhere when its notification arrives, or after ten seconds at most.
 */
export const postgresKeyring = ({
  pool,
  masterKey,
  now = Date.now,
  ...options
}: PostgresKeyringOptions): PostgresKeyring => {
  const table = keyTable(pool, masterKey)
  const cache = keyCache({ size: cacheSize, ttlMs: cacheTtlMs, now })
  const { session, release } = sharedOrOwnSession(options.session, pool)
  const erasures = listenForErasures(session, cache.drop)

  const throughCache = (
    subjects: readonly string[],
    load: (missing: readonly string[]) => Promise<ReadonlyMap<string, DataKey | 'erased'>>,
  ) =>
    keyringTask(async () => {
      const keys = new Map<string, DataKey | 'erased'>()
      const missing: string[] = []
      for (const subject of new Set(subjects)) {
        const key = cache.get(subject)
        if (key) keys.set(subject, key)
        else missing.push(subject)
      }
      if (missing.length === 0) return keys
      const since = cache.generation()
      for (const [subject, key] of await load(missing)) {
        keys.set(subject, key)
        if (erasures.isListening()) cache.put(subject, key, since)
      }
      return keys
    })

  return {
    provision: (subjects) => throughCache(subjects, (missing) => table.provision(missing)),
    find: (subjects) => throughCache(subjects, (missing) => table.find(missing)),
    erase: (subject) =>
      keyringTask(async () => {
        await table.erase(subject)
        cache.drop()
      }),
    countErased: keyringTask(async () => {
      const cached = cache.erased()
      if (cached !== null) return cached
      const since = cache.generation()
      const count = await table.countErased()
      if (erasures.isListening()) cache.putErased(count, since)
      return count
    }),
    check: () => keyringTask(table.check),
    root: table.root,
    close: () => {
      erasures.close()
      return release()
    },
  }
}

const keyringTask = <A>(work: () => Promise<A>): TE.TaskEither<KeyringFailure, A> =>
  TE.tryCatch(work, (cause) => ({ type: 'KeyringUnavailable', cause }))

/** For tests and for reading a log without keys; not persistent. */
export const memoryKeyring = (): Keyring => {
  const keys = new Map<string, DataKey | 'erased'>()
  const known = (subjects: readonly string[]) =>
    new Map(
      subjects.flatMap((subject) => {
        const key = keys.get(subject)
        return key === undefined ? [] : [[subject, key] as const]
      }),
    )
  return {
    provision: (subjects) =>
      TE.fromIO(() => {
        for (const subject of subjects) if (!keys.has(subject)) keys.set(subject, newDataKey())
        return known(subjects)
      }),
    find: (subjects) => TE.fromIO(() => known(subjects)),
    erase: (subject) =>
      TE.fromIO(() => {
        keys.set(subject, 'erased')
      }),
    countErased: TE.fromIO(() => [...keys.values()].filter((key) => key === 'erased').length),
  }
}
