import { changeClientPhotos } from '../../../application/access/client-photos.ts'
import { refuse } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { clientRecord } from '../../../projections/client-standings.ts'
import { rewardsSpentBy } from '../../../projections/reward-codes.ts'
import { calls } from '../../contract/calls.ts'
import { clientAnswer } from '../answers/reputation.ts'
import { issuedRewardAnswer } from '../answers/rewards.ts'
import { asked, readBack, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'
import { most } from './rating-lists.ts'

/** One client of a business: the photos, and the codes spent there. */
export const ownClientRoutes = (hall: Hall) => [
  route(calls.changeClientPhotos, ({ params: { clientId }, body, asker }) =>
    pipe(
      changeClientPhotos(hall.doors, hall.ask)(asker, { clientId, changes: named(body) }),
      TE.flatMap((position) =>
        pipe(
          readBack(hall, position, () => clientRecord(hall.db, clientId)),
          TE.map((client) => {
            const { id, profilePhoto, socialPhotoUrl, socialPhotoSource } = clientAnswer(client)
            return { answer: { id, profilePhoto, socialPhotoUrl, socialPhotoSource }, position }
          }),
        ),
      ),
    ),
  ),
  reading(calls.rewardsOfClient, ({ params: { clientId }, person: { accountId } }) =>
    pipe(
      hall.doors.lookups.isClientOf(accountId, clientId),
      TE.filterOrElseW(
        (known) => known,
        () => refuse({ type: 'ClientUnknown' }),
      ),
      TE.flatMap(() =>
        asked(async () =>
          (await rewardsSpentBy(hall.db, { businessId: accountId, clientId }, most.codes)).map(
            issuedRewardAnswer(hall.clock()),
          ),
        ),
      ),
    ),
  ),
]

/** Of the photos, those that were sent. */
const named = <Body extends object>(body: Body) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof Body]?: Exclude<Body[K], undefined>
  }
