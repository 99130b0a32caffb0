import { account, type RegisteredAccount } from '../../domain/access/account/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Metadata, Position } from '../../domain/kernel/recorded.ts'
import { carryOut } from '../carry-out.ts'
import { handle, load } from '../handle.ts'
import type { Person } from '../person.ts'
import { refuse, type Answer } from '../use-case.ts'
import { asVisitor, holderOf, type DoorCase, type Doors } from './doors.ts'
import { provePassword } from './fresh-password.ts'
import { allow, leaving } from './recover.ts'
import { claimName } from './reserve-name.ts'

export interface AskForNewEmail {
  /** By their session. */
  readonly person: Person
  readonly email: string
  /** Fresh, so that an open session alone is not enough to take an account away. */
  readonly password: string | undefined
  readonly source: string
}

/** asked for with the password; the address stays what it is until the code mailed to the new one comes back. */
export const askForNewEmail: DoorCase<AskForNewEmail, Position | null> = (doors) => (asked, changeId) => {
  const { email, person } = asked
  const meta = inTheNameOf(doors, person, changeId)
  const command = { type: 'RequestEmailChange', changeId, email, at: meta.occurredAt } as const
  return pipe(
    present(doors, person.accountId),
    TE.flatMap((state): Answer<Position | null> => {
      if (doors.names.email(state.email) === doors.names.email(email)) return TE.right(null)
      return pipe(
        mayAsk(doors, asked),
        TE.flatMap(() => doors.codes.issue('change-email', changeId, meta.occurredAt)),
        TE.flatMap(() => handle(doors)(account, person.accountId, command, meta, { privacy: 'open' })),
        TE.map(({ position }) => position),
      )
    }),
  )
}

const mayAsk = (doors: Doors, { person: { accountId }, email, password, source }: AskForNewEmail): Answer<void> => {
  const { lettersAnHour: timesAnHour } = doors.recoveryRules
  const nameId = doors.names.email(email)
  const limits = [accountId, nameId].map((whose) => ({ what: 'email-change', whose, timesAnHour }) as const)
  return pipe(
    leaving(doors, 'email'),
    TE.flatMap(() => provePassword(doors, { accountId, password, source })),
    TE.flatMap(() => allow(doors, limits)),
    TE.flatMap(() => holderOf(doors, 'email', nameId)),
    TE.flatMap((holder): Answer<void> =>
      holder === null || holder === accountId ? TE.right(undefined) : TE.left(refuse({ type: 'EmailTaken' })),
    ),
  )
}

/** The code of the letter makes the new address the account's; where names end up is the policy's work. */
export const confirmNewEmail: DoorCase<{ readonly person: Person; readonly code: string }, Position | null> =
  (doors) =>
  ({ person, code }, correlationId) => {
    const { accountId } = person
    const meta = inTheNameOf(doors, person, correlationId)
    const wrong: Answer<never> = TE.left(refuse({ type: 'CodeWrong' }))
    return pipe(
      present(doors, accountId),
      TE.flatMap(({ email, waitingEmail }) => {
        if (waitingEmail === null) return wrong
        const { changeId } = waitingEmail
        const [nameId, formerNameId] = [doors.names.email(waitingEmail.email), doors.names.email(email)]
        const command = { type: 'ChangeEmail', changeId, nameId, formerNameId, at: meta.occurredAt } as const
        return pipe(
          doors.codes.spend('change-email', changeId, code, meta.occurredAt),
          TE.flatMap((right): Answer<unknown> =>
            right ? claimName(doors, { category: 'email', nameId, accountId, meta }) : wrong,
          ),
          TE.flatMap(() => carryOut(doors)(account, accountId, command, meta, { privacy: 'open' })),
        )
      }),
      TE.map(({ position }) => position),
    )
  }

const inTheNameOf = (doors: Doors, { accountId, kind }: Person, correlationId: string): Metadata => ({
  ...asVisitor(doors, correlationId),
  actor: { id: accountId, role: kind },
})

const present = (doors: Doors, accountId: string): Answer<RegisteredAccount> =>
  pipe(
    load(doors)(account, accountId, 'open'),
    TE.flatMap(({ state }): Answer<RegisteredAccount> =>
      state.kind === null ? TE.left(refuse({ type: 'AccountNotRegistered' })) : TE.right(state),
    ),
  )
