import { hotels } from '../../../application/travel/hotels.ts'
import { refuse } from '../../../application/use-case.ts'
import type { Day } from '../../../domain/kernel/primitives.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { romeDay } from '../../../domain/kernel/rome.ts'
import { faultOfStay } from '../../../domain/travel/booking/rules.ts'
import { calls } from '../../contract/calls.ts'
import { hotelAnswer } from '../answers/bookings.ts'
import type { Hall } from '../hall.ts'
import { reading } from '../route.ts'

export const hotelsRoute = (hall: Hall) =>
  reading(calls.hotels, ({ query }) => {
    const [checkIn, checkOut] = [query.checkIn as Day, query.checkOut as Day]
    const fault = faultOfStay(checkIn, checkOut, romeDay(hall.clock()))
    return fault === null ? TE.right(hotels.map(hotelAnswer(checkIn, checkOut))) : TE.left(refuse(fault))
  })
