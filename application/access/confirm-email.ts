import { account } from '../../domain/access/account/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { carryOut } from '../carry-out.ts'
import { refuse, type Answer } from '../use-case.ts'
import { asVisitor, personIn, type DoorCase, type Doors } from './doors.ts'

export interface Confirmed {
  readonly accountId: string
  readonly position: Position | null
}

/** a client types the code from the mail; an unknown client is told the same as a wrong code. */
export const verifyEmail: DoorCase<{ readonly clientId: string; readonly code: string }, Confirmed> =
  (doors) =>
  ({ clientId, code }, correlationId) =>
    pipe(
      doors.lookups.accountOfClient(clientId),
      TE.flatMap((accountId) => (accountId === null ? wrong : TE.right(accountId))),
      TE.flatMap((accountId) =>
        pipe(
          doors.codes.spend('verify-email', accountId, code, doors.clock()),
          TE.flatMap((right): Answer<Confirmed> => (right ? confirm(doors, accountId, correlationId) : wrong)),
        ),
      ),
    )

/** a business follows the link from the mail. */
export const confirmByLink: DoorCase<{ readonly token: string }, Confirmed> =
  (doors) =>
  ({ token }, correlationId) =>
    pipe(
      doors.codes.spendToken('verify-email', token, doors.clock()),
      TE.flatMap((accountId) => (accountId === null ? wrong : confirm(doors, accountId, correlationId))),
    )

/** A fresh code by mail. Says nothing of whom it found, and does nothing for who has confirmed already. */
export const resendCode: DoorCase<{ readonly clientId: string } | { readonly accountId: string }, void> =
  (doors) => (whose) =>
    pipe(
      'accountId' in whose ? TE.right(whose.accountId) : doors.lookups.accountOfClient(whose.clientId),
      TE.flatMap((accountId): Answer<void> => {
        if (accountId === null) return TE.right(undefined)
        return pipe(
          personIn(doors, accountId),
          TE.flatMap((person): Answer<void> =>
            person === null || person.emailConfirmed ? TE.right(undefined) : issueAnew(doors, accountId),
          ),
        )
      }),
    )

const issueAnew = (doors: Doors, accountId: string): Answer<void> =>
  pipe(
    doors.codes.issue('verify-email', accountId, doors.clock()),
    TE.flatMapTask(() => () => doors.post({ kind: 'confirmation-mail', accountId })),
  )

const wrong: Answer<never> = TE.left(refuse({ type: 'CodeWrong' }))

const confirm = (doors: Doors, accountId: string, correlationId: string): Answer<Confirmed> =>
  pipe(
    carryOut(doors)(account, accountId, { type: 'ConfirmEmail', at: doors.clock() }, asVisitor(doors, correlationId)),
    TE.map(({ position }) => ({ accountId, position })),
  )
