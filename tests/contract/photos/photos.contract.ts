import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { maxUnusedPhotos, type PhotoStore, type StorageFailure } from '../../../application/accounts/ports.ts'
import { E, type TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'

export interface PhotosUnderTest {
  readonly photos: PhotoStore
  /** Erases an account's key. */
  readonly erase: (owner: string) => Promise<void>
}
export type Promises = Readonly<Record<string, (album: PhotosUnderTest) => Promise<void>>>

const ok = async <A>(task: TE.TaskEither<StorageFailure, A>): Promise<A> => {
  const answer = await task()
  if (E.isLeft(answer)) throw new Error('the album failed', { cause: answer.left.cause })
  return answer.right
}
const someone = () => `account-${randomUUID()}`
const picture = () => new Uint8Array(randomBytes(3_000))
const hour = (hours: number) => new Date(Date.UTC(2026, 2, 2, hours)).toISOString() as Instant
const kept = async ({ photos }: PhotosUnderTest, owner: string, one = picture(), hours = 0) => {
  const id = await ok(photos.add(owner, one, hour(hours)))
  if (id === null) throw new Error('not kept')
  return id
}
const shown = async ({ photos }: PhotosUnderTest, id: string) => {
  const found = await ok(photos.find(id))
  return found === null ? null : Buffer.from(found).toString('hex')
}
const hex = (one: Uint8Array) => Buffer.from(one).toString('hex')

const keeping: Promises = {
  'returns stored pictures byte for byte': async (album) => {
    const one = picture()
    expect(await shown(album, await kept(album, someone(), one))).toBe(hex(one))
    expect(await shown(album, await kept(album, someone(), new Uint8Array([7])))).toBe('07')
  },

  'stores identical pictures once per account': async (album) => {
    const [one, a, b] = [picture(), someone(), someone()]
    const id = await kept(album, a, one)
    expect(await kept(album, a, one)).toBe(id)
    expect(await kept(album, b, one)).not.toBe(id)
    expect(await kept(album, a)).not.toBe(id)
  },

  'uses unguessable ids': async (album) => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => kept(album, someone())))
    expect(new Set(ids).size).toBe(10)
    for (const id of ids) expect(id).toMatch(/^[\w-]{43}$/)
  },

  'finds nothing for an unknown id': async (album) => expect(await shown(album, 'A'.repeat(43))).toBeNull(),

  'lets only the owner use or delete a picture': async (album) => {
    const [mine, theirs] = [someone(), someone()]
    const id = await kept(album, mine)
    expect(await ok(album.photos.markUsed({ id, owner: theirs }))).toBe(false)
    await ok(album.photos.remove({ id, owner: theirs }))
    expect(await shown(album, id)).not.toBeNull()
    expect(await ok(album.photos.markUsed({ id, owner: mine }))).toBe(true)
  },
}

const ending: Promises = {
  'deletes one picture and keeps the others': async (album) => {
    const owner = someone()
    const [gone, stays] = [await kept(album, owner), await kept(album, owner)]
    await ok(album.photos.remove({ id: gone, owner }))
    await ok(album.photos.remove({ id: gone, owner }))
    expect(await shown(album, gone)).toBeNull()
    expect(await shown(album, stays)).not.toBeNull()
  },

  'deletes all pictures of one account only': async (album) => {
    const [gone, other] = [someone(), someone()]
    const [used, unused, stays] = [await kept(album, gone), await kept(album, gone), await kept(album, other)]
    await ok(album.photos.markUsed({ id: used, owner: gone }))
    await ok(album.photos.deleteAllOf(gone))
    expect([await shown(album, used), await shown(album, unused)]).toEqual([null, null])
    expect(await shown(album, stays)).not.toBeNull()
  },

  'becomes unreadable with the account’s key, and stores nothing for erased accounts': async (album) => {
    const [gone, other] = [someone(), someone()]
    const [id, stays] = [await kept(album, gone), await kept(album, other)]
    await ok(album.photos.markUsed({ id, owner: gone }))
    await album.erase(gone)
    expect(await shown(album, id)).toBeNull()
    expect(await ok(album.photos.add(gone, picture(), hour(1)))).toBeNull()
    expect(await shown(album, stays)).not.toBeNull()
  },

  'deletes pictures unused for a day': async (album) => {
    const owner = someone()
    const [used, old, young] = [
      await kept(album, owner),
      await kept(album, owner),
      await kept(album, owner, picture(), 1),
    ]
    await ok(album.photos.markUsed({ id: used, owner }))
    expect(await ok(album.photos.sweep(hour(24)))).toBeGreaterThan(0)
    expect(await shown(album, old)).toBeNull()
    expect(await shown(album, used)).not.toBeNull()
    expect(await shown(album, young)).not.toBeNull()
  },

  'treats a re-uploaded picture as new and keeps it in use': async (album) => {
    const [owner, again, used] = [someone(), picture(), picture()]
    const [a, b] = [await kept(album, owner, again), await kept(album, owner, used)]
    await ok(album.photos.markUsed({ id: b, owner }))
    await kept(album, owner, again, 20)
    await kept(album, owner, used, 1)
    await ok(album.photos.sweep(hour(30)))
    expect([await shown(album, a), await shown(album, b)]).toEqual([hex(again), hex(used)])
  },

  'limits the unused pictures per account, deleting the oldest': async (album) => {
    const owner = someone()
    const used = await kept(album, owner, picture(), 0)
    await ok(album.photos.markUsed({ id: used, owner }))
    const ids: string[] = []
    for (let at = 1; at <= maxUnusedPhotos + 2; at++) ids.push(await kept(album, owner, picture(), at))
    const shownNow = await Promise.all(ids.map(async (id) => (await shown(album, id)) !== null))
    expect(shownNow).toEqual([false, false, ...ids.slice(2).map(() => true)])
    expect(await shown(album, used)).not.toBeNull()
  },
}

/** The contract of every photo store. */
export const promises: Promises = { ...keeping, ...ending }

export const photosContract = (adapter: string, album: () => PhotosUnderTest) =>
  describe(`${adapter} fulfils the photos contract`, () => {
    it.each(Object.entries(promises))('%s', (_, check) => check(album()))
  })
