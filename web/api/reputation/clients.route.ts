import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { most, clientsOf } from './rating-lists.ts'

export const clientsRoute = (hall: Hall) =>
  reading(calls.clients, ({ person, query }) => clientsOf(hall, person.accountId, query.businessId, most.clients))
