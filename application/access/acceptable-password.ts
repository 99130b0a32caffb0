import { account } from '../../domain/access/account/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { load } from '../handle.ts'
import type { PasswordFlaw, StorageFailure } from '../ports/credentials.ts'
import { refuse, type Answer } from '../use-case.ts'
import type { Doors } from './doors.ts'

/** Refuses a password that will not do, the same wherever one is chosen (V-11, V-12, V-15, Q-06). */
export const acceptable = ({ credentials }: Doors, password: string, about: readonly string[]): Answer<void> =>
  pipe(
    TE.fromTask(() => credentials.flawOf(password, about)),
    TE.flatMap((flaw) => (flaw === null ? TE.right(undefined) : TE.left(refuse({ type: flaw.type })))),
  )

/** Why a password cannot be set, as a failure. */
export const asFailure = (failure: PasswordFlaw | StorageFailure) =>
  failure.type === 'Unavailable' ? failure : refuse({ type: failure.type })

interface Registered {
  readonly email: string
  readonly username?: string
  readonly businessName?: string
  readonly firstName?: string
  readonly lastName?: string
}

/** What a guesser would try because of whose account it is. */
export const wordsIn = ({ email, username, businessName, firstName, lastName }: Registered): readonly string[] =>
  [email, username, businessName, firstName, lastName].filter((word) => word !== undefined)

export const wordsAbout = (doors: Pick<Doors, 'history'>, accountId: string): Answer<readonly string[]> =>
  pipe(
    load(doors)(account, accountId, 'open'),
    TE.map(({ state }) => {
      if (state.kind === null) return []
      const { registration, profile, email } = state
      return wordsIn({ ...registration.data, ...profile.details, email })
    }),
  )
