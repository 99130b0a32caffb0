import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import type { KeptHashes } from '../../application/accounts/ports.ts'
import { statement } from '../postgres/postgres.ts'
import { storageTask, storedInstant } from './storage.ts'

/** In the table `access.kept_hashes`, since the log forgets nothing. */
export const postgresKeptHashes = (db: CommonQueryMethods): KeptHashes => ({
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
  keptUntil: (hashes, at) =>
    storageTask(async () =>
      hashes.length === 0
        ? null
        : db.oneFirst(sql.type(z.object({ until: storedInstant.nullable() }))`
            select max(until) as until from access.kept_hashes
            where hash = any(${sql.array([...hashes], 'text')}) and until > ${at}::timestamptz`),
    ),
  sweep: (at) =>
    storageTask(async () => {
      const { rowCount } = await db.query(statement`delete from access.kept_hashes where until <= ${at}::timestamptz`)
      return rowCount
    }),
})
