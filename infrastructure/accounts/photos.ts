import { createHash } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import sharp from 'sharp'
import {
  type ImageFlaw,
  type ImageProcessor,
  maxFileBytes,
  maxUnusedPhotos,
  type PhotoStore,
} from '../../application/accounts/ports.ts'
import { TE } from '../../domain/kernel/fp.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import type { SealedBytes } from '../keyring/keyring.ts'
import { keyedHash } from './hashing.ts'
import { type Database, storageTask } from './storage.ts'

interface PhotoOptions extends SealedBytes {
  /** Secret of the keyed hashes used as ids. */
  readonly secret: Uint8Array
}

/** Photos in Postgres (module `photos`). */
export const postgresPhotos = (db: Database, { secret, seal, open }: PhotoOptions): PhotoStore => ({
  add: (owner, image, at) =>
    storageTask(async () => {
      const content = createHash('sha256').update(image).digest('hex')
      const id = keyedHash(secret, owner, content).toString('base64url')
      const sealed = await seal(owner, Buffer.from(id), image)
      if (sealed === null) return null
      await db.query(insertSql, [id, owner, sealed, at])
      await db.query(evictUnusedSql, [owner, maxUnusedPhotos])
      return id
    }),
  find: (id) =>
    storageTask(async () => {
      const { rows } = await db.query<PhotoRow & QueryResultRow>(
        'select owner, sealed from photos.pictures where id = $1',
        [id],
      )
      const [row] = rows
      return row === undefined ? null : open(row.owner, Buffer.from(id), row.sealed)
    }),
  markUsed: ({ id, owner }) =>
    storageTask(async () => {
      const { rowCount } = await db.query(`update photos.pictures set in_use = true where ${ownPhoto}`, [id, owner])
      return rowCount === 1
    }),
  remove: ({ id, owner }) =>
    storageTask(async () => {
      await db.query(`delete from photos.pictures where ${ownPhoto}`, [id, owner])
    }),
  deleteAllOf: (owner) =>
    storageTask(async () => {
      await db.query('delete from photos.pictures where owner = $1', [owner])
    }),
  sweep: (at) => storageTask(async () => (await db.query(sweepSql, [plusDays(at, -1)])).rowCount ?? 0),
})

interface PhotoRow {
  readonly owner: string
  readonly sealed: Buffer
}

const ownPhoto = 'id = $1 and owner = $2'
/** Uploading the same photo again renews its time. */
const insertSql = `
  insert into photos.pictures as p values ($1, $2, $3, false, $4)
  on conflict (id) do update set kept_at = greatest(p.kept_at, excluded.kept_at)`
const evictUnusedSql = `
  delete from photos.pictures where id in (
    select id from photos.pictures where owner = $1 and not in_use order by kept_at desc, id offset $2)`
const sweepSql = 'delete from photos.pictures where not in_use and kept_at <= $1'

// disables all other formats that libvips can read, such as SVG, PDF, TIFF and GIF
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
sharp.cache(false)

const maxPixels = 50_000_000
const maxSide = 400
const decodeTimeout = { seconds: 10 }

/** Re-encodes images with sharp, detecting the format by content. @rule Q-88 metadata is dropped */
export const sharpPictures = (): ImageProcessor => ({
  reencode: (file) =>
    file.length > maxFileBytes
      ? TE.left({ type: 'PictureTooLarge' })
      : TE.tryCatch(() => reencode(file), toPictureFlaw),
})

/** Async, because sharp throws synchronously for an empty file. */
const reencode = async (file: Uint8Array): Promise<Uint8Array> =>
  sharp(file, { limitInputPixels: maxPixels, autoOrient: true })
    .timeout(decodeTimeout)
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 80 })
    .toBuffer()

const toPictureFlaw = (error: unknown): ImageFlaw => ({
  type: error instanceof Error && error.message.includes('pixel limit') ? 'PictureTooLarge' : 'NotAPicture',
})
