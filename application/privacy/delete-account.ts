import type { AccountState, RegisteredAccount } from '../../domain/accounts/account-state.ts'
import { account } from '../../domain/accounts/account.ts'
import { administrationId, administrators } from '../../domain/accounts/administrators.ts'
import { type DeletionCause, type DeletionObstacle, deletionObstacles } from '../../domain/accounts/vocabulary.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import type { EventMetadata, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { plusMinutes } from '../../domain/kernel/time.ts'
import { activeSanction } from '../../domain/sanctions/sanction-record-state.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { accountMetadata, type AuthServices, type AuthUseCase } from '../accounts/auth-services.ts'
import { requireCurrentPassword } from '../accounts/passwords.ts'
import { executeCommand } from '../execute-command.ts'
import { idsWhose, load } from '../command-handler.ts'
import { keepHashes } from './kept-hashes.ts'
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
    TE.apSW('otherAdmins', privacy.otherAdmins(accountId)),
    TE.map(({ hasUndecidedDispute, otherAdmins, ...loaded }) => {
      const sanction = activeSanction(loaded.sanctions.state, services.clock())
      const isAppealed = sanction?.appeal === 'PENDING' || sanction?.appeal === 'UNDER_REVIEW'
      const applies: { readonly [O in DeletionObstacle]: boolean } = {
        'open-dispute': hasUndecidedDispute,
        'pending-payout': loaded.wallet.state.payouts.some(({ status }) => status === 'pending'),
        'open-appeal': sanction?.severity === 'PERMANENT' && isAppealed,
        // the hashes kept at deletion outlive it as long as the sanction lasts
        'open-proposal': sanction?.proposal?.outcome === 'pending',
        'last-admin': isAdmin(loaded.account.state) && otherAdmins.length === 0,
      }
      return deletionObstacles.filter((obstacle) => applies[obstacle])
    }),
  )
}

const isAdmin = (state: AccountState) => state.kind !== null && state.roles.includes('ADMIN')

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
  ({ person, password, reason, source }, correlationId) => {
    const { accountId } = person
    return pipe(
      requireCurrentPassword(auth, { accountId, password, source }),
      TE.flatMap(() => {
        const meta = accountMetadata(auth, person, correlationId)
        return startDeletion(auth, { accountId, cause: 'owner', reason }, meta)
      }),
    )
  }

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
      return pipe(
        obstacles.length === 0 && isAdmin(owner) ? leaveAdministration(auth, accountId, meta) : TE.right(undefined),
        // an unconfirmed address may be somebody else's
        TE.flatMap(() =>
          obstacles.length > 0 || cause === 'replaced' ? TE.right(undefined) : keepHashes(auth, accountId),
        ),
        TE.flatMap(() => executeCommand(auth)(account, accountId, command, meta)),
      )
    }),
    TE.map(({ position }) => position),
  )

/** Longer than any deletion takes; it ends only if the deletion crashed. */
const leavingMinutes = 10

/**
 * The obstacle is decided on a read model, which two administrators may see before either has left. Those who are leaving
 * do not count for one another.
 * @rule D-51 one administrator remains
 */
const leaveAdministration = (auth: AuthServices, accountId: string, meta: EventMetadata): Result<unknown> => {
  const at = meta.occurredAt
  return pipe(
    auth.lookups.privacy.otherAdmins(accountId),
    TE.flatMap(idsWhose((id) => load(auth)(account, id), isAdmin)),
    TE.flatMap((others) => {
      const leaving = { accountId, others, until: plusMinutes(at, leavingMinutes), at } as const
      return executeCommand(auth)(administrators, administrationId, { type: 'LeaveAdministration', ...leaving }, meta)
    }),
  )
}

/** Reservation ids of the account's names; the erasure releases them. */
export const nameIdsOf = (
  { nameHasher }: Pick<AuthServices, 'nameHasher'>,
  { email, registration }: RegisteredAccount,
) => ({
  emailId: nameHasher.email(email),
  usernameId: registration.type === 'BusinessRegistered' ? nameHasher.username(registration.data.username) : null,
})
