import { accountRecovery } from '../../domain/accounts/account-recovery.ts'
import { account } from '../../domain/accounts/account.ts'
import type { AccountKind } from '../../domain/accounts/vocabulary.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { decideAndAppend, load } from '../command-handler.ts'
import { type JobQueue, runOrThrow } from '../jobs.ts'
import { type AccessLog, outsideRequests } from '../audit/ports.ts'
import type { Jobs } from '../ports/jobs.ts'
import { rejectedWith, type Result } from '../use-case.ts'
import {
  accountByName,
  type AuthServices,
  type AuthUseCase,
  loadPersonOfKind,
  type RecoveryRequest,
  requireChannel,
  visitorMetadata,
} from './auth-services.ts'
import type { RateLimit } from './ports.ts'
import { smsNumberOf } from './sms-numbers.ts'

/** `giulia@posta.it` → `g•••••@posta.it`; always five dots, to hide the length. @rule Q-05 Q-117 masked address */
export const maskEmail = (address: string): string => {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••••${address.slice(at)}`
}

export interface RemindOfEmail {
  readonly kind: AccountKind
  readonly phone: string
  readonly source: string
}

/**
 * Sends the full address by SMS to the number on record and returns it masked; null if unknown numbers are hidden.
 * @rule Q-05 e-mail reminder by SMS
 */
export const remindOfEmail: AuthUseCase<RemindOfEmail, { readonly email: string | null }> =
  (auth) =>
  ({ kind, phone, source }, recoveryId) => {
    const { emailLookupsPerHour: perHour, hidesUnknownNumbers } = auth.recoveryRules
    const limits = [source, auth.nameHasher.phone(phone) ?? phone].map((key): RateLimit => ({
      action: 'recover-email',
      key,
      perHour,
    }))
    return pipe(
      requireChannel(auth, 'sms'),
      TE.flatMap(() => consumeRateLimits(auth, limits)),
      TE.flatMap(() => requireSmsNumber(phone)),
      TE.flatMap(() => auth.lookups.accounts.accountsWithPhone(kind, phone)),
      TE.flatMap((found): Result<readonly (string | null)[]> => {
        if (found.length > 0) return TE.right(found)
        return hidesUnknownNumbers ? TE.right([null]) : TE.left(rejectedWith({ type: 'PhoneUnknown' }))
      }),
      TE.tap((found) => requestReminders(auth, { recoveryId, kind }, found)),
      TE.flatMap(([accountId]) => (hidesUnknownNumbers || !accountId ? TE.right(null) : loadEmail(auth, accountId))),
      TE.map((email) => ({ email: email === null ? null : maskEmail(email) })),
    )
  }

/** Depends on the number alone, so that the response says nothing about accounts. */
const requireSmsNumber = (phone: string): Result<null> =>
  smsNumberOf(phone) === null ? TE.left(rejectedWith({ type: 'PhoneWithoutSms' })) : TE.right(null)

/** Enqueues an SMS for each account, and one job if there is none, so that response times do not differ. */
const requestReminders = (
  auth: AuthServices,
  { recoveryId, kind }: Pick<RecoveryRequest, 'recoveryId' | 'kind'>,
  found: readonly (string | null)[],
): Result<unknown> =>
  TE.sequenceSeqArray(
    found.map((accountId, index) => {
      const id = index === 0 ? recoveryId : `${recoveryId}-${index}`
      return enqueueRecovery(auth, {
        recoveryId: id,
        means: 'email-by-sms',
        kind,
        account: { accountId },
        at: auth.clock(),
      })
    }),
  )

export interface RequestRecoveryEmail {
  readonly kind: AccountKind
  readonly email: string
  readonly method: 'reset-code' | 'temporary-password'
  readonly source: string
}

/** Network addresses that must use up their e-mails before nobody can request one to a mailbox. */
const maxEmailSources = 3

export interface RequestedLetter {
  readonly action: Extract<RateLimit['action'], 'recovery-mail' | 'confirmation-mail'>
  readonly email: string
  /** Null if it is not known who requests the e-mail. */
  readonly source: string | null
}

/**
 * Counts an e-mail to a mailbox, whichever of its addresses is used, or rejects with the seconds to wait. It counts per
 * source, so that two strangers cannot keep the owner out, and together up to three times as many, so that mailboxes stay
 * usable.
 * @rule Q-23 Q-130
 * @rule D-53 all addresses of a mailbox share its e-mails
 */
export const consumeEmailOf = (auth: AuthServices, { action, email, source }: RequestedLetter): Result<void> => {
  const mailbox = auth.nameHasher.mailbox(email)
  const { emailsPerHour: perHour } = auth.recoveryRules
  return consumeRateLimits(auth, [
    ...(source === null ? [] : [{ action, key: `${mailbox} ${source}`, perHour }]),
    { action, key: mailbox, perHour: perHour * maxEmailSources },
  ])
}

/**
 * Sends an e-mail if the account exists; the response does not reveal whether it does.
 * @rule Q-03 Q-04
 */
export const requestRecoveryEmail: AuthUseCase<RequestRecoveryEmail, void> =
  (auth) =>
  ({ kind, email, method, source }, recoveryId) => {
    const nameId = auth.nameHasher.email(email)
    return pipe(
      requireChannel(auth, 'email'),
      TE.flatMap(() => consumeEmailOf(auth, { action: 'recovery-mail', email, source })),
      TE.flatMap(() =>
        enqueueRecovery(auth, { recoveryId, means: method, kind, account: { nameId }, at: auth.clock() }),
      ),
    )
  }

const recoveryQueueName = 'recovery'

/**
 * Queues a recovery, so that response times do not reveal whether the account exists. The job holds only ids and keyed
 * hashes.
 */
export const recoveryRequester =
  (jobs: Pick<Jobs, 'add'>): AuthServices['requestRecovery'] =>
  ({ recoveryId, means, kind, account, at }) =>
    jobs.add([
      {
        queue: recoveryQueueName,
        name: means,
        key: `recovery-${recoveryId}`,
        data: { recoveryId, means, kind, at, ...account },
      },
    ])

export const recoveryQueue: JobQueue = {
  handler:
    ({ services, accessLog }) =>
    async ({ data: { nameId, accountId, ...request } }) => {
      const account = typeof nameId === 'string' ? { nameId } : { accountId }
      await runOrThrow(beginRecovery(services, accessLog)({ ...request, account } as RecoveryRequest))
    },
}

/** Records the request, which triggers the message. Idempotent. */
const beginRecovery =
  (auth: AuthServices, accessLog: AccessLog) =>
  ({ recoveryId, means, kind, account, at }: RecoveryRequest): Result<unknown> =>
    pipe(
      'nameId' in account ? accountByName(auth, 'email', account.nameId) : TE.right(account.accountId),
      TE.flatMap((accountId) => loadPersonOfKind(auth, kind, accountId)),
      TE.flatMap((person): Result<unknown> => {
        if (person === null) return TE.right(undefined)
        const command = { type: 'RequestRecovery', recoveryId, accountId: person.accountId, means, at } as const
        return pipe(
          decideAndAppend(auth)(accountRecovery, recoveryId, command, {
            ...visitorMetadata(auth, recoveryId),
            occurredAt: at,
          }),
          TE.tapIO(() => () => accessLog.record(recoveryEntry(command))),
        )
      }),
    )

/** The request could not name the account, so that response times do not reveal whether it exists. @rule Q-97 */
const recoveryEntry = ({
  recoveryId,
  accountId,
  means,
}: Pick<RecoveryRequest, 'recoveryId' | 'means'> & { readonly accountId: string }) =>
  ({
    ...outsideRequests,
    what: 'recovery',
    role: null,
    subject: accountId,
    why: means,
    correlationId: recoveryId,
  }) as const

const enqueueRecovery = (auth: AuthServices, request: RecoveryRequest): Result<void> =>
  TE.tryCatch(
    () => auth.requestRecovery(request),
    (cause) => ({ type: 'Unavailable', cause }),
  )

/** Consumes every limit, or rejects with the seconds to wait. */
export const consumeRateLimits = (auth: AuthServices, [first, ...rest]: readonly RateLimit[]): Result<void> =>
  first === undefined
    ? TE.right(undefined)
    : pipe(
        auth.hourlyLimits.consume(first, auth.clock()),
        TE.flatMap((seconds): Result<void> =>
          seconds === null
            ? consumeRateLimits(auth, rest)
            : TE.left(rejectedWith({ type: 'TooOften', retryAfterSeconds: seconds })),
        ),
      )

const loadEmail = (auth: AuthServices, accountId: string): Result<string | null> =>
  pipe(
    load(auth)(account, accountId, 'decrypted'),
    TE.map(({ state }) => (state.kind === null ? null : state.email)),
  )
