import { ErrorCode } from 'bullmq'
import { CronExpressionParser } from 'cron-parser'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { BullQueue } from '../../../infrastructure/jobs/queue-connections.ts'
import { restoringSchedules } from '../../../infrastructure/jobs/schedules.ts'
import { until } from '../../contract/jobs/test-kit.ts'

const nightly = { queue: 'timers', name: 'nightly', pattern: '0 3 * * *' }

const nextRun = (pattern: string) => CronExpressionParser.parse(pattern, { tz: 'Europe/Rome' }).next().getTime()
const collision = ErrorCode.SchedulerJobIdCollision
const nextNight = () => nextRun(nightly.pattern)

interface Stored {
  next: number | null
  isRunStored: boolean
  /** The pattern another process has registered. */
  pattern?: string
  /** Whether a run begins and ends each time its time is read. */
  isMoving?: boolean
  /** Whether the run to be registered has been done already. */
  isDone?: boolean
}

/** Keeps one schedule; the store has the next run, or nothing. */
const keepNightly = async (stored: Stored, now = Date.now) => {
  const restored: string[] = []
  const patterns: string[] = []
  const missed: string[] = []
  const failures: unknown[] = []
  const state = { checks: 0, isDown: false }
  const queue = {
    getJobScheduler: async () => {
      state.checks++
      if (state.isDown) throw new Error('no store')
      if (stored.next === null) return undefined
      if (stored.isMoving) stored.next++
      return { next: stored.next, pattern: stored.pattern }
    },
    getJob: async (id: string) =>
      stored.isRunStored && id === `repeat:nightly:${stored.next}`
        ? { opts: { repeat: { pattern: stored.pattern ?? nightly.pattern, tz: 'Europe/Rome' } } }
        : undefined,
    upsertJobScheduler: async (name: string, { pattern }: { readonly pattern: string }) => {
      if (stored.isDone) throw Object.assign(new Error('job ID already exists'), { code: collision })
      restored.push(name)
      patterns.push(pattern)
      Object.assign(stored, { next: nextRun(pattern), isRunStored: true, pattern })
    },
    add: async (_name: string, _data: object, { jobId }: { readonly jobId: string }) => void missed.push(jobId),
  } as unknown as BullQueue
  const schedules = restoringSchedules({
    queue: async () => queue,
    jobOptions: {},
    checkMs: 5,
    now,
    onFailure: (_, error) => failures.push(error),
  })
  onTestFinished(schedules.stop)
  await schedules.add(nightly)
  const nextChecks = async (count = 10) => {
    const before = state.checks
    await until(() => state.checks >= before + count)
  }
  return { restored, patterns, missed, failures, state, nextChecks }
}

it('a schedule that was lost is restored once', async () => {
  const stored: Stored = { next: nextNight(), isRunStored: true }
  const { restored, missed, nextChecks } = await keepNightly(stored)
  await nextChecks()
  expect(restored).toEqual([])
  stored.next = null
  await nextChecks()
  expect(restored).toEqual(['nightly'])
  expect(missed).toEqual([])
})

it('a run that was due while its schedule was lost is made up for', async () => {
  const due = Date.now() + 50
  const stored: Stored = { next: due, isRunStored: true }
  const { restored, missed, state, nextChecks } = await keepNightly(stored)
  await nextChecks()
  state.isDown = true
  await until(() => Date.now() > due)
  stored.next = null
  state.isDown = false
  await nextChecks()
  expect(restored).toEqual(['nightly'])
  expect(missed).toEqual([`missed-nightly-${due}`])
})

it('a schedule whose next run was lost is restored when the run is overdue', async () => {
  const overdue = Date.now() - 60_000
  const stored = { next: overdue, isRunStored: true }
  const { restored, missed, nextChecks } = await keepNightly(stored)
  await nextChecks()
  expect(restored).toEqual([])
  stored.isRunStored = false
  await nextChecks()
  expect(restored).toEqual(['nightly'])
  expect(missed).toEqual([`missed-nightly-${overdue}`])
})

it('a lost run that is due only by the wrong clock of this machine is not made up for: it would run twice', async () => {
  const realNow = Date.now
  const stored: Stored = { next: realNow() + 3_600_000, isRunStored: true }
  const { restored, missed, nextChecks } = await keepNightly(stored, realNow)
  await nextChecks()
  const wrongClock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + 86_400_000)
  onTestFinished(() => wrongClock.mockRestore())
  stored.isRunStored = false
  await nextChecks()
  expect(restored).toEqual(['nightly'])
  expect(missed).toEqual([])
})

it('a lost run is restored by the pattern that another process has registered', async () => {
  const stored: Stored = { next: nextNight(), isRunStored: true }
  const { patterns, nextChecks } = await keepNightly(stored)
  Object.assign(stored, { pattern: '0 4 * * *', isRunStored: false })
  await nextChecks()
  expect(patterns).toEqual(['0 4 * * *'])
})

it('a schedule that moves on while its job is looked for is not lost', async () => {
  const stored: Stored = { next: nextNight(), isRunStored: true }
  const { restored, nextChecks } = await keepNightly(stored)
  Object.assign(stored, { isMoving: true, isRunStored: false })
  await nextChecks()
  expect(restored).toEqual([])
})

it('a store that is unavailable is reported and asked again', async () => {
  const stored: Stored = { next: nextNight(), isRunStored: true }
  const { failures, state, restored, nextChecks } = await keepNightly(stored)
  state.isDown = true
  stored.next = null
  await nextChecks()
  expect(failures.length).toBeGreaterThan(0)
  expect(restored).toEqual([])
  state.isDown = false
  await until(() => restored.length === 1)
})

const monthMs = 30 * 86_400_000

it('a run that a worker with a wrong clock has put off is brought back', async () => {
  const stored: Stored = { next: nextNight(), isRunStored: true, pattern: nightly.pattern }
  const { restored, missed, nextChecks } = await keepNightly(stored)
  stored.next = nextNight() + monthMs
  await nextChecks()
  expect(restored).toEqual(['nightly'])
  expect(stored.next).toBe(nextNight())
  expect(missed).toEqual([])
})

it('a process starts although a worker whose clock was ahead has done the next run, and later registers the one after', async () => {
  const stored: Stored = { next: nextNight(), isRunStored: false, isDone: true }
  const { restored, failures, nextChecks } = await keepNightly(stored)
  await nextChecks()
  expect([restored, failures]).toEqual([[], []])
  stored.isDone = false
  await nextChecks()
  expect(restored).toEqual(['nightly'])
})

it('a process whose own clock is wrong leaves the runs of the others alone', async () => {
  const stored: Stored = { next: nextNight(), isRunStored: true, pattern: nightly.pattern }
  const { restored, nextChecks } = await keepNightly(stored, () => Date.now() - monthMs)
  stored.next = nextNight() + monthMs
  await nextChecks()
  expect(restored).toEqual([])
})
