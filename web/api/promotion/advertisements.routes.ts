import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { advertisementsShown, type Advertisement } from '../../../projections/advertisements.ts'
import { calls } from '../../contract/calls.ts'
import { asked, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

/** C-20: what the fuller of the two dashboards shows. */
const usual = 6

export const advertisementRoutes = (hall: Hall) => [
  reading(calls.advertisements, ({ query: { limit = usual } }) =>
    asked(async () => (await advertisementsShown(hall.db, hall.clock(), limit)).map(advertisementAnswer)),
  ),
  route(calls.clickAdvertisement, ({ params, asker }) =>
    pipe(
      hall.ask.clickAdvertisement(asker, params),
      TE.map((clickUrl) => ({ answer: { clickUrl } })),
    ),
  ),
]

const advertisementAnswer = ({ priceCents, ...rest }: Advertisement) => ({
  ...rest,
  price: priceCents === null ? null : priceCents / 100,
})
