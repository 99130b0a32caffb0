import { EmailChanged, EmailChangeRequested } from '../../domain/accounts/account-events.ts'
import { account } from '../../domain/accounts/account.ts'
import { nameReservation } from '../../domain/accounts/name-reservation.ts'
import type { EventEnvelope } from '../../domain/kernel/event-envelope.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { asPolicy, noReaction, type PolicyContext, type Reaction, withState } from '../policy-context.ts'
import { inSequence, type Policy } from '../policy.ts'
import { nameReservationMinutes } from './name-reservation.ts'

const events = family(EmailChangeRequested, EmailChanged)
type EmailChangedEvent = EventIn<typeof events> & { readonly type: 'EmailChanged' }

/**
 * Sends the code to the new address. After the change, reserves the new address, releases the former one and notifies it.
 * @rule Q-91 confirmed change of e-mail
 */
export const emailChangePolicy = (context: PolicyContext): Policy<EventIn<typeof events>> => ({
  name: 'email-change',
  events,
  startsFrom: 'beginning',
  react: (recorded) => (isEmailChanged(recorded) ? reserveNewAddress(context, recorded) : noReaction),
  effects: ({ event: { type, data } }) => {
    const { accountId, changeId } = data
    const kind = type === 'EmailChanged' ? 'email-changed-mail' : 'email-change-code-mail'
    return [{ id: 'letter', queue: 'mail', job: kind, data: { accountId, changeId } }]
  },
})

const isEmailChanged = (
  recorded: EventEnvelope<EventIn<typeof events>>,
): recorded is EventEnvelope<EmailChangedEvent> => recorded.event.type === 'EmailChanged'

/** Considers the current address, since later changes may have undone this one. */
const reserveNewAddress = (context: PolicyContext, recorded: EventEnvelope<EmailChangedEvent>): Reaction => {
  const { accountId, nameId, formerNameId, at } = recorded.event.data
  const { execute, load } = asPolicy('email-change', context, recorded)
  const names = nameReservation('email')
  const reservation = { type: 'ReserveName', accountId, at, until: plusMinutes(at, nameReservationMinutes) } as const
  return withState(load(account, accountId), (state) => {
    const currentNameId = state.kind === null ? null : state.emailChange?.nameId
    return inSequence([
      ...(currentNameId === nameId
        ? [
            execute(names, nameId, reservation, ['NameTaken', 'ClaimLapsed']),
            execute(names, nameId, { type: 'ConfirmName', accountId }, ['NameTaken', 'NameNotClaimed']),
          ]
        : []),
      ...(currentNameId === formerNameId ? [] : [execute(names, formerNameId, { type: 'ReleaseName', accountId })]),
    ])
  })
}
