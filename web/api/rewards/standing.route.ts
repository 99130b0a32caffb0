import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import { asked, type Hall } from '../hall.ts'
import { receivedBy } from '../reputation/received.ts'
import { reading } from '../route.ts'
import { standingAnswer } from './standing.ts'

export const standingRoute = (hall: Hall) =>
  reading(calls.standing, ({ person }) =>
    pipe(
      receivedBy(hall, person.clientId ?? ''),
      TE.flatMap((received) => asked(() => standingAnswer(hall, person.clientId ?? '', received))),
    ),
  )
