import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Asker, Person } from '../person.ts'
import type { Assertion, Attestation, Passkey, PasskeyChallenge } from '../ports/passkeys.ts'
import { refuse, whyNot, type Answer } from '../use-case.ts'
import { personIn, type DoorCase, type Doors } from './doors.ts'

type Kind = Person['kind']

/** Whoever is signed in, about the own passkeys and nobody else's. */
type OwnCase<Input, Output> = (doors: Doors) => (asker: Asker, input: Input) => Answer<Output>

interface ForWhom {
  readonly accountId: string
  readonly kind: Kind
  readonly session: string
}

export interface PasskeyToMake extends PasskeyChallenge {
  /** What this account has already: the same authenticator makes no second one. */
  readonly existing: readonly Passkey[]
}

/** whose passkey it becomes is known from the session; a body that names another is refused. */
export const askForPasskey: OwnCase<ForWhom, PasskeyToMake> =
  (doors) =>
  (asker, { accountId, kind, session }) =>
    pipe(
      signedIn(asker),
      TE.filterOrElse(
        (person) => person.accountId === accountId && person.kind === kind,
        () => refuse({ type: 'PasskeyForAnother' }),
      ),
      TE.flatMap(() => doors.passkeys.askToRegister({ accountId, kind, session }, doors.clock())),
      TE.flatMap((challenge) =>
        pipe(
          doors.passkeys.of(accountId),
          TE.map((existing) => ({ ...challenge, existing })),
        ),
      ),
    )

/** One that staff makes counts for staff only when another that does began the session: a password alone makes none. */
export const registerPasskey: OwnCase<Attestation & { readonly session: string; readonly strong: boolean }, void> =
  (doors) =>
  (asker, { session, strong, ...made }) =>
    pipe(
      signedIn(asker),
      TE.flatMap(({ accountId, kind, roles, secondFactorDue }) => {
        const trusted = strong || (roles.length === 0 && secondFactorDue !== true)
        return doors.passkeys.register({ accountId, kind, session }, { ...made, trusted }, doors.clock())
      }),
      TE.flatMap((outcome): Answer<void> => {
        if (outcome === 'registered') return TE.right(undefined)
        return TE.left(refuse({ type: outcome === 'taken' ? 'PasskeyTaken' : 'PasskeyRefused' }))
      }),
    )

/** tells nothing of anybody; the authenticator knows whose passkeys it keeps. */
export const askToSignIn: DoorCase<{ readonly kind: Kind }, PasskeyChallenge> =
  (doors) =>
  ({ kind }) =>
    doors.passkeys.askToSignIn(kind, doors.clock())

/** whoever holds the key and has been recognised by the authenticator. */
export const signInByPasskey: DoorCase<Assertion, WithDuty & { readonly strong: boolean }> = (doors) => (assertion) =>
  pipe(
    doors.passkeys.judge(assertion, doors.clock()),
    TE.flatMap((accountId) => personOrNobody(doors, accountId)),
    TE.filterOrElse(
      (person) => person !== null,
      () => refuse({ type: 'PasskeySignInRefused' }),
    ),
    TE.flatMap((person) => withDuty(doors, person)),
    TE.flatMap((person) =>
      pipe(
        doors.passkeys.isTrusted(assertion.credentialId),
        TE.map((strong) => ({ ...person, strong })),
      ),
    ),
  )

export const ownPasskeys: OwnCase<void, readonly Passkey[]> = (doors) => (asker) =>
  pipe(
    signedIn(asker),
    TE.flatMap(({ accountId }) => doors.passkeys.of(accountId)),
  )

export const removePasskey: OwnCase<{ readonly id: string }, void> =
  (doors) =>
  (asker, { id }) =>
    pipe(
      signedIn(asker),
      TE.flatMap(({ accountId }) => doors.passkeys.remove(accountId, id)),
      TE.flatMap((removed): Answer<void> =>
        removed ? TE.right(undefined) : TE.left(refuse({ type: 'PasskeyUnknown' })),
      ),
    )

/** */
export const enrollDevice: OwnCase<{ readonly session: string }, string> =
  (doors) =>
  (asker, { session }) =>
    pipe(
      signedIn(asker),
      TE.flatMap(({ accountId }) => doors.deviceTokens.issue({ accountId, session }, doors.clock())),
    )

/** no quick way in is left on this device, by token or by passkey. */
export const revokeDevice: OwnCase<{ readonly device: string | null }, void> =
  (doors) =>
  (asker, { device }) =>
    pipe(
      signedIn(asker),
      TE.tap(({ accountId }) => doors.deviceTokens.revokeAllOf(accountId)),
      TE.flatMap(({ accountId }) =>
        device === null ? TE.right(undefined) : doors.passkeys.removeMadeOn(accountId, device),
      ),
    )

/** the app hands in the token it was sent off with. */
export const redeemDeviceToken: DoorCase<{ readonly token: string }, WithDuty> =
  (doors) =>
  ({ token }) =>
    pipe(
      doors.deviceTokens.spend(token, doors.clock()),
      TE.flatMap((accountId) => personOrNobody(doors, accountId)),
      TE.filterOrElse(
        (person) => person !== null,
        () => refuse({ type: 'DeviceTokenRefused' }),
      ),
      TE.flatMap((person) => withDuty(doors, person)),
    )

/** the offer is for whoever has no passkey yet. */
export const lacksPasskey = (doors: Doors, accountId: string): Answer<boolean> =>
  pipe(
    doors.passkeys.of(accountId),
    TE.map((passkeys) => passkeys.length === 0),
  )

const signedIn = ({ person }: Asker): Answer<Person> => {
  const reason = whyNot({}, person)
  return reason === null && person !== null ? TE.right(person) : TE.left(refuse(reason ?? { type: 'NotSignedIn' }))
}

interface WithDuty extends Person {
  readonly mustChangePassword: boolean
}

/** No other way in lifts the duty a temporary password left. */
const withDuty = ({ credentials }: Doors, person: Person): Answer<WithDuty> =>
  pipe(
    credentials.mustBeChanged(person.accountId),
    TE.map((mustChangePassword) => ({ ...person, mustChangePassword })),
  )

const personOrNobody = (doors: Doors, accountId: string | null): Answer<Person | null> =>
  accountId === null ? TE.right(null) : personIn(doors, accountId)
