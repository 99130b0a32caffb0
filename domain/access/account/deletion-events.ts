import * as t from 'io-ts'
import { clear, event, pii } from '../../kernel/event.ts'
import { Id, Instant, oneOf, orNull } from '../../kernel/primitives.ts'

/** Who wanted it: the owner, or a provider on whose behalf it passes the wish on. */
export const DeletionCause = oneOf(['owner', 'facebook'])
export type DeletionCause = t.TypeOf<typeof DeletionCause>

/** The decision, and what must be let go of; what holds personal data is erased after it. */
export const AccountDeleted = event('AccountDeleted', {
  accountId: clear(Id),
  clientId: clear(orNull(Id)),
  kind: clear(oneOf(['business', 'client'])),
  cause: clear(DeletionCause),
  reason: pii('accountId', orNull(t.string), null),
  /** The streams in which its names are reserved: keyed hashes, also of the original address. */
  emailId: clear(Id),
  usernameId: clear(orNull(Id)),
  identities: clear(t.readonlyArray(Id)),
  at: clear(Instant),
})
