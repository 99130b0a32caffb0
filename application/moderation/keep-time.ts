import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { Instant } from '../../domain/kernel/primitives.ts'
import { moderationCase } from '../../domain/moderation/case/decider.ts'
import { romeDay } from '../../domain/kernel/rome.ts'
import { endOfWorkingDay } from '../../domain/reputation/dispute/working-days.ts'
import { byTimer, each } from '../due.ts'
import type { Job } from '../ports/jobs.ts'
import type { Answer, Toolbox } from '../use-case.ts'

/** So many at a time; the next run takes the rest. */
const batch = 500

/** B-47: what is due by the end of the next working day is due soon. */
const soonAfter = (at: Instant): Instant => endOfWorkingDay(at, 1)

/** A case hears what time it is: it may be due soon, overdue, or free again. */
export const keepTimeOf =
  (toolbox: Toolbox) =>
  (caseId: string): Answer<unknown> => {
    const at = toolbox.clock()
    const command = { type: 'KeepTime', soonUntil: soonAfter(at), at } as const
    return byTimer(toolbox, moderationCase, caseId, command, ['CaseNotFound'])
  }

/** Every case that should hear it, whatever became of its own job. How many there were. */
export const keepCasesTime = (toolbox: Toolbox): Answer<number> => {
  const at = toolbox.clock()
  return pipe(
    toolbox.lookups.cases.toTime(at, soonAfter(at), batch),
    TE.flatMap((ids) => each(ids, keepTimeOf(toolbox))),
  )
}

/** One letter a day to each moderator while something is late or nearly so; it says how many and nothing else. */
export const queueDigest = ({ clock, lookups }: Pick<Toolbox, 'clock' | 'lookups'>): Answer<readonly Job[]> => {
  const at = clock()
  return pipe(
    lookups.cases.deadlines(at, soonAfter(at)),
    TE.flatMap(({ overdue, dueSoon }) =>
      overdue + dueSoon === 0
        ? TE.right([])
        : pipe(
            lookups.cases.moderators(),
            TE.map((moderators) => moderators.map((accountId) => digestTo(accountId, { overdue, dueSoon }, at))),
          ),
    ),
  )
}

const digestTo = (accountId: string, counts: Readonly<Record<'overdue' | 'dueSoon', number>>, at: Instant): Job => ({
  queue: 'mail',
  name: 'queue-digest-mail',
  key: `queue-digest-${romeDay(at)}-${accountId}`,
  data: { accountId, ...counts },
})
