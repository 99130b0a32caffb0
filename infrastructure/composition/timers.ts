import type { Doors } from '../../application/access/doors.ts'
import type { Answers } from '../../application/ports/answers.ts'
import type { JobHandler, Jobs } from '../../application/ports/jobs.ts'
import type { Sessions } from '../../application/ports/sessions.ts'
import { deadlineHandler, deadlinesQueue, lookAtDeadlines, tellModerators } from './deadlines.ts'
import { reportAnomalies } from '../../application/reputation/report-anomalies.ts'
import { completeDueBookings, expireDueRewards, expireDueSanctions, releaseDueRatings } from '../../application/due.ts'
import { E } from '../../domain/kernel/fp.ts'
import { goOnPaying, payDue } from './payouts.ts'

const queue = 'timers'
const crons = {
  'bookings-due': '10 0 * * *',
  'rewards-due': '20 0 * * *',
  anomalies: '35 0 * * *',
  'ratings-due': '30 0 * * *',
  'sanctions-due': '*/10 * * * *',
  'cases-due': '*/10 * * * *',
  'queue-digest': '30 7 * * *',
  'payouts-due': '0 3 * * *',
  'payouts-open': '*/5 * * * *',
  sweep: '40 * * * *',
} as const
/** Looked at when Garbo starts too: it may have slept over a deadline, or its clock been moved. */
const atStart: readonly Timer[] = ['cases-due', 'queue-digest', 'anomalies']
type Timer = keyof typeof crons

export interface Swept {
  readonly doors: Doors
  readonly sessions: Sessions
  readonly answers: Answers
}

/** What happens by the clock: stays that are over, codes and sanctions that ran out, ratings that waited, rows nobody needs any more. */
export const startTimers = async (jobs: Jobs, swept: Swept): Promise<void> => {
  await jobs.work(queue, timerHandler(jobs, swept))
  await jobs.work(deadlinesQueue, deadlineHandler(swept.doors))
  for (const [name, cron] of Object.entries(crons)) await jobs.every(queue, name, cron)
  await jobs.add(atStart.map((name) => ({ queue, name, data: {}, key: `start-${name}-${swept.doors.newId()}` })))
}

const timerHandler =
  (jobs: Pick<Jobs, 'add'>, { doors, sessions, answers }: Swept): JobHandler =>
  async ({ name, data }) => {
    switch (name as Timer) {
      case 'bookings-due':
        return settled(await completeDueBookings(doors)())
      case 'rewards-due':
        return settled(await expireDueRewards(doors)())
      case 'cases-due':
        return lookAtDeadlines(doors)
      case 'queue-digest':
        return tellModerators(doors, jobs)
      case 'anomalies':
        return settled(await reportAnomalies(doors)())
      case 'ratings-due':
        return settled(await releaseDueRatings(doors)())
      case 'sanctions-due':
        return settled(await expireDueSanctions(doors)())
      case 'payouts-due':
        return payDue(doors, data['by'])
      case 'payouts-open':
        return goOnPaying(doors)
      case 'sweep': {
        const at = doors.clock()
        const { credentials, temporaryPasswords, allowances, passkeys, deviceTokens, socialFlows, photos } = doors
        const stores = [credentials, temporaryPasswords, allowances, passkeys, deviceTokens, socialFlows, photos]
        const swept = stores.map((one) => one.sweep(at)())
        await Promise.all([sessions.sweep(at), answers.sweep(at), ...swept])
      }
    }
  }

const settled = (outcome: E.Either<unknown, unknown>): void => {
  if (E.isLeft(outcome)) throw new Error('Not all of it could be done', { cause: outcome.left })
}
