import { createHash } from 'node:crypto'
import { maxUnusedPhotos, type PhotoStore } from '../../../application/accounts/ports.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import type { PhotosUnderTest } from './photos.contract.ts'

interface StoredPhoto {
  readonly id: string
  readonly owner: string
  readonly picture: Uint8Array
  readonly inUse: boolean
  readonly at: string
}

/** The simplest photo store that fulfils the contract. */
export const memoryPhotos = (): PhotosUnderTest => {
  const all = new Map<string, StoredPhoto>()
  const erased = new Set<string>()
  const removeWhere = (isRemoved: (photo: StoredPhoto) => boolean) => {
    const before = all.size
    for (const photo of all.values()) if (isRemoved(photo)) all.delete(photo.id)
    return before - all.size
  }
  const ofOwner = ({ id, owner }: { readonly id: string; readonly owner: string }) => {
    const found = all.get(id)
    return found?.owner === owner ? found : null
  }
  const photos: PhotoStore = {
    add: (owner, picture, at) =>
      TE.fromIO(() => {
        if (erased.has(owner)) return null
        const id = createHash('sha256').update(owner).update(picture).digest('base64url')
        const before = all.get(id)
        all.set(id, { id, owner, picture, inUse: before?.inUse ?? false, at })
        const unused = [...all.values()].filter((photo) => photo.owner === owner && !photo.inUse)
        const surplus = unused.toSorted((a, b) => b.at.localeCompare(a.at)).slice(maxUnusedPhotos)
        for (const photo of surplus) all.delete(photo.id)
        return id
      }),
    find: (id) => TE.fromIO(() => all.get(id)?.picture ?? null),
    markUsed: (photo) =>
      TE.fromIO(() => {
        const found = ofOwner(photo)
        if (found !== null) all.set(found.id, { ...found, inUse: true })
        return found !== null
      }),
    remove: (photo) =>
      TE.fromIO(() => {
        if (ofOwner(photo) !== null) all.delete(photo.id)
      }),
    deleteAllOf: (owner) => TE.fromIO(() => void removeWhere((photo) => photo.owner === owner)),
    sweep: (at) => TE.fromIO(() => removeWhere((photo) => !photo.inUse && photo.at <= plusDays(at, -1))),
  }
  return {
    photos,
    erase: async (owner) => {
      erased.add(owner)
      removeWhere((photo) => photo.owner === owner)
    },
  }
}
