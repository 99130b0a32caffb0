import { type CommonQueryMethods, sql } from 'slonik'
import { z } from 'zod'
import {
  ClientRegistered,
  EmailChanged,
  EmailChangeRequested,
  NotificationSettingsChanged,
  PreferencesSet,
  PrivacyAccepted,
} from '../../domain/accounts/account-events.ts'
import {
  defaultConsents,
  defaultNotificationSettings,
  type NotificationSettings,
  storedSettings,
} from '../../domain/accounts/notification-settings.ts'
import { notificationDigests } from '../../domain/accounts/vocabulary.ts'
import { type EventIn, family } from '../../domain/kernel/event.ts'
import { notificationKinds } from '../../domain/kernel/vocabulary.ts'
import type { Projection } from '../projection.ts'

const chosenSettings = z.object({
  noEmail: z.array(z.enum(notificationKinds)),
  noSms: z.array(z.enum(notificationKinds)),
  noPush: z.array(z.enum(notificationKinds)),
  digest: z.enum(notificationDigests),
  quietHours: z.boolean(),
})

export const PreferencesRowSchema = z.object({
  accountId: z.string(),
  emailNotifications: z.boolean(),
  smsNotifications: z.boolean(),
  marketingConsent: z.boolean(),
  /** Null if none was accepted. */
  privacyVersion: z.string().nullable(),
  /** The requested change of e-mail whose code has not been entered, and its address. */
  emailChangeId: z.string().nullable(),
  waitingEmail: z.string().nullable(),
  /** Null until chosen. */
  notificationSettings: chosenSettings.nullable(),
})
export type PreferencesRow = z.infer<typeof PreferencesRowSchema>

/**
 * Preferences of an account that has not chosen any.
 * @rule Q-114 no marketing without consent
 */
const defaultPreferences = {
  ...defaultConsents,
  marketingConsent: false,
  privacyVersion: null,
  emailChangeId: null,
  waitingEmail: null,
  notificationSettings: null,
}

const events = family(
  ClientRegistered,
  PreferencesSet,
  NotificationSettingsChanged,
  PrivacyAccepted,
  EmailChangeRequested,
  EmailChanged,
)

/** Consents of an account, and its requested e-mail address. */
export const preferences: Projection<PreferencesRow, EventIn<typeof events>> = {
  name: 'preferences',
  version: 2,
  row: PreferencesRowSchema,
  columns: {
    accountId: { type: 'text' },
    emailNotifications: { type: 'bool' },
    smsNotifications: { type: 'bool' },
    marketingConsent: { type: 'bool' },
    privacyVersion: { type: 'text' },
    emailChangeId: { type: 'text' },
    waitingEmail: { type: 'text', pii: { of: 'accountId', erased: '' } },
    notificationSettings: { type: 'json' },
  },
  erasedWith: 'accountId',
  indexes: [],
  events,
  keys: ({ event }) => [event.data.accountId],
  evolve: (row, { event }) => {
    const { accountId } = event.data
    const current = row ?? { ...defaultPreferences, accountId }
    switch (event.type) {
      case 'PreferencesSet': {
        const { emailNotifications, smsNotifications, marketingConsent } = event.data
        return { ...current, emailNotifications, smsNotifications, marketingConsent }
      }
      case 'NotificationSettingsChanged': {
        const { noEmail, noSms, noPush, digest, quietHours } = event.data
        const kinds = { noEmail: [...noEmail], noSms: [...noSms], noPush: [...noPush] }
        return { ...current, notificationSettings: { ...kinds, digest, quietHours } }
      }
      case 'ClientRegistered':
        return { ...current, privacyVersion: event.data.privacyVersion }
      case 'PrivacyAccepted':
        return { ...current, privacyVersion: event.data.version }
      case 'EmailChangeRequested':
        return { ...current, emailChangeId: event.data.changeId, waitingEmail: event.data.email }
      case 'EmailChanged':
        return { ...current, emailChangeId: null, waitingEmail: null }
    }
  },
}

/** Preferences of an account, or the defaults. */
export const preferencesOf = async (db: CommonQueryMethods, accountId: string): Promise<PreferencesRow> =>
  (await db.maybeOne(sql.type(PreferencesRowSchema)`
    select account_id as "accountId", email_notifications as "emailNotifications",
      sms_notifications as "smsNotifications", marketing_consent as "marketingConsent",
      privacy_version as "privacyVersion", email_change_id as "emailChangeId",
      waiting_email as "waitingEmail", notification_settings as "notificationSettings"
    from read.preferences where key = ${accountId}`)) ?? { ...defaultPreferences, accountId }

/** Notification settings of a row, or the defaults. */
export const notificationSettingsIn = ({
  notificationSettings,
}: Pick<PreferencesRow, 'notificationSettings'>): NotificationSettings =>
  notificationSettings === null ? defaultNotificationSettings : storedSettings(notificationSettings)
