import { pipe, TE } from '../../domain/kernel/fp.ts'
import { endOfNthWorkingDay, romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { moderationCase } from '../../domain/moderation/case.ts'
import { batchSize, executeAsTimer, forEachId, type JobQueue, type JobServices, runOrThrow } from '../jobs.ts'
import type { Job } from '../ports/jobs.ts'
import type { AppFailure, Result, Services } from '../use-case.ts'

/** @rule B-47 a case is due soon from one working day before its deadline */
const dueSoonUntil = (at: Instant): Instant => endOfNthWorkingDay(at, 1)

/** Updates a case's urgency and ends an expired claim. Ignores unknown cases. */
export const recheckCase =
  (services: Services) =>
  (caseId: string): Result<unknown> => {
    const at = services.clock()
    const command = { type: 'CheckDeadline', soonUntil: dueSoonUntil(at), at } as const
    return executeAsTimer(services, moderationCase, caseId, command, ['CaseNotFound'])
  }

/** Jobs that recheck one case, at its deadline or at the end of a claim. */
export const deadlineQueue: JobQueue = {
  handler:
    ({ services }) =>
    async ({ data }) => {
      await runOrThrow(recheckCase(services)(String(data['caseId'])))
    },
}

/** Rechecks the cases that are newly due soon, and those whose own job was lost. Returns their number. */
export const recheckCases = (services: Services): Result<number> => {
  const at = services.clock()
  return pipe(
    services.lookups.moderation.casesToRecheck(at, dueSoonUntil(at), batchSize),
    TE.flatMap((ids) => forEachId(ids, recheckCase(services))),
  )
}

export const sendQueueDigest = ({ services, outbox }: Pick<JobServices, 'services' | 'outbox'>): Result<void> =>
  pipe(
    queueDigest(services),
    TE.flatMap((digests) =>
      TE.tryCatch(
        () => outbox.add(digests),
        (cause): AppFailure => ({ type: 'Unavailable', cause }),
      ),
    ),
  )

/** One e-mail per moderator and day while cases are overdue or due soon. It contains counts only. */
export const queueDigest = ({ clock, lookups }: Pick<Services, 'clock' | 'lookups'>): Result<readonly Job[]> => {
  const at = clock()
  return pipe(
    TE.Do,
    TE.bind('counts', () => lookups.moderation.deadlineCounts(at, dueSoonUntil(at))),
    TE.bind('recipients', ({ counts: { overdue, dueSoon } }) =>
      overdue + dueSoon === 0 ? TE.right([]) : lookups.moderation.moderatorIds(),
    ),
    TE.map(({ counts, recipients }) => recipients.map((accountId) => digestJob(accountId, counts, at))),
  )
}

const digestJob = (accountId: string, counts: Readonly<Record<'overdue' | 'dueSoon', number>>, at: Instant): Job => ({
  queue: 'mail',
  name: 'queue-digest-mail',
  key: `queue-digest-${romeDay(at)}-${accountId}`,
  data: { accountId, ...counts },
})
