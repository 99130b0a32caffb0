import { pipe, TE } from '../../domain/kernel/fp.ts'
import { endOfNthWorkingDay, romeDay } from '../../domain/kernel/italian-calendar.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { moderationCase } from '../../domain/moderation/case.ts'
import type { Job } from '../ports/jobs.ts'
import { executeAsTimer, forEachId } from '../scheduled-commands.ts'
import type { Result, Services } from '../use-case.ts'

/** So many at a time; the next run takes the rest. */
const batchSize = 500

/** B-47: what is due by the end of the next working day is due soon. */
const dueSoonUntil = (at: Instant): Instant => endOfNthWorkingDay(at, 1)

/** A case hears what time it is: it may be due soon, overdue, or free again. */
export const recheckCase =
  (services: Services) =>
  (caseId: string): Result<unknown> => {
    const at = services.clock()
    const command = { type: 'CheckDeadline', soonUntil: dueSoonUntil(at), at } as const
    return executeAsTimer(services, moderationCase, caseId, command, ['CaseNotFound'])
  }

/** Every case that should hear it, whatever became of its own job. How many there were. */
export const recheckCases = (services: Services): Result<number> => {
  const at = services.clock()
  return pipe(
    services.lookups.cases.casesToRecheck(at, dueSoonUntil(at), batchSize),
    TE.flatMap((ids) => forEachId(ids, recheckCase(services))),
  )
}

/** One letter a day to each moderator while something is late or nearly so; it says how many and nothing else. */
export const queueDigest = ({ clock, lookups }: Pick<Services, 'clock' | 'lookups'>): Result<readonly Job[]> => {
  const at = clock()
  return pipe(
    lookups.cases.deadlineCounts(at, dueSoonUntil(at)),
    TE.flatMap(({ overdue, dueSoon }) =>
      overdue + dueSoon === 0
        ? TE.right([])
        : pipe(
            lookups.cases.moderators(),
            TE.map((moderators) => moderators.map((accountId) => digestJob(accountId, { overdue, dueSoon }, at))),
          ),
    ),
  )
}

const digestJob = (accountId: string, counts: Readonly<Record<'overdue' | 'dueSoon', number>>, at: Instant): Job => ({
  queue: 'mail',
  name: 'queue-digest-mail',
  key: `queue-digest-${romeDay(at)}-${accountId}`,
  data: { accountId, ...counts },
})
