import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import {
  ClientRegistered,
  EmailChanged,
  EmailChangeRequested,
  PreferencesSet,
  PrivacyAccepted,
} from '../../domain/accounts/account-events.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import type { Projection } from '../projection.ts'

const Row = z.object({
  accountId: z.string(),
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  marketingConsent: z.boolean(),
  /** Null while none was accepted. */
  privacyVersion: z.string().nullable(),
  /** The change that waits for its code, and the address it is to. */
  emailChangeId: z.string().nullable(),
  waitingEmail: z.string().nullable(),
})
export type PreferencesRow = z.infer<typeof Row>

/** Of whoever has said nothing yet: letters about one's own account, and no advertisement. */
const defaultPreferences = {
  // C-36: what the wizard starts from
  emailNotifications: true,
  smsNotifications: false,
  marketingConsent: false,
  privacyVersion: null,
  emailChangeId: null,
  waitingEmail: null,
}

const events = family(ClientRegistered, PreferencesSet, PrivacyAccepted, EmailChangeRequested, EmailChanged)

/** What somebody has consented to, and the e-mail address they are about to have. */
export const preferences: Projection<PreferencesRow, EventIn<typeof events>> = {
  name: 'preferences',
  version: 1,
  row: Row,
  columns: {
    accountId: { type: 'text' },
    emailNotifications: { type: 'bool' },
    smsNotifications: { type: 'bool' },
    marketingConsent: { type: 'bool' },
    privacyVersion: { type: 'text' },
    emailChangeId: { type: 'text' },
    waitingEmail: { type: 'text', pii: { of: 'accountId', erased: '' } },
  },
  erasedWith: 'accountId',
  indexes: [],
  events,
  keys: ({ event }) => [event.data.accountId],
  evolve: (row, { event }) => {
    const { accountId } = event.data
    const now = row ?? { ...defaultPreferences, accountId }
    switch (event.type) {
      case 'PreferencesSet': {
        const { emailNotifications, smsNotifications, marketingConsent } = event.data
        return { ...now, emailNotifications, smsNotifications, marketingConsent }
      }
      case 'ClientRegistered':
        return { ...now, privacyVersion: event.data.privacyVersion }
      case 'PrivacyAccepted':
        return { ...now, privacyVersion: event.data.version }
      case 'EmailChangeRequested':
        return { ...now, emailChangeId: event.data.changeId, waitingEmail: event.data.email }
      case 'EmailChanged':
        return { ...now, emailChangeId: null, waitingEmail: null }
    }
  },
}

/** What somebody said, or what holds for whoever said nothing. */
export const preferencesOf = async (db: CommonQueryMethods, accountId: string): Promise<PreferencesRow> =>
  (await db.maybeOne(sql.type(Row)`
    select account_id as "accountId", email_notifications as "emailNotifications",
      sms_notifications as "smsNotifications", marketing_consent as "marketingConsent",
      privacy_version as "privacyVersion", email_change_id as "emailChangeId",
      waiting_email as "waitingEmail"
    from read.preferences where key = ${accountId}`)) ?? { ...defaultPreferences, accountId }
