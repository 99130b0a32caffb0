import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import type { AccountEvent } from './events.ts'
import type { UnlinkReason } from './social-events.ts'
import type { LinkedIdentity, RegisteredAccount } from './state.ts'

export interface NewIdentity extends Omit<LinkedIdentity, 'at'> {
  readonly subject: string
}

export type SocialCommand =
  | ({ readonly type: 'LinkSocialIdentity'; readonly at: Instant } & NewIdentity)
  | {
      readonly type: 'UnlinkSocialIdentity'
      readonly identity: string
      readonly reason: UnlinkReason
      readonly at: Instant
    }

export type SocialRejection =
  /** Businesses come in by username or e-mail and password (P-03). */
  | { readonly type: 'SocialForClientsOnly' }
  /** Whoever made the account may not be who owns the address. */
  | { readonly type: 'SocialNeedsConfirmedEmail' }

type Decided = E.Either<SocialRejection, readonly AccountEvent[]>

export const decideSocial = (command: SocialCommand, state: RegisteredAccount): Decided => {
  const { accountId, kind, identities, emailConfirmed } = state
  const known = identities.find(({ identity }) => identity === command.identity)
  if (command.type === 'UnlinkSocialIdentity')
    return E.right(known === undefined ? [] : [unlinked(accountId, known, command)])
  if (known !== undefined) return E.right([])
  if (kind === 'business') return E.left({ type: 'SocialForClientsOnly' })
  if (!emailConfirmed) return E.left({ type: 'SocialNeedsConfirmedEmail' })
  return E.right([linked(accountId, command, command.at)])
}

export const linked = (accountId: string, { provider, identity, subject }: NewIdentity, at: Instant): AccountEvent => ({
  type: 'SocialIdentityLinked',
  data: { accountId, provider, identity, subject, at },
})

const unlinked = (
  accountId: string,
  { provider, identity }: Omit<LinkedIdentity, 'at'>,
  { reason, at }: { readonly reason: UnlinkReason; readonly at: Instant },
): AccountEvent => ({ type: 'SocialIdentityUnlinked', data: { accountId, provider, identity, reason, at } })

/** Who proves an address nobody had proven takes the account over: whoever opened it by a social identity is shut out. */
export const shutOut = ({ accountId, identities, emailConfirmed }: RegisteredAccount, at: Instant) =>
  emailConfirmed ? [] : identities.map((one) => unlinked(accountId, one, { reason: 'owner-proven', at }))
