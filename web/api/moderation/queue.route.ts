import { moderationQueue, queueCounts } from '../../../projections/queue.queries.ts'
import { calls } from '../../contract/calls.ts'
import { queuedCaseAnswer } from '../answers/moderation.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'
import { pageSize } from './paging.ts'

export const queueRoute = (hall: Hall) =>
  reading(calls.queue, ({ query }) =>
    asked(async () => {
      const { lane, limit = pageSize, cursor } = query
      const now = hall.clock()
      const [{ items, nextCursor }, counts] = await Promise.all([
        moderationQueue(hall.db, { lane, now, limit, cursor }),
        queueCounts(hall.db, now),
      ])
      return { items: items.map(queuedCaseAnswer), nextCursor, counts }
    }),
  )
