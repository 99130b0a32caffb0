import { account, type AccountCommand } from '../../domain/access/account/decider.ts'
import type { BusinessType } from '../../domain/access/account/events.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Position } from '../../domain/kernel/recorded.ts'
import { handle } from '../handle.ts'
import { refuse, type Answer } from '../use-case.ts'
import { asVisitor, type DoorCase, type Doors } from './doors.ts'
import { claimName, keepName, releaseName, type NameToReserve } from './reserve-name.ts'

export interface RegisterBusiness {
  readonly username: string
  readonly password: string
  readonly email: string
  readonly phone: string | null
  readonly businessName: string
  readonly businessType: BusinessType
  readonly location: string
  readonly province: string | null
  readonly businessPhoto: string | null
  readonly theForkTenths: number | null
  readonly referral: string | null
}

export interface RegisterClient {
  readonly email: string
  readonly password: string
  readonly phone: string
  readonly firstName: string
  readonly lastName: string
  readonly referral: string | null
}

export interface Registered {
  readonly accountId: string
  readonly clientId: string | null
  readonly position: Position | null
}

/** whatever the body says, this is a business and nothing more. */
export const registerBusiness: DoorCase<RegisterBusiness, Registered> =
  (doors) =>
  ({ password, ...business }, correlationId) => {
    const meta = asVisitor(doors, correlationId)
    const accountId = doors.newId()
    const names: readonly NameToReserve[] = [
      { category: 'email', nameId: doors.names.email(business.email), accountId, meta },
      { category: 'username', nameId: doors.names.username(business.username), accountId, meta },
    ]
    const command = { type: 'RegisterBusiness', accountId, ...business, at: meta.occurredAt } as const
    return register(doors, { names, password, command, clientId: null })
  }

export const registerClient: DoorCase<RegisterClient, Registered> =
  (doors) =>
  ({ password, ...client }, correlationId) => {
    const meta = asVisitor(doors, correlationId)
    const [accountId, clientId] = [doors.newId(), doors.newId()]
    const names: readonly NameToReserve[] = [
      { category: 'email', nameId: doors.names.email(client.email), accountId, meta },
    ]
    const unsaid = { age: null, residence: null, travelType: null }
    const command = { type: 'RegisterClient', accountId, clientId, ...client, ...unsaid, at: meta.occurredAt } as const
    return register(doors, { names, password, command, clientId })
  }

interface Registration {
  readonly names: readonly NameToReserve[]
  readonly password: string
  readonly command: Extract<AccountCommand, { readonly type: 'RegisterBusiness' | 'RegisterClient' }>
  readonly clientId: string | null
}

/** Names first, then the password, then the account; what dies in between leaves only claims that lapse. */
const register = (doors: Doors, { names, password, command, clientId }: Registration): Answer<Registered> => {
  const { accountId } = command
  const flaw = doors.credentials.flawOf(password)
  const meta = names[0]?.meta
  if (flaw !== null || meta === undefined) return TE.left(refuse(flaw ?? { type: 'EmailTaken' }))
  return pipe(
    claimAll(doors, names),
    TE.flatMap(() => pipe(doors.credentials.set(accountId, password, command.at), TE.mapLeft(asFailure))),
    TE.flatMap(() => handle(doors)(account, accountId, command, meta, { privacy: 'open' })),
    TE.tap(() => TE.sequenceSeqArray(names.map((name) => keepName(doors, name)))),
    TE.flatMapTask(({ recorded, position }) => async () => {
      const followed = await doors.react(recorded)
      return { accountId, clientId, position: followed ?? position }
    }),
  )
}

/** All or none: a name already taken gives back those claimed before it, so that another can be tried at once. */
export const claimAll = (doors: Doors, [name, ...rest]: readonly NameToReserve[]): Answer<unknown> =>
  name === undefined
    ? TE.right(undefined)
    : pipe(
        claimName(doors, name),
        TE.flatMap(() =>
          pipe(
            claimAll(doors, rest),
            TE.orElse((failure): Answer<unknown> =>
              pipe(
                releaseName(doors, name),
                TE.flatMap(() => TE.left(failure)),
              ),
            ),
          ),
        ),
      )

type CannotSet =
  { readonly type: 'PasswordTooShort' | 'PasswordTooPlain' } | { readonly type: 'Unavailable'; readonly cause: unknown }
/** Why a password cannot be set, as a failure. */
export const asFailure = (failure: CannotSet) =>
  failure.type === 'Unavailable' ? failure : refuse({ type: failure.type })
