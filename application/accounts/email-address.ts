import { account } from '../../domain/accounts/account.ts'
import type { RegisteredAccount } from '../../domain/accounts/account-state.ts'
import type { EventMetadata, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { executeCommand } from '../execute-command.ts'
import { handle, load } from '../handle.ts'
import type { Person } from '../person.ts'
import { refuse, type Result } from '../use-case.ts'
import { accountByName, type AuthServices, type AuthUseCase, loadPerson, visitorMetadata } from './auth-services.ts'
import { claimName } from './name-reservation.ts'
import { requireCurrentPassword } from './passwords.ts'
import { consumeRateLimits, requireChannel } from './recovery.ts'

export interface EmailConfirmation {
  readonly accountId: string
  readonly position: Position | null
}

/** a client types the code from the mail; an unknown client is told the same as a wrong code. */
export const confirmByCode: AuthUseCase<{ readonly clientId: string; readonly code: string }, EmailConfirmation> =
  (auth) =>
  ({ clientId, code }, correlationId) =>
    pipe(
      auth.lookups.accountOfClient(clientId),
      TE.flatMap((accountId) => (accountId === null ? wrongCode : TE.right(accountId))),
      TE.flatMap((accountId) =>
        pipe(
          auth.codes.spend('verify-email', accountId, code, auth.clock()),
          TE.flatMap((right): Result<EmailConfirmation> =>
            right ? confirmEmail(auth, accountId, correlationId) : wrongCode,
          ),
        ),
      ),
    )

/** a business follows the link from the mail. */
export const confirmByLink: AuthUseCase<{ readonly token: string }, EmailConfirmation> =
  (auth) =>
  ({ token }, correlationId) =>
    pipe(
      auth.codes.spendToken('verify-email', token, auth.clock()),
      TE.flatMap((accountId) => (accountId === null ? wrongCode : confirmEmail(auth, accountId, correlationId))),
    )

/** A fresh code by mail. Says nothing of whom it found, and does nothing for who has confirmed already. */
export const resendConfirmation: AuthUseCase<{ readonly clientId: string } | { readonly accountId: string }, void> =
  (auth) => (whose) =>
    pipe(
      'accountId' in whose ? TE.right(whose.accountId) : auth.lookups.accountOfClient(whose.clientId),
      TE.flatMap((accountId): Result<void> => {
        if (accountId === null) return TE.right(undefined)
        return pipe(
          loadPerson(auth, accountId),
          TE.flatMap((person): Result<void> =>
            person === null || person.emailConfirmed ? TE.right(undefined) : reissueCode(auth, accountId),
          ),
        )
      }),
    )

const reissueCode = (auth: AuthServices, accountId: string): Result<void> =>
  pipe(
    auth.codes.issue('verify-email', accountId, auth.clock()),
    TE.flatMapTask(() => () => auth.requestEmail({ kind: 'confirmation-mail', accountId })),
  )

const wrongCode: Result<never> = TE.left(refuse({ type: 'CodeWrong' }))

const confirmEmail = (auth: AuthServices, accountId: string, correlationId: string): Result<EmailConfirmation> =>
  pipe(
    executeCommand(auth)(
      account,
      accountId,
      { type: 'ConfirmEmail', at: auth.clock() },
      visitorMetadata(auth, correlationId),
    ),
    TE.map(({ position }) => ({ accountId, position })),
  )

export interface StartEmailChange {
  /** By their session. */
  readonly person: Person
  readonly email: string
  /** Fresh, so that an open session alone is not enough to take an account away. */
  readonly password: string | undefined
  readonly source: string
}

/** asked for with the password; the address stays what it is until the code mailed to the new one comes back. */
export const startEmailChange: AuthUseCase<StartEmailChange, Position | null> = (auth) => (asked, changeId) => {
  const { email, person } = asked
  const meta = accountMetadata(auth, person, changeId)
  const command = { type: 'RequestEmailChange', changeId, email, at: meta.occurredAt } as const
  return pipe(
    loadRegisteredAccount(auth, person.accountId),
    TE.flatMap((state): Result<Position | null> => {
      if (auth.nameHasher.email(state.email) === auth.nameHasher.email(email)) return TE.right(null)
      return pipe(
        checkEmailChange(auth, asked),
        TE.flatMap(() => auth.codes.issue('change-email', changeId, meta.occurredAt)),
        TE.flatMap(() => handle(auth)(account, person.accountId, command, meta, { privacy: 'open' })),
        TE.map(({ position }) => position),
      )
    }),
  )
}

const checkEmailChange = (
  auth: AuthServices,
  { person: { accountId }, email, password, source }: StartEmailChange,
): Result<void> => {
  const { emailsPerHour: timesAnHour } = auth.recoveryRules
  const nameId = auth.nameHasher.email(email)
  const limits = [accountId, nameId].map(
    (whose) => ({ action: 'email-change', key: whose, perHour: timesAnHour }) as const,
  )
  return pipe(
    requireChannel(auth, 'email'),
    TE.flatMap(() => requireCurrentPassword(auth, { accountId, password, source })),
    TE.flatMap(() => consumeRateLimits(auth, limits)),
    TE.flatMap(() => accountByName(auth, 'email', nameId)),
    TE.flatMap((holder): Result<void> =>
      holder === null || holder === accountId ? TE.right(undefined) : TE.left(refuse({ type: 'EmailTaken' })),
    ),
  )
}

/** The code of the letter makes the new address the account's; where names end up is the policy's work. */
export const confirmEmailChange: AuthUseCase<{ readonly person: Person; readonly code: string }, Position | null> =
  (auth) =>
  ({ person, code }, correlationId) => {
    const { accountId } = person
    const meta = accountMetadata(auth, person, correlationId)
    const wrong: Result<never> = TE.left(refuse({ type: 'CodeWrong' }))
    return pipe(
      loadRegisteredAccount(auth, accountId),
      TE.flatMap(({ email, waitingEmail }) => {
        if (waitingEmail === null) return wrong
        const { changeId } = waitingEmail
        const [nameId, formerNameId] = [auth.nameHasher.email(waitingEmail.email), auth.nameHasher.email(email)]
        const command = { type: 'ChangeEmail', changeId, nameId, formerNameId, at: meta.occurredAt } as const
        return pipe(
          auth.codes.spend('change-email', changeId, code, meta.occurredAt),
          TE.flatMap((right): Result<unknown> =>
            right ? claimName(auth, { category: 'email', nameId, accountId, meta }) : wrong,
          ),
          TE.flatMap(() => executeCommand(auth)(account, accountId, command, meta, { privacy: 'open' })),
        )
      }),
      TE.map(({ position }) => position),
    )
  }

const accountMetadata = (auth: AuthServices, { accountId, kind }: Person, correlationId: string): EventMetadata => ({
  ...visitorMetadata(auth, correlationId),
  actor: { id: accountId, role: kind },
})

const loadRegisteredAccount = (auth: AuthServices, accountId: string): Result<RegisteredAccount> =>
  pipe(
    load(auth)(account, accountId, 'open'),
    TE.flatMap(({ state }): Result<RegisteredAccount> =>
      state.kind === null ? TE.left(refuse({ type: 'AccountNotRegistered' })) : TE.right(state),
    ),
  )
