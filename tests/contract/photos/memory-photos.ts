import { createHash } from 'node:crypto'
import { maxUnusedPhotos, type PhotoStore } from '../../../application/accounts/ports.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { plusDays } from '../../../domain/kernel/time.ts'
import type { PhotosUnderTest } from './photos.contract.ts'

interface Kept {
  readonly id: string
  readonly owner: string
  readonly picture: Uint8Array
  readonly inUse: boolean
  readonly at: string
}

/** The simplest photo store that fulfils the contract. */
export const memoryPhotos = (): PhotosUnderTest => {
  const all = new Map<string, Kept>()
  const erased = new Set<string>()
  const removeWhere = (gone: (one: Kept) => boolean) => {
    const before = all.size
    for (const one of all.values()) if (gone(one)) all.delete(one.id)
    return before - all.size
  }
  const ofOwner = ({ id, owner }: { readonly id: string; readonly owner: string }) => {
    const one = all.get(id)
    return one?.owner === owner ? one : null
  }
  const photos: PhotoStore = {
    add: (owner, picture, at) =>
      TE.fromIO(() => {
        if (erased.has(owner)) return null
        const id = createHash('sha256').update(owner).update(picture).digest('base64url')
        const before = all.get(id)
        all.set(id, { id, owner, picture, inUse: before?.inUse ?? false, at })
        const unused = [...all.values()].filter((one) => one.owner === owner && !one.inUse)
        const crowd = unused.toSorted((one, other) => other.at.localeCompare(one.at)).slice(maxUnusedPhotos)
        for (const one of crowd) all.delete(one.id)
        return id
      }),
    find: (id) => TE.fromIO(() => all.get(id)?.picture ?? null),
    markUsed: (photo) =>
      TE.fromIO(() => {
        const one = ofOwner(photo)
        if (one !== null) all.set(one.id, { ...one, inUse: true })
        return one !== null
      }),
    remove: (photo) =>
      TE.fromIO(() => {
        if (ofOwner(photo) !== null) all.delete(photo.id)
      }),
    deleteAllOf: (owner) => TE.fromIO(() => void removeWhere((one) => one.owner === owner)),
    sweep: (at) => TE.fromIO(() => removeWhere((one) => !one.inUse && one.at <= plusDays(at, -1))),
  }
  return {
    photos,
    erase: async (owner) => {
      erased.add(owner)
      removeWhere((one) => one.owner === owner)
    },
  }
}
