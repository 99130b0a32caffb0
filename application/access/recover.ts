import { account } from '../../domain/access/account/decider.ts'
import { recovery } from '../../domain/access/recovery/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { handle, load } from '../handle.ts'
import { refuse, type Answer } from '../use-case.ts'
import { accountOfKind, asVisitor, holderOf, type DoorCase, type Doors, type RecoveryAsked } from './doors.ts'
import type { Allowance } from '../ports/allowances.ts'
import type { Message } from '../ports/mail.ts'
import { maskedEmail } from './masked.ts'

type Kind = RecoveryAsked['kind']

export interface RecoverEmail {
  readonly kind: Kind
  readonly phone: string
  readonly source: string
}

/**
 * the whole address goes by SMS to the number on record; the answer shows what is left of it masked, null where
 * every number is answered alike.
 */
export const recoverEmail: DoorCase<RecoverEmail, { readonly email: string | null }> =
  (doors) =>
  ({ kind, phone, source }, recoveryId) => {
    const { emailTriesAnHour: timesAnHour, uniform } = doors.recoveryRules
    const allowances = [source, doors.names.phone(phone) ?? phone].map((whose): Allowance => ({
      what: 'recover-email',
      whose,
      timesAnHour,
    }))
    return pipe(
      leaving(doors, 'sms'),
      TE.flatMap(() => allow(doors, allowances)),
      TE.flatMap(() => doors.lookups.accountsWithPhone(kind, phone)),
      TE.flatMap((found): Answer<readonly (string | null)[]> => {
        if (found.length > 0) return TE.right(found)
        return uniform ? TE.right([null]) : TE.left(refuse({ type: 'PhoneUnknown' }))
      }),
      TE.tap((found) => remind(doors, { recoveryId, kind }, found)),
      TE.flatMap(([accountId]) => (uniform || !accountId ? TE.right(null) : emailOf(doors, accountId))),
      TE.map((email) => ({ email: email === null ? null : maskedEmail(email) })),
    )
  }

/** An SMS for each account, and the same work for nobody. */
const remind = (
  doors: Doors,
  { recoveryId, kind }: Pick<RecoveryAsked, 'recoveryId' | 'kind'>,
  found: readonly (string | null)[],
): Answer<unknown> =>
  TE.sequenceSeqArray(
    found.map((accountId, n) => {
      const id = n === 0 ? recoveryId : `${recoveryId}-${n}`
      return begin(doors, { recoveryId: id, means: 'email-by-sms', kind, whose: { accountId }, at: doors.clock() })
    }),
  )

export interface AskForLetter {
  readonly kind: Kind
  readonly email: string
  readonly means: 'reset-code' | 'temporary-password'
}

/** a letter, if there is such an account; nobody is told whether there is. */
export const askForLetter: DoorCase<AskForLetter, void> =
  (doors) =>
  ({ kind, email, means }, recoveryId) => {
    const nameId = doors.names.email(email)
    const { lettersAnHour: timesAnHour } = doors.recoveryRules
    return pipe(
      leaving(doors, 'email'),
      TE.flatMap(() => allow(doors, [{ what: 'recovery-mail', whose: nameId, timesAnHour }])),
      TE.flatMap(() => begin(doors, { recoveryId, means, kind, whose: { nameId }, at: doors.clock() })),
    )
  }

/** What was asked for, done: on record, from where the letter follows. Asked again, it is done already. */
export const beginRecovery =
  (doors: Doors) =>
  ({ recoveryId, means, kind, whose, at }: RecoveryAsked): Answer<unknown> =>
    pipe(
      'nameId' in whose ? holderOf(doors, 'email', whose.nameId) : TE.right(whose.accountId),
      TE.flatMap((accountId) => accountOfKind(doors, kind, accountId)),
      TE.flatMap((person): Answer<unknown> => {
        if (person === null) return TE.right(undefined)
        const command = { type: 'RequestRecovery', recoveryId, accountId: person.accountId, means, at } as const
        return handle(doors)(recovery, recoveryId, command, { ...asVisitor(doors, recoveryId), occurredAt: at })
      }),
    )

const begin = (doors: Doors, asked: RecoveryAsked): Answer<void> =>
  TE.tryCatch(
    () => doors.recover(asked),
    (cause) => ({ type: 'Unavailable', cause }),
  )

/** no false success where nothing can be sent. */
export const leaving = ({ recoveryRules: { channels } }: Doors, channel: Message['channel']): Answer<void> =>
  channels.includes(channel)
    ? TE.right(undefined)
    : TE.left({ type: 'Unavailable', cause: new Error(`no ${channel} can leave`) })

/** All of them, or a refusal that says when to come back. */
export const allow = (doors: Doors, [first, ...rest]: readonly Allowance[]): Answer<void> =>
  first === undefined
    ? TE.right(undefined)
    : pipe(
        doors.allowances.use(first, doors.clock()),
        TE.flatMap((seconds): Answer<void> =>
          seconds === null ? allow(doors, rest) : TE.left(refuse({ type: 'TooOften', retryAfterSeconds: seconds })),
        ),
      )

const emailOf = (doors: Doors, accountId: string): Answer<string | null> =>
  pipe(
    load(doors)(account, accountId, 'open'),
    TE.map(({ state }) => (state.kind === null ? null : state.email)),
  )
