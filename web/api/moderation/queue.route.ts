import { moderationQueue } from '../../../projections/moderation.queries.ts'
import { calls } from '../../contract/calls.ts'
import { queuedCaseAnswer } from '../answers/moderation.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { pageSize } from './paging.ts'

export const queueRoute = (hall: Hall) =>
  reading(calls.queue, ({ query }) =>
    asked(async () => {
      const { lane, limit = pageSize, cursor } = query
      const { items, nextCursor } = await moderationQueue(hall.db, { lane, now: hall.clock(), limit, cursor })
      return { items: items.map(queuedCaseAnswer), nextCursor }
    }),
  )
