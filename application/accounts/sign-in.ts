import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Person } from '../person.ts'
import { refuse, type Result } from '../use-case.ts'
import { accountByName, type AuthServices, type AuthUseCase, loadPersonOfKind } from './auth-services.ts'

export interface SignIn {
  readonly kind: 'business' | 'client'
  /** E-mail, or a business's username; the two never look alike. */
  readonly name: string
  readonly password: string
  /** Where it comes from: failures lock this source out, not the owner elsewhere. */
  readonly source: string
}

export interface SignInResult extends Person {
  /** it was a temporary password. */
  readonly mustChangePassword: boolean
  /** Names the password that was right. */
  readonly credential: string
}

/** the password is checked here and nowhere else; whoever is unknown is told the same as who mistyped. */
export const signIn: AuthUseCase<SignIn, SignInResult> =
  (auth) =>
  ({ kind, name, password, source }) => {
    const wrong = refuse({ type: 'BadCredentials' })
    return pipe(
      accountBySignInName(auth, name),
      TE.flatMap((accountId) => loadPersonOfKind(auth, kind, accountId)),
      TE.flatMap((person) =>
        pipe(
          auth.credentials.attempt({
            accountId: person?.accountId ?? null,
            name,
            password,
            source,
            at: auth.clock(),
          }),
          TE.flatMap((outcome): Result<SignInResult> => {
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

const accountBySignInName = (auth: AuthServices, name: string): Result<string | null> =>
  name.includes('@')
    ? accountByName(auth, 'email', auth.nameHasher.email(name))
    : accountByName(auth, 'username', auth.nameHasher.username(name))
