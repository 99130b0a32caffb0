import type { AccountKind, PasswordChangeReason } from '../../domain/accounts/vocabulary.ts'
import { account } from '../../domain/accounts/account.ts'
import type { EventMetadata, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { executeCommand } from '../execute-command.ts'
import { load } from '../command-handler.ts'
import type { Person } from '../person.ts'
import { rejectedWith, type Result } from '../use-case.ts'
import {
  accountByName,
  accountMetadata,
  type AuthServices,
  type AuthUseCase,
  loadPersonOfKind,
  unknownAccountId,
  visitorMetadata,
} from './auth-services.ts'
import type { PasswordWeakness, StorageFailure } from './ports.ts'

/** Rejects a weak password. @rule V-11 V-12 V-15 Q-06 one policy wherever a password is chosen */
export const requireAcceptablePassword = (
  { credentials }: AuthServices,
  password: string,
  personalWords: readonly string[],
): Result<void> =>
  pipe(
    TE.fromTask(() => credentials.findWeakness(password, personalWords)),
    TE.flatMap((weakness) =>
      weakness === null ? TE.right(undefined) : TE.left(rejectedWith({ type: weakness.type })),
    ),
  )

/** Converts a weakness into a rejection. */
export const passwordFailure = (failure: PasswordWeakness | StorageFailure) =>
  failure.type === 'Unavailable' ? failure : rejectedWith({ type: failure.type })

interface PersonalDetails {
  readonly email: string
  readonly username?: string
  readonly businessName?: string
  readonly firstName?: string
  readonly lastName?: string
}

/** Words an attacker who knows the owner would try. */
export const personalWordsIn = ({
  email,
  username,
  businessName,
  firstName,
  lastName,
}: PersonalDetails): readonly string[] =>
  [email, username, businessName, firstName, lastName].filter((word) => word !== undefined)

const personalWordsOf = (auth: Pick<AuthServices, 'history'>, accountId: string): Result<readonly string[]> =>
  pipe(
    load(auth)(account, accountId, 'decrypted'),
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

/** Failures count as at sign-in. @rule Q-14 Q-105 Q-127 sensitive changes require the password, not only a session */
export const requireCurrentPassword = (
  auth: AuthServices,
  { accountId, password, source }: PasswordProof,
): Result<void> =>
  password === undefined
    ? TE.left(rejectedWith({ type: 'PasswordNeeded' }))
    : pipe(
        auth.credentials.confirm({ accountId, name: accountId, password, source, at: auth.clock() }),
        TE.flatMap((outcome): Result<void> => {
          if (outcome.type === 'correct') return TE.right(undefined)
          if (outcome.type === 'incorrect') return TE.left(rejectedWith({ type: 'CurrentPasswordWrong' }))
          return TE.left(rejectedWith({ type: 'TooOften', retryAfterSeconds: outcome.retryAfterSeconds }))
        }),
      )

export interface ResetPassword {
  readonly kind: AccountKind
  readonly email: string
  readonly newPassword: string
  /** The code from the e-mail. @rule Q-03 a reset requires the code */
  readonly code: string
  /** Whether to remove the passkeys of the account as well. */
  readonly removePasskeys?: boolean | undefined
  readonly source: string
  /** Called with the account of this address before the code is checked; null if there is none. */
  readonly identified?: (accountId: string | null) => void
}

/**
 * An unknown address and a wrong code give the same rejection. A weak password does not use up the code.
 * @rule Q-03
 * @rule Q-127 removes the passkeys on request, since somebody else may have added them
 */
export const resetPassword: AuthUseCase<ResetPassword, Position | null> =
  (auth) =>
  ({ kind, email, newPassword, code, removePasskeys = false, source, identified }, correlationId) => {
    const wrong = rejectedWith({ type: 'CodeWrong' })
    const requireCode = (action: 'check' | 'spend', accountId: string | undefined) =>
      pipe(
        auth.codes[action]('reset-password', accountId ?? unknownAccountId, { code, source }, auth.clock()),
        TE.filterOrElse(
          (isCorrect) => isCorrect,
          () => wrong,
        ),
      )
    return pipe(
      requireAcceptablePassword(auth, newPassword, [email]),
      TE.flatMap(() => accountByName(auth, 'email', auth.nameHasher.email(email))),
      TE.tapIO((accountId) => () => identified?.(accountId)),
      TE.flatMap((accountId) => loadPersonOfKind(auth, kind, accountId)),
      // personal words are compared only after the code is proven, which this check does not use up
      TE.tap((person) => requireCode('check', person?.accountId)),
      TE.filterOrElse(
        (person) => person !== null,
        () => wrong,
      ),
      TE.bindTo('person'),
      TE.bind('personalWords', ({ person }) => personalWordsOf(auth, person.accountId)),
      TE.tap(({ personalWords }) => requireAcceptablePassword(auth, newPassword, personalWords)),
      TE.tap(({ person }) => requireCode('spend', person.accountId)),
      TE.bind('changed', ({ person }) =>
        replacePassword(
          auth,
          { person, newPassword, reason: 'reset', removePasskeys },
          visitorMetadata(auth, correlationId),
        ),
      ),
      TE.tap(({ person }) => auth.credentials.clearFailures(person.accountId, source)),
      TE.map(({ changed }) => changed.position),
    )
  }

export interface ChangePassword {
  /** The signed-in person. */
  readonly person: Person
  readonly currentPassword: string
  readonly newPassword: string
  /** The session was started with a temporary password. */
  readonly mustChangePassword: boolean
  readonly source: string
}

export interface PasswordChangeResult {
  readonly position: Position | null
  /** Identifies the new password; required to start the next session. */
  readonly credential: string
}

/** Ends all sessions, including the current one; the caller starts a new one. */
export const changePassword: AuthUseCase<ChangePassword, PasswordChangeResult> =
  (auth) =>
  ({ person, currentPassword, newPassword, mustChangePassword, source }, correlationId) => {
    const { accountId } = person
    const meta = accountMetadata(auth, person, correlationId)
    const attempt = { accountId, name: accountId, password: currentPassword, source, at: meta.occurredAt }
    return pipe(
      personalWordsOf(auth, accountId),
      TE.flatMap((personalWords) => requireAcceptablePassword(auth, newPassword, personalWords)),
      TE.flatMap(() => auth.credentials.confirm(attempt)),
      TE.flatMap((outcome): Result<PasswordChangeResult> => {
        if (outcome.type === 'locked')
          return TE.left(rejectedWith({ type: 'TooOften', retryAfterSeconds: outcome.retryAfterSeconds }))
        if (outcome.type === 'incorrect') return TE.left(rejectedWith({ type: 'CurrentPasswordWrong' }))
        const reason = mustChangePassword ? 'temporary' : 'changed'
        const change = { person, newPassword, reason, ifCurrent: outcome.credential } as const
        return replacePassword(auth, change, meta)
      }),
    )
  }

interface PasswordReplacement {
  readonly person: Person
  readonly newPassword: string
  readonly reason: PasswordChangeReason
  /** The credential that was proven; if it has been replaced since, the change is rejected. */
  readonly ifCurrent?: string
  readonly removePasskeys?: boolean
}

/**
 * Sets the password before recording the event, so that a crash never records a change that did not happen. Proving a
 * previously unconfirmed address takes over the account and therefore removes its passkeys.
 */
const replacePassword = (
  auth: AuthServices,
  {
    person: { accountId, emailConfirmed },
    newPassword,
    reason,
    ifCurrent,
    removePasskeys = false,
  }: PasswordReplacement,
  meta: EventMetadata,
): Result<PasswordChangeResult> => {
  const { correlationId: changeId, occurredAt: at } = meta
  return pipe(
    auth.credentials.set(accountId, newPassword, at, ifCurrent === undefined ? {} : { ifCurrent }),
    TE.mapLeft(passwordFailure),
    TE.filterOrElse(
      (credential) => credential !== null,
      () => rejectedWith({ type: 'CurrentPasswordWrong' }),
    ),
    TE.bindTo('credential'),
    TE.tap(() => {
      if (removePasskeys) return removeAllPasskeys(auth, accountId, at)
      return emailConfirmed || reason === 'changed' ? TE.right(undefined) : auth.passkeys.deleteAllOf(accountId)
    }),
    TE.bindW('changed', () =>
      executeCommand(auth)(account, accountId, { type: 'ChangePassword', changeId, reason, at }, meta),
    ),
    TE.map(({ credential, changed: { position } }) => ({ position, credential })),
  )
}

/** @rule Q-127 a letter tells the owner, since anyone who reads the mailbox can reset the password */
const removeAllPasskeys = (auth: AuthServices, accountId: string, at: Instant): Result<void> =>
  pipe(
    auth.passkeys.listOf(accountId),
    TE.tap(() => auth.passkeys.deleteAllOf(accountId)),
    TE.flatMapTask((removed) => async () => {
      if (removed.length > 0) await auth.requestEmail({ kind: 'passkeys-removed-mail', accountId, at })
    }),
  )
