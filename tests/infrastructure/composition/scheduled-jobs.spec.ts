import { describe, expect, it } from 'vitest'
import type { JobServices } from '../../../application/jobs.ts'
import type { Job, JobHandler, Jobs } from '../../../application/ports/jobs.ts'
import { TE } from '../../../domain/kernel/fp.ts'
import { startWorker } from '../../../infrastructure/composition/scheduled-jobs.ts'
import type { TimerRecorder } from '../../../infrastructure/jobs/bull-jobs.ts'

/** Starts a worker on a job store in memory. */
const startTestWorker = async (services: object = {}) => {
  const handlers = new Map<string, JobHandler>()
  const crons = new Map<string, string>()
  const added: Job[] = []
  const succeeded: string[] = []
  const kept: string[] = []
  const remembered: string[] = []
  const jobs: Jobs = {
    add: async (newJobs) => {
      added.push(...newJobs)
    },
    work: async (queue, handler) => {
      handlers.set(queue, handler)
    },
    every: async (queue, name, cron) => {
      crons.set(`${queue}/${name}`, cron)
    },
    keepSchedules: async (queue, names) => void kept.push(...names.map((name) => `${queue}/${name}`)),
    states: async () => new Map(),
    retry: async () => undefined,
    close: async () => undefined,
  }
  let ids = 0
  const context = { jobs, services: { newId: () => `id-${ids++}`, ...services } } as unknown as JobServices
  const timers: TimerRecorder = {
    registered: async () => undefined,
    succeeded: async (name) => void succeeded.push(name),
    keepOnly: async (names) => void remembered.push(...names),
  }
  await startWorker({ jobs, context, timers, origin: 'https://garbo.example' })
  const run = (queue: string, name: string) => handlers.get(queue)?.({ name, data: {}, key: 'key', attempt: 1 })
  return { handlers, crons, added, succeeded, kept, remembered, run }
}

describe('the worker', () => {
  it('schedules the jobs of every context, in Italian time, under names that are stored', async () => {
    const { crons } = await startTestWorker()
    expect(Object.fromEntries(crons)).toEqual({
      'erasures/due': '*/10 * * * *',
      'timers/access-log': '50 * * * *',
      'timers/anchors': '5 0 * * *',
      'timers/anomalies': '35 0 * * *',
      'timers/bookings-due': '10 0 * * *',
      'timers/cases-due': '*/10 * * * *',
      'timers/liabilities': '20 0 * * *',
      'timers/monthly-reports': '*/20 9-12 * * *',
      'timers/notifications': '*/10 * * * * *',
      'timers/payouts-due': '0 3 * * *',
      'timers/payouts-open': '*/5 * * * *',
      'timers/queue-digest': '30 7 * * *',
      'timers/ratings-due': '30 0 * * *',
      'timers/rewards-due': '20 0 * * *',
      'timers/rewards-expiring': '*/10 9-19 * * *',
      'timers/sanctions-due': '*/10 * * * *',
      'timers/sweep': '40 * * * *',
    })
  })

  it('forgets every other timer', async () => {
    const { crons, kept, remembered } = await startTestWorker()
    expect(kept.toSorted()).toEqual([...crons.keys()].toSorted())
    expect(remembered.toSorted()).toEqual([...crons.keys()].toSorted())
  })

  it('works on the queues of every context, under names that are stored', async () => {
    const { handlers } = await startTestWorker()
    expect([...handlers.keys()].toSorted()).toEqual([
      'anchors',
      'deadlines',
      'erasures',
      'mail',
      'probation',
      'push',
      'recovery',
      'simulations',
      'timers',
    ])
  })

  it('runs at startup the jobs that a stopped process may have missed', async () => {
    const { added } = await startTestWorker()
    expect(added.map(({ queue, name }) => `${queue}/${name}`).toSorted()).toEqual([
      'erasures/due',
      'timers/access-log',
      'timers/anchors',
      'timers/anomalies',
      'timers/bookings-due',
      'timers/cases-due',
      'timers/monthly-reports',
      'timers/notifications',
      'timers/queue-digest',
      'timers/rewards-expiring',
    ])
    expect(new Set(added.map(({ key }) => key)).size).toBe(added.length)
  })

  it('fails a scheduled job whose command fails, so that it is retried', async () => {
    const unavailable = { type: 'Unavailable', cause: 'the database is down' } as const
    const lookups = { sanctions: { accountsWithExpiredSanctions: () => TE.left(unavailable) } }
    const { run, succeeded } = await startTestWorker({ clock: () => '2026-05-04T10:00:00.000Z', lookups })
    await expect(run('timers', 'sanctions-due')).rejects.toMatchObject({ cause: unavailable })
    expect(succeeded).toEqual([])
  })

  it('records when a timer has done its work', async () => {
    const lookups = { sanctions: { accountsWithExpiredSanctions: () => TE.right([]) } }
    const { run, succeeded } = await startTestWorker({ clock: () => '2026-05-04T10:00:00.000Z', lookups })
    await run('timers', 'sanctions-due')
    expect(succeeded).toEqual(['timers/sanctions-due'])
  })

  it('fails a scheduled job it does not know', async () => {
    const { run } = await startTestWorker()
    await expect(run('timers', 'unknown')).rejects.toThrow('unknown')
  })
})
