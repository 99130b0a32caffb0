import type { RecoveryMethod } from '../../domain/accounts/vocabulary.ts'
import { account } from '../../domain/accounts/account.ts'
import { nameReservation } from '../../domain/accounts/name-reservation.ts'
import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import type { PayoutServices } from '../ava/payout-services.ts'
import type { CompanySigner } from '../ava/ports.ts'
import { load } from '../handle.ts'
import { type Person, personOf, suspensionOf } from '../person.ts'
import type { Message } from '../ports/mail.ts'
import type { Result, Services } from '../use-case.ts'
import type {
  Credentials,
  DeviceTokens,
  ImageProcessor,
  NameHasher,
  OneTimeCodes,
  Passkeys,
  PhotoStore,
  RateLimiter,
  SocialFlows,
  SocialProviders,
  TemporaryPasswords,
} from './ports.ts'

/** What stands at the entrance: everything that can be asked without being signed in. */
export interface AuthServices extends Services {
  readonly nameHasher: NameHasher
  readonly credentials: Credentials
  readonly codes: OneTimeCodes
  readonly temporaryPasswords: TemporaryPasswords
  readonly rateLimiter: RateLimiter
  readonly recoveryRules: RecoveryRules
  readonly passkeys: Passkeys
  readonly deviceTokens: DeviceTokens
  readonly imageProcessor: ImageProcessor
  readonly photos: PhotoStore
  readonly socialProviders: SocialProviders
  readonly socialFlows: SocialFlows
  /** How AVA leaves; null while the company has no wallet: balances are kept. */
  readonly payoutChain: Pick<PayoutServices, 'chain' | 'eraseKey'> | null
  readonly companySigner: CompanySigner
  /** Has a letter written and sent; it names the account and nothing else. */
  readonly requestEmail: (letter: { readonly kind: 'confirmation-mail'; readonly accountId: string }) => Promise<void>
  /** Has a recovery begun, later and elsewhere: whoever asks cannot tell, not even by the time, whom it concerns. */
  readonly requestRecovery: (asked: RecoveryRequest) => Promise<void>
}

export interface RecoveryRules {
  /** How often an hour an address, or a number, may ask for an e-mail address by SMS. */
  readonly emailLookupsPerHour: number
  /** How many letters an hour may be asked for one e-mail address. */
  readonly emailsPerHour: number
  /** By which ways anything can leave: what cannot is refused, not promised. */
  readonly channels: readonly Message['channel'][]
  /** An unknown number is answered as a known one. */
  readonly hidesUnknownNumbers: boolean
}

export interface RecoveryRequest {
  readonly recoveryId: string
  readonly means: RecoveryMethod
  readonly kind: 'business' | 'client'
  /** Whose: an account, or the keyed name of an e-mail address; there may be nobody. */
  readonly account: { readonly accountId: string | null } | { readonly nameId: string }
  readonly at: Instant
}

export type AuthUseCase<Input, Output> = (auth: AuthServices) => (input: Input, correlationId: string) => Result<Output>

export const visitorMetadata = ({ clock }: AuthServices, correlationId: string): EventMetadata => ({
  correlationId,
  causationId: null,
  actor: { id: null, role: 'visitor' },
  occurredAt: clock(),
})

/** Whose name this is; null when nobody has it. */
export const accountByName = (
  auth: Pick<AuthServices, 'history'>,
  category: 'email' | 'username' | 'social',
  nameId: string,
): Result<string | null> =>
  pipe(
    load(auth)(nameReservation(category), nameId),
    TE.map(({ state }) => (state.status === 'free' ? null : state.accountId)),
  )

/** What the log says of an account; null when there is none. */
export const loadPerson = (auth: Pick<AuthServices, 'history' | 'clock'>, accountId: string): Result<Person | null> =>
  pipe(
    TE.Do,
    TE.apS('known', load(auth)(account, accountId)),
    TE.apS('behaved', load(auth)(sanctionRecord, accountId)),
    TE.map(({ known, behaved }) => personOf(known.state, suspensionOf(behaved.state, auth.clock()))),
  )

/** This account if it is of this kind; null of another kind and of nobody, which takes the same look. */
export const loadPersonOfKind = (
  auth: Pick<AuthServices, 'history' | 'clock'>,
  kind: 'business' | 'client',
  accountId: string | null,
): Result<Person | null> =>
  pipe(
    loadPerson(auth, accountId ?? unknownAccountId),
    TE.map((person) => (person?.kind === kind ? person : null)),
  )

/** An account id nobody has. */
export const unknownAccountId = 'nobody'
