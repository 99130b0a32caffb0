import type { PasswordChangeReason } from '../../domain/accounts/vocabulary.ts'
import { account } from '../../domain/accounts/account.ts'
import type { EventMetadata, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { executeCommand } from '../execute-command.ts'
import { load } from '../handle.ts'
import type { Person } from '../person.ts'
import { refuse, type Result } from '../use-case.ts'
import {
  accountByName,
  type AuthServices,
  type AuthUseCase,
  loadPersonOfKind,
  unknownAccountId,
  visitorMetadata,
} from './auth-services.ts'
import type { PasswordWeakness, StorageFailure } from './ports.ts'

/** Refuses a password that will not do, the same wherever one is chosen (V-11, V-12, V-15, Q-06). */
export const requireAcceptablePassword = (
  { credentials }: AuthServices,
  password: string,
  about: readonly string[],
): Result<void> =>
  pipe(
    TE.fromTask(() => credentials.findWeakness(password, about)),
    TE.flatMap((rejection) => (rejection === null ? TE.right(undefined) : TE.left(refuse({ type: rejection.type })))),
  )

/** Why a password cannot be set, as a failure. */
export const passwordFailure = (failure: PasswordWeakness | StorageFailure) =>
  failure.type === 'Unavailable' ? failure : refuse({ type: failure.type })

interface PersonalDetails {
  readonly email: string
  readonly username?: string
  readonly businessName?: string
  readonly firstName?: string
  readonly lastName?: string
}

/** What a guesser would try because of whose account it is. */
export const personalWordsIn = ({
  email,
  username,
  businessName,
  firstName,
  lastName,
}: PersonalDetails): readonly string[] =>
  [email, username, businessName, firstName, lastName].filter((word) => word !== undefined)

export const personalWordsOf = (auth: Pick<AuthServices, 'history'>, accountId: string): Result<readonly string[]> =>
  pipe(
    load(auth)(account, accountId, 'open'),
    TE.map(({ state }) => {
      if (state.kind === null) return []
      const { registration, profile, email } = state
      return personalWordsIn({ ...registration.data, ...profile.details, email })
    }),
  )

export interface PasswordProof {
  readonly accountId: string
  readonly password: string | undefined
  readonly source: string
}

/** an open session alone is not enough; failures count as at sign-in. */
export const requireCurrentPassword = (
  auth: AuthServices,
  { accountId, password, source }: PasswordProof,
): Result<void> =>
  password === undefined
    ? TE.left(refuse({ type: 'PasswordNeeded' }))
    : pipe(
        auth.credentials.confirm({ accountId, name: accountId, password, source, at: auth.clock() }),
        TE.flatMap((outcome): Result<void> => {
          if (outcome.type === 'right') return TE.right(undefined)
          if (outcome.type === 'wrong') return TE.left(refuse({ type: 'CurrentPasswordWrong' }))
          return TE.left(refuse({ type: 'TooOften', retryAfterSeconds: outcome.retryAfterSeconds }))
        }),
      )

export interface ResetPassword {
  readonly kind: 'business' | 'client'
  readonly email: string
  readonly newPassword: string
  /** As mailed; without it nobody changes anybody's password. */
  readonly code: string
  readonly source: string
}

/** an unknown address is told the same as a wrong code. A password that will not do does not cost the code. */
export const resetPassword: AuthUseCase<ResetPassword, Position | null> =
  (auth) =>
  ({ kind, email, newPassword, code, source }, correlationId) => {
    const wrong = refuse({ type: 'CodeWrong' })
    const proven = (spend: 'check' | 'spend', accountId: string | undefined) =>
      pipe(
        auth.codes[spend]('reset-password', accountId ?? unknownAccountId, code, auth.clock()),
        TE.filterOrElse(
          (right) => right,
          () => wrong,
        ),
      )
    return pipe(
      requireAcceptablePassword(auth, newPassword, [email]),
      TE.flatMap(() => accountByName(auth, 'email', auth.nameHasher.email(email))),
      TE.flatMap((accountId) => loadPersonOfKind(auth, kind, accountId)),
      // what is on record is compared only for whoever has the code, and does not cost it
      TE.tap((person) => proven('check', person?.accountId)),
      TE.filterOrElse(
        (person) => person !== null,
        () => wrong,
      ),
      TE.bindTo('person'),
      TE.bind('about', ({ person }) => personalWordsOf(auth, person.accountId)),
      TE.tap(({ about }) => requireAcceptablePassword(auth, newPassword, about)),
      TE.tap(({ person }) => proven('spend', person.accountId)),
      TE.flatMap(({ person }) =>
        pipe(
          replacePassword(auth, { person, newPassword, reason: 'reset' }, visitorMetadata(auth, correlationId)),
          TE.tap(() => auth.credentials.clearFailures(person.accountId, source)),
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

export interface PasswordChangeResult {
  readonly position: Position | null
  /** Names the new password, with which a new session may begin. */
  readonly credential: string
}

/** Every session ends, this one too: whoever changed it begins a new one. */
export const changePassword: AuthUseCase<ChangePassword, PasswordChangeResult> =
  (auth) =>
  ({ person, currentPassword, newPassword, mustChangePassword, source }, correlationId) => {
    const { accountId, kind } = person
    const visitor = visitorMetadata(auth, correlationId)
    const attempt = { accountId, name: accountId, password: currentPassword, source, at: visitor.occurredAt }
    return pipe(
      personalWordsOf(auth, accountId),
      TE.flatMap((about) => requireAcceptablePassword(auth, newPassword, about)),
      TE.flatMap(() => auth.credentials.confirm(attempt)),
      TE.flatMap((outcome): Result<PasswordChangeResult> => {
        if (outcome.type === 'locked')
          return TE.left(refuse({ type: 'TooOften', retryAfterSeconds: outcome.retryAfterSeconds }))
        if (outcome.type === 'wrong') return TE.left(refuse({ type: 'CurrentPasswordWrong' }))
        const reason = mustChangePassword ? 'temporary' : 'changed'
        const change = { person, newPassword, reason, ifCurrent: outcome.credential } as const
        return replacePassword(auth, change, { ...visitor, actor: { id: accountId, role: kind } })
      }),
    )
  }

interface PasswordReplacement {
  readonly person: Person
  readonly newPassword: string
  readonly reason: PasswordChangeReason
  /** The password that was proven: if it has been replaced meanwhile, nothing is changed. */
  readonly ifCurrent?: string
}

/**
 * The password first: what dies in between leaves nothing on record that is not so. Who proves an address nobody had proven
 * takes the account over: passkeys of whoever opened it go.
 */
const replacePassword = (
  auth: AuthServices,
  { person: { accountId, emailConfirmed }, newPassword, reason, ifCurrent }: PasswordReplacement,
  meta: EventMetadata,
): Result<PasswordChangeResult> => {
  const { correlationId: changeId, occurredAt: at } = meta
  return pipe(
    auth.credentials.set(accountId, newPassword, at, ifCurrent === undefined ? {} : { ifCurrent }),
    TE.mapLeft(passwordFailure),
    TE.filterOrElse(
      (credential) => credential !== null,
      () => refuse({ type: 'CurrentPasswordWrong' }),
    ),
    TE.tap(() => (emailConfirmed || reason === 'changed' ? TE.right(undefined) : auth.passkeys.deleteAllOf(accountId))),
    TE.flatMap((credential) =>
      pipe(
        executeCommand(auth)(account, accountId, { type: 'ChangePassword', changeId, reason, at }, meta),
        TE.map(({ position }) => ({ position, credential })),
      ),
    ),
  )
}
