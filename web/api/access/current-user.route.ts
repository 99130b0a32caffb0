import type { Person } from '../../../application/person.ts'
import { refuse } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { duty, passkeyDue, userOf } from './signed-in.ts'

export const currentUserRoute = (hall: Hall) =>
  reading(calls.currentUser, ({ person, mustChangePassword }) => ownUser(hall, person, mustChangePassword))

/** Who asks, under whichever name it is asked. */
export const ownUser = (hall: Hall, { accountId, secondFactorDue }: Person, mustChangePassword: boolean) =>
  pipe(
    userOf(hall, accountId),
    TE.filterOrElse(
      (user) => user !== null,
      () => refuse({ type: 'NotSignedIn' }),
    ),
    TE.map((user) => ({
      ...user,
      ...duty(mustChangePassword),
      ...passkeyDue(secondFactorDue === true),
      ...(hall.developer ? { developer: true as const } : {}),
    })),
  )
