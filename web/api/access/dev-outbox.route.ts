import { calls } from '../../contract/calls.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'

export const devOutboxRoute = (hall: Hall) =>
  reading(calls.devOutbox, ({ query }) =>
    asked(async () => ({ messages: [...((await hall.outbox?.(query.to ?? undefined)) ?? [])] })),
  )
