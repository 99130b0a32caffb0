import {
  confirmEmailChange,
  startEmailChange,
  type StartEmailChange,
} from '../../../application/accounts/email-address.ts'
import { replacePhotos, uploadPhoto } from '../../../application/accounts/photos.ts'
import type { Caller, Person } from '../../../application/person.ts'
import { rejectedWith, type Result } from '../../../application/use-case.ts'
import type { BusinessDetails, ClientDetails } from '../../../domain/accounts/account-settings.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import { accountById } from '../../../projections/accounts/accounts.ts'
import { preferencesOf } from '../../../projections/accounts/preferences.ts'
import { loadStanding } from '../../../projections/rewards/client-standings.ts'
import type { OwnProfile } from '../../contract/accounts/profile.ts'
import type { ParsedInput } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { readAfterWrite, type ApiContext, runQuery } from '../api-context.ts'
import { type AnyRoute, imageRoute, readRoute, route } from '../route.ts'
import { loadUser } from './authentication.routes.ts'
import { clientRecordResponse, ownProfileResponse } from './responses.ts'
import { pickDefined } from '../pick-fields.ts'

/** Omits a requested address whose code has expired. @rule Q-91 */
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
      (profile) => profile !== null,
      () => rejectedWith({ type: 'NotSignedIn' }),
    ),
    TE.flatMap(({ account, preferences: { waitingEmail, ...preferences } }) =>
      pipe(
        preferences.emailChangeId === null
          ? TE.right(null)
          : api.services.codes.current('change-email', preferences.emailChangeId, api.clock()),
        TE.map((code) => ownProfileResponse(account, { ...preferences, waitingEmail: code && waitingEmail })),
      ),
    ),
  )

interface EmailChange extends Omit<StartEmailChange, 'email'> {
  readonly email: string | undefined
}

/** Forms always send the address; the current one is ignored. @rule Q-91 */
const requestEmailChange = (
  api: ApiContext,
  { email, ...rest }: EmailChange,
  correlationId: string,
): Result<Position | null> =>
  email === undefined ? TE.right(null) : startEmailChange(api.services)({ ...rest, email }, correlationId)

/** Only a new address is recorded. */
const recordEmailChange =
  ({ accountId }: Person, recordSubjects: (accountId: string) => void) =>
  (position: Position | null) =>
  () => {
    if (position !== null) recordSubjects(accountId)
  }

/** Position of the later of two writes, either of which may have no effect. */
const latestPosition = (first: Position | null, second: Position | null) => second ?? first

/** Response after a write: the account, and the requested address. */
const profileAfterWrite = (api: ApiContext, accountId: string, position: Position | null) =>
  readAfterWrite(
    api,
    position,
    pipe(
      loadUser(api, accountId),
      TE.filterOrElse(
        (user) => user !== null,
        () => rejectedWith({ type: 'NotSignedIn' }),
      ),
      TE.flatMap((user) =>
        pipe(
          loadOwnProfile(api, accountId),
          TE.map(({ waitingEmail }) => ({ body: { user, waitingEmail }, position })),
        ),
      ),
    ),
  )

export type ProfileChanges = Omit<ParsedInput<typeof endpoints.updateProfile, 'body'>, 'email' | 'password'>

/** Rejects fields of the other kind of account before anything is written. @rule Q-36 Q-100 */
const assertOwnFields = ({ kind }: Person, changes: ProfileChanges): Result<void> => {
  const hasBusinessFields = hasFields(businessChanges(changes))
  const hasClientFields = hasFields(clientChanges(changes)) || changes.photoConsent !== undefined
  if (kind === 'client' && hasBusinessFields) return TE.left(rejectedWith({ type: 'Forbidden', needs: 'business' }))
  if (kind === 'business' && hasClientFields) return TE.left(rejectedWith({ type: 'Forbidden', needs: 'client' }))
  return TE.right(undefined)
}

/** Executes the changes as separate use cases and returns the position of the last one. */
const editProfile = (api: ApiContext, caller: Caller, changes: ProfileChanges): Result<Position | null> => {
  const { useCases } = api
  const { photoConsent, preferences } = changes
  const shared = sharedChanges(changes)
  const writes = [
    caller.person?.kind === 'business'
      ? useCases.editBusinessProfile(caller, { ...businessChanges(changes), ...shared })
      : useCases.editClientProfile(caller, { ...clientChanges(changes), ...shared }),
    ...(photoConsent === undefined ? [] : [useCases.setPhotoConsent(caller, photoConsent)]),
    ...(preferences === undefined ? [] : [useCases.setPreferences(caller, preferences)]),
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

const businessChanges = (changes: Partial<BusinessOnly>): Partial<BusinessDetails> => {
  const { location, theForkRating } = changes
  return {
    ...pickDefined(changes, ['businessName', 'businessType', 'province', 'businessPhoto']),
    ...(location === undefined ? {} : { location: location ?? '' }),
    ...(theForkRating === undefined ? {} : { theForkTenths: theForkRating && Math.round(theForkRating * 10) }),
  }
}

const clientChanges = (changes: ProfileChanges): Partial<ClientDetails> =>
  pickDefined(changes, ['firstName', 'lastName', 'age', 'residence', 'travelType'])

const sharedChanges = (changes: Pick<ProfileChanges, 'phone' | 'profilePhoto'>) =>
  pickDefined(changes, ['phone', 'profilePhoto'])

const photoChanges = (changes: Pick<ProfileChanges, 'profilePhoto' | 'businessPhoto'>) =>
  pickDefined(changes, ['profilePhoto', 'businessPhoto'])

const ownProfileRoutes = (api: ApiContext) => [
  readRoute(endpoints.ownProfile, ({ person }) => loadOwnProfile(api, person.accountId)),
  route(endpoints.updateProfile, ({ body: { email, password, ...changes }, person, caller, source, recordSubjects }) =>
    pipe(
      assertOwnFields(person, changes),
      TE.flatMap(() => requestEmailChange(api, { person, email, password, source }, caller.correlationId)),
      TE.tapIO(recordEmailChange(person, recordSubjects)),
      TE.bindTo('emailChange'),
      TE.bind('edit', () =>
        replacePhotos(api.services, person.accountId, photoChanges(changes), editProfile(api, caller, changes)),
      ),
      TE.flatMap(({ emailChange, edit }) =>
        profileAfterWrite(api, person.accountId, latestPosition(emailChange, edit)),
      ),
    ),
  ),
  route(endpoints.confirmNewEmail, ({ body, person, source, caller }) =>
    pipe(
      confirmEmailChange(api.services)({ person, code: body.code, source }, caller.correlationId),
      TE.map((position) => ({ body: undefined, position })),
    ),
  ),
]

const completeProfileRoute = (api: ApiContext) =>
  route(endpoints.completeProfile, ({ body, person, caller, source, recordSubjects }) => {
    const { email, password, emailNotifications, smsNotifications, marketingConsent } = body
    const write = api.useCases.completeProfile(caller, {
      changes: { ...businessChanges(body), ...sharedChanges(body) },
      preferences: { emailNotifications, smsNotifications, marketingConsent },
    })
    return pipe(
      TE.Do,
      TE.bind('emailChange', () => requestEmailChange(api, { person, email, password, source }, caller.correlationId)),
      TE.tapIO(({ emailChange }) => recordEmailChange(person, recordSubjects)(emailChange)),
      TE.bind('completion', () => replacePhotos(api.services, person.accountId, photoChanges(body), write)),
      TE.flatMap(({ emailChange, completion }) =>
        profileAfterWrite(api, person.accountId, latestPosition(emailChange, completion)),
      ),
    )
  })

/** The signed-in client's record. */
const clientRecordRoute = (api: ApiContext) =>
  readRoute(endpoints.clientRecord, ({ person: { accountId, clientId, registeredAt } }) =>
    pipe(
      runQuery(async () => {
        const [account, standing, preferences] = await Promise.all([
          accountById(api.db, accountId),
          loadStanding(api.db, clientId ?? ''),
          preferencesOf(api.db, accountId),
        ])
        return account && clientRecordResponse({ account, standing, preferences, registeredAt })
      }),
      TE.filterOrElse(
        (record) => record !== null,
        () => rejectedWith({ type: 'NotSignedIn' }),
      ),
    ),
  )

/** Upload of a photo. */
const uploadPhotoRoute = (api: ApiContext) =>
  route(endpoints.uploadPhoto, ({ caller, body }) =>
    pipe(
      runQuery(() => body.photo.arrayBuffer()),
      TE.flatMap((file) => uploadPhoto(api.services)(caller, { file: new Uint8Array(file) })),
      TE.map((url) => ({ body: { url } })),
    ),
  )

const photoRoute = (api: ApiContext) => imageRoute(endpoints.photo, ({ params }) => api.services.photos.find(params.id))

export const profileRoutes = (api: ApiContext): readonly AnyRoute[] => [
  ...ownProfileRoutes(api),
  completeProfileRoute(api),
  clientRecordRoute(api),
  uploadPhotoRoute(api),
  photoRoute(api),
]
