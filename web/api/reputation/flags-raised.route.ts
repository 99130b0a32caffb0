import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { flagsRaised } from '../../../projections/flags.ts'
import { calls } from '../../contract/calls.ts'
import type { FlagReason } from '../../contract/flags-disputes.ts'
import { asked, type Hall } from '../hall.ts'
import { route } from '../route.ts'
import { pageSize } from './review-lists.ts'

export const flagsRaisedRoute = (hall: Hall) =>
  route(calls.flagsRaised, ({ query, person }) =>
    pipe(
      asked(() => flagsRaised(hall.db, person.accountId, { limit: query.limit ?? pageSize, cursor: query.cursor })),
      TE.map(({ items, nextCursor }) => ({
        answer: items.map(({ reason, ...flag }) => ({ ...flag, reason: reason as FlagReason })),
        nextCursor,
      })),
    ),
  )
