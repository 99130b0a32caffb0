import { beforeEach, describe, expect, it } from 'vitest'
import { dropPhoto, judgePhoto, photoAt, placePhoto, uploadPhoto } from '../../application/access/photos.ts'
import type { Person } from '../../application/person.ts'
import type { Answer } from '../../application/use-case.ts'
import { E, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { memoryPhotos } from '../contract/photos/memory-photos.ts'

const at = '2026-03-02T10:00:00.000Z' as Instant
const nextDay = '2026-03-04T10:00:00.000Z' as Instant
const newAlbum = () => ({
  ...memoryPhotos(),
  clock: () => at,
  pictures: {
    redraw: (file: Uint8Array) =>
      file.length === 0 ? TE.left({ type: 'NotAPicture' as const }) : TE.right(Uint8Array.from([...file, 0])),
  },
})
let album: ReturnType<typeof newAlbum>
beforeEach(() => {
  album = newAlbum()
})

const right = async <A>(task: Answer<A>): Promise<A> => {
  const answer = await task()
  if (E.isLeft(answer)) throw new Error('refused', { cause: answer.left })
  return answer.right
}
const mario: Person = {
  accountId: 'mario',
  kind: 'client',
  clientId: 'client-mario',
  emailConfirmed: true,
  registeredAt: at,
  roles: [],
}
const ciao = `data:image/png;base64,${Buffer.from('ciao').toString('base64')}`
const seen = async (address: string | null) => {
  const photo = photoAt('', address)
  const found = photo === null ? null : await right(album.photos.find(photo.id))
  return found === null ? null : Buffer.from(found).toString()
}

describe('an uploaded photo (Q-85, Q-88)', () => {
  it('is re-encoded when uploaded, and left alone when it is an external address', async () => {
    expect(await right(judgePhoto(album, ciao))).toEqual(Uint8Array.from(Buffer.from('ciao\0')))
    for (const elsewhere of ['https://example.it/a.jpg', null])
      expect(await right(judgePhoto(album, elsewhere))).toBe(elsewhere)
    expect(await judgePhoto(album, 'data:image/png;base64,')()).toMatchObject({
      left: { type: 'Rejected', rejection: { type: 'NotAPicture' } },
    })
  })

  it('is stored, marked as used, and deleted when removed', async () => {
    const address = await right(placePhoto(album, 'mario', Buffer.from('volto')))
    expect(address).toMatch(/^\/api\/photos\//)
    await right(album.photos.sweep(nextDay))
    expect(await seen(address)).toBe('volto')
    await right(dropPhoto(album, 'lia', address))
    expect(await seen(address)).toBe('volto')
    await right(dropPhoto(album, 'mario', address))
    expect(await seen(address)).toBeNull()
    await right(dropPhoto(album, 'mario', 'https://example.it/a.jpg'))
  })

  it('A-63: stays unused for at most a day and can be used by its uploader only', async () => {
    const asker = { person: mario, correlationId: 'one' }
    const address = await right(uploadPhoto(album)(asker, { file: Buffer.from('ciao') }))
    expect(await placePhoto(album, 'lia', address)()).toMatchObject({
      left: { rejection: { type: 'NotAPicture' } },
    })
    expect(await right(placePhoto(album, 'mario', address))).toBe(address)
    const unused = await right(uploadPhoto(album)(asker, { file: Buffer.from('altra') }))
    await right(album.photos.sweep(nextDay))
    expect([await seen(address), await seen(unused)]).toEqual(['ciao\0', null])
  })

  it('is refused for strangers and erased accounts', async () => {
    expect(
      await uploadPhoto(album)({ person: null, correlationId: 'one' }, { file: Buffer.from('ciao') })(),
    ).toMatchObject({
      left: { rejection: { type: 'NotSignedIn' } },
    })
    await album.erase('mario')
    expect(await placePhoto(album, 'mario', Buffer.from('volto'))()).toMatchObject({ left: { type: 'SubjectErased' } })
  })
})
