import type { Instant } from '../../kernel/primitives.ts'
import type { AccountEvent } from './events.ts'

export interface Preferences {
  readonly emailNotifications: boolean
  readonly smsNotifications: boolean
  readonly marketingConsent: boolean
  /** Of the text that was shown. */
  readonly version: string
}

export type ConsentCommand =
  | ({ readonly type: 'SetPreferences'; readonly at: Instant } & Preferences)
  | { readonly type: 'AcceptPrivacy'; readonly version: string; readonly at: Instant }
  | { readonly type: 'SetPhotoConsent'; readonly given: boolean; readonly at: Instant }

interface ConsentState {
  readonly accountId: string
  /** Null until they were chosen. */
  readonly preferences: Preferences | null
  /** The version accepted last; null while none was. */
  readonly privacyVersion: string | null
  readonly photoConsent: boolean
}

/** Each with the time it was said at, and in front of which text; taken back as easily (Q-87, Q-114, points settled 20). */
export const consent = (
  command: ConsentCommand,
  { accountId, preferences, privacyVersion, photoConsent }: ConsentState,
): readonly AccountEvent[] => {
  switch (command.type) {
    case 'SetPreferences': {
      const { type: _, ...wanted } = command
      return preferences !== null && same(preferences, wanted)
        ? []
        : [{ type: 'PreferencesSet', data: { accountId, ...wanted } }]
    }
    case 'AcceptPrivacy': {
      const { version, at } = command
      return version === privacyVersion ? [] : [{ type: 'PrivacyAccepted', data: { accountId, version, at } }]
    }
    case 'SetPhotoConsent': {
      const { given, at } = command
      return given === photoConsent ? [] : [{ type: 'PhotoConsentSet', data: { accountId, given, at } }]
    }
  }
}

const same = (one: Preferences, other: Preferences) =>
  one.emailNotifications === other.emailNotifications &&
  one.smsNotifications === other.smsNotifications &&
  one.marketingConsent === other.marketingConsent &&
  one.version === other.version
