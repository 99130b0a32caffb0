import { refuse } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { duty, userOf } from './signed-in.ts'

export const currentUserRoute = (hall: Hall) =>
  reading(calls.currentUser, ({ person, mustChangePassword }) =>
    pipe(
      userOf(hall, person.accountId),
      TE.filterOrElse(
        (user) => user !== null,
        () => refuse({ type: 'NotSignedIn' }),
      ),
      TE.map((user) => ({
        ...user,
        ...duty(mustChangePassword),
        ...(hall.developer ? { developer: true as const } : {}),
      })),
    ),
  )
