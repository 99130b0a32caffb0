import { account } from '../../domain/access/account/decider.ts'
import { reservation } from '../../domain/access/reservation/decider.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Metadata } from '../../domain/kernel/recorded.ts'
import { load } from '../handle.ts'
import { personOf, type Person } from '../person.ts'
import type { Codes } from '../ports/codes.ts'
import type { Credentials } from '../ports/credentials.ts'
import type { DeviceTokens } from '../ports/device-tokens.ts'
import type { Names } from '../ports/names.ts'
import type { Passkeys } from '../ports/passkeys.ts'
import type { Answer, Toolbox } from '../use-case.ts'

/** What stands at the entrance: everything that can be asked without being signed in. */
export interface Doors extends Toolbox {
  readonly names: Names
  readonly credentials: Credentials
  readonly codes: Codes
  readonly passkeys: Passkeys
  readonly deviceTokens: DeviceTokens
  /** Has a letter written and sent; it names the account and nothing else. */
  readonly post: (letter: { readonly kind: 'confirmation-mail'; readonly accountId: string }) => Promise<void>
}

export type DoorCase<Input, Output> = (doors: Doors) => (input: Input, correlationId: string) => Answer<Output>

export const asVisitor = ({ clock }: Doors, correlationId: string): Metadata => ({
  correlationId,
  causationId: null,
  actor: { id: null, role: 'visitor' },
  occurredAt: clock(),
})

/** Whose name this is; null when nobody has it. */
export const holderOf = (
  doors: Pick<Doors, 'history'>,
  category: 'email' | 'username',
  nameId: string,
): Answer<string | null> =>
  pipe(
    load(doors)(reservation(category), nameId),
    TE.map(({ state }) => (state.status === 'free' ? null : state.accountId)),
  )

/** What the log says of an account; null when there is none. */
export const personIn = (doors: Pick<Doors, 'history'>, accountId: string): Answer<Person | null> =>
  pipe(
    load(doors)(account, accountId),
    TE.map(({ state }) => personOf(state)),
  )
