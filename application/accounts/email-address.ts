import { account } from '../../domain/accounts/account.ts'
import type { RegisteredAccount } from '../../domain/accounts/account-state.ts'
import type { EventMetadata, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { executeCommand } from '../execute-command.ts'
import { decideAndAppend, load } from '../command-handler.ts'
import type { Person } from '../person.ts'
import { rejectedWith, type Result } from '../use-case.ts'
import {
  accountByName,
  accountMetadata,
  type AuthServices,
  type AuthUseCase,
  loadPerson,
  requireChannel,
  visitorMetadata,
} from './auth-services.ts'
import type { CodeAttempt } from './ports.ts'
import { reserveName } from './name-reservation.ts'
import { requireCurrentPassword } from './passwords.ts'
import { consumeEmailOf, consumeRateLimits } from './recovery.ts'

export interface EmailConfirmation {
  readonly accountId: string
  readonly position: Position | null
}

/**
 * Confirms a client's address with the code from the e-mail. An unknown client and a wrong code give the same rejection.
 * @rule Q-16 Q-24 confirmation by code
 */
export const confirmByCode: AuthUseCase<CodeAttempt & { readonly clientId: string }, EmailConfirmation> =
  (auth) =>
  ({ clientId, ...attempt }, correlationId) =>
    pipe(
      auth.lookups.accounts.accountOfClient(clientId),
      TE.flatMap((accountId): Result<string> => (accountId === null ? wrongCode : TE.right(accountId))),
      TE.bindTo('accountId'),
      TE.bindW('isCorrect', ({ accountId }) => auth.codes.spend('verify-email', accountId, attempt, auth.clock())),
      TE.flatMap(({ accountId, isCorrect }) => (isCorrect ? confirmEmail(auth, accountId, correlationId) : wrongCode)),
    )

/** Confirms a business's address with the link from the e-mail. @rule Q-24 confirmation by link */
export const confirmByLink: AuthUseCase<{ readonly token: string }, EmailConfirmation> =
  (auth) =>
  ({ token }, correlationId) =>
    pipe(
      auth.codes.spendToken('verify-email', token, auth.clock()),
      TE.flatMap((accountId) => (accountId === null ? wrongCode : confirmEmail(auth, accountId, correlationId))),
    )

type Recipient = { readonly clientId: string } | { readonly accountId: string | null }

/** Sends a new code, unless the account is unknown or already confirmed; the result is the same in every case. */
export const resendConfirmation: AuthUseCase<Recipient, void> = (auth) => (recipient) =>
  pipe(
    requireChannel(auth, 'email'),
    TE.flatMap(() =>
      'accountId' in recipient
        ? TE.right(recipient.accountId)
        : auth.lookups.accounts.accountOfClient(recipient.clientId),
    ),
    TE.flatMap((accountId) => (accountId === null ? TE.right(null) : loadPerson(auth, accountId))),
    TE.flatMap((person): Result<void> =>
      person === null || person.emailConfirmed ? TE.right(undefined) : resendTo(auth, person.accountId),
    ),
  )

const resendTo = (auth: AuthServices, accountId: string): Result<void> =>
  pipe(
    loadRegisteredAccount(auth, accountId),
    TE.flatMap(({ email }) => consumeEmailOf(auth, { action: 'confirmation-mail', email, source: null })),
    TE.flatMap(() => reissueCode(auth, accountId)),
  )

const reissueCode = (auth: AuthServices, accountId: string): Result<void> =>
  pipe(
    auth.codes.issue('verify-email', accountId, auth.clock()),
    TE.flatMapTask(() => () => auth.requestEmail({ kind: 'confirmation-mail', accountId })),
  )

const wrongCode: Result<never> = TE.left(rejectedWith({ type: 'CodeWrong' }))

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
  /** The signed-in person. */
  readonly person: Person
  readonly email: string
  /** Entered again, so that an open session is not sufficient to take over the account. */
  readonly password: string | undefined
  readonly source: string
}

/** @rule Q-91 a change requires the password and takes effect when the code sent to the new address is entered */
export const startEmailChange: AuthUseCase<StartEmailChange, Position | null> = (auth) => (request, changeId) => {
  const { email, person } = request
  const meta = accountMetadata(auth, person, changeId)
  return pipe(
    loadRegisteredAccount(auth, person.accountId),
    TE.flatMap((current) =>
      auth.nameHasher.email(current.email) === auth.nameHasher.email(email)
        ? TE.right(null)
        : requestEmailChange(auth, request, meta),
    ),
  )
}

/** `meta.correlationId` identifies the change. */
const requestEmailChange = (
  auth: AuthServices,
  request: StartEmailChange,
  meta: EventMetadata,
): Result<Position | null> => {
  const { correlationId: changeId, occurredAt: at } = meta
  const { email, person } = request
  const command = { type: 'RequestEmailChange', changeId, email, at } as const
  return pipe(
    TE.Do,
    TE.tap(() => checkEmailChange(auth, request)),
    TE.tap(() => auth.codes.issue('change-email', changeId, at)),
    TE.flatMap(() => decideAndAppend(auth)(account, person.accountId, command, meta, { personalData: 'decrypted' })),
    TE.map(({ position }) => position),
  )
}

/** @rule D-53 all addresses of a mailbox share its e-mails */
const checkEmailChange = (
  auth: AuthServices,
  { person: { accountId }, email, password, source }: StartEmailChange,
): Result<void> => {
  const { emailsPerHour: perHour } = auth.recoveryRules
  const nameId = auth.nameHasher.email(email)
  const limits = [accountId, auth.nameHasher.mailbox(email)].map(
    (key) => ({ action: 'email-change', key, perHour }) as const,
  )
  return pipe(
    requireChannel(auth, 'email'),
    TE.flatMap(() => requireCurrentPassword(auth, { accountId, password, source })),
    TE.flatMap(() => consumeRateLimits(auth, limits)),
    TE.flatMap(() => accountByName(auth, 'email', nameId)),
    TE.flatMap((holder): Result<void> =>
      holder === null || holder === accountId ? TE.right(undefined) : TE.left(rejectedWith({ type: 'EmailTaken' })),
    ),
  )
}

/** Completes the change with the code from the e-mail; a policy then moves the reservations of both addresses. */
export const confirmEmailChange: AuthUseCase<CodeAttempt & { readonly person: Person }, Position | null> =
  (auth) =>
  ({ person, ...attempt }, correlationId) => {
    const { accountId } = person
    const meta = accountMetadata(auth, person, correlationId)
    return pipe(
      TE.Do,
      TE.bind('change', () => loadPendingChange(auth, accountId)),
      TE.bindW('isCorrect', ({ change }) =>
        auth.codes.spend('change-email', change.changeId, attempt, meta.occurredAt),
      ),
      TE.tap(({ change: { nameId }, isCorrect }): Result<unknown> =>
        isCorrect ? reserveName(auth, { category: 'email', nameId, accountId, meta }) : wrongCode,
      ),
      TE.flatMap(({ change }) => {
        const command = { type: 'ChangeEmail', ...change, at: meta.occurredAt } as const
        return executeCommand(auth)(account, accountId, command, meta, { personalData: 'decrypted' })
      }),
      TE.map(({ position }) => position),
    )
  }

interface PendingChange {
  readonly changeId: string
  /** Reservation ids of the new and the current address. */
  readonly nameId: string
  readonly formerNameId: string
}

const loadPendingChange = (auth: AuthServices, accountId: string): Result<PendingChange> =>
  pipe(
    loadRegisteredAccount(auth, accountId),
    TE.flatMap(({ email, pendingEmail }): Result<PendingChange> => {
      if (pendingEmail === null) return wrongCode
      const nameId = auth.nameHasher.email(pendingEmail.email)
      return TE.right({ changeId: pendingEmail.changeId, nameId, formerNameId: auth.nameHasher.email(email) })
    }),
  )

const loadRegisteredAccount = (auth: AuthServices, accountId: string): Result<RegisteredAccount> =>
  pipe(
    load(auth)(account, accountId, 'decrypted'),
    TE.flatMap(({ state }): Result<RegisteredAccount> =>
      state.kind === null ? TE.left(rejectedWith({ type: 'AccountNotRegistered' })) : TE.right(state),
    ),
  )
