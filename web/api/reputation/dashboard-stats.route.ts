import { dashboardStats } from '../../../projections/ratings.ts'
import { calls } from '../../contract/calls.ts'
import { statsAnswer } from '../answers/reputation.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'

export const dashboardStatsRoute = (hall: Hall) =>
  reading(calls.dashboardStats, ({ person }) =>
    asked(async () => statsAnswer(await dashboardStats(hall.db, person.accountId, hall.clock()))),
  )
