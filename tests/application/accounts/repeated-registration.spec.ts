import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AuthServices } from '../../../application/accounts/auth-services.ts'
import { photoFromUrl } from '../../../application/accounts/photos.ts'
import { noClientDetails, registerClient } from '../../../application/accounts/register.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { memoryPhotos } from '../../contract/photos/memory-photos.ts'
import { inMemoryApplication, unwrap } from '../../support/application.ts'

let app: ReturnType<typeof inMemoryApplication>
let photos: ReturnType<typeof memoryPhotos>['photos']
/** Runs once, after the next photo has been stored. */
let afterPhoto: () => Promise<unknown>
let auth: AuthServices
beforeEach(() => {
  app = inMemoryApplication()
  photos = memoryPhotos().photos
  afterPhoto = () => Promise.resolve()
  auth = {
    ...app.services,
    nameHasher: {
      email: (email: string) => `e-${email.replaceAll(/\W/g, '-')}`,
    },
    credentials: {
      findWeakness: () => Promise.resolve(null),
      set: () => TE.right(undefined),
      confirm: () => TE.right({ type: 'correct' }),
    },
    imageProcessor: { reencode: (file: Uint8Array) => TE.right(file) },
    photos: {
      ...photos,
      markUsed: (photo: Parameters<typeof photos.markUsed>[0]) =>
        TE.tap(photos.markUsed(photo), () => {
          const work = afterPhoto
          afterPhoto = () => Promise.resolve()
          return TE.fromTask(work)
        }),
    },
  } as unknown as AuthServices
})

describe('a registration with a photo that is sent twice at the same time', () => {
  const picture = Buffer.from('volto')
  const ana = {
    accountId: 'ana',
    source: '192.0.2.1',
    email: 'ana@posta.example',
    password: 'Segretissima1!',
    phone: '+39 333 7654321',
    firstName: 'Ana',
    lastName: 'Bianchi',
    referral: null,
    details: { ...noClientDetails, profilePhoto: `data:image/png;base64,${picture.toString('base64')}` },
  }
  const register = () => registerClient(auth)(ana, randomUUID())()

  it('keeps the photo of the faster one', async () => {
    afterPhoto = register
    expect(unwrap(await register()).accountId).toBe('ana')
    const [registered, ...others] = await app.events('ClientRegistered')
    expect(others).toEqual([])
    const photo = photoFromUrl('ana', registered?.profilePhoto ?? null)
    expect(unwrap(await photos.find(photo?.id ?? '')())).toEqual(picture)
  })
})
