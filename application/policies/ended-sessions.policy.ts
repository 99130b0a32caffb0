import { SessionsEnded } from '../../domain/access/account/events.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Policy } from '../policy.ts'

const events = family(SessionsEnded)

/** Whose sessions somebody else has ended is told. */
export const endedSessionsPolicy = (): Policy<EventIn<typeof events>> => ({
  name: 'ended-sessions',
  events,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => {
    const { accountId, at } = data
    return [{ name: 'notice', queue: 'mail', kind: 'sessions-ended-mail', data: { accountId, at } }]
  },
})
