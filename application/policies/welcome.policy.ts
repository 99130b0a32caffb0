import { BusinessRegistered, ClientRegistered } from '../../domain/access/account/events.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import { TE } from '../../domain/kernel/fp.ts'
import type { Policy } from '../policy.ts'

const events = family(BusinessRegistered, ClientRegistered)

/** whoever registers gets a code by mail. The letter is written when it is sent; the job only names the account. */
export const welcomePolicy = (): Policy<EventIn<typeof events>> => ({
  name: 'welcome',
  events,
  react: ({ event }) => {
    const { accountId } = event.data
    return TE.right({
      recorded: [],
      effects: [{ name: 'confirmation', kind: 'confirmation-mail', payload: { accountId } }],
    })
  },
})
