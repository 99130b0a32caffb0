import { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { most, clientsOf } from './rating-lists.ts'

export const topClientsRoute = (hall: Hall) =>
  reading(calls.topClients, ({ person, query }) =>
    clientsOf(hall, person.accountId, query.businessId, query.limit ?? most.topClients),
  )
