import { account } from '../../domain/access/account/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { load } from '../handle.ts'
import type { Answer } from '../use-case.ts'
import type { Doors } from './doors.ts'
import { dropPhoto, placePhoto } from './photos.ts'

/** Where the photos of a profile lie; a field left out stays as it is. */
export interface PhotoAddresses {
  readonly profilePhoto?: string | null
  readonly businessPhoto?: string | null
}

/** Has a profile name other photos: those of ours are kept for it first, and those it names no more are gone afterwards. */
export const exchangePhotos = <A>(
  doors: Doors,
  accountId: string,
  given: PhotoAddresses,
  write: Answer<A>,
): Answer<A> => {
  const wanted: readonly (string | null)[] = Object.values(given)
  if (wanted.length === 0) return write
  return pipe(
    photosOf(doors, accountId),
    TE.tap(() => TE.sequenceSeqArray(wanted.map((address) => placePhoto(doors, accountId, address)))),
    TE.flatMap((before) =>
      pipe(
        write,
        TE.tap(() => {
          const kept = new Set(Object.values({ ...before, ...given }))
          const gone = Object.values(before).filter((address) => !kept.has(address))
          return TE.sequenceSeqArray(gone.map((address) => dropPhoto(doors, accountId, address)))
        }),
      ),
    ),
  )
}

const photosOf = (doors: Pick<Doors, 'history'>, accountId: string): Answer<Readonly<Record<string, string | null>>> =>
  pipe(
    load(doors)(account, accountId, 'open'),
    TE.map(({ state }) => {
      if (state.kind === null) return {}
      const { profile } = state
      const { profilePhoto } = profile.details
      return profile.kind === 'business'
        ? { profilePhoto, businessPhoto: profile.details.businessPhoto }
        : { profilePhoto }
    }),
  )
