import type { Logger } from 'pino'
import { type AuthServices, type RecoveryRequest, visitorMetadata } from '../../application/accounts/auth-services.ts'
import { deleteForProvider } from '../../application/accounts/data-deletion-request.ts'
import { beginRecovery } from '../../application/accounts/recovery.ts'
import { simulateRuleSet } from '../../application/ava/rule-sets.ts'
import { orThrow } from '../../application/email.ts'
import { load } from '../../application/handle.ts'
import type { Job, JobHandler, Jobs } from '../../application/ports/jobs.ts'
import type { Messenger } from '../../application/ports/mail.ts'
import { accountDeletedEmail } from '../../application/privacy/emails.it.ts'
import { eraseAccount, type ErasureServices } from '../../application/privacy/erase-account.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { erasure } from '../../domain/privacy/erasure.ts'

export const recoveryQueue = 'recovery'

/**
 * Queues account recovery so that response time does not reveal whether the account exists. The job holds only ids and
 * keyed hashes.
 */
export const enqueueRecovery =
  (jobs: Pick<Jobs, 'add'>): AuthServices['requestRecovery'] =>
  ({ recoveryId, means, kind, account, at }) =>
    jobs.add([
      {
        queue: recoveryQueue,
        name: means,
        key: `recovery-${recoveryId}`,
        data: { recoveryId, means, kind, at, ...account },
      },
    ])

export const recoveryHandler =
  (auth: AuthServices): JobHandler =>
  async ({ data }) => {
    const { nameId, accountId, ...request } = data
    const account = typeof nameId === 'string' ? { nameId } : { accountId }
    const begun = await beginRecovery(auth)({ ...request, account } as RecoveryRequest)()
    if (E.isLeft(begun)) throw new Error('Recovery could not be started', { cause: begun.left })
  }

export const simulationsQueue = 'simulations'

/** Simulates a draft rule set against the history; retried until it completes. */
export const simulationHandler =
  (auth: AuthServices): JobHandler =>
  ({ data: { book, draftId } }) =>
    orThrow(simulateRuleSet(auth, { book: String(book), draftId: String(draftId) }))

const erasureQueue = 'erasures'
/** Pending erasures per job; a follow-up job continues from the cursor. */
const erasureBatchSize = 200

export interface ErasureJobServices extends ErasureServices {
  readonly messenger: Messenger
  readonly logger: Pick<Logger, 'warn'>
}

/**
 * Erases deleted accounts. Every ten minutes and at startup it resumes unfinished erasures and retries deletions that a
 * provider requested.
 */
export const startErasures = async (jobs: Jobs, services: ErasureJobServices): Promise<void> => {
  await jobs.work(erasureQueue, erasureHandler(jobs, services))
  await jobs.every(erasureQueue, 'due', '*/10 * * * *')
  await jobs.add([{ queue: erasureQueue, name: 'due', data: {}, key: `start-erasures-${services.auth.newId()}` }])
}

const erasureHandler =
  (jobs: Pick<Jobs, 'add'>, services: ErasureJobServices): JobHandler =>
  async ({ name, data: { accountId, askedAt, cursor } }) => {
    const { auth } = services
    const id = String(accountId)
    if (name === 'due') await enqueueDue(jobs, auth, cursor === undefined ? undefined : String(cursor))
    else if (name === 'ask') {
      const request = { accountId: id, requestedAt: String(askedAt) as Instant }
      await orThrow(deleteForProvider(auth, request, visitorMetadata(auth, auth.newId())))
    } else await erase(services, id)
  }

const enqueueDue = async (jobs: Pick<Jobs, 'add'>, auth: AuthServices, cursor: string | undefined): Promise<void> => {
  const { items, nextCursor } = await orThrow(auth.lookups.privacy.erasuresDue({ limit: erasureBatchSize, cursor }))
  const job = (name: string, data: Job['data']): Job => ({
    queue: erasureQueue,
    name,
    data,
    key: `again-${auth.newId()}`,
  })
  await jobs.add([
    ...items.map(({ accountId, askedAt, decided }) => job(decided ? 'erase' : 'ask', { accountId, askedAt })),
    ...(nextCursor === null ? [] : [job('due', { cursor: nextCursor })]),
  ])
}

const erase = async (services: ErasureJobServices, accountId: string): Promise<void> => {
  const { state } = await orThrow(load(services.auth)(erasure, accountId))
  if (state.erased.length === 0) await sendFarewell(services, accountId)
  await orThrow(eraseAccount(services, accountId))
}

/** A failed e-mail does not delay the erasure. */
const sendFarewell = async ({ auth, messenger, logger }: ErasureJobServices, accountId: string): Promise<void> => {
  try {
    const email = await accountDeletedEmail(auth, accountId)
    if (email !== null) await messenger.send({ ...email, key: `farewell-${accountId}` })
  } catch {
    logger.warn({ email: 'account-deleted' }, 'an e-mail could not be sent')
  }
}
