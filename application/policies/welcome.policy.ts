import { BusinessRegistered, ClientRegistered } from '../../domain/access/account/events.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Policy } from '../policy.ts'

const events = family(BusinessRegistered, ClientRegistered)

/** whoever registers gets a code by mail. The letter is written when it is sent; the job only names the account. */
export const welcomePolicy = (): Policy<EventIn<typeof events>> => ({
  name: 'welcome',
  events,
  startsFrom: 'beginning',
  effects: ({ event }) => [
    { name: 'confirmation', queue: 'mail', kind: 'confirmation-mail', data: { accountId: event.data.accountId } },
  ],
})
