import { PasswordChanged } from '../../domain/access/account/events.ts'
import { RecoveryRequested } from '../../domain/access/recovery/events.ts'
import { family, type EventIn } from '../../domain/kernel/event.ts'
import type { Policy } from '../policy.ts'

const events = family(RecoveryRequested, PasswordChanged)

const letters = {
  'email-by-sms': 'email-reminder-sms',
  'reset-code': 'reset-code-mail',
  'temporary-password': 'temporary-password-mail',
} as const

/**
 * who asks to get back in gets a letter or an SMS, and whose password was changed is told. What is secret
 * in it is made when it is written: the job only names the account and the request.
 */
export const recoveryPolicy = (): Policy<EventIn<typeof events>> => ({
  name: 'recovery',
  events,
  startsFrom: 'beginning',
  effects: ({ event: { type, data } }) => {
    const { accountId, at } = data
    if (type === 'PasswordChanged')
      return [{ name: 'notice', queue: 'mail', kind: 'password-changed-mail', data: { accountId, at } }]
    const { recoveryId, means } = data
    return [{ name: 'letter', queue: 'mail', kind: letters[means], data: { accountId, recoveryId, at } }]
  },
})
