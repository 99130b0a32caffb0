import type { BusinessType, SocialPhotoSource, TravelType } from '../../domain/accounts/vocabulary.ts'
import { account, type AccountCommand } from '../../domain/accounts/account.ts'
import { normalisedOrTypedPhone } from '../../domain/accounts/phone.ts'
import type { EventMetadata, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { executeCommand } from '../execute-command.ts'
import { refuse, type Result } from '../use-case.ts'
import { type AuthServices, type AuthUseCase, visitorMetadata } from './auth-services.ts'
import { confirmName, type NameReservation, releaseName, reserveName } from './name-reservation.ts'
import { passwordFailure, personalWordsIn, requireAcceptablePassword } from './passwords.ts'
import { deletePhoto, preparePhoto, storePhoto, type SubmittedPhoto } from './photos.ts'

export interface RegisterBusiness {
  readonly username: string
  readonly password: string
  readonly email: string
  readonly phone: string | null
  readonly businessName: string
  readonly businessType: BusinessType
  readonly location: string
  readonly province: string | null
  /** A `data:` URL with the image, or an https URL. @rule Q-85 */
  readonly businessPhoto: string | null
  readonly theForkTenths: number | null
  readonly referral: string | null
}

export interface RegisterClient {
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
  ({ password, phone, ...business }, correlationId) => {
    const meta = visitorMetadata(auth, correlationId)
    const accountId = auth.newId()
    const names: readonly NameReservation[] = [
      { category: 'email', nameId: auth.nameHasher.email(business.email), accountId, meta },
      { category: 'username', nameId: auth.nameHasher.username(business.username), accountId, meta },
    ]
    return withPreparedPhoto(auth, business.businessPhoto, (photo) =>
      registerAccount(auth, {
        names,
        password,
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
  ({ password, details = noClientDetails, ...client }, correlationId) => {
    const meta = visitorMetadata(auth, correlationId)
    const [accountId, clientId] = [auth.newId(), auth.newId()]
    const phone = normalisedOrTypedPhone(client.phone)
    const data = { accountId, clientId, ...client, phone, ...details, at: meta.occurredAt }
    return withPreparedPhoto(auth, details.profilePhoto, (photo) =>
      registerAccount(auth, {
        names: [{ category: 'email', nameId: auth.nameHasher.email(client.email), accountId, meta }],
        password,
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

/** Refuses invalid images before names are reserved and the password is stored. */
const withPreparedPhoto = (
  auth: AuthServices,
  url: string | null,
  next: (photo: SubmittedPhoto) => Result<RegistrationResult>,
) => pipe(preparePhoto(auth, url), TE.flatMap(next))

interface RegistrationInput {
  readonly names: readonly NameReservation[]
  readonly password: string
  readonly accountId: string
  readonly clientId: string | null
  readonly photo: SubmittedPhoto
  readonly commandWith: (
    photo: string | null,
  ) => Extract<AccountCommand, { readonly type: 'RegisterBusiness' | 'RegisterClient' }>
}

/** In this order, a crash between two steps leaves only reservations that expire. */
const registerAccount = (auth: AuthServices, registration: RegistrationInput): Result<RegistrationResult> => {
  const { names, password, accountId, clientId, photo, commandWith } = registration
  const meta = names[0]?.meta
  if (meta === undefined) return TE.left(refuse({ type: 'EmailTaken' }))
  return pipe(
    requireAcceptablePassword(auth, password, personalWordsIn(commandWith(null))),
    TE.flatMap(() => reserveNames(auth, names)),
    TE.flatMap(() => pipe(auth.credentials.set(accountId, password, meta.occurredAt), TE.mapLeft(passwordFailure))),
    TE.flatMap(() => storePhoto(auth, accountId, photo)),
    TE.flatMap((url) => executeOrDeletePhoto(auth, commandWith(url), { accountId, url, meta })),
    TE.tapError((failure) =>
      failure.type === 'Unrecordable' ? withdrawRegistration(auth, registration) : TE.right(undefined),
    ),
    TE.tap(() => TE.sequenceSeqArray(names.map((name) => confirmName(auth, name)))),
    TE.map(({ position }) => ({ accountId, clientId, position })),
  )
}

/** @rule Q-118 a refused registration leaves nothing, and its names can be reserved again at once */
const withdrawRegistration = (auth: AuthServices, { accountId, names }: RegistrationInput): Result<unknown> =>
  pipe(
    auth.credentials.deleteAllOf(accountId),
    TE.flatMap(() => TE.sequenceSeqArray(names.map((name) => releaseName(auth, name)))),
  )

const executeOrDeletePhoto = (
  auth: AuthServices,
  command: AccountCommand,
  { accountId, url, meta }: { readonly accountId: string; readonly url: string | null; readonly meta: EventMetadata },
) =>
  pipe(
    executeCommand(auth)(account, accountId, command, meta, { personalData: 'decrypted' }),
    TE.tapError((failure) =>
      failure.type === 'Rejected' || failure.type === 'Unrecordable'
        ? deletePhoto(auth, accountId, url)
        : TE.right(undefined),
    ),
  )

/** Reserves all names or none: if one is taken, those reserved before it are released and free again at once. */
export const reserveNames = (auth: AuthServices, [name, ...rest]: readonly NameReservation[]): Result<unknown> =>
  name === undefined
    ? TE.right(undefined)
    : pipe(
        reserveName(auth, name),
        TE.flatMap(() =>
          pipe(
            reserveNames(auth, rest),
            TE.tapError(() => releaseName(auth, name)),
          ),
        ),
      )
