import { account, type ClientPhotos } from '../../domain/accounts/account.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { load } from '../handle.ts'
import type { Caller } from '../person.ts'
import { accessRefusal } from '../access.ts'
import { type CommandContext, type Guarded, refuse, type Result, type UseCase } from '../use-case.ts'
import type { AuthServices } from './auth-services.ts'
import type { Photo } from './ports.ts'

type PhotoServices = Pick<AuthServices, 'imageProcessor' | 'photos' | 'clock'>

/** A photo as it came in: nothing, the address where it lies, or the picture itself, redrawn already. */
export type SubmittedPhoto = string | Uint8Array | null

/** Where a kept picture is shown. */
export const photoUrl = (id: string): string => `/api/photos/${id}`

/** Whose kept picture an address shows; null for one that lies elsewhere. */
export const photoFromUrl = (owner: string, address: string | null): Photo | null => {
  const id = /^\/api\/photos\/([\w-]+)$/.exec(address ?? '')?.[1]
  return id === undefined ? null : { id, owner }
}

/** A `data:` address holds the picture itself, which is judged and redrawn before anything is kept. */
export const preparePhoto = ({ imageProcessor }: PhotoServices, given: string | null): Result<SubmittedPhoto> =>
  given?.startsWith('data:') === true
    ? pipe(
        imageProcessor.redraw(Buffer.from(given.slice(given.indexOf(',') + 1), 'base64')),
        TE.mapLeft(({ type }) => refuse({ type })),
      )
    : TE.right(given)

/** The address to remember: of a picture, where it is kept from now on; anybody's address elsewhere as it is. */
export const storePhoto = (album: PhotoServices, owner: string, photo: SubmittedPhoto): Result<string | null> => {
  if (photo instanceof Uint8Array)
    return pipe(
      storeUnusedPhoto(album, owner, photo),
      TE.flatMap((id) => claimPhoto(album, { id, owner })),
    )
  const kept = photoFromUrl(owner, photo)
  return kept === null ? TE.right(photo) : claimPhoto(album, kept)
}

/** What a photo's place is given to another for, or to none: a picture of ours is gone. */
export const deletePhoto = ({ photos }: PhotoServices, owner: string, address: string | null): Result<void> => {
  const kept = photoFromUrl(owner, address)
  return kept === null ? TE.right(undefined) : photos.remove(kept)
}

/** handed in by whoever is signed in, shown to whoever is told the address, gone in a day if nobody makes use of it. */
export const uploadPhoto =
  (auth: PhotoServices) =>
  ({ person }: Caller, { file }: { readonly file: Uint8Array }): Result<string> => {
    const reason = accessRefusal({}, person)
    if (reason !== null || person === null) return TE.left(refuse(reason ?? { type: 'NotSignedIn' }))
    return pipe(
      auth.imageProcessor.redraw(file),
      TE.mapLeft(({ type }) => refuse({ type })),
      TE.flatMap((picture) => storeUnusedPhoto(auth, person.accountId, picture)),
      TE.map(photoUrl),
    )
  }

/** Sealed under its owner's key; its id. Gone in a day if nobody makes use of it. */
export const storeUnusedPhoto = (
  { photos, clock }: PhotoServices,
  owner: string,
  picture: Uint8Array,
): Result<string> =>
  pipe(
    photos.add(owner, picture, clock()),
    TE.filterOrElseW(
      (id) => id !== null,
      () => ({ type: 'SubjectErased' as const, subject: owner }),
    ),
  )

/** Nobody takes another's picture for the own. */
const claimPhoto = ({ photos }: PhotoServices, photo: Photo): Result<string> =>
  pipe(
    photos.markUsed(photo),
    TE.flatMap((its): Result<string> =>
      its ? TE.right(photoUrl(photo.id)) : TE.left(refuse({ type: 'NotAPicture' })),
    ),
  )

/** Where the photos of a profile lie; a field left out stays as it is. */
export interface ProfilePhotoUrls {
  readonly profilePhoto?: string | null
  readonly businessPhoto?: string | null
}

/** Has a profile name other photos: those of ours are kept for it first, and those it names no more are gone afterwards. */
export const replacePhotos = <A>(
  auth: AuthServices,
  accountId: string,
  given: ProfilePhotoUrls,
  write: Result<A>,
): Result<A> => {
  const wanted: readonly (string | null)[] = Object.values(given)
  if (wanted.length === 0) return write
  return pipe(
    currentPhotoUrls(auth, accountId),
    TE.tap(() => TE.sequenceSeqArray(wanted.map((address) => storePhoto(auth, accountId, address)))),
    TE.flatMap((before) =>
      pipe(
        write,
        TE.tap(() => {
          const kept = new Set(Object.values({ ...before, ...given }))
          const gone = Object.values(before).filter((address) => !kept.has(address))
          return TE.sequenceSeqArray(gone.map((address) => deletePhoto(auth, accountId, address)))
        }),
      ),
    ),
  )
}

const currentPhotoUrls = (
  auth: Pick<AuthServices, 'history'>,
  accountId: string,
): Result<Readonly<Record<string, string | null>>> =>
  pipe(
    load(auth)(account, accountId, 'open'),
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

/** The account whose photos this person may change: the own, or a client's who knows this business and has agreed. */
export const findClientPhotoOwner: UseCase<ClientRef, string> =
  (context) =>
  ({ clientId }) =>
    pipe(
      mayChangePhotos(context, clientId),
      TE.flatMap((may) => (may ? context.lookups.accountOfClient(clientId) : TE.right(null))),
      TE.flatMap((accountId): Result<string> =>
        accountId === null ? TE.left(refuse({ type: 'ClientUnknown' })) : TE.right(accountId),
      ),
      TE.tap((accountId) =>
        pipe(
          context.load(account, accountId),
          TE.flatMap(({ state }): Result<void> =>
            context.person.kind === 'client' || (state.kind !== null && state.photoConsent)
              ? TE.right(undefined)
              : TE.left(refuse({ type: 'PhotoConsentNotGiven' })),
          ),
        ),
      ),
    )

/** A rating that waits to be released must not show by what the business does: it does not count as knowing. */
const mayChangePhotos = ({ person, lookups }: CommandContext, clientId: string): Result<boolean> =>
  person.kind === 'client' ? TE.right(person.clientId === clientId) : lookups.isKnownTo(clientId, person.accountId)

export const setClientPhotos: UseCase<ClientRef & { readonly changes: Partial<ClientPhotos> }, Position | null> =
  (context) =>
  ({ clientId, changes }) =>
    pipe(
      findClientPhotoOwner(context)({ clientId }),
      TE.flatMap((accountId) => {
        const { person, at } = context
        const by = { by: person.accountId, byKind: person.kind }
        return context.execute(
          account,
          accountId,
          { type: 'ChangeClientPhotos', changes, ...by, at },
          { privacy: 'open' },
        )
      }),
      TE.map(({ position }) => position),
    )

interface PhotoCommands {
  readonly findClientPhotoOwner: Guarded<typeof findClientPhotoOwner>
  readonly setClientPhotos: Guarded<typeof setClientPhotos>
}

/** whoever may is found first, so that nobody lays a picture under another's key; then the photos change places. */
export const changeClientPhotos =
  (auth: AuthServices, ask: PhotoCommands) =>
  (
    caller: Caller,
    { clientId, changes }: ClientRef & { readonly changes: Partial<ClientPhotos> },
  ): Result<Position | null> =>
    pipe(
      ask.findClientPhotoOwner(caller, { clientId }),
      TE.flatMap((accountId) =>
        pipe(
          changes.profilePhoto === undefined ? TE.right({}) : storedPhoto(auth, accountId, changes.profilePhoto),
          TE.flatMap((photo) =>
            replacePhotos(
              auth,
              accountId,
              photo,
              ask.setClientPhotos(caller, { clientId, changes: { ...changes, ...photo } }),
            ),
          ),
        ),
      ),
    )

/** A picture lies under the client's own key; unused, it is gone in a day. */
const storedPhoto = (
  auth: AuthServices,
  owner: string,
  given: string | null,
): Result<{ readonly profilePhoto: string | null }> =>
  pipe(
    preparePhoto(auth, given),
    TE.flatMap((photo): Result<string | null> =>
      photo instanceof Uint8Array ? pipe(storeUnusedPhoto(auth, owner, photo), TE.map(photoUrl)) : TE.right(photo),
    ),
    TE.map((profilePhoto) => ({ profilePhoto })),
  )
