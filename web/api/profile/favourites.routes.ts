import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { favouritesOf } from '../../../projections/favourites.ts'
import { calls } from '../../contract/calls.ts'
import { businessAnswer } from '../answers/user.ts'
import { asked, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

export const favouriteRoutes = (hall: Hall) => [
  reading(calls.favourites, ({ person }) =>
    asked(async () => (await favouritesOf(hall.db, person.accountId)).map(businessAnswer)),
  ),
  route(calls.saveFavourite, ({ params, asker }) =>
    pipe(
      hall.ask.saveFavourite(asker, params),
      TE.map((position) => ({ answer: undefined, position })),
    ),
  ),
  route(calls.dropFavourite, ({ params, asker }) =>
    pipe(
      hall.ask.dropFavourite(asker, params),
      TE.map((position) => ({ answer: undefined, position })),
    ),
  ),
]
