import { account, type AccountCommand } from '../../domain/access/account/decider.ts'
import type { Preferences } from '../../domain/access/account/consents.ts'
import { keptPhone } from '../../domain/access/phone.ts'
import type { BusinessDetails, ClientDetails } from '../../domain/access/account/profile.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { privacyVersion } from './privacy-notice.ts'
import type { Answer, Context, UseCase } from '../use-case.ts'

/** What is not named stays as it is. */
export const editBusinessProfile: UseCase<Partial<BusinessDetails>, Position | null> = (context) => (changes) =>
  inOwnAccount(context, { type: 'EditBusinessProfile', changes: asKept(changes), at: context.at })

export const editClientProfile: UseCase<Partial<ClientDetails>, Position | null> = (context) => (changes) =>
  inOwnAccount(context, { type: 'EditClientProfile', changes: asKept(changes), at: context.at })

/** Given and withdrawn as often as one likes. */
export const setPhotoConsent: UseCase<boolean, Position | null> = (context) => (given) =>
  inOwnAccount(context, { type: 'SetPhotoConsent', given, at: context.at })

/** Withdrawn as easily as given. */
export const setPreferences: UseCase<CompleteProfile['preferences'], Position | null> = (context) => (preferences) =>
  inOwnAccount(context, { type: 'SetPreferences', ...preferences, version: privacyVersion, at: context.at })

export interface CompleteProfile {
  readonly changes: Partial<BusinessDetails>
  readonly preferences: Omit<Preferences, 'version'>
}

/** whoever completes a profile has accepted the privacy notice as it is today (V-70, V-73). */
export const completeProfile: UseCase<CompleteProfile, Position | null> =
  (context) =>
  ({ changes, preferences }) =>
    inOwnAccount(context, {
      type: 'CompleteProfile',
      changes: asKept(changes),
      preferences: { ...preferences, version: privacyVersion },
      at: context.at,
    })

const inOwnAccount = ({ run, person }: Context, command: AccountCommand): Answer<Position | null> =>
  pipe(
    run(account, person.accountId, command, { privacy: 'open' }),
    TE.map(({ position }) => position),
  )

/** numbers are kept in one form. */
const asKept = <Changes extends { readonly phone?: string | null }>(changes: Changes): Changes =>
  typeof changes.phone === 'string' ? { ...changes, phone: keptPhone(changes.phone) } : changes
