import { EmailChanged, EmailChangeRequested } from '../../domain/accounts/account-events.ts'
import { account } from '../../domain/accounts/account.ts'
import { nameReservation } from '../../domain/accounts/name-reservation.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'

const events = family(EmailChangeRequested, EmailChanged)
type EmailChangedEvent = EventIn<typeof events> & { readonly type: 'EmailChanged' }

/**
 * the new address gets a code; once it is the account's, it is reserved, the former one is free for others, and
 * whoever reads the former mailbox is told.
 */
export const emailChangePolicy = (hands: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'email-change',
  events,
  startsFrom: 'beginning',
  react: (recorded) => (isEmailChanged(recorded) ? reserveNewAddress(hands, recorded) : noReaction),
  effects: ({ event: { type, data } }) => {
    const { accountId, changeId } = data
    const kind = type === 'EmailChanged' ? 'email-changed-mail' : 'email-change-code-mail'
    return [{ name: 'letter', queue: 'mail', kind, data: { accountId, changeId } }]
  },
})

const isEmailChanged = (
  recorded: EventEnvelope<EventIn<typeof events>>,
): recorded is EventEnvelope<EmailChangedEvent> => recorded.event.type === 'EmailChanged'

/** An address that has come back since is not given away, and one that has gone since is not kept. */
const reserveNewAddress = (hands: PolicyContext, recorded: EventEnvelope<EmailChangedEvent>): Reaction => {
  const { accountId, nameId, formerNameId, at } = recorded.event.data
  const { execute, load } = asPolicy('email-change', hands, recorded)
  const names = nameReservation('email')
  const claim = { type: 'Claim', accountId, at, until: plusMinutes(at, 10) } as const
  return withState(load(account, accountId), (state) => {
    const present = state.kind === null ? null : state.emailChange?.nameId
    return inSequence([
      ...(present === nameId
        ? [
            execute(names, nameId, claim, ['NameTaken', 'ClaimLapsed']),
            execute(names, nameId, { type: 'Keep', accountId }, ['NameTaken', 'NameNotClaimed']),
          ]
        : []),
      ...(present === formerNameId ? [] : [execute(names, formerNameId, { type: 'Release', accountId })]),
    ])
  })
}
