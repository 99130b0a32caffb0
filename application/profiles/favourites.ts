import { account } from '../../domain/access/account/decider.ts'
import { favourites } from '../../domain/profiles/favourites/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { refuse, type Answer, type UseCase } from '../use-case.ts'

interface Which {
  readonly businessId: string
}

/** one's own list, of businesses there are. */
export const saveFavourite: UseCase<Which, Position | null> =
  (context) =>
  ({ businessId }) => {
    const { run, look, person, at } = context
    return pipe(
      look(account, businessId),
      TE.flatMap(({ state }): Answer<Position | null> => {
        if (state.kind !== 'business') return TE.left(refuse({ type: 'BusinessUnknown' }))
        const command = { type: 'SaveFavourite', accountId: person.accountId, businessId, at } as const
        return pipe(
          run(favourites, person.accountId, command),
          TE.map(({ position }) => position),
        )
      }),
    )
  }

/** What is not on the list is off it already. */
export const dropFavourite: UseCase<Which, Position | null> =
  ({ run, person, at }) =>
  ({ businessId }) =>
    pipe(
      run(favourites, person.accountId, { type: 'DropFavourite', accountId: person.accountId, businessId, at }),
      TE.map(({ position }) => position),
    )
