import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import {
  type ImageFlaw,
  type ImageProcessor,
  maxUnusedPhotos,
  type PhotoStore,
} from '../../application/accounts/ports.ts'
import { maxPhotoBytes } from '../../domain/accounts/rules.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { plusDays } from '../../domain/kernel/time.ts'
import type { SealedBytes } from '../keyring/keyring.ts'
import { statement } from '../postgres/postgres.ts'
import { keyedHash } from './hashing.ts'
import { storageTask } from './storage.ts'

interface PhotoOptions extends SealedBytes {
  /** Secret of the keyed hashes used as ids. */
  readonly secret: Uint8Array
}

/** Photos in Postgres (module `photos`). */
export const postgresPhotos = (db: CommonQueryMethods, { secret, seal, open }: PhotoOptions): PhotoStore => ({
  add: (owner, image, at) =>
    storageTask(async () => {
      const content = createHash('sha256').update(image).digest('hex')
      const id = keyedHash(secret, owner, content).toString('base64url')
      const sealed = await seal(owner, Buffer.from(id), image)
      if (sealed === null) return null
      await db.query(insertPhoto(id, owner, sealed, at))
      await db.query(evictUnused(owner))
      return id
    }),
  find: (id) =>
    storageTask(async () => {
      const found = await db.maybeOne(sql.type(SealedPhoto)`select owner, sealed from photos.pictures where id = ${id}`)
      return found === null ? null : open(found.owner, Buffer.from(id), found.sealed)
    }),
  markUsed: ({ id, owner }) =>
    storageTask(async () => {
      const { rowCount } = await db.query(
        statement`update photos.pictures set in_use = true where id = ${id} and owner = ${owner}`,
      )
      return rowCount === 1
    }),
  remove: ({ id, owner }) =>
    storageTask(async () => {
      await db.query(statement`delete from photos.pictures where id = ${id} and owner = ${owner}`)
    }),
  deleteAllOf: (owner) =>
    storageTask(async () => {
      await db.query(statement`delete from photos.pictures where owner = ${owner}`)
    }),
  sweep: (at) =>
    storageTask(async () => {
      const { rowCount } = await db.query(
        statement`delete from photos.pictures where not in_use and kept_at <= ${plusDays(at, -1)}`,
      )
      return rowCount
    }),
})

const SealedPhoto = z.object({ owner: z.string(), sealed: z.instanceof(Buffer) })

/** Uploading the same photo again renews its time. */
const insertPhoto = (id: string, owner: string, sealed: Buffer, at: Instant) => statement`
  insert into photos.pictures as p (id, owner, sealed, in_use, kept_at)
  values (${id}, ${owner}, ${sql.binary(sealed)}, false, ${at})
  on conflict (id) do update set kept_at = greatest(p.kept_at, excluded.kept_at)`

const evictUnused = (owner: string) => statement`
  delete from photos.pictures where id in (
    select id from photos.pictures where owner = ${owner} and not in_use
    order by kept_at desc, id offset ${maxUnusedPhotos})`

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
export const sharpImageProcessor = (): ImageProcessor => ({
  reencode: (file) =>
    file.length > maxPhotoBytes
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
