import type { AuthServices } from '../../application/accounts/auth-services.ts'
import type { Sessions } from '../../application/accounts/ports.ts'
import { queueDigest, recheckCase, recheckCases } from '../../application/moderation/case-deadlines.ts'
import type { IdempotencyStore } from '../../application/ports/idempotency.ts'
import type { JobHandler, Jobs } from '../../application/ports/jobs.ts'
import { reportAnomalies } from '../../application/reviews/excluded-periods.ts'
import {
  completeDueBookings,
  expireDueRewards,
  expireDueSanctions,
  releaseDueRatings,
} from '../../application/scheduled-commands.ts'
import { E, type TE } from '../../domain/kernel/fp.ts'
import { payDuePayouts, resumePayouts } from './payouts.ts'

const queue = 'timers'
const schedules = {
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
/** Also run at startup: the process may have been down past a deadline, or its clock may have been shifted. */
const runAtStart: readonly Timer[] = ['cases-due', 'queue-digest', 'anomalies']
type Timer = keyof typeof schedules

export interface TimerServices {
  readonly auth: AuthServices
  readonly sessions: Sessions
  readonly idempotentResponses: IdempotencyStore
}

/**
 * Schedules everything that depends on time: completed stays, expired codes and sanctions, held ratings, payouts,
 * cleanup.
 */
export const startTimers = async (jobs: Jobs, services: TimerServices): Promise<void> => {
  await jobs.work(queue, timerHandler(jobs, services))
  await jobs.work(deadlinesQueue, deadlineHandler(services.auth))
  for (const [name, cron] of Object.entries(schedules)) await jobs.every(queue, name, cron)
  await jobs.add(runAtStart.map((name) => ({ queue, name, data: {}, key: `start-${name}-${services.auth.newId()}` })))
}

const timerHandler =
  (jobs: Pick<Jobs, 'add'>, { auth, sessions, idempotentResponses }: TimerServices): JobHandler =>
  async ({ name, data }) => {
    switch (name as Timer) {
      case 'bookings-due':
        return throwIfLeft(await completeDueBookings(auth)())
      case 'rewards-due':
        return throwIfLeft(await expireDueRewards(auth)())
      case 'cases-due':
        return recheckDueCases(auth)
      case 'queue-digest':
        return sendQueueDigest(auth, jobs)
      case 'anomalies':
        return throwIfLeft(await reportAnomalies(auth)())
      case 'ratings-due':
        return throwIfLeft(await releaseDueRatings(auth)())
      case 'sanctions-due':
        return throwIfLeft(await expireDueSanctions(auth)())
      case 'payouts-due':
        return payDuePayouts(auth, data['by'])
      case 'payouts-open':
        return resumePayouts(auth)
      case 'sweep': {
        const at = auth.clock()
        const { credentials, temporaryPasswords, rateLimiter, passkeys, deviceTokens, socialFlows, photos } = auth
        const stores = [credentials, temporaryPasswords, rateLimiter, passkeys, deviceTokens, socialFlows, photos]
        const sweeps = stores.map((store) => store.sweep(at)())
        await Promise.all([sessions.sweep(at), idempotentResponses.sweep(at), ...sweeps])
      }
    }
  }

const throwIfLeft = (outcome: E.Either<unknown, unknown>): void => {
  if (E.isLeft(outcome)) throw new Error('A scheduled command failed', { cause: outcome.left })
}

export const deadlinesQueue = 'deadlines'

/** Rechecks one case at its deadline or at the end of a claim. Idempotent: it acts on the state it finds. */
export const deadlineHandler =
  (auth: AuthServices): JobHandler =>
  async ({ data }) => {
    await orThrow(recheckCase(auth)(String(data['caseId'])))
  }

/** Rechecks every case that is past its deadline. */
const recheckDueCases = async (auth: AuthServices): Promise<void> => {
  await orThrow(recheckCases(auth))
}

const sendQueueDigest = async (auth: AuthServices, jobs: Pick<Jobs, 'add'>): Promise<void> => {
  await jobs.add(await orThrow(queueDigest(auth)))
}

const orThrow = async <A>(work: TE.TaskEither<unknown, A>): Promise<A> => {
  const outcome = await work()
  if (E.isLeft(outcome)) throw new Error('A scheduled command failed', { cause: outcome.left })
  return outcome.right
}
