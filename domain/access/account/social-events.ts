import * as t from 'io-ts'
import { clear, event, pii } from '../../kernel/event.ts'
import { Id, Instant, oneOf } from '../../kernel/primitives.ts'

/** Where a client may come from (B-07, P-03). */
export const SocialProvider = oneOf(['google', 'facebook'])
export type SocialProvider = t.TypeOf<typeof SocialProvider>

/** Somebody else's word for who this is: provider and subject, never the e-mail address. */
export const SocialIdentityLinked = event('SocialIdentityLinked', {
  accountId: clear(Id),
  provider: clear(SocialProvider),
  /** A keyed hash of provider and subject: the name of its reservation. */
  identity: clear(Id),
  subject: pii('accountId', t.string, ''),
  at: clear(Instant),
})

/** Why: the address's owner proved it was theirs and not the linker's, or the provider asked us to delete. */
export const UnlinkReason = oneOf(['owner-proven', 'provider-asked'])
export type UnlinkReason = t.TypeOf<typeof UnlinkReason>

export const SocialIdentityUnlinked = event('SocialIdentityUnlinked', {
  accountId: clear(Id),
  provider: clear(SocialProvider),
  identity: clear(Id),
  reason: clear(UnlinkReason),
  at: clear(Instant),
})
