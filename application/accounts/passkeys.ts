import { accountIdentifiers } from '../../domain/accounts/identifiers.ts'
import type { AccountKind } from '../../domain/accounts/vocabulary.ts'
import type { EventMetadata } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { executeCommand } from '../execute-command.ts'
import type { Caller, Person } from '../person.ts'
import { signedIn } from '../access.ts'
import { rejectedWith, requireAccess, type Result } from '../use-case.ts'
import { accountMetadata, type AuthServices, type AuthUseCase, loadPerson } from './auth-services.ts'
import { requireCurrentPassword } from './passwords.ts'
import type { Assertion, Attestation, DeviceTokenOwner, Passkey, PasskeyChallenge, Registrant } from './ports.ts'

/** Use case for the caller's own passkeys. */
type OwnPasskeyUseCase<Input, Output> = (auth: AuthServices) => (caller: Caller, input: Input) => Result<Output>

export interface PasskeyRegistration extends PasskeyChallenge {
  /** Passkeys of the account; an authenticator that holds one does not create another. */
  readonly existing: readonly Passkey[]
}

export interface BeginPasskeyRegistration extends Registrant {
  /** Entered for this request. @rule Q-127 @rule Q-105 */
  readonly password: string
  readonly source: string
}

/**
 * The session determines the owner; a request that names another account is rejected.
 * @rule Q-15
 * @rule Q-127 a new passkey requires the password
 */
export const beginPasskeyRegistration: OwnPasskeyUseCase<BeginPasskeyRegistration, PasskeyRegistration> =
  (auth) =>
  (caller, { accountId, kind, session, password, source }) =>
    pipe(
      requireSignedIn(caller),
      TE.filterOrElse(
        (person) => person.accountId === accountId && person.kind === kind,
        () => rejectedWith({ type: 'PasskeyForAnother' }),
      ),
      TE.tap(() => requireCurrentPassword(auth, { accountId, password, source })),
      TE.flatMap(() => auth.passkeys.beginRegistration({ accountId, kind, session }, auth.clock())),
      TE.bindTo('challenge'),
      TE.bindW('existing', () => auth.passkeys.listOf(accountId)),
      TE.map(({ challenge, existing }) => ({ ...challenge, existing })),
    )

/**
 * Registers a passkey. It is trusted for staff only if the session was started with a trusted passkey; a password is
 * not sufficient.
 * @rule Q-127 a letter announces it to the owner
 */
export const registerPasskey: OwnPasskeyUseCase<
  Attestation & { readonly session: string; readonly secondFactorConfirmed: boolean },
  void
> =
  (auth) =>
  (caller, { session, secondFactorConfirmed, ...attestation }) =>
    pipe(
      requireSignedIn(caller),
      TE.flatMap((person) => {
        const { accountId, kind, roles, secondFactorDue } = person
        const trusted = secondFactorConfirmed || (roles.length === 0 && secondFactorDue !== true)
        const at = auth.clock()
        return pipe(
          auth.passkeys.register({ accountId, kind, session }, { ...attestation, trusted }, at),
          TE.tapTask((outcome) => async () => {
            if (outcome === 'registered') await auth.requestEmail({ kind: 'passkey-added-mail', accountId, at })
          }),
          TE.tap((outcome) =>
            outcome === 'registered'
              ? addDevice(
                  auth,
                  { accountId, kind, device: attestation.device },
                  accountMetadata(auth, person, caller.correlationId),
                )
              : TE.right(undefined),
          ),
        )
      }),
      TE.flatMap((outcome): Result<void> => {
        if (outcome === 'registered') return TE.right(undefined)
        return TE.left(rejectedWith({ type: outcome === 'taken' ? 'PasskeyTaken' : 'PasskeyRefused' }))
      }),
    )

/** @rule Q-123 accounts with passkeys on one device are connected */
const addDevice = (
  auth: AuthServices,
  { accountId, kind, device }: Pick<Registrant, 'accountId' | 'kind'> & Pick<Attestation, 'device'>,
  meta: EventMetadata,
): Result<unknown> => {
  const hash = auth.nameHasher.passkeyDevice(device)
  const command = { type: 'AddDevice', accountId, accountKind: kind, hash, at: meta.occurredAt } as const
  return executeCommand(auth)(accountIdentifiers, accountId, command, meta, { personalData: 'decrypted' })
}

/** Reveals nothing about accounts; the authenticator knows which passkeys it holds. */
export const beginPasskeySignIn: AuthUseCase<
  { readonly kind: AccountKind; readonly browser: string },
  PasskeyChallenge
> =
  (auth) =>
  ({ kind, browser }) =>
    auth.passkeys.beginSignIn(kind, browser, auth.clock())

/** Signs in the holder of a passkey whom the authenticator has verified. */
export const signInWithPasskey: AuthUseCase<Assertion, SignedInPerson & { readonly secondFactorConfirmed: boolean }> =
  (auth) => (assertion) =>
    pipe(
      auth.passkeys.verify(assertion, auth.clock()),
      TE.flatMap((accountId) => loadPersonOrNull(auth, accountId)),
      TE.filterOrElse(
        (person) => person !== null,
        () => rejectedWith({ type: 'PasskeySignInRejected' }),
      ),
      TE.flatMap((person) => withPasswordStatus(auth, person)),
      TE.bindTo('person'),
      TE.bindW('secondFactorConfirmed', () => auth.passkeys.isTrusted(assertion.credentialId)),
      TE.map(({ person, secondFactorConfirmed }) => ({ ...person, secondFactorConfirmed })),
    )

export const listPasskeys: OwnPasskeyUseCase<void, readonly Passkey[]> = (auth) => (caller) =>
  pipe(
    requireSignedIn(caller),
    TE.flatMap(({ accountId }) => auth.passkeys.listOf(accountId)),
  )

export const removePasskey: OwnPasskeyUseCase<{ readonly id: string }, void> =
  (auth) =>
  (caller, { id }) =>
    pipe(
      requireSignedIn(caller),
      TE.flatMap(({ accountId }) => auth.passkeys.remove(accountId, id)),
      TE.flatMap((removed): Result<void> =>
        removed ? TE.right(undefined) : TE.left(rejectedWith({ type: 'PasskeyUnknown' })),
      ),
    )

/** Issues a token for quick access from the app. @rule Q-17 */
export const enrollDevice: OwnPasskeyUseCase<Omit<DeviceTokenOwner, 'accountId'>, string> = (auth) => (caller, owner) =>
  pipe(
    requireSignedIn(caller),
    TE.flatMap(({ accountId }) => auth.deviceTokens.issue({ accountId, ...owner }, auth.clock())),
    TE.filterOrElse(
      (token) => token !== null,
      () => rejectedWith({ type: 'NotSignedIn' }),
    ),
  )

/** Removes quick access of this device, both token and passkeys. */
export const revokeDevice: OwnPasskeyUseCase<{ readonly device: string | null }, void> =
  (auth) =>
  (caller, { device }) =>
    pipe(
      requireSignedIn(caller),
      TE.tap(({ accountId }) => auth.deviceTokens.revokeFromDevice(accountId, device)),
      TE.flatMap(({ accountId }) =>
        device === null ? TE.right(undefined) : auth.passkeys.removeFromDevice(accountId, device),
      ),
    )

/** Signs in with the single-use token issued to the app. @rule Q-17 */
export const redeemDeviceToken: AuthUseCase<
  { readonly token: string },
  SignedInPerson & { readonly deviceToken: string }
> =
  (auth) =>
  ({ token }) =>
    pipe(
      auth.deviceTokens.spend(token, auth.clock()),
      TE.filterOrElse(
        (spent) => spent !== null,
        () => rejectedWith({ type: 'DeviceTokenRejected' }),
      ),
      TE.flatMap(({ accountId, id }) =>
        pipe(
          loadPerson(auth, accountId),
          TE.filterOrElse(
            (person) => person !== null,
            () => rejectedWith({ type: 'DeviceTokenRejected' }),
          ),
          TE.flatMap((person) => withPasswordStatus(auth, person)),
          TE.map((person) => ({ ...person, deviceToken: id })),
        ),
      ),
    )

/** @rule Q-27 quick access is offered to accounts without a passkey */
export const lacksPasskey = (auth: AuthServices, accountId: string): Result<boolean> =>
  pipe(
    auth.passkeys.listOf(accountId),
    TE.map((passkeys) => passkeys.length === 0),
  )

const requireSignedIn = ({ person }: Caller): Result<Person> => requireAccess(signedIn, person)

interface SignedInPerson extends Person {
  readonly mustChangePassword: boolean
}

/** @rule Q-04 after a temporary password, every kind of sign-in requires a new password first */
const withPasswordStatus = ({ credentials }: AuthServices, person: Person): Result<SignedInPerson> =>
  pipe(
    credentials.mustBeChanged(person.accountId),
    TE.map((mustChangePassword) => ({ ...person, mustChangePassword })),
  )

const loadPersonOrNull = (auth: AuthServices, accountId: string | null): Result<Person | null> =>
  accountId === null ? TE.right(null) : loadPerson(auth, accountId)
