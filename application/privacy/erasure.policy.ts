import { AccountDeleted } from '../../domain/accounts/account-events.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import type { Policy } from '../policy.ts'

const events = family(AccountDeleted)

/** Starts a job that erases the deleted account and is retried until it completes. @rule Q-92 */
export const erasurePolicy = (): Policy<EventIn<typeof events>> => ({
  name: 'erasure',
  events,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => [
    { id: 'erasure', queue: 'erasures', job: 'erase', data: { accountId: data.accountId } },
  ],
})
