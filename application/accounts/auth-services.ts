import type { Reports } from '../analytics/ports.ts'
import type { MistypedAddressCheck, PayoutUndoTokens } from '../ava/ports.ts'
import type { ContactTokens } from '../ratings/ports.ts'
import type { AccountKind, NameCategory, RecoveryMethod } from '../../domain/accounts/vocabulary.ts'
import { account } from '../../domain/accounts/account.ts'
import { nameReservation } from '../../domain/accounts/name-reservation.ts'
import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { load } from '../command-handler.ts'
import { type Person, personOf, suspensionOf } from '../person.ts'
import type { NewId } from '../ports/clock.ts'
import type { Message } from '../ports/mail.ts'
import type { NotificationServices } from './notification-ports.ts'
import type { Result, Services } from '../use-case.ts'
import type {
  Credentials,
  DeviceTokens,
  ImageProcessor,
  NameHasher,
  OneTimeCodes,
  KeptHashes,
  Passkeys,
  PhotoStore,
  HourlyLimits,
  SocialFlows,
  SocialProviders,
  TemporaryPasswords,
} from './ports.ts'

/**
 * Services of use cases that also serve visitors without a session: registration, sign-in and recovery. Adds the stores of
 * credentials and photos to the services of commands.
 */
export interface AuthServices extends Services {
  /** Ids of accounts and clients: others see them, so they reveal no time. @rule Q-60 */
  readonly newAccountId: NewId
  readonly nameHasher: NameHasher
  readonly keptHashes: KeptHashes
  readonly credentials: Credentials
  readonly codes: OneTimeCodes
  readonly temporaryPasswords: TemporaryPasswords
  readonly hourlyLimits: HourlyLimits
  readonly recoveryRules: RecoveryRules
  readonly passkeys: Passkeys
  readonly deviceTokens: DeviceTokens
  readonly imageProcessor: ImageProcessor
  readonly photos: PhotoStore
  readonly socialProviders: SocialProviders
  readonly socialFlows: SocialFlows
  readonly notifications: NotificationServices
  readonly reports: Reports
  readonly payoutUndoTokens: PayoutUndoTokens
  readonly contactTokens: ContactTokens
  readonly isMistypedAddress: MistypedAddressCheck
  /** Enqueues an e-mail; the job contains only the account id and the time. */
  readonly requestEmail: (email: RequestedEmail) => Promise<void>
  /** Enqueues the request, so that response times do not reveal whether the account exists. */
  readonly requestRecovery: (request: RecoveryRequest) => Promise<void>
}

export type RequestedEmail =
  | { readonly kind: 'confirmation-mail'; readonly accountId: string }
  /** About what happened at a time and is no event. */
  | {
      readonly kind: 'passkey-added-mail' | 'passkeys-removed-mail' | 'data-exported-mail'
      readonly accountId: string
      readonly at: Instant
    }

export interface RecoveryRules {
  /** Maximum e-mail reminders by SMS an hour, per source address and per telephone number. @rule Q-05 */
  readonly emailLookupsPerHour: number
  /** Maximum recovery e-mails an hour, per e-mail address. @rule Q-23 */
  readonly emailsPerHour: number
  /** Configured channels, also of notifications. @rule Q-25 requests for an unavailable channel fail instead of promising a message */
  readonly channels: readonly Message['channel'][]
  /** Whether unknown numbers get the same response as known ones. @rule Q-05 */
  readonly hidesUnknownNumbers: boolean
}

export interface RecoveryRequest {
  readonly recoveryId: string
  readonly means: RecoveryMethod
  readonly kind: AccountKind
  /** An account id, or the reservation id of an e-mail address. The account may not exist. */
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

/** @rule Q-25 Q-135 requests for an unavailable channel fail instead of promising a message */
export const requireChannel = (
  { recoveryRules: { channels } }: AuthServices,
  channel: Message['channel'],
): Result<void> =>
  channels.includes(channel)
    ? TE.right(undefined)
    : TE.left({ type: 'Unavailable', cause: new Error(`no ${channel} transport is configured`) })

/** Id of the account that holds this name, or null. */
export const accountByName = (
  auth: Pick<AuthServices, 'history'>,
  category: NameCategory,
  nameId: string,
): Result<string | null> =>
  pipe(
    load(auth)(nameReservation(category), nameId),
    TE.map(({ state }) => (state.status === 'free' ? null : state.accountId)),
  )

/** Loads an account and its suspension from the log; null if it does not exist. */
export const loadPerson = (auth: Pick<AuthServices, 'history' | 'clock'>, accountId: string): Result<Person | null> =>
  pipe(
    TE.Do,
    TE.apS('account', load(auth)(account, accountId)),
    TE.apS('sanctions', load(auth)(sanctionRecord, accountId)),
    TE.map((loaded) => personOf(loaded.account.state, suspensionOf(loaded.sanctions.state, auth.clock()))),
  )

/** Null for another kind and for an unknown account; both take the same time. */
export const loadPersonOfKind = (
  auth: Pick<AuthServices, 'history' | 'clock'>,
  kind: AccountKind,
  accountId: string | null,
): Result<Person | null> =>
  pipe(
    loadPerson(auth, accountId ?? unknownAccountId),
    TE.map((person) => (person?.kind === kind ? person : null)),
  )

/** An account id that is never assigned. */
export const unknownAccountId = 'nobody'

/** Metadata of what a signed-in person does to the own account. */
export const accountMetadata = (
  auth: AuthServices,
  { accountId, kind }: Person,
  correlationId: string,
): EventMetadata => ({
  ...visitorMetadata(auth, correlationId),
  actor: { id: accountId, role: kind },
})
