import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Asker } from '../person.ts'
import type { Photo } from '../ports/photos.ts'
import { refuse, whyNot, type Answer } from '../use-case.ts'
import type { Doors } from './doors.ts'

type Album = Pick<Doors, 'pictures' | 'photos' | 'clock'>

/** A photo as it came in: nothing, the address where it lies, or the picture itself, redrawn already. */
export type HandedIn = string | Uint8Array | null

/** Where a kept picture is shown. */
export const addressOfPhoto = (id: string): string => `/api/photos/${id}`

/** Whose kept picture an address shows; null for one that lies elsewhere. */
export const photoAt = (owner: string, address: string | null): Photo | null => {
  const id = /^\/api\/photos\/([\w-]+)$/.exec(address ?? '')?.[1]
  return id === undefined ? null : { id, owner }
}

/** A `data:` address holds the picture itself, which is judged and redrawn before anything is kept. */
export const judgePhoto = ({ pictures }: Album, given: string | null): Answer<HandedIn> =>
  given?.startsWith('data:') === true
    ? pipe(
        pictures.redraw(Buffer.from(given.slice(given.indexOf(',') + 1), 'base64')),
        TE.mapLeft(({ type }) => refuse({ type })),
      )
    : TE.right(given)

/** The address to remember: of a picture, where it is kept from now on; anybody's address elsewhere as it is. */
export const placePhoto = (album: Album, owner: string, photo: HandedIn): Answer<string | null> => {
  if (photo instanceof Uint8Array)
    return pipe(
      keepPhoto(album, owner, photo),
      TE.flatMap((id) => use(album, { id, owner })),
    )
  const kept = photoAt(owner, photo)
  return kept === null ? TE.right(photo) : use(album, kept)
}

/** What a photo's place is given to another for, or to none: a picture of ours is gone. */
export const dropPhoto = ({ photos }: Album, owner: string, address: string | null): Answer<void> => {
  const kept = photoAt(owner, address)
  return kept === null ? TE.right(undefined) : photos.drop(kept)
}

/** handed in by whoever is signed in, shown to whoever is told the address, gone in a day if nobody makes use of it. */
export const uploadPhoto =
  (doors: Album) =>
  ({ person }: Asker, { file }: { readonly file: Uint8Array }): Answer<string> => {
    const reason = whyNot({}, person)
    if (reason !== null || person === null) return TE.left(refuse(reason ?? { type: 'NotSignedIn' }))
    return pipe(
      doors.pictures.redraw(file),
      TE.mapLeft(({ type }) => refuse({ type })),
      TE.flatMap((picture) => keepPhoto(doors, person.accountId, picture)),
      TE.map(addressOfPhoto),
    )
  }

/** Sealed under its owner's key; its id. Gone in a day if nobody makes use of it. */
export const keepPhoto = ({ photos, clock }: Album, owner: string, picture: Uint8Array): Answer<string> =>
  pipe(
    photos.keep(owner, picture, clock()),
    TE.filterOrElseW(
      (id) => id !== null,
      () => ({ type: 'SubjectErased' as const, subject: owner }),
    ),
  )

/** Nobody takes another's picture for the own. */
const use = ({ photos }: Album, photo: Photo): Answer<string> =>
  pipe(
    photos.use(photo),
    TE.flatMap((its): Answer<string> =>
      its ? TE.right(addressOfPhoto(photo.id)) : TE.left(refuse({ type: 'NotAPicture' })),
    ),
  )
