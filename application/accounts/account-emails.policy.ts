import {
  BusinessProfileChanged,
  BusinessRegistered,
  ClientPhotosChanged,
  ClientProfileChanged,
  ClientRegistered,
  PasswordChanged,
  SessionsEnded,
} from '../../domain/accounts/account-events.ts'
import { RecoveryRequested } from '../../domain/accounts/account-recovery.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import type { Policy } from '../policy.ts'

const registrationEvents = family(BusinessRegistered, ClientRegistered)

/** The e-mail is rendered when it is sent; the job contains only the account id. @rule Q-24 a new account receives a confirmation code by e-mail */
export const welcomePolicy = (): Policy<EventIn<typeof registrationEvents>> => ({
  name: 'welcome',
  events: registrationEvents,
  startsFrom: 'beginning',
  effects: ({ event }) => [
    { id: 'confirmation', queue: 'mail', job: 'confirmation-mail', data: { accountId: event.data.accountId } },
  ],
})

const recoveryEvents = family(RecoveryRequested, PasswordChanged)

const recoveryEmailKinds = {
  'email-by-sms': 'email-reminder-sms',
  'reset-code': 'reset-code-mail',
  'temporary-password': 'temporary-password-mail',
} as const

/**
 * Sends the message of a recovery request, and a notice after each password change. Codes and temporary passwords are
 * generated when the message is rendered; the job contains only ids.
 * @rule Q-03 Q-04 Q-05 recovery by reset code, temporary password or SMS
 */
export const recoveryPolicy = (): Policy<EventIn<typeof recoveryEvents>> => ({
  name: 'recovery',
  events: recoveryEvents,
  startsFrom: 'beginning',
  effects: ({ event: { type, data } }) => {
    const { accountId, at } = data
    if (type === 'PasswordChanged')
      return [{ id: 'notice', queue: 'mail', job: 'password-changed-mail', data: { accountId, at } }]
    const { recoveryId, means } = data
    return [{ id: 'letter', queue: 'mail', job: recoveryEmailKinds[means], data: { accountId, recoveryId, at } }]
  },
})

const sessionsEndedEvents = family(SessionsEnded)

/** Notifies owners whose sessions were ended by staff. */
export const endedSessionsPolicy = (): Policy<EventIn<typeof sessionsEndedEvents>> => ({
  name: 'ended-sessions',
  events: sessionsEndedEvents,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => {
    const { accountId, at } = data
    return [{ id: 'notice', queue: 'mail', job: 'sessions-ended-mail', data: { accountId, at } }]
  },
})

const clientPhotoEvents = family(ClientPhotosChanged)

/** @rule Q-89 a client is notified when a business changes their photos */
export const clientPhotosPolicy = (): Policy<EventIn<typeof clientPhotoEvents>> => ({
  name: 'client-photos',
  events: clientPhotoEvents,
  startsFrom: 'beginning',
  effects: ({ event: { data } }) => {
    const { accountId, byKind, at } = data
    if (byKind === 'client') return []
    return [{ id: 'notice', queue: 'mail', job: 'client-photos-changed-mail', data: { accountId, at } }]
  },
})

const profileEvents = family(BusinessProfileChanged, ClientProfileChanged)

/** Announces a new telephone number; whether it is new is known when the e-mail is written. @rule Q-127 */
export const phoneChangePolicy = (): Policy<EventIn<typeof profileEvents>> => ({
  name: 'phone-change',
  events: profileEvents,
  startsFrom: 'now',
  effects: ({ event: { data } }) => {
    const { accountId, at } = data
    return [{ id: 'notice', queue: 'mail', job: 'phone-changed-mail', data: { accountId, at } }]
  },
})
