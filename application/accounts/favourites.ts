import { account } from '../../domain/accounts/account.ts'
import { favourites } from '../../domain/accounts/favourites.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { rejectedWith, type Result, type UseCase } from '../use-case.ts'

interface FavouriteRef {
  readonly businessId: string
}

/** @rule Q-31 a client saves existing businesses as favourites */
export const saveFavourite: UseCase<FavouriteRef, Position | null> =
  ({ execute, load, person: { accountId }, at }) =>
  ({ businessId }) =>
    pipe(
      load(account, businessId),
      TE.flatMap(({ state }): Result<void> =>
        state.kind === 'business' ? TE.right(undefined) : TE.left(rejectedWith({ type: 'BusinessUnknown' })),
      ),
      TE.flatMap(() => execute(favourites, accountId, { type: 'SaveFavourite', accountId, businessId, at })),
      TE.map(({ position }) => position),
    )

/** Succeeds without effect if the business is not a favourite. */
export const removeFavourite: UseCase<FavouriteRef, Position | null> =
  ({ execute, person, at }) =>
  ({ businessId }) =>
    pipe(
      execute(favourites, person.accountId, { type: 'RemoveFavourite', accountId: person.accountId, businessId, at }),
      TE.map(({ position }) => position),
    )
