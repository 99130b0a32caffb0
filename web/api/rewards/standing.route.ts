import { calls } from '../../contract/calls.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { standingAnswer } from './standing.ts'

export const standingRoute = (hall: Hall) =>
  reading(calls.standing, ({ person }) => asked(() => standingAnswer(hall, person.clientId ?? '')))
