import type { AccountEvent } from '../../domain/accounts/account-events.ts'
import { account } from '../../domain/accounts/account.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { erasure } from '../../domain/privacy/erasure.ts'
import { accountByName, visitorMetadata } from '../accounts/auth-services.ts'
import { deleteForProvider } from '../accounts/data-deletion-request.ts'
import { smsNumberOf } from '../accounts/sms-numbers.ts'
import { load, streamOf } from '../command-handler.ts'
import { type JobQueue, type JobServices, runOrThrow } from '../jobs.ts'
import type { Job } from '../ports/jobs.ts'
import { isRejection } from '../use-case.ts'
import { accountDeletedEmail } from './emails.it.ts'
import { eraseAccount } from './erase-account.ts'
import { releaseHashes } from './kept-hashes.ts'

const queue = 'erasures'
/** Pending erasures per job; a follow-up job continues from the cursor. */
const pageSize = 200

/**
 * Erases deleted accounts. Every ten minutes and at startup it resumes unfinished erasures and retries deletions that a
 * provider requested. Jobs, by their stored names: `due` finds both, `erase` erases an account, `ask` retries a deletion,
 * `release` releases the hashes kept because of lifted sanctions.
 */
export const erasureQueue: JobQueue = {
  recurring: { due: '*/10 * * * *' },
  handler:
    (services) =>
    async ({ name, data: { accountId, askedAt: requestedAt, cursor } }) => {
      const id = String(accountId)
      if (name === 'due') await enqueuePendingErasures(services, cursor === undefined ? undefined : String(cursor))
      else if (name === 'ask') await retryProviderDeletion(services, id, String(requestedAt) as Instant)
      else if (name === 'release') await runOrThrow(releaseHashes(services.services, id))
      else await erase(services, id)
    },
}

const enqueuePendingErasures = async ({ services, jobs }: JobServices, cursor: string | undefined): Promise<void> => {
  const { items, nextCursor } = await runOrThrow(services.lookups.privacy.erasuresDue({ limit: pageSize, cursor }))
  // the key is new, so that a job that failed earlier is added again
  const job = (name: string, data: Job['data']): Job => ({ queue, name, data, key: `again-${services.newId()}` })
  await jobs.add([
    ...items.map(({ accountId, requestedAt, isDeleted }) =>
      job(isDeleted ? 'erase' : 'ask', { accountId, askedAt: requestedAt }),
    ),
    ...(nextCursor === null ? [] : [job('due', { cursor: nextCursor })]),
  ])
}

const retryProviderDeletion = async (
  { services }: JobServices,
  accountId: string,
  requestedAt: Instant,
): Promise<void> => {
  await runOrThrow(deleteForProvider(services, { accountId, requestedAt }, visitorMetadata(services, services.newId())))
}

const erase = async (context: JobServices, accountId: string): Promise<void> => {
  const { state } = await runOrThrow(load(context.services)(erasure, accountId))
  if (state.erased.length === 0) {
    await forgetStoredMessages(context, accountId)
    await sendDeletionEmail(context, accountId)
  }
  await runOrThrow(
    pipe(
      eraseAccount(context, accountId),
      // the recurring job tries again
      TE.orElse((failure) => (isRejection(failure, 'PayoutAlreadyOpen') ? TE.right(false) : TE.left(failure))),
    ),
  )
}

/**
 * Deletes the messages to all addresses and numbers that the account has had, before the last one is sent. An address
 * that another account now has keeps its messages.
 * @rule Q-92
 */
const forgetStoredMessages = async ({ services, storedMessages }: JobServices, accountId: string): Promise<void> => {
  if (storedMessages === null) return
  const past = await runOrThrow(services.history.read(account.events, streamOf(account, accountId)))
  const recipients = recipientsIn(past.map(({ event }) => event))
  const freeEmails: string[] = []
  for (const email of recipients.emails) {
    const holder = await runOrThrow(accountByName(services, 'email', services.nameHasher.email(email)))
    if (holder === null || holder === accountId) freeEmails.push(email)
  }
  await storedMessages.forget([...freeEmails, ...recipients.phones])
}

const recipientsIn = (past: readonly AccountEvent[]) => ({
  emails: new Set(
    past.flatMap(({ data }) => [
      ...('email' in data ? [data.email] : []),
      ...('formerEmail' in data ? [data.formerEmail] : []),
    ]),
  ),
  phones: new Set(
    past.flatMap(({ data }) => ('phone' in data ? [smsNumberOf(data.phone)] : [])).filter((phone) => phone !== null),
  ),
})

/** A failed e-mail does not delay the erasure. */
const sendDeletionEmail = async ({ services, messenger, warn }: JobServices, accountId: string): Promise<void> => {
  try {
    const email = await accountDeletedEmail(services, accountId)
    if (email !== null) await messenger.send({ ...email, key: `farewell-${accountId}` })
  } catch {
    warn({ email: 'account-deleted' }, 'an e-mail could not be sent')
  }
}
