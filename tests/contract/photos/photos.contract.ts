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
export type Guarantees = Readonly<Record<string, (store: PhotosUnderTest) => Promise<void>>>

const orThrow = async <A>(task: TE.TaskEither<StorageFailure, A>): Promise<A> => {
  const outcome = await task()
  if (E.isLeft(outcome)) throw new Error('the store failed', { cause: outcome.left.cause })
  return outcome.right
}
const newAccount = () => `account-${randomUUID()}`
const picture = () => new Uint8Array(randomBytes(3_000))
const hour = (hours: number) => new Date(Date.UTC(2026, 2, 2, hours)).toISOString() as Instant
const addPicture = async ({ photos }: PhotosUnderTest, owner: string, bytes = picture(), hours = 0) => {
  const id = await orThrow(photos.add(owner, bytes, hour(hours)))
  if (id === null) throw new Error('the picture was not stored')
  return id
}
const findPicture = async ({ photos }: PhotosUnderTest, id: string) => {
  const found = await orThrow(photos.find(id))
  return found === null ? null : Buffer.from(found).toString('hex')
}
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const storing: Guarantees = {
  'returns stored pictures byte for byte': async (store) => {
    const bytes = picture()
    expect(await findPicture(store, await addPicture(store, newAccount(), bytes))).toBe(hex(bytes))
    expect(await findPicture(store, await addPicture(store, newAccount(), new Uint8Array([7])))).toBe('07')
  },

  'stores identical pictures once per account': async (store) => {
    const [bytes, a, b] = [picture(), newAccount(), newAccount()]
    const id = await addPicture(store, a, bytes)
    expect(await addPicture(store, a, bytes)).toBe(id)
    expect(await addPicture(store, b, bytes)).not.toBe(id)
    expect(await addPicture(store, a)).not.toBe(id)
  },

  'uses unguessable ids': async (store) => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => addPicture(store, newAccount())))
    expect(new Set(ids).size).toBe(10)
    for (const id of ids) expect(id).toMatch(/^[\w-]{43}$/)
  },

  'finds nothing for an unknown id': async (store) => expect(await findPicture(store, 'A'.repeat(43))).toBeNull(),

  'lets only the owner use or delete a picture': async (store) => {
    const [owner, other] = [newAccount(), newAccount()]
    const id = await addPicture(store, owner)
    expect(await orThrow(store.photos.markUsed({ id, owner: other }))).toBe(false)
    await orThrow(store.photos.remove({ id, owner: other }))
    expect(await findPicture(store, id)).not.toBeNull()
    expect(await orThrow(store.photos.markUsed({ id, owner }))).toBe(true)
  },
}

const deleting: Guarantees = {
  'deletes one picture and keeps the others': async (store) => {
    const owner = newAccount()
    const [removed, kept] = [await addPicture(store, owner), await addPicture(store, owner)]
    await orThrow(store.photos.remove({ id: removed, owner }))
    await orThrow(store.photos.remove({ id: removed, owner }))
    expect(await findPicture(store, removed)).toBeNull()
    expect(await findPicture(store, kept)).not.toBeNull()
  },

  'deletes all pictures of one account only': async (store) => {
    const [erased, other] = [newAccount(), newAccount()]
    const [used, unused, kept] = [
      await addPicture(store, erased),
      await addPicture(store, erased),
      await addPicture(store, other),
    ]
    await orThrow(store.photos.markUsed({ id: used, owner: erased }))
    await orThrow(store.photos.deleteAllOf(erased))
    expect([await findPicture(store, used), await findPicture(store, unused)]).toEqual([null, null])
    expect(await findPicture(store, kept)).not.toBeNull()
  },

  'returns and stores no picture once the account’s key is erased': async (store) => {
    const [erased, other] = [newAccount(), newAccount()]
    const [id, kept] = [await addPicture(store, erased), await addPicture(store, other)]
    await orThrow(store.photos.markUsed({ id, owner: erased }))
    await store.erase(erased)
    expect(await findPicture(store, id)).toBeNull()
    expect(await orThrow(store.photos.add(erased, picture(), hour(1)))).toBeNull()
    expect(await findPicture(store, kept)).not.toBeNull()
  },

  'deletes pictures that stay unused for a day': async (store) => {
    const owner = newAccount()
    const [used, old, young] = [
      await addPicture(store, owner),
      await addPicture(store, owner),
      await addPicture(store, owner, picture(), 1),
    ]
    await orThrow(store.photos.markUsed({ id: used, owner }))
    expect(await orThrow(store.photos.sweep(hour(24)))).toBeGreaterThan(0)
    expect(await findPicture(store, old)).toBeNull()
    expect(await findPicture(store, used)).not.toBeNull()
    expect(await findPicture(store, young)).not.toBeNull()
  },

  'treats a re-uploaded picture as new and keeps it in use': async (store) => {
    const [owner, reuploaded, used] = [newAccount(), picture(), picture()]
    const [a, b] = [await addPicture(store, owner, reuploaded), await addPicture(store, owner, used)]
    await orThrow(store.photos.markUsed({ id: b, owner }))
    await addPicture(store, owner, reuploaded, 20)
    await addPicture(store, owner, used, 1)
    await orThrow(store.photos.sweep(hour(30)))
    expect([await findPicture(store, a), await findPicture(store, b)]).toEqual([hex(reuploaded), hex(used)])
  },

  'limits the unused pictures per account, deleting the oldest': async (store) => {
    const owner = newAccount()
    const used = await addPicture(store, owner, picture(), 0)
    await orThrow(store.photos.markUsed({ id: used, owner }))
    const ids: string[] = []
    for (let at = 1; at <= maxUnusedPhotos + 2; at++) ids.push(await addPicture(store, owner, picture(), at))
    const isStored = await Promise.all(ids.map(async (id) => (await findPicture(store, id)) !== null))
    expect(isStored).toEqual([false, false, ...ids.slice(2).map(() => true)])
    expect(await findPicture(store, used)).not.toBeNull()
  },
}

/** The contract of every photo store. */
export const guarantees: Guarantees = { ...storing, ...deleting }

export const photosContract = (adapter: string, store: () => PhotosUnderTest) =>
  describe(`${adapter} fulfils the photos contract`, () => {
    it.each(Object.entries(guarantees))('%s', (_, check) => check(store()))
  })
