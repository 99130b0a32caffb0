import { account } from '../../domain/access/account/decider.ts'
import type { ClientPhotos } from '../../domain/access/account/client-photos.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import type { Asker } from '../person.ts'
import { refuse, type Answer, type Context, type Guarded, type UseCase } from '../use-case.ts'
import type { Doors } from './doors.ts'
import { exchangePhotos } from './own-photos.ts'
import { addressOfPhoto, judgePhoto, keepPhoto } from './photos.ts'

interface OfClient {
  readonly clientId: string
}

/** The account whose photos this person may change: the own, or a client's who knows this business and has agreed. */
export const photosOfClient: UseCase<OfClient, string> =
  (context) =>
  ({ clientId }) =>
    pipe(
      isOwnOrKnown(context, clientId),
      TE.flatMap((may) => (may ? context.lookups.accountOfClient(clientId) : TE.right(null))),
      TE.flatMap((accountId): Answer<string> =>
        accountId === null ? TE.left(refuse({ type: 'ClientUnknown' })) : TE.right(accountId),
      ),
      TE.tap((accountId) =>
        pipe(
          context.look(account, accountId),
          TE.flatMap(({ state }): Answer<void> =>
            context.person.kind === 'client' || (state.kind !== null && state.photoConsent)
              ? TE.right(undefined)
              : TE.left(refuse({ type: 'PhotoConsentNotGiven' })),
          ),
        ),
      ),
    )

/** A rating that waits to be released must not show by what the business does: it does not count as knowing. */
const isOwnOrKnown = ({ person, lookups }: Context, clientId: string): Answer<boolean> =>
  person.kind === 'client' ? TE.right(person.clientId === clientId) : lookups.isKnownTo(clientId, person.accountId)

export const setClientPhotos: UseCase<OfClient & { readonly changes: Partial<ClientPhotos> }, Position | null> =
  (context) =>
  ({ clientId, changes }) =>
    pipe(
      photosOfClient(context)({ clientId }),
      TE.flatMap((accountId) => {
        const { person, at } = context
        const by = { by: person.accountId, byKind: person.kind }
        return context.run(account, accountId, { type: 'ChangeClientPhotos', changes, ...by, at }, { privacy: 'open' })
      }),
      TE.map(({ position }) => position),
    )

interface PhotoCommands {
  readonly photosOfClient: Guarded<typeof photosOfClient>
  readonly setClientPhotos: Guarded<typeof setClientPhotos>
}

/** whoever may is found first, so that nobody lays a picture under another's key; then the photos change places. */
export const changeClientPhotos =
  (doors: Doors, ask: PhotoCommands) =>
  (
    asker: Asker,
    { clientId, changes }: OfClient & { readonly changes: Partial<ClientPhotos> },
  ): Answer<Position | null> =>
    pipe(
      ask.photosOfClient(asker, { clientId }),
      TE.flatMap((accountId) =>
        pipe(
          changes.profilePhoto === undefined ? TE.right({}) : keptPhoto(doors, accountId, changes.profilePhoto),
          TE.flatMap((photo) =>
            exchangePhotos(
              doors,
              accountId,
              photo,
              ask.setClientPhotos(asker, { clientId, changes: { ...changes, ...photo } }),
            ),
          ),
        ),
      ),
    )

/** A picture lies under the client's own key; unused, it is gone in a day. */
const keptPhoto = (
  doors: Doors,
  owner: string,
  given: string | null,
): Answer<{ readonly profilePhoto: string | null }> =>
  pipe(
    judgePhoto(doors, given),
    TE.flatMap((photo): Answer<string | null> =>
      photo instanceof Uint8Array ? pipe(keepPhoto(doors, owner, photo), TE.map(addressOfPhoto)) : TE.right(photo),
    ),
    TE.map((profilePhoto) => ({ profilePhoto })),
  )
