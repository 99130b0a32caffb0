import { account } from '../../domain/access/account/decider.ts'
import type { DeletionCause } from '../../domain/access/account/deletion-events.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Metadata, Position } from '../../domain/kernel/recorded.ts'
import { asVisitor, type DoorCase, type Doors } from '../access/doors.ts'
import { provePassword } from '../access/fresh-password.ts'
import { carryOut } from '../carry-out.ts'
import { load } from '../handle.ts'
import type { Person } from '../person.ts'
import type { Answer } from '../use-case.ts'
import { obstaclesOf } from './obstacles.ts'

export interface DeleteOwnAccount {
  /** By their session. */
  readonly person: Person
  /** Fresh. */
  readonly password: string
  readonly reason: string | null
  readonly source: string
}

/** the decision; the erasure follows from it, and cannot be called back. */
export const deleteOwnAccount: DoorCase<DeleteOwnAccount, Position | null> =
  (doors) =>
  ({ person: { accountId, kind }, password, reason, source }, correlationId) =>
    pipe(
      provePassword(doors, { accountId, password, source }),
      TE.flatMap(() => {
        const meta = { ...asVisitor(doors, correlationId), actor: { id: accountId, role: kind } }
        return beginDeletion(doors, { accountId, cause: 'owner', reason }, meta)
      }),
    )

interface Deletion {
  readonly accountId: string
  readonly cause: DeletionCause
  readonly reason: string | null
}

/** Of an account that is gone, or never was, nothing is left to decide. */
export const beginDeletion = (
  doors: Doors,
  { accountId, cause, reason }: Deletion,
  meta: Metadata,
): Answer<Position | null> =>
  pipe(
    load(doors)(account, accountId, 'open'),
    TE.flatMap(({ state }): Answer<Position | null> => {
      if (state.kind === null) return TE.right(null)
      const { email, registration } = state
      const emailId = doors.names.email(email)
      const isBusiness = registration.type === 'BusinessRegistered'
      const usernameId = isBusiness ? doors.names.username(registration.data.username) : null
      return pipe(
        obstaclesOf(doors, accountId),
        TE.flatMap((obstacles) => {
          const names = { emailId, usernameId }
          const command = { type: 'DeleteAccount', cause, reason, ...names, obstacles, at: meta.occurredAt } as const
          return carryOut(doors)(account, accountId, command, meta)
        }),
        TE.map(({ position }) => position),
      )
    }),
  )
