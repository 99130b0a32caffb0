import { AccountDeleted } from '../../domain/accounts/account-events.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import type { Policy } from '../policy.ts'

const events = family(AccountDeleted)

/** whoever was deleted is erased, by a job that is taken up until it is through. */
export const erasurePolicy = (): Policy<EventIn<typeof events>> => ({
  name: 'erasure',
  events,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => [
    { name: 'erasure', queue: 'erasures', kind: 'erase', data: { accountId: data.accountId } },
  ],
})
