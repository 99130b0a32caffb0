import {
  confirmEmailChange,
  startEmailChange,
  type StartEmailChange,
} from '../../../application/accounts/email-address.ts'
import { replacePhotos, uploadPhoto } from '../../../application/accounts/photos.ts'
import type { Caller, Person } from '../../../application/person.ts'
import { refuse, type Result } from '../../../application/use-case.ts'
import type { BusinessDetails, ClientDetails } from '../../../domain/accounts/account-settings.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { accountById } from '../../../projections/accounts/accounts.ts'
import { preferencesOf } from '../../../projections/accounts/preferences.ts'
import { standingOf } from '../../../projections/rewards/client-standings.ts'
import type { OwnProfile } from '../../contract/accounts/profile.ts'
import type { ParsedInput } from '../../contract/call.ts'
import { calls } from '../../contract/calls.ts'
import { type ApiContext, runQuery } from '../api-context.ts'
import { type AnyRoute, imageRoute, readRoute, route } from '../route.ts'
import { loadUser } from './authentication.routes.ts'
import { clientRecordResponse, ownProfileResponse } from './responses.ts'

/** an address whose code has expired waits no more. */
export const loadOwnProfile = (api: ApiContext, accountId: string): Result<OwnProfile> =>
  pipe(
    runQuery(async () => {
      const [account, preferences] = await Promise.all([
        accountById(api.db, accountId),
        preferencesOf(api.db, accountId),
      ])
      return account && { account, preferences }
    }),
    TE.filterOrElse(
      (found) => found !== null,
      () => refuse({ type: 'NotSignedIn' }),
    ),
    TE.flatMap(({ account, preferences: { waitingEmail, ...preferences } }) =>
      pipe(
        preferences.emailChangeId === null
          ? TE.right(null)
          : api.auth.codes.current('change-email', preferences.emailChangeId, api.clock()),
        TE.map((code) => ownProfileResponse(account, { ...preferences, waitingEmail: code && waitingEmail })),
      ),
    ),
  )

interface EmailChange extends Omit<StartEmailChange, 'email'> {
  readonly email: string | undefined
}

/** Forms send the address along with everything else: only another one than the present is asked for. */
export const requestEmailChange = (
  api: ApiContext,
  { email, ...rest }: EmailChange,
  correlationId: string,
): Result<Position | null> =>
  email === undefined ? TE.right(null) : startEmailChange(api.auth)({ ...rest, email }, correlationId)

/** Of two writes, one after the other: where a reader must have got to. */
export const latestPosition = (one: Position | null, other: Position | null) => other ?? one

/** Who it is now, and the new address that waits. */
export const profileAfterWrite = (api: ApiContext, accountId: string, position: Position | null) =>
  pipe(
    runQuery(async () => (position === null ? true : api.waitUntilProjected(position))),
    TE.flatMap(() => loadUser(api, accountId)),
    TE.filterOrElse(
      (user) => user !== null,
      () => refuse({ type: 'NotSignedIn' }),
    ),
    TE.flatMap((user) =>
      pipe(
        loadOwnProfile(api, accountId),
        TE.map(({ waitingEmail }) => ({ body: { user, waitingEmail }, position })),
      ),
    ),
  )

export type ProfileChanges = Omit<ParsedInput<typeof calls.updateProfile, 'body'>, 'email' | 'password'>

/** Before anything is done: each side has its own fields, and names none of the other's. */
export const assertOwnFields = ({ kind }: Person, changes: ProfileChanges): Result<void> => {
  const forBusiness = hasFields(businessChanges(changes))
  const forClient = hasFields(clientChanges(changes)) || changes.photoConsent !== undefined
  if (kind === 'client' && forBusiness) return TE.left(refuse({ type: 'Forbidden', needs: 'business' }))
  if (kind === 'business' && forClient) return TE.left(refuse({ type: 'Forbidden', needs: 'client' }))
  return TE.right(undefined)
}

/** One write after the other, each its own; where the last of them stands. */
export const editProfile = (api: ApiContext, caller: Caller, changes: ProfileChanges): Result<Position | null> => {
  const { commands } = api
  const { photoConsent, preferences } = changes
  const shared = sharedChanges(changes)
  const writes = [
    caller.person?.kind === 'business'
      ? commands.editBusinessProfile(caller, { ...businessChanges(changes), ...shared })
      : commands.editClientProfile(caller, { ...clientChanges(changes), ...shared }),
    ...(photoConsent === undefined ? [] : [commands.setPhotoConsent(caller, photoConsent)]),
    ...(preferences === undefined ? [] : [commands.setPreferences(caller, preferences)]),
  ]
  return pipe(
    TE.sequenceSeqArray(writes),
    TE.map((positions) => positions.findLast((position) => position !== null) ?? null),
  )
}

const hasFields = (changes: object) => Object.keys(changes).length > 0

type BusinessOnly = Pick<
  ProfileChanges,
  'businessName' | 'businessType' | 'location' | 'province' | 'theForkRating' | 'businessPhoto'
>

export const businessChanges = (changes: Partial<BusinessOnly>): Partial<BusinessDetails> => {
  const { location, theForkRating } = changes
  return {
    ...pickDefined(changes, ['businessName', 'businessType', 'province', 'businessPhoto']),
    ...(location === undefined ? {} : { location: location ?? '' }),
    ...(theForkRating === undefined ? {} : { theForkTenths: theForkRating && Math.round(theForkRating * 10) }),
  }
}

const clientChanges = (changes: ProfileChanges): Partial<ClientDetails> =>
  pickDefined(changes, ['firstName', 'lastName', 'age', 'residence', 'travelType'])

export const sharedChanges = (changes: Pick<ProfileChanges, 'phone' | 'profilePhoto'>) =>
  pickDefined(changes, ['phone', 'profilePhoto'])

export const photoChanges = (changes: Pick<ProfileChanges, 'profilePhoto' | 'businessPhoto'>) =>
  pickDefined(changes, ['profilePhoto', 'businessPhoto'])

type Picked<Values, Name extends keyof Values> = { readonly [N in Name]?: Exclude<Values[N], undefined> }

/** Of these fields, those that were sent. */
const pickDefined = <Values extends object, const Name extends keyof Values>(values: Values, names: readonly Name[]) =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))) as Picked<
    Values,
    Name
  >

const ownProfileRoutes = (api: ApiContext) => [
  readRoute(calls.ownProfile, ({ person }) => loadOwnProfile(api, person.accountId)),
  route(calls.updateProfile, ({ body: { email, password, ...changes }, person, caller, source }) =>
    pipe(
      assertOwnFields(person, changes),
      TE.flatMap(() => requestEmailChange(api, { person, email, password, source }, caller.correlationId)),
      TE.flatMap((requested) =>
        pipe(
          replacePhotos(api.auth, person.accountId, photoChanges(changes), editProfile(api, caller, changes)),
          TE.map((edited) => latestPosition(requested, edited)),
        ),
      ),
      TE.flatMap((position) => profileAfterWrite(api, person.accountId, position)),
    ),
  ),
  route(calls.confirmNewEmail, ({ body, person, caller }) =>
    pipe(
      confirmEmailChange(api.auth)({ person, code: body.code }, caller.correlationId),
      TE.map((position) => ({ body: undefined, position })),
    ),
  ),
]

export const completeProfileRoute = (api: ApiContext) =>
  route(calls.completeProfile, ({ body, person, caller, source }) => {
    const { email, password, emailNotifications, smsNotifications, marketingConsent } = body
    return pipe(
      requestEmailChange(api, { person, email, password, source }, caller.correlationId),
      TE.flatMap((before) =>
        pipe(
          replacePhotos(
            api.auth,
            person.accountId,
            photoChanges(body),
            api.commands.completeProfile(caller, {
              changes: { ...businessChanges(body), ...sharedChanges(body) },
              preferences: { emailNotifications, smsNotifications, marketingConsent },
            }),
          ),
          TE.map((position) => latestPosition(before, position)),
        ),
      ),
      TE.flatMap((position) => profileAfterWrite(api, person.accountId, position)),
    )
  })

/** */
export const clientRecordRoute = (api: ApiContext) =>
  readRoute(calls.clientRecord, ({ person: { accountId, clientId, registeredAt } }) =>
    pipe(
      runQuery(async () => {
        const [account, standing, preferences] = await Promise.all([
          accountById(api.db, accountId),
          standingOf(api.db, clientId ?? ''),
          preferencesOf(api.db, accountId),
        ])
        return account && clientRecordResponse({ account, standing, preferences, registeredAt })
      }),
      TE.filterOrElse(
        (record) => record !== null,
        () => refuse({ type: 'NotSignedIn' }),
      ),
    ),
  )

/** */
export const uploadPhotoRoute = (api: ApiContext) =>
  route(calls.uploadPhoto, ({ caller, body }) =>
    pipe(
      runQuery(() => body.photo.arrayBuffer()),
      TE.flatMap((file) => uploadPhoto(api.auth)(caller, { file: new Uint8Array(file) })),
      TE.map((url) => ({ body: { url } })),
    ),
  )

export const photoRoute = (api: ApiContext) => imageRoute(calls.photo, ({ params }) => api.auth.photos.find(params.id))

export const profileRoutes = (api: ApiContext): readonly AnyRoute[] => [
  ...ownProfileRoutes(api),
  completeProfileRoute(api),
  clientRecordRoute(api),
  uploadPhotoRoute(api),
  photoRoute(api),
]
