import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { receivedBy } from './received.ts'

export const ratingsReceivedRoute = (hall: Hall) =>
  reading(calls.ratingsReceived, ({ person }) =>
    pipe(
      receivedBy(hall, person.clientId ?? ''),
      TE.map((ratings) => [...ratings]),
    ),
  )
