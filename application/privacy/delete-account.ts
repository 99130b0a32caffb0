import type { RegisteredAccount } from '../../domain/accounts/account-state.ts'
import { account } from '../../domain/accounts/account.ts'
import { type DeletionCause, type DeletionObstacle, deletionObstacles } from '../../domain/accounts/vocabulary.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import type { EventMetadata, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { activeSanction } from '../../domain/sanctions/sanction-record-state.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { type AuthServices, type AuthUseCase, visitorMetadata } from '../accounts/auth-services.ts'
import { requireCurrentPassword } from '../accounts/passwords.ts'
import { executeCommand } from '../execute-command.ts'
import { load } from '../command-handler.ts'
import type { Person } from '../person.ts'
import type { Result, Services } from '../use-case.ts'

/** Obstacles to deleting an account, in order of priority. @rule Q-92 */
export const loadDeletionObstacles = (
  services: Pick<Services, 'history' | 'lookups' | 'clock'>,
  accountId: string,
): Result<readonly DeletionObstacle[]> => {
  const { privacy } = services.lookups
  return pipe(
    TE.Do,
    TE.apS('account', load(services)(account, accountId)),
    TE.apS('wallet', load(services)(wallet, accountId)),
    TE.apS('sanctions', load(services)(sanctionRecord, accountId)),
    TE.apSW('hasUndecidedDispute', privacy.hasUndecidedDispute(accountId)),
    TE.apSW('hasOtherAdmin', privacy.hasOtherAdmin(accountId)),
    TE.map(({ hasUndecidedDispute, hasOtherAdmin, ...loaded }) => {
      const owner = loaded.account.state
      const isAdmin = owner.kind !== null && owner.roles.includes('ADMIN')
      const sanction = activeSanction(loaded.sanctions.state, services.clock())
      const isAppealed = sanction?.appeal === 'PENDING' || sanction?.appeal === 'UNDER_REVIEW'
      const applies: { readonly [O in DeletionObstacle]: boolean } = {
        'open-dispute': hasUndecidedDispute,
        'pending-payout': loaded.wallet.state.payouts.some(({ status }) => status === 'pending'),
        'open-appeal': sanction?.severity === 'PERMANENT' && isAppealed,
        'last-admin': isAdmin && !hasOtherAdmin,
      }
      return deletionObstacles.filter((obstacle) => applies[obstacle])
    }),
  )
}

export interface DeleteOwnAccount {
  /** The signed-in person. */
  readonly person: Person
  /** @rule Q-105 entered again for a sensitive change */
  readonly password: string
  readonly reason: string | null
  readonly source: string
}

/** Deletes the account; the erasure follows and cannot be undone. */
export const deleteOwnAccount: AuthUseCase<DeleteOwnAccount, Position | null> =
  (auth) =>
  ({ person: { accountId, kind }, password, reason, source }, correlationId) =>
    pipe(
      requireCurrentPassword(auth, { accountId, password, source }),
      TE.flatMap(() => {
        const meta = { ...visitorMetadata(auth, correlationId), actor: { id: accountId, role: kind } }
        return startDeletion(auth, { accountId, cause: 'owner', reason }, meta)
      }),
    )

interface Deletion {
  readonly accountId: string
  readonly cause: DeletionCause
  readonly reason: string | null
}

/** Succeeds with null if the account does not exist or is already deleted. */
export const startDeletion = (auth: AuthServices, deletion: Deletion, meta: EventMetadata): Result<Position | null> =>
  pipe(
    load(auth)(account, deletion.accountId, 'decrypted'),
    TE.flatMap(({ state }) => (state.kind === null ? TE.right(null) : deleteAccount(auth, state, deletion, meta))),
  )

const deleteAccount = (
  auth: AuthServices,
  owner: RegisteredAccount,
  { accountId, cause, reason }: Deletion,
  meta: EventMetadata,
): Result<Position | null> =>
  pipe(
    loadDeletionObstacles(auth, accountId),
    TE.flatMap((obstacles) => {
      const names = nameIdsOf(auth, owner)
      const command = { type: 'DeleteAccount', cause, reason, ...names, obstacles, at: meta.occurredAt } as const
      return executeCommand(auth)(account, accountId, command, meta)
    }),
    TE.map(({ position }) => position),
  )

/** Reservation ids of the account's names; the erasure releases them. */
export const nameIdsOf = (
  { nameHasher }: Pick<AuthServices, 'nameHasher'>,
  { email, registration }: RegisteredAccount,
) => ({
  emailId: nameHasher.email(email),
  usernameId: registration.type === 'BusinessRegistered' ? nameHasher.username(registration.data.username) : null,
})
