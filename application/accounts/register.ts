import type { BusinessType, SocialPhotoSource, TravelType } from '../../domain/accounts/vocabulary.ts'
import { account, type AccountCommand } from '../../domain/accounts/account.ts'
import { normalisedOrTypedPhone } from '../../domain/accounts/phone.ts'
import type { EventMetadata, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { load } from '../command-handler.ts'
import { executeCommand } from '../execute-command.ts'
import { requireNotBanned } from '../privacy/kept-hashes.ts'
import { isRejection, rejectedWith, type Result } from '../use-case.ts'
import { type AuthServices, type AuthUseCase, requireChannel, visitorMetadata } from './auth-services.ts'
import { confirmName, type NameReservation, releaseName, reserveNames } from './name-reservation.ts'
import { replaceUnconfirmedHolder } from './replace-unconfirmed.ts'
import { passwordFailure, personalWordsIn, requireAcceptablePassword } from './passwords.ts'
import { consumeEmailOf } from './recovery.ts'
import { deletePhoto, preparePhoto, storePhoto, type SubmittedPhoto } from './photos.ts'

interface RegistrationRequest {
  /** Of the account; the same for a repeated request. */
  readonly accountId: string
  /** Network address of the request. */
  readonly source: string
}

export interface RegisterBusiness extends RegistrationRequest {
  readonly username: string
  readonly password: string
  readonly email: string
  readonly phone: string | null
  readonly businessName: string
  readonly businessType: BusinessType
  readonly location: string
  readonly province: string
  /** A `data:` URL with the image, or an https URL. @rule Q-85 */
  readonly businessPhoto: string | null
  readonly theForkTenths: number | null
  readonly referral: string | null
}

export interface RegisterClient extends RegistrationRequest {
  readonly email: string
  readonly password: string
  readonly phone: string
  readonly firstName: string
  readonly lastName: string
  readonly referral: string | null
  /** Fields that only /register-client has. */
  readonly details?: ClientDetails
}

export interface ClientDetails {
  readonly age: number | null
  readonly residence: string | null
  readonly travelType: TravelType | null
  /** As `businessPhoto` of a business. */
  readonly profilePhoto: string | null
  readonly socialPhotoUrl: string | null
  readonly socialPhotoSource: SocialPhotoSource | null
  readonly photoConsent: boolean
  readonly privacyVersion: string | null
}

export interface RegistrationResult {
  readonly accountId: string
  readonly clientId: string | null
  readonly position: Position | null
}

/** @rule Q-08 Q-100 registration never grants a role, whatever the request contains */
export const registerBusiness: AuthUseCase<RegisterBusiness, RegistrationResult> =
  (auth) =>
  ({ password, phone, accountId, source, ...business }, correlationId) => {
    const meta = visitorMetadata(auth, correlationId)
    const names: readonly NameReservation[] = [
      { category: 'email', nameId: auth.nameHasher.email(business.email), accountId, meta },
      { category: 'username', nameId: auth.nameHasher.username(business.username), accountId, meta },
    ]
    return withPreparedPhoto(auth, business.businessPhoto, (photo) =>
      registerAccount(auth, {
        names,
        password,
        source,
        accountId,
        clientId: null,
        photo,
        commandWith: (businessPhoto) => ({
          type: 'RegisterBusiness',
          accountId,
          ...business,
          phone: phone && normalisedOrTypedPhone(phone),
          businessPhoto,
          at: meta.occurredAt,
        }),
      }),
    )
  }

export const registerClient: AuthUseCase<RegisterClient, RegistrationResult> =
  (auth) =>
  ({ password, accountId, source, details = noClientDetails, ...client }, correlationId) => {
    const meta = visitorMetadata(auth, correlationId)
    const clientId = auth.newAccountId()
    const phone = normalisedOrTypedPhone(client.phone)
    const data = { accountId, clientId, ...client, phone, ...details, at: meta.occurredAt }
    return withPreparedPhoto(auth, details.profilePhoto, (photo) =>
      registerAccount(auth, {
        names: [{ category: 'email', nameId: auth.nameHasher.email(client.email), accountId, meta }],
        password,
        source,
        accountId,
        clientId,
        photo,
        commandWith: (profilePhoto) => ({ type: 'RegisterClient', ...data, profilePhoto }),
      }),
    )
  }

/** Details of a client who entered only name and contacts. */
export const noClientDetails: ClientDetails = {
  age: null,
  residence: null,
  travelType: null,
  profilePhoto: null,
  socialPhotoUrl: null,
  socialPhotoSource: null,
  photoConsent: false,
  privacyVersion: null,
}

/** Rejects invalid images before names are reserved and the password is stored. */
const withPreparedPhoto = (
  auth: AuthServices,
  url: string | null,
  next: (photo: SubmittedPhoto) => Result<RegistrationResult>,
) => pipe(preparePhoto(auth, url), TE.flatMap(next))

interface RegistrationInput extends RegistrationRequest {
  readonly names: readonly NameReservation[]
  readonly password: string
  readonly clientId: string | null
  readonly photo: SubmittedPhoto
  readonly commandWith: (
    photo: string | null,
  ) => Extract<AccountCommand, { readonly type: 'RegisterBusiness' | 'RegisterClient' }>
}

/** A repeated request finds what the first one left, even if its process died: an account, or its own reservations. */
const registerAccount = (auth: AuthServices, registration: RegistrationInput): Result<RegistrationResult> =>
  pipe(
    requireChannel(auth, 'email'),
    TE.flatMap(() => repeatedRegistration(auth, registration)),
    TE.flatMap((found) => (found === null ? createAccount(auth, registration) : TE.right(found))),
    // another process has handled the same request first, so its account is found now
    TE.orElse((failure) =>
      isRejection(failure, 'AlreadyRegistered') ? registerAccount(auth, registration) : TE.left(failure),
    ),
  )

/** The account that was registered with the same id, and so with the same content; null if there is none yet. */
const repeatedRegistration = (
  auth: AuthServices,
  { accountId, password, source }: RegistrationInput,
): Result<RegistrationResult | null> =>
  pipe(
    load(auth)(account, accountId),
    TE.flatMap(({ state, position }): Result<RegistrationResult | null> => {
      if (state.kind === null)
        return state.deleted === undefined ? TE.right(null) : TE.left(rejectedWith({ type: 'EmailTaken' }))
      // the read models may not show the account yet
      const found = { accountId, clientId: state.clientId, position }
      return pipe(
        // it may have changed since
        auth.credentials.confirm({ accountId, name: accountId, password, source, at: auth.clock() }),
        TE.flatMap((outcome): Result<RegistrationResult> => {
          if (outcome.type === 'locked')
            return TE.left(rejectedWith({ type: 'TooOften', retryAfterSeconds: outcome.retryAfterSeconds }))
          return outcome.type === 'correct' ? TE.right(found) : TE.left(rejectedWith({ type: 'EmailTaken' }))
        }),
      )
    }),
  )

/** In this order, a crash between two steps leaves only reservations that expire. */
const createAccount = (auth: AuthServices, registration: RegistrationInput): Result<RegistrationResult> => {
  const { names, password, accountId, clientId, photo, source, commandWith } = registration
  const { email } = commandWith(null)
  const meta = names[0]?.meta
  if (meta === undefined) return TE.left(rejectedWith({ type: 'EmailTaken' }))
  return pipe(
    requireNotBanned(auth, commandWith(null)),
    TE.flatMap(() => requireAcceptablePassword(auth, password, personalWordsIn(commandWith(null)))),
    TE.flatMap(() => consumeEmailOf(auth, { action: 'confirmation-mail', email, source })),
    TE.flatMap(() => reserveOrReplace(auth, names)),
    TE.flatMap(() => pipe(auth.credentials.set(accountId, password, meta.occurredAt), TE.mapLeft(passwordFailure))),
    TE.flatMap(() => storePhoto(auth, accountId, photo)),
    TE.flatMap((url) => executeOrDeletePhoto(auth, commandWith(url), { accountId, url, meta })),
    TE.tapError((failure) =>
      failure.type === 'Unrecordable' ? withdrawRegistration(auth, registration) : TE.right(undefined),
    ),
    TE.tap(() => TE.sequenceSeqArray(names.map((name) => confirmName(auth, name)))),
    // another attempt has registered the account if this one changed nothing
    TE.flatMap(({ position }) => (position === null ? lastChange(auth, accountId) : TE.right(position))),
    TE.map((position) => ({ accountId, clientId, position })),
  )
}

/** Position that read models must reach to show the account. */
const lastChange = (auth: AuthServices, accountId: string): Result<Position | null> =>
  pipe(
    load(auth)(account, accountId),
    TE.map(({ position }) => position),
  )

/** @rule Q-118 a rejected registration leaves nothing, and its names can be reserved again at once */
const withdrawRegistration = (auth: AuthServices, { accountId, names }: RegistrationInput): Result<unknown> =>
  pipe(
    auth.credentials.deleteAllOf(accountId),
    TE.flatMap(() => TE.sequenceSeqArray(names.map((name) => releaseName(auth, name)))),
  )

/** A photo has the same id in every attempt, so that of a registered account is in use. */
const executeOrDeletePhoto = (
  auth: AuthServices,
  command: AccountCommand,
  { accountId, url, meta }: { readonly accountId: string; readonly url: string | null; readonly meta: EventMetadata },
) =>
  pipe(
    executeCommand(auth)(account, accountId, command, meta, { personalData: 'decrypted' }),
    TE.tapError((failure) =>
      failure.type === 'Unrecordable' || (failure.type === 'Rejected' && !isRejection(failure, 'AlreadyRegistered'))
        ? deletePhoto(auth, accountId, url)
        : TE.right(undefined),
    ),
  )

/** @rule Q-24 an address that was never confirmed can be registered again, with the same answer as a new one */
const reserveOrReplace = (auth: AuthServices, names: readonly NameReservation[]): Result<unknown> =>
  pipe(
    reserveNames(auth, names),
    TE.orElse((failure) =>
      isRejection(failure, 'EmailTaken')
        ? pipe(
            replaceUnconfirmedHolder(auth, names),
            TE.flatMap((isReplaced) => (isReplaced ? reserveNames(auth, names) : TE.left(failure))),
          )
        : TE.left(failure),
    ),
  )
