import { beforeEach, describe, expect, it } from 'vitest'
import {
  deletePhoto,
  photoFromUrl,
  preparePhoto,
  storePhoto,
  uploadPhoto,
} from '../../../application/accounts/photos.ts'
import type { Person } from '../../../application/person.ts'
import type { Result } from '../../../application/use-case.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import type { Instant } from '../../../domain/kernel/primitives.ts'
import { memoryPhotos } from '../../contract/photos/memory-photos.ts'

const at = '2026-03-02T10:00:00.000Z' as Instant
const nextDay = '2026-03-04T10:00:00.000Z' as Instant
const newPhotoServices = () => ({
  ...memoryPhotos(),
  clock: () => at,
  imageProcessor: {
    reencode: (file: Uint8Array) =>
      file.length === 0 ? TE.left({ type: 'NotAPicture' as const }) : TE.right(Uint8Array.from([...file, 0])),
  },
})
let photos: ReturnType<typeof newPhotoServices>
beforeEach(() => {
  photos = newPhotoServices()
})

const right = async <A>(task: Result<A>): Promise<A> => {
  const outcome = await task()
  if (E.isLeft(outcome)) throw new Error('rejected', { cause: outcome.left })
  return outcome.right
}
const mario: Person = {
  accountId: 'mario',
  kind: 'client',
  clientId: 'client-mario',
  emailConfirmed: true,
  registeredAt: at,
  roles: [],
  suspension: null,
}
const helloDataUrl = `data:image/png;base64,${Buffer.from('ciao').toString('base64')}`
const contentAt = async (address: string | null) => {
  const photo = photoFromUrl('', address)
  const found = photo === null ? null : await right(photos.photos.find(photo.id))
  return found === null ? null : Buffer.from(found).toString()
}

describe('an uploaded photo (Q-85, Q-88)', () => {
  it('is re-encoded when uploaded, and left alone when it is an external address', async () => {
    expect(await right(preparePhoto(photos, helloDataUrl))).toEqual(Uint8Array.from(Buffer.from('ciao\0')))
    for (const elsewhere of ['https://example.it/a.jpg', null])
      expect(await right(preparePhoto(photos, elsewhere))).toBe(elsewhere)
    expect(await preparePhoto(photos, 'data:image/png;base64,')()).toMatchObject({
      left: { type: 'Rejected', rejection: { type: 'NotAPicture' } },
    })
  })

  it('is stored, marked as used, and deleted when removed', async () => {
    const address = await right(storePhoto(photos, 'mario', Buffer.from('volto')))
    expect(address).toMatch(/^\/api\/photos\//)
    await right(photos.photos.sweep(nextDay))
    expect(await contentAt(address)).toBe('volto')
    await right(deletePhoto(photos, 'lia', address))
    expect(await contentAt(address)).toBe('volto')
    await right(deletePhoto(photos, 'mario', address))
    expect(await contentAt(address)).toBeNull()
    await right(deletePhoto(photos, 'mario', 'https://example.it/a.jpg'))
  })

  it('A-63: stays unused for at most a day and can be used by its uploader only', async () => {
    const caller = { person: mario, correlationId: 'request-1' }
    const address = await right(uploadPhoto(photos)(caller, { file: Buffer.from('ciao') }))
    expect(await storePhoto(photos, 'lia', address)()).toMatchObject({
      left: { rejection: { type: 'NotAPicture' } },
    })
    expect(await right(storePhoto(photos, 'mario', address))).toBe(address)
    const unused = await right(uploadPhoto(photos)(caller, { file: Buffer.from('altra') }))
    await right(photos.photos.sweep(nextDay))
    expect([await contentAt(address), await contentAt(unused)]).toEqual(['ciao\0', null])
  })

  it('is rejected for strangers and erased accounts', async () => {
    expect(
      await uploadPhoto(photos)({ person: null, correlationId: 'request-1' }, { file: Buffer.from('ciao') })(),
    ).toMatchObject({
      left: { rejection: { type: 'NotSignedIn' } },
    })
    await photos.erase('mario')
    expect(await storePhoto(photos, 'mario', Buffer.from('volto'))()).toMatchObject({ left: { type: 'SubjectErased' } })
  })
})
