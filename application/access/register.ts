import { account, type AccountCommand } from '../../domain/access/account/decider.ts'
import type { BusinessType, SocialPhotoSource, TravelType } from '../../domain/access/account/events.ts'
import { keptPhone } from '../../domain/access/phone.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { carryOut } from '../carry-out.ts'
import { refuse, type Answer } from '../use-case.ts'
import { acceptable, asFailure, wordsIn } from './acceptable-password.ts'
import { asVisitor, type DoorCase, type Doors } from './doors.ts'
import { dropPhoto, judgePhoto, placePhoto, type HandedIn } from './photos.ts'
import { claimName, keepName, releaseName, type NameToReserve } from './reserve-name.ts'

export interface RegisterBusiness {
  readonly username: string
  readonly password: string
  readonly email: string
  readonly phone: string | null
  readonly businessName: string
  readonly businessType: BusinessType
  readonly location: string
  readonly province: string | null
  /** `data:` with the picture in it, or its https address. */
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
  /** What only /register-client asks. */
  readonly portrait?: ClientPortrait
}

export interface ClientPortrait {
  readonly age: number | null
  readonly residence: string | null
  readonly travelType: TravelType | null
  /** As a business's. */
  readonly profilePhoto: string | null
  readonly socialPhotoUrl: string | null
  readonly socialPhotoSource: SocialPhotoSource | null
  readonly photoConsent: boolean
  readonly privacyVersion: string | null
}

export interface Registered {
  readonly accountId: string
  readonly clientId: string | null
  readonly position: Position | null
}

/** whatever the body says, this is a business and nothing more. */
export const registerBusiness: DoorCase<RegisterBusiness, Registered> =
  (doors) =>
  ({ password, phone, ...business }, correlationId) => {
    const meta = asVisitor(doors, correlationId)
    const accountId = doors.newId()
    const names: readonly NameToReserve[] = [
      { category: 'email', nameId: doors.names.email(business.email), accountId, meta },
      { category: 'username', nameId: doors.names.username(business.username), accountId, meta },
    ]
    return withPhoto(doors, business.businessPhoto, (photo) =>
      register(doors, {
        names,
        password,
        accountId,
        clientId: null,
        photo,
        commandWith: (businessPhoto) => ({
          type: 'RegisterBusiness',
          accountId,
          ...business,
          phone: phone && keptPhone(phone),
          businessPhoto,
          at: meta.occurredAt,
        }),
      }),
    )
  }

export const registerClient: DoorCase<RegisterClient, Registered> =
  (doors) =>
  ({ password, portrait = unsaid, ...client }, correlationId) => {
    const meta = asVisitor(doors, correlationId)
    const [accountId, clientId] = [doors.newId(), doors.newId()]
    const phone = keptPhone(client.phone)
    const who = { accountId, clientId, ...client, phone, ...portrait, at: meta.occurredAt }
    return withPhoto(doors, portrait.profilePhoto, (photo) =>
      register(doors, {
        names: [{ category: 'email', nameId: doors.names.email(client.email), accountId, meta }],
        password,
        accountId,
        clientId,
        photo,
        commandWith: (profilePhoto) => ({ type: 'RegisterClient', ...who, profilePhoto }),
      }),
    )
  }

/** Of whoever said no more than a name and where to be reached. */
export const unsaid: ClientPortrait = {
  age: null,
  residence: null,
  travelType: null,
  profilePhoto: null,
  socialPhotoUrl: null,
  socialPhotoSource: null,
  photoConsent: false,
  privacyVersion: null,
}

/** A file that is no picture is refused before a name is claimed or a password kept. */
const withPhoto = (doors: Doors, given: string | null, next: (photo: HandedIn) => Answer<Registered>) =>
  pipe(judgePhoto(doors, given), TE.flatMap(next))

interface Registration {
  readonly names: readonly NameToReserve[]
  readonly password: string
  readonly accountId: string
  readonly clientId: string | null
  readonly photo: HandedIn
  readonly commandWith: (
    photo: string | null,
  ) => Extract<AccountCommand, { readonly type: 'RegisterBusiness' | 'RegisterClient' }>
}

/** Names first, then the password, then the picture, then the account; what dies in between leaves only claims that lapse. */
const register = (doors: Doors, registration: Registration): Answer<Registered> => {
  const { names, password, accountId, clientId, photo, commandWith } = registration
  const meta = names[0]?.meta
  if (meta === undefined) return TE.left(refuse({ type: 'EmailTaken' }))
  return pipe(
    acceptable(doors, password, wordsIn(commandWith(null))),
    TE.flatMap(() => claimAll(doors, names)),
    TE.flatMap(() => pipe(doors.credentials.set(accountId, password, meta.occurredAt), TE.mapLeft(asFailure))),
    TE.flatMap(() => placePhoto(doors, accountId, photo)),
    TE.flatMap((address) =>
      pipe(
        carryOut(doors)(account, accountId, commandWith(address), meta, { privacy: 'open' }),
        TE.tapError((failure) =>
          failure.type === 'Rejected' ? dropPhoto(doors, accountId, address) : TE.right(undefined),
        ),
      ),
    ),
    TE.tap(() => TE.sequenceSeqArray(names.map((name) => keepName(doors, name)))),
    TE.map(({ position }) => ({ accountId, clientId, position })),
  )
}

/** All or none: a name already taken gives back those claimed before it, so that another can be tried at once. */
export const claimAll = (doors: Doors, [name, ...rest]: readonly NameToReserve[]): Answer<unknown> =>
  name === undefined
    ? TE.right(undefined)
    : pipe(
        claimName(doors, name),
        TE.flatMap(() =>
          pipe(
            claimAll(doors, rest),
            TE.orElse((failure): Answer<unknown> =>
              pipe(
                releaseName(doors, name),
                TE.flatMap(() => TE.left(failure)),
              ),
            ),
          ),
        ),
      )
