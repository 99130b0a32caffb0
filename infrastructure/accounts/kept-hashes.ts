import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { KeptHashes } from '../../application/accounts/ports.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { rowsOf } from '../../projections/columns.ts'
import { batchQueries, statement } from '../postgres/postgres.ts'
import { storageTask, storedInstant } from './storage.ts'

/** In the table `access.kept_hashes`, since the log forgets nothing. */
export const postgresKeptHashes = (db: CommonQueryMethods): KeptHashes => {
  const latestOf = batchQueries((lookups: readonly HashLookup[]) => latestUntil(db, lookups))
  return {
    keep: (kept) =>
      storageTask(async () => {
        if (kept.length === 0) return
        await db.query(statement`
          insert into access.kept_hashes as k (hash, sanction, until)
          select hash, sanction, max(until) from ${sql.unnest(
            kept.map(({ hash, sanction, until }) => [hash, sanction ?? '', until]),
            ['text', 'text', 'timestamptz'],
          )} as n (hash, sanction, until) group by hash, sanction
          on conflict (hash, sanction) do update set until = greatest(k.until, excluded.until)`)
      }),
    release: (sanction) =>
      storageTask(async () => {
        await db.query(statement`delete from access.kept_hashes where sanction = ${sanction}`)
      }),
    keptUntil: (hashes, at) => storageTask(async () => (hashes.length === 0 ? null : latestOf({ hashes, at }))),
    sweep: (at) =>
      storageTask(async () => {
        const { rowCount } = await db.query(statement`delete from access.kept_hashes where until <= ${at}::timestamptz`)
        return rowCount
      }),
  }
}

interface HashLookup {
  readonly hashes: readonly string[]
  readonly at: Instant
}

/** For each lookup, in order, the latest time until which one of its hashes is kept; null if none is. */
const latestUntil = (db: CommonQueryMethods, lookups: readonly HashLookup[]) => {
  const wanted = lookups.flatMap(({ hashes, at }, n) => hashes.map((hash) => ({ n, hash, at })))
  const numbers = wanted.map(({ n }) => n)
  const hashes = wanted.map(({ hash }) => hash)
  const times = wanted.map(({ at }) => at)
  return db.anyFirst(sql.type(z.object({ until: storedInstant.nullable() }))`
    select max(k.until) as until
    from ${rowsOf(['int4', numbers], ['text', hashes], ['timestamptz', times])} as w (n, hash, at)
    left join lateral (
      select max(until) as until from access.kept_hashes where hash = w.hash and until > w.at
    ) k on true
    group by w.n order by w.n`)
}
