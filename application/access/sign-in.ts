import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Person } from '../person.ts'
import { refuse, type Answer } from '../use-case.ts'
import { accountOfKind, holderOf, type DoorCase, type Doors } from './doors.ts'

export interface SignIn {
  readonly kind: 'business' | 'client'
  /** E-mail, or a business's username; the two never look alike. */
  readonly name: string
  readonly password: string
  /** Where it comes from: failures lock this source out, not the owner elsewhere. */
  readonly source: string
}

export interface SignedIn extends Person {
  /** it was a temporary password. */
  readonly mustChangePassword: boolean
  /** Names the password that was right. */
  readonly credential: string
}

/** the password is checked here and nowhere else; whoever is unknown is told the same as who mistyped. */
export const signIn: DoorCase<SignIn, SignedIn> =
  (doors) =>
  ({ kind, name, password, source }) => {
    const wrong = refuse({ type: 'BadCredentials' })
    return pipe(
      holderOfName(doors, name),
      TE.flatMap((accountId) => accountOfKind(doors, kind, accountId)),
      TE.flatMap((person) =>
        pipe(
          doors.credentials.attempt({
            accountId: person?.accountId ?? null,
            name,
            password,
            source,
            at: doors.clock(),
          }),
          TE.flatMap((outcome): Answer<SignedIn> => {
            if (outcome.type === 'locked')
              return TE.left(refuse({ type: 'LockedOut', retryAfterSeconds: outcome.retryAfterSeconds }))
            if (outcome.type === 'wrong' || person === null) return TE.left(wrong)
            const { mustChangePassword, credential } = outcome
            return TE.right({ ...person, mustChangePassword, credential })
          }),
        ),
      ),
    )
  }

const holderOfName = (doors: Doors, name: string): Answer<string | null> =>
  name.includes('@')
    ? holderOf(doors, 'email', doors.names.email(name))
    : holderOf(doors, 'username', doors.names.username(name))
