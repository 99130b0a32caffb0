import { account, type ClientPhotos } from '../../domain/accounts/account.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { load } from '../command-handler.ts'
import type { Caller, Person } from '../person.ts'
import { accessRejection, confirmed, signedIn } from '../access.ts'
import {
  type UseCaseContext,
  type Guarded,
  rejectedWith,
  requireAccess,
  type Result,
  type UseCase,
} from '../use-case.ts'
import type { AuthServices } from './auth-services.ts'
import type { Photo } from './ports.ts'

type PhotoServices = Pick<AuthServices, 'imageProcessor' | 'photos' | 'clock'>

/** No photo, the URL of a photo, or the re-encoded image itself. */
export type SubmittedPhoto = string | Uint8Array | null

/** Path at which a stored photo is served. */
const photoUrl = (id: string): string => `/api/photos/${id}`

/** The stored photo at a URL; null if the URL points elsewhere. */
export const photoFromUrl = (owner: string, url: string | null): Photo | null => {
  const id = /^\/api\/photos\/([\w-]+)$/.exec(url ?? '')?.[1]
  return id === undefined ? null : { id, owner }
}

/** Re-encodes the image of a `data:` URL; other URLs pass unchanged. @rule Q-85 Q-88 images are re-encoded before storing */
export const preparePhoto = ({ imageProcessor }: PhotoServices, url: string | null): Result<SubmittedPhoto> =>
  url?.startsWith('data:') === true
    ? pipe(
        imageProcessor.reencode(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
        TE.mapLeft(({ type }) => rejectedWith({ type })),
      )
    : TE.right(url)

/** Stores an image, or marks a stored photo as used. Returns the URL to record; external URLs are returned unchanged. */
export const storePhoto = (services: PhotoServices, owner: string, photo: SubmittedPhoto): Result<string | null> => {
  if (photo instanceof Uint8Array) return storeUsedPhoto(services, owner, photo)
  const stored = photoFromUrl(owner, photo)
  return stored === null ? TE.right(photo) : markPhotoUsed(services, stored)
}

const storeUsedPhoto = (services: PhotoServices, owner: string, image: Uint8Array): Result<string> =>
  pipe(
    storeUnusedPhoto(services, owner, image),
    TE.flatMap((id) => markPhotoUsed(services, { id, owner })),
  )

/** Deletes a photo that is no longer used, if it is stored here. */
export const deletePhoto = ({ photos }: PhotoServices, owner: string, url: string | null): Result<void> => {
  const stored = photoFromUrl(owner, url)
  return stored === null ? TE.right(undefined) : photos.remove(stored)
}

/** Stores a photo for a signed-in person and returns its URL; deleted after a day if it remains unused. */
export const uploadPhoto =
  (auth: PhotoServices) =>
  ({ person }: Caller, { file }: { readonly file: Uint8Array }): Result<string> =>
    pipe(
      requireAccess(signedIn, person),
      TE.flatMap(({ accountId }) =>
        pipe(
          auth.imageProcessor.reencode(file),
          TE.mapLeft(({ type }) => rejectedWith({ type })),
          TE.flatMap((image) => storeUnusedPhoto(auth, accountId, image)),
        ),
      ),
      TE.map(photoUrl),
    )

/** Stores an image encrypted with its owner's key and returns its id; deleted after a day if it remains unused. */
const storeUnusedPhoto = ({ photos, clock }: PhotoServices, owner: string, image: Uint8Array): Result<string> =>
  pipe(
    photos.add(owner, image, clock()),
    TE.filterOrElseW(
      (id) => id !== null,
      () => ({ type: 'SubjectErased' as const, subject: owner }),
    ),
  )

/** Marks a photo as used; rejects photos of another owner. */
const markPhotoUsed = ({ photos }: PhotoServices, photo: Photo): Result<string> =>
  pipe(
    photos.markUsed(photo),
    TE.flatMap((isOwned): Result<string> =>
      isOwned ? TE.right(photoUrl(photo.id)) : TE.left(rejectedWith({ type: 'NotAPicture' })),
    ),
  )

/** URLs of a profile's photos; omitted fields keep their value. */
export interface ProfilePhotoUrls {
  readonly profilePhoto?: string | null
  readonly businessPhoto?: string | null
}

/**
 * Runs `write`, which changes the photos of a profile: marks the new photos as used before it and deletes those no longer
 * referenced after it.
 */
export const replacePhotos = <A>(
  auth: AuthServices,
  accountId: string,
  changes: ProfilePhotoUrls,
  write: Result<A>,
): Result<A> => {
  const newUrls: readonly (string | null)[] = Object.values(changes)
  if (newUrls.length === 0) return write
  return pipe(
    TE.Do,
    TE.bind('before', () => currentPhotoUrls(auth, accountId)),
    TE.tap(() => TE.sequenceSeqArray(newUrls.map((url) => storePhoto(auth, accountId, url)))),
    TE.bind('written', () => write),
    TE.tap(({ before }) =>
      TE.sequenceSeqArray(unusedUrls(before, changes).map((url) => deletePhoto(auth, accountId, url))),
    ),
    TE.map(({ written }) => written),
  )
}

type PhotoUrlsByField = Readonly<Record<string, string | null>>

const unusedUrls = (before: PhotoUrlsByField, changes: ProfilePhotoUrls): readonly (string | null)[] => {
  const used = new Set(Object.values({ ...before, ...changes }))
  return Object.values(before).filter((url) => !used.has(url))
}

const currentPhotoUrls = (auth: Pick<AuthServices, 'history'>, accountId: string): Result<PhotoUrlsByField> =>
  pipe(
    load(auth)(account, accountId, 'decrypted'),
    TE.map(({ state }) => {
      if (state.kind === null) return {}
      const { profile } = state
      const { profilePhoto } = profile.details
      return profile.kind === 'business'
        ? { profilePhoto, businessPhoto: profile.details.businessPhoto }
        : { profilePhoto }
    }),
  )

interface ClientRef {
  readonly clientId: string
}

/** Id of the account whose photos the caller may change. @rule Q-89 one's own, or those of a consenting client of the business */
export const findClientPhotoOwner: UseCase<ClientRef, string> =
  (context) =>
  ({ clientId }) =>
    pipe(
      requireConfirmedBusiness(context.person),
      TE.flatMap(() => mayChangePhotos(context, clientId)),
      TE.flatMap((isAllowed) => (isAllowed ? context.lookups.accounts.accountOfClient(clientId) : TE.right(null))),
      TE.flatMap((accountId): Result<string> =>
        accountId === null ? TE.left(rejectedWith({ type: 'ClientUnknown' })) : TE.right(accountId),
      ),
      TE.bindTo('accountId'),
      TE.bindW('client', ({ accountId }) => context.load(account, accountId)),
      TE.flatMap(({ accountId, client: { state } }): Result<string> =>
        context.person.kind === 'client' || (state.kind !== null && state.photoConsent)
          ? TE.right(accountId)
          : TE.left(rejectedWith({ type: 'PhotoConsentNotGiven' })),
      ),
    )

/** @rule Q-122 only confirmed businesses meet guests */
const requireConfirmedBusiness = (person: Person): Result<null> => {
  const reason = person.kind === 'business' ? accessRejection(confirmed, person) : null
  return reason === null ? TE.right(null) : TE.left(rejectedWith(reason))
}

/** An unreleased rating does not make a client known to the business, since the change would reveal it. */
const mayChangePhotos = ({ person, lookups }: UseCaseContext, clientId: string): Result<boolean> =>
  person.kind === 'client'
    ? TE.right(person.clientId === clientId)
    : lookups.ratings.knowsBusiness(clientId, person.accountId)

export const setClientPhotos: UseCase<ClientRef & { readonly changes: Partial<ClientPhotos> }, Position | null> =
  (context) =>
  ({ clientId, changes }) =>
    pipe(
      TE.Do,
      TE.bind('accountId', () => findClientPhotoOwner(context)({ clientId })),
      TE.flatMap(({ accountId }) => {
        const { person, at } = context
        const by = { by: person.accountId, byKind: person.kind }
        return context.execute(
          account,
          accountId,
          { type: 'ChangeClientPhotos', changes, ...by, at },
          { personalData: 'decrypted' },
        )
      }),
      TE.map(({ position }) => position),
    )

interface PhotoUseCases {
  readonly findClientPhotoOwner: Guarded<typeof findClientPhotoOwner>
  readonly setClientPhotos: Guarded<typeof setClientPhotos>
}

/** Checks permission first, so that no image is encrypted with another account's key; then replaces the photos. */
export const changeClientPhotos =
  (auth: AuthServices, useCases: PhotoUseCases) =>
  (
    caller: Caller,
    { clientId, changes }: ClientRef & { readonly changes: Partial<ClientPhotos> },
  ): Result<Position | null> =>
    pipe(
      TE.Do,
      TE.bind('accountId', () => useCases.findClientPhotoOwner(caller, { clientId })),
      TE.bind('photo', ({ accountId }) =>
        changes.profilePhoto === undefined ? TE.right({}) : storeProfilePhoto(auth, accountId, changes.profilePhoto),
      ),
      TE.flatMap(({ accountId, photo }) => {
        const write = useCases.setClientPhotos(caller, { clientId, changes: { ...changes, ...photo } })
        return replacePhotos(auth, accountId, photo, write)
      }),
    )

/** Stores a new image under the client's key; deleted after a day if it remains unused. */
const storeProfilePhoto = (
  auth: AuthServices,
  owner: string,
  url: string | null,
): Result<{ readonly profilePhoto: string | null }> =>
  pipe(
    preparePhoto(auth, url),
    TE.flatMap((photo): Result<string | null> =>
      photo instanceof Uint8Array ? TE.map(photoUrl)(storeUnusedPhoto(auth, owner, photo)) : TE.right(photo),
    ),
    TE.map((profilePhoto) => ({ profilePhoto })),
  )
