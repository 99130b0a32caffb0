import { account } from '../../domain/access/account/decider.ts'
import type { PasswordChangeReason } from '../../domain/access/account/events.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Metadata, Position } from '../../domain/kernel/recorded.ts'
import { handle } from '../handle.ts'
import type { Person } from '../person.ts'
import { refuse, type Answer } from '../use-case.ts'
import { accountOfKind, asVisitor, holderOf, nobody, type DoorCase, type Doors } from './doors.ts'
import { asFailure } from './register.ts'

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
    const flaw = doors.credentials.flawOf(newPassword)
    if (flaw !== null) return TE.left(refuse(flaw))
    const wrong = refuse({ type: 'CodeWrong' })
    return pipe(
      holderOf(doors, 'email', doors.names.email(email)),
      TE.flatMap((accountId) => accountOfKind(doors, kind, accountId)),
      TE.flatMap((person) =>
        pipe(
          doors.codes.spend('reset-password', person?.accountId ?? nobody, code, doors.clock()),
          TE.flatMap((right) => (right && person !== null ? TE.right(person) : TE.left(wrong))),
        ),
      ),
      TE.flatMap(({ accountId }) =>
        pipe(
          replace(doors, { accountId, newPassword, reason: 'reset' }, asVisitor(doors, correlationId)),
          TE.tap(() => doors.credentials.pardon(accountId, source)),
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

/** Every session ends, this one too: whoever changed it begins a new one. */
export const changePassword: DoorCase<ChangePassword, Position | null> =
  (doors) =>
  ({ person, currentPassword, newPassword, mustChangePassword, source }, correlationId) => {
    const flaw = doors.credentials.flawOf(newPassword)
    if (flaw !== null) return TE.left(refuse(flaw))
    const { accountId, kind } = person
    const visitor = asVisitor(doors, correlationId)
    const attempt = { accountId, name: accountId, password: currentPassword, source, at: visitor.occurredAt }
    return pipe(
      doors.credentials.confirm(attempt),
      TE.flatMap((outcome): Answer<Position | null> => {
        if (outcome.type === 'locked')
          return TE.left(refuse({ type: 'TooOften', retryAfterSeconds: outcome.retryAfterSeconds }))
        if (outcome.type === 'wrong') return TE.left(refuse({ type: 'CurrentPasswordWrong' }))
        const reason = mustChangePassword ? 'temporary' : 'changed'
        return replace(doors, { accountId, newPassword, reason }, { ...visitor, actor: { id: accountId, role: kind } })
      }),
    )
  }

interface Replacement {
  readonly accountId: string
  readonly newPassword: string
  readonly reason: PasswordChangeReason
}

/** The password first: what dies in between leaves nothing on record that is not so. */
const replace = (
  doors: Doors,
  { accountId, newPassword, reason }: Replacement,
  meta: Metadata,
): Answer<Position | null> => {
  const { correlationId: changeId, occurredAt: at } = meta
  return pipe(
    doors.credentials.set(accountId, newPassword, at),
    TE.mapLeft(asFailure),
    TE.flatMap(() => handle(doors)(account, accountId, { type: 'ChangePassword', changeId, reason, at }, meta)),
    TE.flatMapTask(
      ({ recorded, position }) =>
        async () =>
          (await doors.react(recorded)) ?? position,
    ),
  )
}
