import { beginRecovery } from '../../application/access/recover.ts'
import type { Doors, RecoveryAsked } from '../../application/access/doors.ts'
import type { JobHandler, Jobs } from '../../application/ports/jobs.ts'
import { E } from '../../domain/kernel/fp.ts'

export const recoveryQueue = 'recovery'

/** Puts a request to get back in where the answer does not wait for it; it names ids and keyed hashes only. */
export const recoverLater =
  (jobs: Pick<Jobs, 'add'>): Doors['recover'] =>
  ({ recoveryId, means, kind, whose, at }) =>
    jobs.add([
      {
        queue: recoveryQueue,
        name: means,
        key: `recovery-${recoveryId}`,
        data: { recoveryId, means, kind, at, ...whose },
      },
    ])

export const recoveryHandler =
  (doors: Doors): JobHandler =>
  async ({ data }) => {
    const { nameId, accountId, ...asked } = data
    const whose = typeof nameId === 'string' ? { nameId } : { accountId }
    const begun = await beginRecovery(doors)({ ...asked, whose } as RecoveryAsked)()
    if (E.isLeft(begun)) throw new Error('The recovery cannot begin now', { cause: begun.left })
  }
