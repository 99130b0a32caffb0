import { businessesByName } from '../../../projections/businesses.queries.ts'
import { calls } from '../../contract/calls.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'

export const findBusinessesRoute = (hall: Hall) =>
  reading(calls.findBusinesses, ({ query }) => asked(async () => [...(await businessesByName(hall.db, query.query))]))
