import type { NameCategory, SocialProvider } from '../../domain/accounts/vocabulary.ts'
import type { NewIdentity } from '../../domain/accounts/account-registration.ts'
import { account } from '../../domain/accounts/account.ts'
import type { RegisteredAccount } from '../../domain/accounts/account-state.ts'
import { nameReservation, NameReservationEvents } from '../../domain/accounts/name-reservation.ts'
import type { EventMetadata, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { isBefore } from '../../domain/kernel/time.ts'
import { executeCommand } from '../execute-command.ts'
import { decideAndAppend, load, streamOf } from '../command-handler.ts'
import { requireNotBanned } from '../privacy/kept-hashes.ts'
import { type AppFailure, isRejection, rejectedWith, type Result } from '../use-case.ts'
import {
  accountByName,
  type AuthServices,
  type AuthUseCase,
  requireChannel,
  unknownAccountId,
  visitorMetadata,
} from './auth-services.ts'
import { confirmName, type NameReservation, releaseName, reserveName, reserveNames } from './name-reservation.ts'
import type { FacebookToken, IdentityProvider, ProviderFailure, SocialFlow, SocialProfile } from './ports.ts'
import { consumeEmailOf } from './recovery.ts'
import { noClientDetails } from './register.ts'

export interface SocialSignIn {
  readonly accountId: string
  readonly position: Position | null
}

interface VerifiedProfile {
  readonly provider: SocialProvider
  readonly profile: SocialProfile
}

/**
 * Signs in the account linked to the identity. Otherwise registers an account if the address is unknown, or links the
 * client's account if the address is confirmed on both sides.
 * @rule Q-19 identity is provider and subject
 */
const signInByIdentity: AuthUseCase<VerifiedProfile, SocialSignIn> =
  (auth) =>
  ({ provider, profile }, correlationId) => {
    const { subject } = profile
    const identity: NewIdentity = { provider, identity: auth.nameHasher.social(provider, subject), subject }
    const meta = visitorMetadata(auth, correlationId)
    return pipe(
      TE.Do,
      TE.bind('holder', () => findAccountByName(auth, 'social', identity.identity)),
      TE.flatMap(({ holder }) =>
        holder !== null && ownsIdentity(holder.state, identity)
          ? TE.right({ accountId: holder.state.accountId, position: holder.position })
          : signInByUnlinkedIdentity(auth, { identity, profile, holder: holder?.state ?? null }, meta),
      ),
      // a concurrent sign-in of the same person has finished first, so its account is found now
      TE.orElse((failure) =>
        isRejection(failure, 'AlreadyRegistered')
          ? signInByIdentity(auth)({ provider, profile }, correlationId)
          : TE.left(failure),
      ),
    )
  }

const ownsIdentity = ({ identities }: RegisteredAccount, { identity }: NewIdentity) =>
  identities.some((linked) => linked.identity === identity)

interface FoundAccount {
  readonly state: RegisteredAccount
  /** Of its last change; the read models may not show the account yet. */
  readonly position: Position | null
}

/** The account that holds a name, or null. */
const findAccountByName = (auth: AuthServices, category: NameCategory, nameId: string): Result<FoundAccount | null> =>
  pipe(
    accountByName(auth, category, nameId),
    TE.flatMap((accountId) => load(auth)(account, accountId ?? unknownAccountId)),
    TE.map(({ state, position }) => (state.kind === null ? null : { state, position })),
  )

interface UnlinkedIdentity {
  readonly identity: NewIdentity
  readonly profile: SocialProfile
  /** An account that has reserved the identity without being linked to it. */
  readonly holder: RegisteredAccount | null
}

const signInByUnlinkedIdentity = (
  auth: AuthServices,
  { identity, profile, holder }: UnlinkedIdentity,
  meta: EventMetadata,
): Result<SocialSignIn> =>
  pipe(
    holder === null ? TE.right(undefined) : releaseUnlinkedIdentity(auth, identity, holder.accountId, meta),
    TE.flatMap(() => accountAwaitingDeletion(auth, identity)),
    TE.flatMap((accountId) =>
      accountId === null ? signInByEmail(auth, identity, profile, meta) : linkIdentity(auth, identity, accountId, meta),
    ),
  )

/**
 * The account whose deletion the provider requested for this identity, while it waits; null if there is none. Signing in
 * drops the deletion, whatever address the provider states: the account may have no other way in. An account whose address
 * was not confirmed before the request may have passed to the owner of the mailbox since.
 * @rule Q-92 a deletion that a provider requested is dropped by signing in with it again
 */
const accountAwaitingDeletion = (auth: AuthServices, { identity }: NewIdentity): Result<string | null> =>
  pipe(
    auth.history.read(NameReservationEvents, streamOf(nameReservation('social'), identity), 'omitted'),
    TE.map((past) => past.at(-1)?.event.data.accountId ?? unknownAccountId),
    TE.bindTo('accountId'),
    TE.bind('holder', ({ accountId }) => load(auth)(account, accountId)),
    TE.bind('past', ({ accountId }) => auth.history.read(account.events, streamOf(account, accountId), 'omitted')),
    TE.map(({ accountId, holder: { state }, past }) => {
      const unlinking = past.findLast(
        ({ event }) => event.type === 'SocialIdentityUnlinked' && event.data.identity === identity,
      )?.event
      if (state.kind === null || state.emailConfirmedAt === null) return null
      if (unlinking?.type !== 'SocialIdentityUnlinked' || unlinking.data.reason !== 'provider-asked') return null
      return isBefore(unlinking.data.at, state.emailConfirmedAt) ? null : accountId
    }),
  )

/** Releases a reservation whose account has unlinked the identity; an unconfirmed one is left unchanged. */
const releaseUnlinkedIdentity = (
  auth: AuthServices,
  { identity }: NewIdentity,
  accountId: string,
  meta: EventMetadata,
): Result<unknown> =>
  pipe(
    load(auth)(nameReservation('social'), identity),
    TE.flatMap(({ state }) =>
      state.status === 'confirmed'
        ? releaseName(auth, { category: 'social', nameId: identity, accountId, meta })
        : TE.right(undefined),
    ),
  )

const signInByEmail = (
  auth: AuthServices,
  identity: NewIdentity,
  profile: SocialProfile,
  meta: EventMetadata,
): Result<SocialSignIn> => {
  const { provider } = identity
  const { email, emailVerified } = profile
  if (email === null) return TE.left(rejectedWith({ type: 'SocialEmailMissing', provider }))
  return pipe(
    findAccountByName(auth, 'email', auth.nameHasher.email(email)),
    TE.flatMap((holder): Result<SocialSignIn> => {
      if (holder === null)
        return pipe(
          registrationId(auth, identity),
          TE.flatMap((accountId) => registerByIdentity(auth, { accountId, identity }, { ...profile, email }, meta)),
        )
      // reveals no more than registration does
      if (!emailVerified) return TE.left(rejectedWith({ type: 'SocialEmailTaken', provider }))
      return linkIdentity(auth, identity, holder.state.accountId, meta)
    }),
  )
}

/** The account rejects the identity if it is a business or its address is not confirmed. */
const linkIdentity = (
  auth: AuthServices,
  identity: NewIdentity,
  accountId: string,
  meta: EventMetadata,
): Result<SocialSignIn> => {
  const name: NameReservation = { category: 'social', nameId: identity.identity, accountId, meta }
  return pipe(
    TE.Do,
    TE.tap(() => reserveName(auth, name)),
    TE.bind('position', () => linkOrReleaseName(auth, identity, name)),
    TE.tap(() => confirmName(auth, name)),
    TE.map(({ position }) => ({ accountId, position })),
  )
}

const linkOrReleaseName = (
  auth: AuthServices,
  identity: NewIdentity,
  name: NameReservation,
): Result<Position | null> => {
  const { accountId, meta } = name
  const command = { type: 'LinkSocialIdentity', ...identity, at: meta.occurredAt } as const
  return pipe(
    decideAndAppend(auth)(account, accountId, command, meta),
    TE.tapError(() => releaseName(auth, name)),
    TE.map(({ position }) => position),
  )
}

/**
 * Id of the account to register: a new one, or that for which an interrupted registration has reserved the identity. Only
 * the same person can have reserved it.
 */
const registrationId = (auth: AuthServices, { identity }: NewIdentity): Result<string> =>
  pipe(
    accountByName(auth, 'social', identity),
    TE.bindTo('reservedFor'),
    TE.bindW('holder', ({ reservedFor }) => load(auth)(account, reservedFor ?? unknownAccountId)),
    TE.map(({ reservedFor, holder: { state } }) =>
      reservedFor !== null && state.kind === null && state.deleted === undefined ? reservedFor : auth.newAccountId(),
    ),
  )

interface IdentityRegistration {
  readonly accountId: string
  readonly identity: NewIdentity
}

const registerByIdentity = (
  auth: AuthServices,
  { accountId, identity }: IdentityRegistration,
  profile: SocialProfile & { readonly email: string },
  meta: EventMetadata,
): Result<SocialSignIn> => {
  const clientId = auth.newAccountId()
  const { email, emailVerified, firstName, lastName } = profile
  const at = meta.occurredAt
  const names: readonly NameReservation[] = [
    { category: 'social', nameId: identity.identity, accountId, meta },
    { category: 'email', nameId: auth.nameHasher.email(email), accountId, meta },
  ]
  // the provider's photo is not used without consent. @rule Q-87
  const client = {
    ...noClientDetails,
    phone: null,
    referral: null,
    accountId,
    clientId,
    email,
    firstName,
    lastName,
    at,
  }
  const command = { type: 'RegisterByIdentity', client, identity, emailVerified } as const
  return pipe(
    // the confirmation of an address that the provider has not verified is an e-mail
    emailVerified ? TE.Do : TE.tap(TE.Do, () => requireChannel(auth, 'email')),
    TE.tap(() => requireNotBanned(auth, { email, phone: null, identity: identity.identity })),
    TE.tap(() =>
      emailVerified ? TE.right(undefined) : consumeEmailOf(auth, { action: 'confirmation-mail', email, source: null }),
    ),
    TE.tap(() => reserveNames(auth, names)),
    TE.bindW('registered', () =>
      executeCommand(auth)(account, accountId, command, meta, { personalData: 'decrypted' }),
    ),
    TE.tap(() => TE.sequenceSeqArray(names.map((name) => confirmName(auth, name)))),
    TE.map(({ registered: { position } }) => ({ accountId, position })),
  )
}

export interface BeginSocialSignIn extends SocialFlow {
  /** Id of the browser, in which the sign-in must also finish. */
  readonly browser: string
}

export interface FinishSocialSignIn {
  readonly provider: SocialProvider
  readonly browser: string
  readonly callbackParams: URLSearchParams
}

/** The result, and whether to return to the app, which also applies to a rejection. */
export interface SocialSignInOutcome {
  readonly app: boolean
  readonly outcome: Result<SocialSignIn>
}

/** Returns the provider's URL, to which the browser is redirected. */
export const beginSocialSignIn: AuthUseCase<BeginSocialSignIn, URL> =
  (auth) =>
  ({ provider, app, browser }) =>
    pipe(
      TE.Do,
      TE.bind('client', () => requireProvider(auth, provider)),
      TE.bindW('challenge', () => auth.socialFlows.open({ provider, app }, browser, auth.clock())),
      TE.flatMap(({ client, challenge }) => TE.mapLeft(providerFailure(provider))(client.authorizationUrl(challenge))),
    )

/** Each callback is accepted once, whether it succeeds or not. */
export const finishSocialSignIn: AuthUseCase<FinishSocialSignIn, SocialSignInOutcome> =
  (auth) =>
  ({ provider, browser, callbackParams }, correlationId) =>
    pipe(
      TE.Do,
      TE.bind('client', () => requireProvider(auth, provider)),
      TE.bindW('flow', () => auth.socialFlows.take(provider, callbackParams.get('state') ?? '', browser, auth.clock())),
      TE.map(({ client, flow }): SocialSignInOutcome => {
        if (flow === null) return { app: false, outcome: TE.left(rejectedWith({ type: 'SocialRefused', provider })) }
        const profile = client.fetchProfile(flow.challenge, callbackParams)
        return { app: flow.app, outcome: signInWithProfile(auth, provider, correlationId)(profile) }
      }),
    )

/** Signs in with a Facebook token from the browser. @rule Q-20 the profile comes from Facebook, not from the browser */
export const signInByFacebookToken: AuthUseCase<FacebookToken, SocialSignIn> = (auth) => (token, correlationId) => {
  const { facebook } = auth.socialProviders
  if (facebook === null) return TE.left(rejectedWith({ type: 'SocialUnavailable', provider: 'facebook' }))
  return signInWithProfile(auth, 'facebook', correlationId)(facebook.fetchProfileByToken(token))
}

const signInWithProfile =
  (auth: AuthServices, provider: SocialProvider, correlationId: string) =>
  (fetchedProfile: ReturnType<IdentityProvider['fetchProfile']>): Result<SocialSignIn> =>
    pipe(
      fetchedProfile,
      TE.mapLeft(providerFailure(provider)),
      TE.flatMap((profile) => signInByIdentity(auth)({ provider, profile }, correlationId)),
    )

const requireProvider = ({ socialProviders }: AuthServices, provider: SocialProvider): Result<IdentityProvider> => {
  const client = socialProviders[provider]
  return client === null ? TE.left(rejectedWith({ type: 'SocialUnavailable', provider })) : TE.right(client)
}

const providerFailure =
  (provider: SocialProvider) =>
  ({ type }: ProviderFailure): AppFailure => {
    if (type === 'cancelled') return rejectedWith({ type: 'SocialCancelled', provider })
    return rejectedWith({ type: type === 'unreachable' ? 'SocialUnreachable' : 'SocialRefused', provider })
  }
