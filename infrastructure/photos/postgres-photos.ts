import { createHash } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import { mostUnused, type Photos } from '../../application/ports/photos.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import { keyedHash } from '../access/keyed-hash.ts'
import { stored, type Database } from '../access/storage.ts'
import type { SealedBytes } from '../keyring/sealed-bytes.ts'

interface Options extends SealedBytes {
  /** Keys the ids. */
  readonly secret: Uint8Array
}

/** Pictures in Postgres, in a table of module `photos`. */
export const postgresPhotos = (db: Database, { secret, seal, open }: Options): Photos => ({
  keep: (owner, picture, at) =>
    stored(async () => {
      const content = createHash('sha256').update(picture).digest('hex')
      const id = keyedHash(secret, owner, content).toString('base64url')
      const sealed = await seal(owner, Buffer.from(id), picture)
      if (sealed === null) return null
      await db.query(insert, [id, owner, sealed, at])
      await db.query(crowdOut, [owner, mostUnused])
      return id
    }),
  find: (id) =>
    stored(async () => {
      const { rows } = await db.query<Row & QueryResultRow>('select owner, sealed from photos.pictures where id = $1', [
        id,
      ])
      const [row] = rows
      return row === undefined ? null : open(row.owner, Buffer.from(id), row.sealed)
    }),
  use: ({ id, owner }) =>
    stored(async () => {
      const { rowCount } = await db.query(`update photos.pictures set in_use = true where ${its}`, [id, owner])
      return rowCount === 1
    }),
  drop: ({ id, owner }) =>
    stored(async () => {
      await db.query(`delete from photos.pictures where ${its}`, [id, owner])
    }),
  forget: (owner) =>
    stored(async () => {
      await db.query('delete from photos.pictures where owner = $1', [owner])
    }),
  sweep: (at) => stored(async () => (await db.query(neverUsed, [plusDays(at, -1)])).rowCount ?? 0),
})

interface Row {
  readonly owner: string
  readonly sealed: Buffer
}

const its = 'id = $1 and owner = $2'
/** Kept again, it is young again. */
const insert = `
  insert into photos.pictures as p values ($1, $2, $3, false, $4)
  on conflict (id) do update set kept_at = greatest(p.kept_at, excluded.kept_at)`
const crowdOut = `
  delete from photos.pictures where id in (
    select id from photos.pictures where owner = $1 and not in_use order by kept_at desc, id offset $2)`
const neverUsed = 'delete from photos.pictures where not in_use and kept_at <= $1'
