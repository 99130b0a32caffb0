import { loadPerson } from '../../../application/accounts/auth-services.ts'
import { confirmByCode, confirmByLink, resendConfirmation } from '../../../application/accounts/email-address.ts'
import { lacksPasskey } from '../../../application/accounts/passkeys.ts'
import { changePassword, resetPassword } from '../../../application/accounts/passwords.ts'
import { privacyNoticeVersion } from '../../../application/accounts/profile.ts'
import { maskEmail, remindOfEmail, requestRecoveryEmail } from '../../../application/accounts/recovery.ts'
import { noClientDetails, registerBusiness, registerClient } from '../../../application/accounts/register.ts'
import { signIn } from '../../../application/accounts/sign-in.ts'
import type { Person } from '../../../application/person.ts'
import { type Result as Outcome, rejectedWith } from '../../../application/use-case.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { E, pipe, TE } from '../../../domain/kernel/fp.ts'
import { accountById } from '../../../projections/accounts/accounts.ts'
import { walletOf } from '../../../projections/ava/wallets.ts'
import type { User } from '../../contract/accounts/authentication.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { type ApiContext, readWritten, runQuery } from '../api-context.ts'
import { type AnyRoute, readRoute, recordingSubjects, route } from '../route.ts'
import { userResponse } from './responses.ts'

export const loadUser = (api: ApiContext, accountId: string): Outcome<User | null> =>
  runQuery(async () => {
    const [account, wallet] = await Promise.all([accountById(api.db, accountId), walletOf(api.db, accountId)])
    return (
      account && { ...userResponse(account, { wallet, now: api.clock() }), ...(await suspensionField(api, accountId)) }
    )
  })

/** Present only during a suspension. @rule Q-55 */
const suspensionField = async (api: ApiContext, accountId: string): Promise<Pick<User, 'suspended'>> => {
  const person = await loadPerson(api.services, accountId)()
  if (E.isLeft(person)) throw new Error('Account cannot be loaded', { cause: person.left })
  const suspension = person.right?.suspension ?? null
  return suspension === null ? {} : { suspended: { until: suspension.until } }
}

/** Present only if staff must still confirm with a passkey. */
const secondFactorField = (isDue: boolean): Pick<User, 'secondFactorDue'> => (isDue ? { secondFactorDue: true } : {})

type StartSession = (accountId: string) => Promise<void>

export const completeSignIn = (
  api: ApiContext,
  accountId: string,
  position: Position | null,
  startSession: StartSession,
  secondFactorConfirmed = false,
): Outcome<{ readonly user: User; readonly position: Position | null }> =>
  pipe(
    readWritten(api, position, () => accountById(api.db, accountId)),
    TE.tapTask(() => () => startSession(accountId)),
    TE.flatMap((account) =>
      runQuery(async () => {
        const wallet = await walletOf(api.db, accountId)
        const isDue = api.staffSecondFactor && account.roles.length > 0 && !secondFactorConfirmed
        const user = {
          ...userResponse(account, { wallet, now: api.clock() }),
          ...(await suspensionField(api, accountId)),
          ...secondFactorField(isDue),
        }
        return { user, position }
      }),
    ),
  )

/** Present only after a temporary password. @rule Q-04 */
const passwordChangeField = (mustChangePassword: boolean): { readonly mustChangePassword?: true } =>
  mustChangePassword ? { mustChangePassword } : {}

interface SignInOutcome {
  readonly accountId: string
  readonly mustChangePassword: boolean
  readonly secondFactorConfirmed?: boolean
}

/** Also returns whether the password must be changed. */
export const completeSignInReportingPasswordChange = (
  api: ApiContext,
  { accountId, mustChangePassword, secondFactorConfirmed }: SignInOutcome,
  startSession: (accountId: string, credential?: string, secondFactorConfirmed?: boolean) => Promise<void>,
) =>
  pipe(
    completeSignIn(
      api,
      accountId,
      null,
      (id) => startSession(id, undefined, secondFactorConfirmed),
      secondFactorConfirmed,
    ),
    TE.map(({ user }) => {
      const field = passwordChangeField(mustChangePassword)
      return { user: { ...user, ...field }, ...field }
    }),
  )

const currentUserRoute = (api: ApiContext) =>
  readRoute(endpoints.currentUser, ({ person, mustChangePassword }) => loadCurrentUser(api, person, mustChangePassword))

/** The account of the session, for both of its paths. */
export const loadCurrentUser = (api: ApiContext, { accountId, secondFactorDue }: Person, mustChangePassword: boolean) =>
  pipe(
    loadUser(api, accountId),
    TE.filterOrElse(
      (user) => user !== null,
      () => rejectedWith({ type: 'NotSignedIn' }),
    ),
    TE.map((user) => ({
      ...user,
      ...passwordChangeField(mustChangePassword),
      ...secondFactorField(secondFactorDue === true),
      ...(api.developerTools ? { developer: true as const } : {}),
    })),
  )

const registerBusinessRoute = (api: ApiContext) =>
  route(endpoints.registerBusiness, ({ body, newEntityId: accountId, source, caller, startSession }) => {
    const { theForkRating, ref, phone, businessPhoto, businessType, ...rest } = body
    const business = {
      ...rest,
      accountId,
      source,
      businessType,
      phone: phone ?? null,
      businessPhoto: businessPhoto ?? null,
      theForkTenths: typeof theForkRating === 'number' ? Math.round(theForkRating * 10) : null,
      referral: ref ?? null,
    }
    return pipe(
      registerBusiness(api.services)(business, caller.correlationId),
      TE.flatMap(({ accountId, position }) => completeSignIn(api, accountId, position, startSession)),
      TE.map(({ user, position }) => ({ body: { user }, position })),
    )
  })

const registerClientRoute = (api: ApiContext) =>
  route(endpoints.registerClient, ({ body, newEntityId: accountId, source, caller, recordSubjects }) => {
    const { ref, privacyConsent, ...client } = body
    const clientDetails = { ...noClientDetails, privacyVersion: privacyConsent === true ? privacyNoticeVersion : null }
    const registration = { ...client, accountId, source, referral: ref ?? null, details: clientDetails }
    return pipe(
      registerClient(api.services)(registration, caller.correlationId),
      recordingSubjects(recordSubjects, ({ accountId }) => [accountId]),
      TE.map(({ clientId, position }) => ({ body: { clientId: clientId ?? '' }, position })),
    )
  })

/** As register-client, with profile details and a session. @rule Q-09 */
const createClientRoute = (api: ApiContext) =>
  route(endpoints.createClient, ({ body, newEntityId: accountId, source, caller, startSession }) => {
    const { firstName, lastName, email, phone, password, ref, ...optional } = body
    const clientDetails = {
      age: optional.age ?? null,
      residence: optional.residence || null,
      travelType: optional.travelType ?? null,
      profilePhoto: optional.profilePhoto ?? null,
      socialPhotoUrl: optional.socialPhotoUrl ?? null,
      socialPhotoSource: optional.socialPhotoSource ?? null,
      photoConsent: optional.photoConsent ?? false,
      privacyVersion: privacyNoticeVersion,
    }
    const contacts = { firstName, lastName, email, phone, password }
    const client = { ...contacts, accountId, source, referral: ref ?? null, details: clientDetails }
    return pipe(
      TE.Do,
      TE.bind('registered', () => registerClient(api.services)(client, caller.correlationId)),
      TE.bind('signedIn', ({ registered: { accountId, position } }) =>
        completeSignIn(api, accountId, position, startSession),
      ),
      TE.map(({ registered: { clientId, position }, signedIn: { user } }) => ({
        body: { clientId: clientId ?? '', user },
        position,
      })),
    )
  })

const loginRoute = (api: ApiContext) =>
  route(endpoints.login, ({ body, source, caller, startSession, recordSubjects: identified }) =>
    pipe(
      signIn(api.services)(
        { kind: 'business', name: body.username, password: body.password, source, identified },
        caller.correlationId,
      ),
      TE.flatMap((person) =>
        completeSignInReportingPasswordChange(api, person, (accountId) => startSession(accountId, person.credential)),
      ),
      TE.map((body) => ({ body })),
    ),
  )

const loginClientRoute = (api: ApiContext) =>
  route(endpoints.loginClient, ({ body, source, caller, startSession, recordSubjects: identified }) =>
    pipe(
      signIn(api.services)(
        { kind: 'client', name: body.email, password: body.password, source, identified },
        caller.correlationId,
      ),
      TE.bindTo('person'),
      TE.bind('showBiometricOption', ({ person }) => lacksPasskey(api.services, person.accountId)),
      TE.flatMapTask(({ person, showBiometricOption }) => async () => {
        const { accountId, clientId, emailConfirmed, mustChangePassword, credential } = person
        await startSession(accountId, credential)
        const body = { showBiometricOption, clientId: clientId ?? '', emailVerified: emailConfirmed }
        return { body: { ...body, ...passwordChangeField(mustChangePassword) } }
      }),
    ),
  )

const verifyEmailRoute = (api: ApiContext) =>
  route(endpoints.verifyEmail, ({ body, caller, source, startSession }) =>
    pipe(
      confirmByCode(api.services)(
        { clientId: body.clientId, code: body.verificationCode, source },
        caller.correlationId,
      ),
      TE.flatMapTask(({ accountId, position }) => async () => {
        await startSession(accountId)
        return { body: undefined, position }
      }),
    ),
  )

const resendVerificationRoute = (api: ApiContext) =>
  route(endpoints.resendVerification, ({ body, person, caller }) => {
    const { clientId } = body
    const recipient = clientId === undefined ? { accountId: person?.accountId ?? null } : { clientId }
    return pipe(
      resendConfirmation(api.services)(recipient, caller.correlationId),
      TE.map(() => ({ body: undefined })),
    )
  })

const confirmEmailRoute = (api: ApiContext) =>
  route(endpoints.confirmEmail, ({ body, caller, recordSubjects }) =>
    pipe(
      confirmByLink(api.services)(body, caller.correlationId),
      recordingSubjects(recordSubjects, ({ accountId }) => [accountId]),
      TE.map(({ position }) => ({ body: undefined, position })),
    ),
  )

const recoverEmailRoute = (api: ApiContext) =>
  route(endpoints.recoverEmail, ({ body: { phone, userType: kind }, source, caller }) =>
    pipe(
      remindOfEmail(api.services)({ phone, kind, source }, caller.correlationId),
      TE.map((body) => ({ body })),
    ),
  )

const sendResetCodeRoute = (api: ApiContext) =>
  route(endpoints.sendResetCode, ({ body: { email, userType: kind }, source, caller }) =>
    pipe(
      requestRecoveryEmail(api.services)({ email, kind, method: 'reset-code', source }, caller.correlationId),
      TE.map(() => ({ body: undefined })),
    ),
  )

const sendTemporaryPasswordRoute = (api: ApiContext) =>
  route(endpoints.sendTemporaryPassword, ({ body: { email, userType: kind }, source, caller }) =>
    pipe(
      requestRecoveryEmail(api.services)({ email, kind, method: 'temporary-password', source }, caller.correlationId),
      TE.map(() => ({ body: { tempPassword: null, email: maskEmail(email) } })),
    ),
  )

const resetPasswordRoute = (api: ApiContext) =>
  route(endpoints.resetPassword, ({ body: { userType: kind, ...body }, source, caller, recordSubjects: identified }) =>
    pipe(
      resetPassword(api.services)({ ...body, kind, source, identified }, caller.correlationId),
      TE.map((position) => ({ body: undefined, position })),
    ),
  )

const changePasswordRoute = (api: ApiContext) =>
  route(endpoints.changePassword, ({ body, person, source, mustChangePassword, caller, startSession }) =>
    pipe(
      changePassword(api.services)({ ...body, person, source, mustChangePassword }, caller.correlationId),
      TE.flatMapTask(({ position, credential }) => async () => {
        await startSession(person.accountId, credential)
        return { body: undefined, position }
      }),
    ),
  )

/** Listing and ending one's own sessions. */
const ownSessionRoutes = ({ sessions, clock }: ApiContext) => [
  readRoute(endpoints.sessions, ({ person, publicSessionId }) =>
    runQuery(async () =>
      (await sessions.listOf(person.accountId, clock())).map(({ id, device, startedAt, usedAt, quickAccess }) => ({
        id,
        device,
        createdAt: startedAt,
        lastUsedAt: usedAt,
        quickAccess,
        current: id === publicSessionId,
      })),
    ),
  ),
  route(endpoints.endSession, ({ params, person }) =>
    pipe(
      runQuery(() => sessions.endOne(person.accountId, params.id)),
      TE.filterOrElse(
        (isEnded) => isEnded,
        () => rejectedWith({ type: 'SessionUnknown' }),
      ),
      TE.map(() => ({ body: undefined })),
    ),
  ),
  route(endpoints.endOtherSessions, ({ person, publicSessionId }) =>
    pipe(
      runQuery(() => sessions.endOthers(person.accountId, publicSessionId ?? '')),
      TE.map(() => ({ body: undefined })),
    ),
  ),
]

export const authenticationRoutes = (api: ApiContext): readonly AnyRoute[] => [
  currentUserRoute(api),
  registerBusinessRoute(api),
  registerClientRoute(api),
  createClientRoute(api),
  loginRoute(api),
  loginClientRoute(api),
  verifyEmailRoute(api),
  resendVerificationRoute(api),
  confirmEmailRoute(api),
  recoverEmailRoute(api),
  sendResetCodeRoute(api),
  sendTemporaryPasswordRoute(api),
  resetPasswordRoute(api),
  changePasswordRoute(api),
  ...ownSessionRoutes(api),
]
