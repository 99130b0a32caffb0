import { account } from '../../domain/access/account/decider.ts'
import type { PasswordChangeReason } from '../../domain/access/account/events.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Metadata, Position } from '../../domain/kernel/recorded.ts'
import { carryOut } from '../carry-out.ts'
import type { Person } from '../person.ts'
import { refuse, type Answer } from '../use-case.ts'
import { accountOfKind, asVisitor, holderOf, nobody, type DoorCase, type Doors } from './doors.ts'
import { acceptable, asFailure, wordsAbout } from './acceptable-password.ts'

export interface ResetPassword {
  readonly kind: 'business' | 'client'
  readonly email: string
  readonly newPassword: string
  /** As mailed; without it nobody changes anybody's password. */
  readonly code: string
  readonly source: string
}

/** an unknown address is told the same as a wrong code. A password that will not do does not cost the code. */
export const resetPassword: DoorCase<ResetPassword, Position | null> =
  (doors) =>
  ({ kind, email, newPassword, code, source }, correlationId) => {
    const wrong = refuse({ type: 'CodeWrong' })
    const proven = (spend: 'check' | 'spend', accountId: string | undefined) =>
      pipe(
        doors.codes[spend]('reset-password', accountId ?? nobody, code, doors.clock()),
        TE.filterOrElse(
          (right) => right,
          () => wrong,
        ),
      )
    return pipe(
      acceptable(doors, newPassword, [email]),
      TE.flatMap(() => holderOf(doors, 'email', doors.names.email(email))),
      TE.flatMap((accountId) => accountOfKind(doors, kind, accountId)),
      // what is on record is compared only for whoever has the code, and does not cost it
      TE.tap((person) => proven('check', person?.accountId)),
      TE.filterOrElse(
        (person) => person !== null,
        () => wrong,
      ),
      TE.bindTo('person'),
      TE.bind('about', ({ person }) => wordsAbout(doors, person.accountId)),
      TE.tap(({ about }) => acceptable(doors, newPassword, about)),
      TE.tap(({ person }) => proven('spend', person.accountId)),
      TE.flatMap(({ person }) =>
        pipe(
          replace(doors, { person, newPassword, reason: 'reset' }, asVisitor(doors, correlationId)),
          TE.tap(() => doors.credentials.pardon(person.accountId, source)),
          TE.map(({ position }) => position),
        ),
      ),
    )
  }

export interface ChangePassword {
  /** By their session. */
  readonly person: Person
  readonly currentPassword: string
  readonly newPassword: string
  /** They came in with a temporary one. */
  readonly mustChangePassword: boolean
  readonly source: string
}

export interface PasswordChanged {
  readonly position: Position | null
  /** Names the new password, with which a new session may begin. */
  readonly credential: string
}

/** Every session ends, this one too: whoever changed it begins a new one. */
export const changePassword: DoorCase<ChangePassword, PasswordChanged> =
  (doors) =>
  ({ person, currentPassword, newPassword, mustChangePassword, source }, correlationId) => {
    const { accountId, kind } = person
    const visitor = asVisitor(doors, correlationId)
    const attempt = { accountId, name: accountId, password: currentPassword, source, at: visitor.occurredAt }
    return pipe(
      wordsAbout(doors, accountId),
      TE.flatMap((about) => acceptable(doors, newPassword, about)),
      TE.flatMap(() => doors.credentials.confirm(attempt)),
      TE.flatMap((outcome): Answer<PasswordChanged> => {
        if (outcome.type === 'locked')
          return TE.left(refuse({ type: 'TooOften', retryAfterSeconds: outcome.retryAfterSeconds }))
        if (outcome.type === 'wrong') return TE.left(refuse({ type: 'CurrentPasswordWrong' }))
        const reason = mustChangePassword ? 'temporary' : 'changed'
        const change = { person, newPassword, reason, instead: outcome.credential } as const
        return replace(doors, change, { ...visitor, actor: { id: accountId, role: kind } })
      }),
    )
  }

interface Replacement {
  readonly person: Person
  readonly newPassword: string
  readonly reason: PasswordChangeReason
  /** The password that was proven: if it has been replaced meanwhile, nothing is changed. */
  readonly instead?: string
}

/**
 * The password first: what dies in between leaves nothing on record that is not so. Who proves an address nobody had proven
 * takes the account over: passkeys of whoever opened it go.
 */
const replace = (
  doors: Doors,
  { person: { accountId, emailConfirmed }, newPassword, reason, instead }: Replacement,
  meta: Metadata,
): Answer<PasswordChanged> => {
  const { correlationId: changeId, occurredAt: at } = meta
  return pipe(
    doors.credentials.set(accountId, newPassword, at, instead === undefined ? {} : { instead }),
    TE.mapLeft(asFailure),
    TE.filterOrElse(
      (credential) => credential !== null,
      () => refuse({ type: 'CurrentPasswordWrong' }),
    ),
    TE.tap(() => (emailConfirmed || reason === 'changed' ? TE.right(undefined) : doors.passkeys.forget(accountId))),
    TE.flatMap((credential) =>
      pipe(
        carryOut(doors)(account, accountId, { type: 'ChangePassword', changeId, reason, at }, meta),
        TE.map(({ position }) => ({ position, credential })),
      ),
    ),
  )
}
