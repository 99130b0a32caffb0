import type { BusinessDetails, ClientDetails, Preferences } from '../../domain/accounts/account-settings.ts'
import { account, type AccountCommand } from '../../domain/accounts/account.ts'
import { normalisedOrTypedPhone } from '../../domain/accounts/phone.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { UseCaseContext, Result, UseCase } from '../use-case.ts'

/** Date of the privacy notice in force. @rule Q-87 consent records the version of the notice */
export const privacyNoticeVersion = '2025-08-11'

/** Omitted fields keep their value. */
export const editBusinessProfile: UseCase<Partial<BusinessDetails>, Position | null> = (context) => (changes) =>
  executeOnOwnAccount(context, { type: 'EditBusinessProfile', changes: withNormalisedPhone(changes), at: context.at })

export const editClientProfile: UseCase<Partial<ClientDetails>, Position | null> = (context) => (changes) =>
  executeOnOwnAccount(context, { type: 'EditClientProfile', changes: withNormalisedPhone(changes), at: context.at })

/** @rule Q-87 consent to social photos can be given and withdrawn at any time */
export const setPhotoConsent: UseCase<boolean, Position | null> = (context) => (given) =>
  executeOnOwnAccount(context, { type: 'SetPhotoConsent', given, at: context.at })

/** @rule Q-114 consent is withdrawn as easily as given */
export const setPreferences: UseCase<CompleteProfile['preferences'], Position | null> = (context) => (preferences) =>
  executeOnOwnAccount(context, {
    type: 'SetPreferences',
    ...preferences,
    version: privacyNoticeVersion,
    at: context.at,
  })

export interface CompleteProfile {
  readonly changes: Partial<BusinessDetails>
  readonly preferences: Omit<Preferences, 'version'>
}

/** Completes the profile of a business. @rule V-70 V-73 requires accepting the privacy notice in force */
export const completeProfile: UseCase<CompleteProfile, Position | null> =
  (context) =>
  ({ changes, preferences }) =>
    executeOnOwnAccount(context, {
      type: 'CompleteProfile',
      changes: withNormalisedPhone(changes),
      preferences: { ...preferences, version: privacyNoticeVersion },
      at: context.at,
    })

const executeOnOwnAccount = ({ execute, person }: UseCaseContext, command: AccountCommand): Result<Position | null> =>
  pipe(
    execute(account, person.accountId, command, { personalData: 'decrypted' }),
    TE.map(({ position }) => position),
  )

/** @rule Q-86 telephone numbers are stored in one format */
const withNormalisedPhone = <Changes extends { readonly phone?: string | null }>(changes: Changes): Changes =>
  typeof changes.phone === 'string' ? { ...changes, phone: normalisedOrTypedPhone(changes.phone) } : changes
