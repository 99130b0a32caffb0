import { accountRecovery } from '../../domain/accounts/account-recovery.ts'
import { account } from '../../domain/accounts/account.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { handle, load } from '../handle.ts'
import type { Message } from '../ports/mail.ts'
import { refuse, type Result } from '../use-case.ts'
import {
  accountByName,
  type AuthServices,
  type AuthUseCase,
  loadPersonOfKind,
  type RecoveryRequest,
  visitorMetadata,
} from './auth-services.ts'
import type { RateLimit } from './ports.ts'

/** `giulia@posta.it` → `g•••••@posta.it`: always as many dots, so that they do not tell the length. */
export const maskEmail = (address: string): string => {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••••${address.slice(at)}`
}

type AccountKind = RecoveryRequest['kind']

export interface RecoverEmail {
  readonly kind: AccountKind
  readonly phone: string
  readonly source: string
}

/**
 * the whole address goes by SMS to the number on record; the answer shows what is left of it masked, null where
 * every number is answered alike.
 */
export const recoverEmail: AuthUseCase<RecoverEmail, { readonly email: string | null }> =
  (auth) =>
  ({ kind, phone, source }, recoveryId) => {
    const { emailLookupsPerHour: timesAnHour, hidesUnknownNumbers } = auth.recoveryRules
    const allowances = [source, auth.nameHasher.phone(phone) ?? phone].map((whose): RateLimit => ({
      action: 'recover-email',
      key: whose,
      perHour: timesAnHour,
    }))
    return pipe(
      requireChannel(auth, 'sms'),
      TE.flatMap(() => consumeRateLimits(auth, allowances)),
      TE.flatMap(() => auth.lookups.accountsWithPhone(kind, phone)),
      TE.flatMap((found): Result<readonly (string | null)[]> => {
        if (found.length > 0) return TE.right(found)
        return hidesUnknownNumbers ? TE.right([null]) : TE.left(refuse({ type: 'PhoneUnknown' }))
      }),
      TE.tap((found) => requestReminders(auth, { recoveryId, kind }, found)),
      TE.flatMap(([accountId]) => (hidesUnknownNumbers || !accountId ? TE.right(null) : loadEmail(auth, accountId))),
      TE.map((email) => ({ email: email === null ? null : maskEmail(email) })),
    )
  }

/** An SMS for each account, and the same work for nobody. */
const requestReminders = (
  auth: AuthServices,
  { recoveryId, kind }: Pick<RecoveryRequest, 'recoveryId' | 'kind'>,
  found: readonly (string | null)[],
): Result<unknown> =>
  TE.sequenceSeqArray(
    found.map((accountId, n) => {
      const id = n === 0 ? recoveryId : `${recoveryId}-${n}`
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
  readonly means: 'reset-code' | 'temporary-password'
}

/** a letter, if there is such an account; nobody is told whether there is. */
export const requestRecoveryEmail: AuthUseCase<RequestRecoveryEmail, void> =
  (auth) =>
  ({ kind, email, means }, recoveryId) => {
    const nameId = auth.nameHasher.email(email)
    const { emailsPerHour: timesAnHour } = auth.recoveryRules
    return pipe(
      requireChannel(auth, 'email'),
      TE.flatMap(() => consumeRateLimits(auth, [{ action: 'recovery-mail', key: nameId, perHour: timesAnHour }])),
      TE.flatMap(() => enqueueRecovery(auth, { recoveryId, means, kind, account: { nameId }, at: auth.clock() })),
    )
  }

/** What was asked for, done: on record, from where the letter follows. Asked again, it is done already. */
export const beginRecovery =
  (auth: AuthServices) =>
  ({ recoveryId, means, kind, account, at }: RecoveryRequest): Result<unknown> =>
    pipe(
      'nameId' in account ? accountByName(auth, 'email', account.nameId) : TE.right(account.accountId),
      TE.flatMap((accountId) => loadPersonOfKind(auth, kind, accountId)),
      TE.flatMap((person): Result<unknown> => {
        if (person === null) return TE.right(undefined)
        const command = { type: 'RequestRecovery', recoveryId, accountId: person.accountId, means, at } as const
        return handle(auth)(accountRecovery, recoveryId, command, {
          ...visitorMetadata(auth, recoveryId),
          occurredAt: at,
        })
      }),
    )

const enqueueRecovery = (auth: AuthServices, asked: RecoveryRequest): Result<void> =>
  TE.tryCatch(
    () => auth.requestRecovery(asked),
    (cause) => ({ type: 'Unavailable', cause }),
  )

/** no false success where nothing can be sent. */
export const requireChannel = (
  { recoveryRules: { channels } }: AuthServices,
  channel: Message['channel'],
): Result<void> =>
  channels.includes(channel)
    ? TE.right(undefined)
    : TE.left({ type: 'Unavailable', cause: new Error(`no ${channel} can leave`) })

/** All of them, or a refusal that says when to come back. */
export const consumeRateLimits = (auth: AuthServices, [first, ...rest]: readonly RateLimit[]): Result<void> =>
  first === undefined
    ? TE.right(undefined)
    : pipe(
        auth.rateLimiter.consume(first, auth.clock()),
        TE.flatMap((seconds): Result<void> =>
          seconds === null
            ? consumeRateLimits(auth, rest)
            : TE.left(refuse({ type: 'TooOften', retryAfterSeconds: seconds })),
        ),
      )

const loadEmail = (auth: AuthServices, accountId: string): Result<string | null> =>
  pipe(
    load(auth)(account, accountId, 'open'),
    TE.map(({ state }) => (state.kind === null ? null : state.email)),
  )
