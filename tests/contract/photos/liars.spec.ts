import { describe, expect, it } from 'vitest'
import type { PhotoStore } from '../../../application/accounts/ports.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { memoryPhotos } from './memory-photos.ts'
import { photosContract, guarantees } from './photos.contract.ts'

photosContract('memory', memoryPhotos)

const liars: Readonly<Record<string, (honest: PhotoStore) => Partial<PhotoStore>>> = {
  'returns another picture': () => ({ find: () => TE.right(new Uint8Array([1])) }),
  'deletes immediately': () => ({ find: () => TE.right(null) }),
  'uses sequential ids': ({ add }) => {
    let count = 0
    return { add: (...args) => TE.map((id: string | null) => id && `photo-${count++}`)(add(...args)) }
  },
  'ignores ownership': () => ({ markUsed: () => TE.right(true) }),
  'never marks pictures as used': ({ markUsed }) => ({ markUsed: (photo) => TE.map(() => false)(markUsed(photo)) }),
  'deletes nothing': () => ({ remove: () => TE.right(undefined) }),
  'deletes nothing of an account': () => ({ deleteAllOf: () => TE.right(undefined) }),
  'sweeps nothing': () => ({ sweep: () => TE.right(1) }),
  'sweeps everything': ({ sweep }) => ({ sweep: () => sweep('2999-01-01T00:00:00.000Z' as never) }),
  'treats every picture as old': ({ add }) => ({
    add: (owner, picture) => add(owner, picture, '2000-01-01T00:00:00.000Z' as never),
  }),
  'stores pictures of erased accounts': ({ add }) => ({
    add: (owner, picture, at) => TE.map((id: string | null) => id ?? 'A'.repeat(43))(add(owner, picture, at)),
  }),
}

const isKept = async (guarantee: string, liar: string): Promise<boolean> => {
  const honest = memoryPhotos()
  try {
    await guarantees[guarantee]?.({ ...honest, photos: { ...honest.photos, ...liars[liar]?.(honest.photos) } })
    return true
  } catch {
    return false
  }
}

describe('the photos contract', () => {
  it.each(Object.keys(liars))('detects a photo store that %s', async (liar) => {
    const verdicts = await Promise.all(Object.keys(guarantees).map((guarantee) => isKept(guarantee, liar)))
    expect(verdicts).toContain(false)
  })
})
