import * as t from 'io-ts'
import { clear, event } from '../../kernel/event.ts'
import { Id, Instant } from '../../kernel/primitives.ts'

/** What we may write about, and how. */
export const PreferencesSet = event('PreferencesSet', {
  accountId: clear(Id),
  emailNotifications: clear(t.boolean),
  smsNotifications: clear(t.boolean),
  marketingConsent: clear(t.boolean),
  /** Of the text that was shown. */
  version: clear(Id),
  at: clear(Instant),
})

export const PrivacyAccepted = event('PrivacyAccepted', {
  accountId: clear(Id),
  /** Of the text that was accepted. */
  version: clear(Id),
  at: clear(Instant),
})

/** Consent to a photo taken from a social network, given or withdrawn. */
export const PhotoConsentSet = event('PhotoConsentSet', {
  accountId: clear(Id),
  given: clear(t.boolean),
  at: clear(Instant),
})
