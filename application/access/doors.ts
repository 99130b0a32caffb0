import { account } from '../../domain/access/account/decider.ts'
import { reservation } from '../../domain/access/reservation/decider.ts'
import { conduct } from '../../domain/conduct/conduct/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import type { Metadata } from '../../domain/kernel/recorded.ts'
import type { RecoveryMeans } from '../../domain/access/recovery/events.ts'
import { load } from '../handle.ts'
import { personOf, suspensionOf, type Person } from '../person.ts'
import type { Allowances } from '../ports/allowances.ts'
import type { Purse } from '../ports/chain.ts'
import type { Codes } from '../ports/codes.ts'
import type { Credentials } from '../ports/credentials.ts'
import type { DeviceTokens } from '../ports/device-tokens.ts'
import type { Message } from '../ports/mail.ts'
import type { Names } from '../ports/names.ts'
import type { TemporaryPasswords } from '../ports/temporary-passwords.ts'
import type { Passkeys } from '../ports/passkeys.ts'
import type { Photos, Pictures } from '../ports/photos.ts'
import type { SocialFlows, SocialProviders } from '../ports/social.ts'
import type { Cashier } from '../ava/cashier.ts'
import type { Answer, Toolbox } from '../use-case.ts'

/** What stands at the entrance: everything that can be asked without being signed in. */
export interface Doors extends Toolbox {
  readonly names: Names
  readonly credentials: Credentials
  readonly codes: Codes
  readonly temporaryPasswords: TemporaryPasswords
  readonly allowances: Allowances
  readonly recoveryRules: RecoveryRules
  readonly passkeys: Passkeys
  readonly deviceTokens: DeviceTokens
  readonly pictures: Pictures
  readonly photos: Photos
  readonly socialProviders: SocialProviders
  readonly socialFlows: SocialFlows
  /** How AVA leaves; null while the company has no wallet: balances are kept. */
  readonly treasury: Pick<Cashier, 'chain' | 'forget'> | null
  readonly purse: Purse
  /** Has a letter written and sent; it names the account and nothing else. */
  readonly post: (letter: { readonly kind: 'confirmation-mail'; readonly accountId: string }) => Promise<void>
  /** Has a recovery begun, later and elsewhere: whoever asks cannot tell, not even by the time, whom it concerns. */
  readonly recover: (asked: RecoveryAsked) => Promise<void>
}

export interface RecoveryRules {
  /** How often an hour an address, or a number, may ask for an e-mail address by SMS. */
  readonly emailTriesAnHour: number
  /** How many letters an hour may be asked for one e-mail address. */
  readonly lettersAnHour: number
  /** By which ways anything can leave: what cannot is refused, not promised. */
  readonly channels: readonly Message['channel'][]
  /** An unknown number is answered as a known one. */
  readonly uniform: boolean
}

export interface RecoveryAsked {
  readonly recoveryId: string
  readonly means: RecoveryMeans
  readonly kind: 'business' | 'client'
  /** Whose: an account, or the keyed name of an e-mail address; there may be nobody. */
  readonly whose: { readonly accountId: string | null } | { readonly nameId: string }
  readonly at: Instant
}

export type DoorCase<Input, Output> = (doors: Doors) => (input: Input, correlationId: string) => Answer<Output>

export const asVisitor = ({ clock }: Doors, correlationId: string): Metadata => ({
  correlationId,
  causationId: null,
  actor: { id: null, role: 'visitor' },
  occurredAt: clock(),
})

/** Whose name this is; null when nobody has it. */
export const holderOf = (
  doors: Pick<Doors, 'history'>,
  category: 'email' | 'username' | 'social',
  nameId: string,
): Answer<string | null> =>
  pipe(
    load(doors)(reservation(category), nameId),
    TE.map(({ state }) => (state.status === 'free' ? null : state.accountId)),
  )

/** What the log says of an account; null when there is none. */
export const personIn = (doors: Pick<Doors, 'history' | 'clock'>, accountId: string): Answer<Person | null> =>
  pipe(
    TE.Do,
    TE.apS('known', load(doors)(account, accountId)),
    TE.apS('behaved', load(doors)(conduct, accountId)),
    TE.map(({ known, behaved }) => personOf(known.state, suspensionOf(behaved.state, doors.clock()))),
  )

/** This account if it is of this kind; null of another kind and of nobody, which takes the same look. */
export const accountOfKind = (
  doors: Pick<Doors, 'history' | 'clock'>,
  kind: 'business' | 'client',
  accountId: string | null,
): Answer<Person | null> =>
  pipe(
    personIn(doors, accountId ?? nobody),
    TE.map((person) => (person?.kind === kind ? person : null)),
  )

/** An account id nobody has. */
export const nobody = 'nobody'
