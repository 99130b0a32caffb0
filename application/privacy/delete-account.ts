import type { DeletionCause } from '../../domain/accounts/vocabulary.ts'
import { account } from '../../domain/accounts/account.ts'
import type { DeletionObstacle } from '../../domain/accounts/vocabulary.ts'
import { wallet } from '../../domain/ava/wallet.ts'
import type { EventMetadata, Position } from '../../domain/kernel/event-envelope.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import { activeSanction } from '../../domain/sanctions/sanction-record-state.ts'
import { sanctionRecord } from '../../domain/sanctions/sanction-record.ts'
import { type AuthServices, type AuthUseCase, visitorMetadata } from '../accounts/auth-services.ts'
import { requireCurrentPassword } from '../accounts/passwords.ts'
import { executeCommand } from '../execute-command.ts'
import { load } from '../handle.ts'
import type { Person } from '../person.ts'
import type { Result, Services } from '../use-case.ts'

/** What stands in the way of deleting an account, the weightiest first; nothing for most. */
export const deletionObstacles = (
  services: Pick<Services, 'history' | 'lookups' | 'clock'>,
  accountId: string,
): Result<readonly DeletionObstacle[]> => {
  const { privacy } = services.lookups
  return pipe(
    TE.Do,
    TE.apS('known', load(services)(account, accountId)),
    TE.apS('purse', load(services)(wallet, accountId)),
    TE.apS('behaved', load(services)(sanctionRecord, accountId)),
    TE.apSW('disputed', privacy.hasOpenDispute(accountId)),
    TE.apSW('anotherAdmin', privacy.hasOtherAdmin(accountId)),
    TE.map(({ known, purse, behaved, disputed, anotherAdmin }) => {
      const sanction = activeSanction(behaved.state, services.clock())
      const appealed = sanction?.appeal === 'PENDING' || sanction?.appeal === 'UNDER_REVIEW'
      const isAdmin = known.state.kind !== null && known.state.roles.includes('ADMIN')
      const standing: readonly (readonly [DeletionObstacle, boolean])[] = [
        ['open-dispute', disputed],
        ['pending-payout', purse.state.payouts.some(({ status }) => status === 'open')],
        ['open-appeal', sanction?.severity === 'PERMANENT' && appealed],
        ['last-admin', isAdmin && !anotherAdmin],
      ]
      return standing.flatMap(([obstacle, stands]) => (stands ? [obstacle] : []))
    }),
  )
}

export interface DeleteOwnAccount {
  /** By their session. */
  readonly person: Person
  /** Fresh. */
  readonly password: string
  readonly reason: string | null
  readonly source: string
}

/** the decision; the erasure follows from it, and cannot be called back. */
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

/** Of an account that is gone, or never was, nothing is left to decide. */
export const startDeletion = (
  auth: AuthServices,
  { accountId, cause, reason }: Deletion,
  meta: EventMetadata,
): Result<Position | null> =>
  pipe(
    load(auth)(account, accountId, 'open'),
    TE.flatMap(({ state }): Result<Position | null> => {
      if (state.kind === null) return TE.right(null)
      const { email, registration } = state
      const emailId = auth.nameHasher.email(email)
      const isBusiness = registration.type === 'BusinessRegistered'
      const usernameId = isBusiness ? auth.nameHasher.username(registration.data.username) : null
      return pipe(
        deletionObstacles(auth, accountId),
        TE.flatMap((obstacles) => {
          const names = { emailId, usernameId }
          const command = { type: 'DeleteAccount', cause, reason, ...names, obstacles, at: meta.occurredAt } as const
          return executeCommand(auth)(account, accountId, command, meta)
        }),
        TE.map(({ position }) => position),
      )
    }),
  )
