import { account } from '../../domain/accounts/account.ts'
import { favourites } from '../../domain/accounts/favourites.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { refuse, type Result, type UseCase } from '../use-case.ts'

interface FavouriteRef {
  readonly businessId: string
}

/** one's own list, of businesses there are. */
export const saveFavourite: UseCase<FavouriteRef, Position | null> =
  (context) =>
  ({ businessId }) => {
    const { execute, load, person, at } = context
    return pipe(
      load(account, businessId),
      TE.flatMap(({ state }): Result<Position | null> => {
        if (state.kind !== 'business') return TE.left(refuse({ type: 'BusinessUnknown' }))
        const command = { type: 'SaveFavourite', accountId: person.accountId, businessId, at } as const
        return pipe(
          execute(favourites, person.accountId, command),
          TE.map(({ position }) => position),
        )
      }),
    )
  }

/** What is not on the list is off it already. */
export const dropFavourite: UseCase<FavouriteRef, Position | null> =
  ({ execute, person, at }) =>
  ({ businessId }) =>
    pipe(
      execute(favourites, person.accountId, { type: 'DropFavourite', accountId: person.accountId, businessId, at }),
      TE.map(({ position }) => position),
    )
