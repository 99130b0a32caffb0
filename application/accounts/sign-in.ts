import type { AccountKind } from '../../domain/accounts/vocabulary.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Person } from '../person.ts'
import { rejectedWith, type Result } from '../use-case.ts'
import { accountByName, type AuthServices, type AuthUseCase, loadPersonOfKind } from './auth-services.ts'

export interface SignIn {
  readonly kind: AccountKind
  /** The e-mail address, or the username of a business. @rule Q-07 usernames do not contain @ */
  readonly name: string
  readonly password: string
  /** Network address of the request; failures lock out this source only. */
  readonly source: string
  /** Called with the account of this name before the password is checked; null if there is none. */
  readonly identified?: (accountId: string | null) => void
}

export interface SignInResult extends Person {
  /** @rule Q-04 the password was a temporary one */
  readonly mustChangePassword: boolean
  /** Identifies the proven password. */
  readonly credential: string
}

/** An unknown name and a wrong password give the same rejection. @rule Q-01 every password sign-in is checked here */
export const signIn: AuthUseCase<SignIn, SignInResult> =
  (auth) =>
  ({ kind, name, password, source, identified }) => {
    const wrong = rejectedWith({ type: 'BadCredentials' })
    return pipe(
      accountBySignInName(auth, name),
      TE.tapIO((accountId) => () => identified?.(accountId)),
      TE.flatMap((accountId) => loadPersonOfKind(auth, kind, accountId)),
      TE.bindTo('person'),
      TE.bindW('outcome', ({ person }) =>
        auth.credentials.attempt({ accountId: person?.accountId ?? null, name, password, source, at: auth.clock() }),
      ),
      TE.flatMap(({ person, outcome }): Result<SignInResult> => {
        if (outcome.type === 'locked')
          return TE.left(rejectedWith({ type: 'LockedOut', retryAfterSeconds: outcome.retryAfterSeconds }))
        if (outcome.type === 'incorrect' || person === null) return TE.left(wrong)
        const { mustChangePassword, credential } = outcome
        return TE.right({ ...person, mustChangePassword, credential })
      }),
    )
  }

const accountBySignInName = (auth: AuthServices, name: string): Result<string | null> =>
  name.includes('@')
    ? accountByName(auth, 'email', auth.nameHasher.email(name))
    : accountByName(auth, 'username', auth.nameHasher.username(name))
