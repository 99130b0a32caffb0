import { refuse } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { accountById } from '../../../projections/accounts.ts'
import { standingOf } from '../../../projections/client-standings.ts'
import { preferencesOf } from '../../../projections/preferences.ts'
import { calls } from '../../contract/calls.ts'
import { clientRecordAnswer } from '../answers/profile.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'

/** */
export const clientRecordRoute = (hall: Hall) =>
  reading(calls.clientRecord, ({ person: { accountId, clientId, registeredAt } }) =>
    pipe(
      asked(async () => {
        const [account, standing, preferences] = await Promise.all([
          accountById(hall.db, accountId),
          standingOf(hall.db, clientId ?? ''),
          preferencesOf(hall.db, accountId),
        ])
        return account && clientRecordAnswer({ account, standing, preferences, registeredAt })
      }),
      TE.filterOrElse(
        (record) => record !== null,
        () => refuse({ type: 'NotSignedIn' }),
      ),
    ),
  )
