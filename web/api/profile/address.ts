import { askForNewEmail, type AskForNewEmail } from '../../../application/access/change-email.ts'
import type { Answer } from '../../../application/use-case.ts'
import { refuse } from '../../../application/use-case.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Position } from '../../../domain/kernel/recorded.ts'
import { asked, type Hall } from '../hall.ts'
import { userOf } from '../access/signed-in.ts'
import { ownProfileOf } from './own-profile.ts'

interface Address extends Omit<AskForNewEmail, 'email'> {
  readonly email: string | undefined
}

/** Forms send the address along with everything else: only another one than the present is asked for. */
export const askForAddress = (
  hall: Hall,
  { email, ...rest }: Address,
  correlationId: string,
): Answer<Position | null> =>
  email === undefined ? TE.right(null) : askForNewEmail(hall.doors)({ ...rest, email }, correlationId)

/** Of two writes, one after the other: where a reader must have got to. */
export const last = (one: Position | null, other: Position | null) => other ?? one

/** Who it is now, and the new address that waits. */
export const savedProfile = (hall: Hall, accountId: string, position: Position | null) =>
  pipe(
    asked(async () => (position === null ? true : hall.settled(position))),
    TE.flatMap(() => userOf(hall, accountId)),
    TE.filterOrElse(
      (user) => user !== null,
      () => refuse({ type: 'NotSignedIn' }),
    ),
    TE.flatMap((user) =>
      pipe(
        ownProfileOf(hall, accountId),
        TE.map(({ waitingEmail }) => ({ answer: { user, waitingEmail }, position })),
      ),
    ),
  )
