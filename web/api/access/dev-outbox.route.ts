import { calls } from '../../contract/calls.ts'
import { asked, type Hall } from '../hall.ts'
import { reading } from '../route.ts'

/** Of the development transport; beside a real one there is no such call. */
export const devOutboxRoute = (messages: NonNullable<Hall['outbox']>) =>
  reading(calls.devOutbox, ({ query }) =>
    asked(async () => ({ messages: [...(await messages(query.to ?? undefined))] })),
  )
