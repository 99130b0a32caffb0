import {
  BusinessRegistered,
  ClientPhotosChanged,
  ClientRegistered,
  PasswordChanged,
  SessionsEnded,
} from '../../domain/accounts/account-events.ts'
import { RecoveryRequested } from '../../domain/accounts/account-recovery.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import type { Policy } from '../policy.ts'

const registrationEvents = family(BusinessRegistered, ClientRegistered)

/** whoever registers gets a code by mail. The letter is written when it is sent; the job only names the account. */
export const welcomePolicy = (): Policy<EventIn<typeof registrationEvents>> => ({
  name: 'welcome',
  events: registrationEvents,
  startsFrom: 'beginning',
  effects: ({ event }) => [
    { name: 'confirmation', queue: 'mail', kind: 'confirmation-mail', data: { accountId: event.data.accountId } },
  ],
})

const recoveryEvents = family(RecoveryRequested, PasswordChanged)

const recoveryEmailKinds = {
  'email-by-sms': 'email-reminder-sms',
  'reset-code': 'reset-code-mail',
  'temporary-password': 'temporary-password-mail',
} as const

/**
 * who asks to get back in gets a letter or an SMS, and whose password was changed is told. What is secret
 * in it is made when it is written: the job only names the account and the request.
 */
export const recoveryPolicy = (): Policy<EventIn<typeof recoveryEvents>> => ({
  name: 'recovery',
  events: recoveryEvents,
  startsFrom: 'beginning',
  effects: ({ event: { type, data } }) => {
    const { accountId, at } = data
    if (type === 'PasswordChanged')
      return [{ name: 'notice', queue: 'mail', kind: 'password-changed-mail', data: { accountId, at } }]
    const { recoveryId, means } = data
    return [{ name: 'letter', queue: 'mail', kind: recoveryEmailKinds[means], data: { accountId, recoveryId, at } }]
  },
})

const sessionsEndedEvents = family(SessionsEnded)

/** Whose sessions somebody else has ended is told. */
export const endedSessionsPolicy = (): Policy<EventIn<typeof sessionsEndedEvents>> => ({
  name: 'ended-sessions',
  events: sessionsEndedEvents,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => {
    const { accountId, at } = data
    return [{ name: 'notice', queue: 'mail', kind: 'sessions-ended-mail', data: { accountId, at } }]
  },
})

const clientPhotoEvents = family(ClientPhotosChanged)

/** whose photos somebody else has changed is told. */
export const clientPhotosPolicy = (): Policy<EventIn<typeof clientPhotoEvents>> => ({
  name: 'client-photos',
  events: clientPhotoEvents,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => {
    const { accountId, byKind, at } = data
    if (byKind === 'client') return []
    return [{ name: 'notice', queue: 'mail', kind: 'client-photos-changed-mail', data: { accountId, at } }]
  },
})
