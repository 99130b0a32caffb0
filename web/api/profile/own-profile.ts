import { refuse, type Answer } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { accountById } from '../../../projections/accounts.ts'
import { preferencesOf } from '../../../projections/preferences.ts'
import type { OwnProfile } from '../../contract/profile.ts'
import { ownProfileAnswer } from '../answers/profile.ts'
import { asked, type Hall } from '../hall.ts'

/** an address whose code has expired waits no more. */
export const ownProfileOf = (hall: Hall, accountId: string): Answer<OwnProfile> =>
  pipe(
    asked(async () => {
      const [account, preferences] = await Promise.all([
        accountById(hall.db, accountId),
        preferencesOf(hall.db, accountId),
      ])
      return account && { account, preferences }
    }),
    TE.filterOrElse(
      (found) => found !== null,
      () => refuse({ type: 'NotSignedIn' }),
    ),
    TE.flatMap(({ account, preferences: { waitingEmail, ...preferences } }) =>
      pipe(
        preferences.emailChangeId === null
          ? TE.right(null)
          : hall.doors.codes.current('change-email', preferences.emailChangeId, hall.clock()),
        TE.map((code) => ownProfileAnswer(account, { ...preferences, waitingEmail: code && waitingEmail })),
      ),
    ),
  )
