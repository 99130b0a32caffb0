import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Person } from '../person.ts'
import { refuse, type Answer } from '../use-case.ts'
import { holderOf, personIn, type DoorCase, type Doors } from './doors.ts'

export interface SignIn {
  readonly kind: 'business' | 'client'
  /** E-mail, or a business's username; the two never look alike. */
  readonly name: string
  readonly password: string
  /** Where it comes from: failures lock this source out, not the owner elsewhere. */
  readonly source: string
}

/** the password is checked here and nowhere else; whoever is unknown is told the same as who mistyped. */
export const signIn: DoorCase<SignIn, Person> =
  (doors) =>
  ({ kind, name, password, source }) => {
    const wrong = refuse({ type: 'BadCredentials' })
    return pipe(
      holderOfName(doors, name),
      TE.flatMap((accountId) => doors.credentials.attempt({ accountId, name, password, source, at: doors.clock() })),
      TE.flatMap((outcome): Answer<Person | null> => {
        if (outcome.type === 'locked')
          return TE.left(refuse({ type: 'LockedOut', retryAfterSeconds: outcome.retryAfterSeconds }))
        return outcome.type === 'wrong' ? TE.left(wrong) : personIn(doors, outcome.accountId)
      }),
      TE.flatMap((person) => (person?.kind === kind ? TE.right(person) : TE.left(wrong))),
    )
  }

const holderOfName = (doors: Doors, name: string): Answer<string | null> =>
  name.includes('@')
    ? holderOf(doors, 'email', doors.names.email(name))
    : holderOf(doors, 'username', doors.names.username(name))
