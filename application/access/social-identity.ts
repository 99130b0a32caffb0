import { account, type RegisteredAccount } from '../../domain/access/account/decider.ts'
import { reservation } from '../../domain/access/reservation/decider.ts'
import type { NewIdentity } from '../../domain/access/account/social.ts'
import type { SocialProvider } from '../../domain/access/account/social-events.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Metadata, Position } from '../../domain/kernel/recorded.ts'
import { carryOut } from '../carry-out.ts'
import { handle, load } from '../handle.ts'
import type { SocialProfile } from '../ports/social.ts'
import { refuse, type Answer } from '../use-case.ts'
import { asVisitor, holderOf, nobody, type DoorCase, type Doors } from './doors.ts'
import { claimAll, unsaid } from './register.ts'
import { claimName, keepName, releaseName, type NameToReserve } from './reserve-name.ts'

export interface SocialSignIn {
  readonly accountId: string
  readonly position: Position | null
}

interface Known {
  readonly provider: SocialProvider
  readonly profile: SocialProfile
}

/**
 * whoever is known by (provider, subject) comes in; otherwise the address decides: nobody's opens an account, a
 * client's is linked when both sides have proven it, everything else is refused.
 */
export const admitIdentity: DoorCase<Known, SocialSignIn> =
  (doors) =>
  ({ provider, profile }, correlationId) => {
    const { subject } = profile
    const identity: NewIdentity = { provider, identity: doors.names.social(provider, subject), subject }
    const meta = asVisitor(doors, correlationId)
    return pipe(
      holderOf(doors, 'social', identity.identity),
      TE.flatMap((holder) => registeredAs(doors, holder)),
      TE.flatMap((holder): Answer<SocialSignIn> => {
        if (holder !== null && has(holder, identity)) return TE.right({ accountId: holder.accountId, position: null })
        return pipe(
          holder === null ? TE.right(undefined) : giveUp(doors, identity, holder.accountId, meta),
          TE.flatMap(() => byAddress(doors, identity, profile, meta)),
        )
      }),
    )
  }

const has = ({ identities }: RegisteredAccount, { identity }: NewIdentity) =>
  identities.some((one) => one.identity === identity)

const registeredAs = (doors: Doors, accountId: string | null): Answer<RegisteredAccount | null> =>
  pipe(
    load(doors)(account, accountId ?? nobody),
    TE.map(({ state }) => (state.kind === null ? null : state)),
  )

/** The account that kept it has been unlinked since: its name is free again. One just being linked is left alone. */
const giveUp = (doors: Doors, { identity }: NewIdentity, accountId: string, meta: Metadata): Answer<unknown> =>
  pipe(
    load(doors)(reservation('social'), identity),
    TE.flatMap(({ state }) =>
      state.status === 'kept'
        ? releaseName(doors, { category: 'social', nameId: identity, accountId, meta })
        : TE.right(undefined),
    ),
  )

const byAddress = (
  doors: Doors,
  identity: NewIdentity,
  profile: SocialProfile,
  meta: Metadata,
): Answer<SocialSignIn> => {
  const { provider } = identity
  const { email, emailVerified } = profile
  if (email === null) return TE.left(refuse({ type: 'SocialEmailMissing', provider }))
  return pipe(
    holderOf(doors, 'email', doors.names.email(email)),
    TE.flatMap((holder) => registeredAs(doors, holder)),
    TE.flatMap((holder): Answer<SocialSignIn> => {
      if (holder === null) return register(doors, identity, { ...profile, email }, meta)
      // whoever has not proven the address is told no more than at registration
      if (!emailVerified) return TE.left(refuse({ type: 'SocialEmailTaken', provider }))
      return link(doors, identity, holder.accountId, meta)
    }),
  )
}

/** The decider refuses a business, and an address the account's owner has not proven. */
const link = (doors: Doors, identity: NewIdentity, accountId: string, meta: Metadata): Answer<SocialSignIn> => {
  const name: NameToReserve = { category: 'social', nameId: identity.identity, accountId, meta }
  const command = { type: 'LinkSocialIdentity', ...identity, at: meta.occurredAt } as const
  return pipe(
    claimName(doors, name),
    TE.flatMap(() =>
      pipe(
        handle(doors)(account, accountId, command, meta),
        TE.orElseFirst(() => releaseName(doors, name)),
      ),
    ),
    TE.tap(() => keepName(doors, name)),
    TE.map(({ position }) => ({ accountId, position })),
  )
}

const register = (
  doors: Doors,
  identity: NewIdentity,
  profile: SocialProfile & { readonly email: string },
  meta: Metadata,
): Answer<SocialSignIn> => {
  const [accountId, clientId] = [doors.newId(), doors.newId()]
  const { email, emailVerified, firstName, lastName } = profile
  const at = meta.occurredAt
  const names: readonly NameToReserve[] = [
    { category: 'social', nameId: identity.identity, accountId, meta },
    { category: 'email', nameId: doors.names.email(email), accountId, meta },
  ]
  // no picture of the provider's is taken without consent
  const client = { ...unsaid, phone: null, referral: null, accountId, clientId, email, firstName, lastName, at }
  const command = { type: 'RegisterByIdentity', client, identity, emailVerified } as const
  return pipe(
    claimAll(doors, names),
    TE.flatMap(() => carryOut(doors)(account, accountId, command, meta, { privacy: 'open' })),
    TE.tap(() => TE.sequenceSeqArray(names.map((name) => keepName(doors, name)))),
    TE.map(({ position }) => ({ accountId, position })),
  )
}
