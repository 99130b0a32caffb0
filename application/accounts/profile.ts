import type { BusinessDetails, ClientDetails, Preferences } from '../../domain/accounts/account-settings.ts'
import { account, type AccountCommand } from '../../domain/accounts/account.ts'
import { normalisedOrTypedPhone } from '../../domain/accounts/phone.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { CommandContext, Result, UseCase } from '../use-case.ts'

/** The version of the privacy notice now in force: the day it was last changed. */
export const privacyNoticeVersion = '2025-08-11'

/** What is not named stays as it is. */
export const editBusinessProfile: UseCase<Partial<BusinessDetails>, Position | null> = (context) => (changes) =>
  executeOnOwnAccount(context, { type: 'EditBusinessProfile', changes: withNormalisedPhone(changes), at: context.at })

export const editClientProfile: UseCase<Partial<ClientDetails>, Position | null> = (context) => (changes) =>
  executeOnOwnAccount(context, { type: 'EditClientProfile', changes: withNormalisedPhone(changes), at: context.at })

/** Given and withdrawn as often as one likes. */
export const setPhotoConsent: UseCase<boolean, Position | null> = (context) => (given) =>
  executeOnOwnAccount(context, { type: 'SetPhotoConsent', given, at: context.at })

/** Withdrawn as easily as given. */
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

/** whoever completes a profile has accepted the privacy notice as it is today (V-70, V-73). */
export const completeProfile: UseCase<CompleteProfile, Position | null> =
  (context) =>
  ({ changes, preferences }) =>
    executeOnOwnAccount(context, {
      type: 'CompleteProfile',
      changes: withNormalisedPhone(changes),
      preferences: { ...preferences, version: privacyNoticeVersion },
      at: context.at,
    })

const executeOnOwnAccount = ({ execute, person }: CommandContext, command: AccountCommand): Result<Position | null> =>
  pipe(
    execute(account, person.accountId, command, { privacy: 'open' }),
    TE.map(({ position }) => position),
  )

/** numbers are kept in one form. */
const withNormalisedPhone = <Changes extends { readonly phone?: string | null }>(changes: Changes): Changes =>
  typeof changes.phone === 'string' ? { ...changes, phone: normalisedOrTypedPhone(changes.phone) } : changes
