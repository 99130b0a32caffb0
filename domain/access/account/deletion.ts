import { E } from '../../kernel/fp.ts'
import type { Instant } from '../../kernel/primitives.ts'
import type { DeletionCause } from './deletion-events.ts'
import type { AccountEvent } from './events.ts'
import type { RegisteredAccount } from './state.ts'

/** What stands in the way of a deletion; the first that holds is told. */
export type Obstacle = 'open-dispute' | 'pending-payout' | 'open-appeal' | 'last-admin'

export interface DeleteAccount {
  readonly type: 'DeleteAccount'
  readonly cause: DeletionCause
  /** In the owner's words (V-81). */
  readonly reason: string | null
  /** Keyed hashes of the names it goes by. */
  readonly emailId: string
  readonly usernameId: string | null
  readonly obstacles: readonly Obstacle[]
  readonly at: Instant
}

export type DeletionRejection =
  | { readonly type: 'DeletionBlocked'; readonly obstacle: Obstacle }
  /** Nothing can be done any more with an account that was deleted. */
  | { readonly type: 'AccountGone' }

/** From then on there is nobody here; what is left to be erased is the erasure's work. */
export const deleteAccount = (
  { cause, reason, emailId, usernameId, obstacles, at }: DeleteAccount,
  { accountId, clientId, kind, identities }: RegisteredAccount,
): E.Either<DeletionRejection, readonly AccountEvent[]> => {
  const [obstacle] = obstacles
  if (obstacle !== undefined) return E.left({ type: 'DeletionBlocked', obstacle })
  const names = { emailId, usernameId, identities: identities.map(({ identity }) => identity) }
  return E.right([{ type: 'AccountDeleted', data: { accountId, clientId, kind, cause, reason, ...names, at } }])
}
