import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Caller, Person } from '../person.ts'
import { accessRefusal } from '../access.ts'
import { refuse, type Result } from '../use-case.ts'
import { type AuthServices, type AuthUseCase, loadPerson } from './auth-services.ts'
import type { Assertion, Attestation, Passkey, PasskeyChallenge } from './ports.ts'

type AccountKind = Person['kind']

/** Whoever is signed in, about the own passkeys and nobody else's. */
type OwnPasskeyUseCase<Input, Output> = (auth: AuthServices) => (caller: Caller, input: Input) => Result<Output>

interface PasskeyRegistrant {
  readonly accountId: string
  readonly kind: AccountKind
  readonly session: string
}

export interface PasskeyRegistration extends PasskeyChallenge {
  /** What this account has already: the same authenticator makes no second one. */
  readonly existing: readonly Passkey[]
}

/** whose passkey it becomes is known from the session; a body that names another is refused. */
export const beginPasskeyRegistration: OwnPasskeyUseCase<PasskeyRegistrant, PasskeyRegistration> =
  (auth) =>
  (caller, { accountId, kind, session }) =>
    pipe(
      requireSignedIn(caller),
      TE.filterOrElse(
        (person) => person.accountId === accountId && person.kind === kind,
        () => refuse({ type: 'PasskeyForAnother' }),
      ),
      TE.flatMap(() => auth.passkeys.beginRegistration({ accountId, kind, session }, auth.clock())),
      TE.flatMap((challenge) =>
        pipe(
          auth.passkeys.listOf(accountId),
          TE.map((existing) => ({ ...challenge, existing })),
        ),
      ),
    )

/** One that staff makes counts for staff only when another that does began the session: a password alone makes none. */
export const registerPasskey: OwnPasskeyUseCase<
  Attestation & { readonly session: string; readonly strong: boolean },
  void
> =
  (auth) =>
  (caller, { session, strong, ...made }) =>
    pipe(
      requireSignedIn(caller),
      TE.flatMap(({ accountId, kind, roles, secondFactorDue }) => {
        const trusted = strong || (roles.length === 0 && secondFactorDue !== true)
        return auth.passkeys.register({ accountId, kind, session }, { ...made, trusted }, auth.clock())
      }),
      TE.flatMap((outcome): Result<void> => {
        if (outcome === 'registered') return TE.right(undefined)
        return TE.left(refuse({ type: outcome === 'taken' ? 'PasskeyTaken' : 'PasskeyRefused' }))
      }),
    )

/** tells nothing of anybody; the authenticator knows whose passkeys it keeps. */
export const beginPasskeySignIn: AuthUseCase<{ readonly kind: AccountKind }, PasskeyChallenge> =
  (auth) =>
  ({ kind }) =>
    auth.passkeys.beginSignIn(kind, auth.clock())

/** whoever holds the key and has been recognised by the authenticator. */
export const signInByPasskey: AuthUseCase<Assertion, SignedInPerson & { readonly strong: boolean }> =
  (auth) => (assertion) =>
    pipe(
      auth.passkeys.verify(assertion, auth.clock()),
      TE.flatMap((accountId) => loadPersonOrNull(auth, accountId)),
      TE.filterOrElse(
        (person) => person !== null,
        () => refuse({ type: 'PasskeySignInRefused' }),
      ),
      TE.flatMap((person) => withPasswordDuty(auth, person)),
      TE.flatMap((person) =>
        pipe(
          auth.passkeys.isTrusted(assertion.credentialId),
          TE.map((strong) => ({ ...person, strong })),
        ),
      ),
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
        removed ? TE.right(undefined) : TE.left(refuse({ type: 'PasskeyUnknown' })),
      ),
    )

/** */
export const enrollDevice: OwnPasskeyUseCase<{ readonly session: string }, string> =
  (auth) =>
  (caller, { session }) =>
    pipe(
      requireSignedIn(caller),
      TE.flatMap(({ accountId }) => auth.deviceTokens.issue({ accountId, session }, auth.clock())),
    )

/** no quick way in is left on this device, by token or by passkey. */
export const revokeDevice: OwnPasskeyUseCase<{ readonly device: string | null }, void> =
  (auth) =>
  (caller, { device }) =>
    pipe(
      requireSignedIn(caller),
      TE.tap(({ accountId }) => auth.deviceTokens.revokeAllOf(accountId)),
      TE.flatMap(({ accountId }) =>
        device === null ? TE.right(undefined) : auth.passkeys.removeFromDevice(accountId, device),
      ),
    )

/** the app hands in the token it was sent off with. */
export const redeemDeviceToken: AuthUseCase<{ readonly token: string }, SignedInPerson> =
  (auth) =>
  ({ token }) =>
    pipe(
      auth.deviceTokens.spend(token, auth.clock()),
      TE.flatMap((accountId) => loadPersonOrNull(auth, accountId)),
      TE.filterOrElse(
        (person) => person !== null,
        () => refuse({ type: 'DeviceTokenRefused' }),
      ),
      TE.flatMap((person) => withPasswordDuty(auth, person)),
    )

/** the offer is for whoever has no passkey yet. */
export const lacksPasskey = (auth: AuthServices, accountId: string): Result<boolean> =>
  pipe(
    auth.passkeys.listOf(accountId),
    TE.map((passkeys) => passkeys.length === 0),
  )

const requireSignedIn = ({ person }: Caller): Result<Person> => {
  const reason = accessRefusal({}, person)
  return reason === null && person !== null ? TE.right(person) : TE.left(refuse(reason ?? { type: 'NotSignedIn' }))
}

interface SignedInPerson extends Person {
  readonly mustChangePassword: boolean
}

/** No other way in lifts the duty a temporary password left. */
const withPasswordDuty = ({ credentials }: AuthServices, person: Person): Result<SignedInPerson> =>
  pipe(
    credentials.mustBeChanged(person.accountId),
    TE.map((mustChangePassword) => ({ ...person, mustChangePassword })),
  )

const loadPersonOrNull = (auth: AuthServices, accountId: string | null): Result<Person | null> =>
  accountId === null ? TE.right(null) : loadPerson(auth, accountId)
