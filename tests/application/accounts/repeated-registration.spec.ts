import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AuthServices, visitorMetadata } from '../../../application/accounts/auth-services.ts'
import { photoFromUrl } from '../../../application/accounts/photos.ts'
import {
  noClientDetails,
  registerBusiness,
  type RegisterBusiness,
  registerClient,
} from '../../../application/accounts/register.ts'
import { signInByFacebookToken } from '../../../application/accounts/social-sign-in.ts'
import { startDeletion } from '../../../application/privacy/delete-account.ts'
import { rejectedWith } from '../../../application/use-case.ts'
import { E, TE } from '../../../domain/kernel/fp.ts'
import { memoryPhotos } from '../../contract/photos/memory-photos.ts'
import { inMemoryApplication, testNameHasher, unwrap } from '../../support/application.ts'

let app: ReturnType<typeof inMemoryApplication>
let photos: ReturnType<typeof memoryPhotos>['photos']
/** Runs once, after the next photo has been stored. */
let afterPhoto: () => Promise<unknown>
let auth: AuthServices
beforeEach(() => {
  app = inMemoryApplication()
  photos = memoryPhotos().photos
  afterPhoto = () => Promise.resolve()
  const profile = {
    subject: 'f-1',
    email: 'ivo@posta.example',
    emailVerified: false,
    firstName: 'Ivo',
    lastName: 'Gallo',
  }
  auth = {
    ...app.services,
    newAccountId: randomUUID,
    nameHasher: {
      ...testNameHasher,
      username: (name: string) => `u-${name}`,
      email: (email: string) => `e-${email.replaceAll(/\W/g, '-')}`,
      social: (provider: string, subject: string) => `s-${provider}-${subject}`,
    },
    recoveryRules: { channels: ['email'], emailsPerHour: 5 },
    hourlyLimits: { consume: () => TE.right(null) },
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
    socialProviders: { google: null, facebook: { fetchProfileByToken: () => TE.right(profile) } },
  } as unknown as AuthServices
})

describe('a registration with Facebook', () => {
  const signIn = () =>
    signInByFacebookToken(auth)({ accessToken: 't', userId: 'f-1', signedRequest: null }, randomUUID())()

  it('that was interrupted after it had reserved the names can be repeated at once', async () => {
    app.crashAfterAppends(2)
    expect(await signIn()).toMatchObject(E.left({ type: 'Unavailable' }))
    await app.restart()
    const { accountId } = unwrap(await signIn())
    expect(await app.events('ClientRegistered')).toMatchObject([{ accountId, email: 'ivo@posta.example' }])
    expect(await app.events('SocialIdentityLinked')).toMatchObject([{ accountId }])
  })

  it('that was interrupted before it confirmed the names signs in to the account it has left', async () => {
    app.crashAfterAppends(3)
    expect(await signIn()).toMatchObject(E.left({ type: 'Unavailable' }))
    await app.restart()
    const [registered] = await app.events('ClientRegistered')
    expect(unwrap(await signIn())).toMatchObject({ accountId: registered?.accountId, position: expect.anything() })
    expect(await app.events('ClientRegistered')).toHaveLength(1)
  })

  it('that was interrupted and is repeated twice at the same time creates one account', async () => {
    app.crashAfterAppends(2)
    await signIn()
    await app.restart()
    const both = await Promise.all([signIn(), signIn()])
    const [registered, ...others] = await app.events('ClientRegistered')
    expect(both.map((outcome) => unwrap(outcome).accountId)).toEqual([registered?.accountId, registered?.accountId])
    expect(others).toEqual([])
  })

  it('Q-135: whose address needs an e-mail changes nothing without a transport, and signs in once registered', async () => {
    const withoutEmail = { ...auth, recoveryRules: { ...auth.recoveryRules, channels: [] } }
    const token = { accessToken: 't', userId: 'f-1', signedRequest: null }
    const signInWithoutEmail = () => signInByFacebookToken(withoutEmail)(token, randomUUID())()
    expect(await signInWithoutEmail()).toMatchObject(E.left({ type: 'Unavailable' }))
    expect(await app.log()).toEqual([])
    const { accountId } = unwrap(await signIn())
    expect(unwrap(await signInWithoutEmail())).toMatchObject({ accountId })
  })

  it('waits until the names of the deleted account are free', async () => {
    const { accountId } = unwrap(await signIn())
    unwrap(await startDeletion(auth, { accountId, cause: 'owner', reason: null }, visitorMetadata(auth, 'd-1'))())
    expect(await signIn()).toEqual(E.left(rejectedWith({ type: 'SocialIdentityBusy' })))
    expect(await app.events('ClientRegistered')).toHaveLength(1)
  })
})

const picture = Buffer.from('volto')

describe('a registration with a photo that is sent twice at the same time', () => {
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

it('a registration of a business that is sent twice at the same time waits for the read models both times', async () => {
  const lido: RegisterBusiness = {
    accountId: 'lido',
    source: '192.0.2.1',
    username: 'lido',
    password: 'Segretissima1!',
    email: 'lido@posta.example',
    phone: null,
    businessName: 'Lido',
    businessType: 'altro',
    location: 'Lungomare 1, Rimini',
    province: 'RN',
    businessPhoto: `data:image/png;base64,${picture.toString('base64')}`,
    theForkTenths: null,
    referral: null,
  }
  const register = async () => unwrap(await registerBusiness(auth)(lido, randomUUID())())
  let faster: unknown
  afterPhoto = async () => (faster = await register())
  expect(await register()).toEqual(faster)
  expect(faster).toMatchObject({ position: expect.any(String) })
})
