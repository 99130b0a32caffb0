import { keepCasesTime, keepTimeOf, queueDigest } from '../../application/moderation/keep-time.ts'
import type { Doors } from '../../application/access/doors.ts'
import type { JobHandler, Jobs } from '../../application/ports/jobs.ts'
import type { TE } from '../../domain/kernel/fp.ts'
import { E } from '../../domain/kernel/fp.ts'

export const deadlinesQueue = 'deadlines'

/** One case's own moment: its deadline, or the end of a claim. Early, late or again it finds what is so then. */
export const deadlineHandler =
  (doors: Doors): JobHandler =>
  async ({ data }) => {
    await done(keepTimeOf(doors)(String(data['caseId'])))
  }

/** Every case that should have heard by now, then one letter a day to each moderator while any is late or nearly so. */
export const lookAtDeadlines = async (doors: Doors): Promise<void> => {
  await done(keepCasesTime(doors))
}

export const tellModerators = async (doors: Doors, jobs: Pick<Jobs, 'add'>): Promise<void> => {
  await jobs.add(await done(queueDigest(doors)))
}

const done = async <A>(work: TE.TaskEither<unknown, A>): Promise<A> => {
  const outcome = await work()
  if (E.isLeft(outcome)) throw new Error('Not all of it could be done', { cause: outcome.left })
  return outcome.right
}
