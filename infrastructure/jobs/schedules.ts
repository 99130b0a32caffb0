import { ErrorCode, type JobsOptions } from 'bullmq'
import { CronExpressionParser } from 'cron-parser'
import { isDeepStrictEqual } from 'node:util'
import type { BullQueue } from './queue-connections.ts'

export interface Schedule {
  readonly queue: string
  readonly name: string
  readonly pattern: string
}

export interface ScheduleOptions {
  readonly queue: (name: string) => Promise<BullQueue>
  readonly jobOptions: JobsOptions
  readonly checkMs: number
  /** Decides whether a run was missed or put off; the worker that registered it may have another clock than this machine. */
  readonly now: () => number
  readonly onFailure: (queue: string, error: unknown) => void
}

export interface Schedules {
  readonly add: (schedule: Schedule) => Promise<void>
  /** Removes the schedules of the queue that have other names. */
  readonly keepOnly: (queue: string, names: readonly string[]) => Promise<void>
  readonly stop: () => void
}

interface RegisteredSchedule extends Schedule {
  /** Time of the next run when the store was last asked. */
  next: number | null
}

/** Registers schedules, and restores those the store loses or a wrong clock has put off. */
export const restoringSchedules = (options: ScheduleOptions): Schedules => {
  const registered = new Map<string, RegisteredSchedule>()
  let checking: Promise<void> = Promise.resolve()
  let isStopped = false
  const check = async () => {
    for (const [queue, schedules] of Map.groupBy(registered.values(), (schedule) => schedule.queue))
      await restoreLost(options, queue, schedules).catch((error: unknown) => {
        if (!isStopped) options.onFailure(queue, error)
      })
  }
  const timer = setInterval(() => {
    checking = checking.then(check)
  }, options.checkMs).unref()
  return {
    add: async (schedule) => {
      await register(await options.queue(schedule.queue), schedule, options.jobOptions)
      registered.set(`${schedule.queue}/${schedule.name}`, { ...schedule, next: null })
    },
    keepOnly: async (queueName, names) => {
      for (const [key, { queue, name }] of registered)
        if (queue === queueName && !names.includes(name)) registered.delete(key)
      const queue = await options.queue(queueName)
      for (const { key } of await queue.getJobSchedulers(0, -1))
        if (!names.includes(key)) await queue.removeJobScheduler(key)
    },
    stop: () => {
      isStopped = true
      clearInterval(timer)
      registered.clear()
    },
  }
}

/**
 * A worker computes the next run by the clock of its machine. If that was ahead, the schedule would rest until the time it
 * showed. Another process may have registered a later pattern, so an existing schedule is left alone and a lost run is restored
 * by the stored pattern. A missed run is executed once, so that a nightly job is not lost for a day.
 */
const restoreLost = async (
  { queue: open, jobOptions, now }: ScheduleOptions,
  queueName: string,
  schedules: readonly RegisteredSchedule[],
): Promise<void> => {
  const queue = await open(queueName)
  for (const schedule of schedules) {
    const { name } = schedule
    const { at, pattern, job } = await nextRun(queue, name)
    const isPutOff = at !== null && pattern !== null && isTooLate(at, pattern, now())
    if (job !== null && !isPutOff) {
      schedule.next = at
      continue
    }
    // Between reading its time and reading its job, a run may have ended or been replaced: the schedule then has moved on.
    const again = await nextRun(queue, name)
    if ((again.job !== null && !isPutOff) || again.at !== at) continue
    const restored = { ...schedule, pattern: again.pattern ?? schedule.pattern }
    if (isPutOff) await store(queue, restored, jobOptions)
    else await register(queue, restored, jobOptions)
    const missed = at ?? schedule.next
    if (missed !== null && missed <= now())
      await queue.add(name, {}, { ...jobOptions, jobId: `missed-${name}-${missed}` })
    schedule.next = null
  }
}

/** Clocks that differ by less are right. */
const clockToleranceMs = 60_000

/** Whether a run is later than the pattern asks for. A process whose own clock is wrong could not register a better one. */
const isTooLate = (at: number, pattern: string, now: number): boolean => {
  if (Math.abs(now - Date.now()) > clockToleranceMs) return false
  const currentDate = new Date(now + clockToleranceMs)
  return at > CronExpressionParser.parse(pattern, { tz: scheduleTimeZone, currentDate }).next().getTime()
}

/** Cron patterns are in Italian time. */
export const scheduleTimeZone = 'Europe/Rome'
const maxRegistrations = 5

/**
 * Registers the schedule, unless its next job is in the queue with the same pattern and options. BullMQ would replace
 * that job without regard to the worker that runs it: at the moment of a run, replacing fails, drops the run, repeats it,
 * or loses to a worker that still follows the earlier pattern. If a worker whose clock was ahead has already done the next run,
 * nothing is registered; `restoreLost` does so once its time is over.
 */
const register = async (queue: BullQueue, schedule: Schedule, opts: JobsOptions): Promise<void> => {
  for (let left = maxRegistrations; left > 0 && !(await isRegistered(queue, schedule, opts)); left--)
    try {
      await store(queue, schedule, opts)
    } catch (error) {
      if (!isCollision(error)) throw error
    }
}

const store = (queue: BullQueue, { name, pattern }: Schedule, opts: JobsOptions) =>
  queue.upsertJobScheduler(name, { pattern, tz: scheduleTimeZone }, { name, data: {}, opts })

interface Times {
  readonly pattern: string
  readonly tz: string
}

/** Whether the next job is as it would be registered. */
const isRegistered = async (queue: BullQueue, schedule: Schedule, opts: JobsOptions): Promise<boolean> => {
  const times = { pattern: schedule.pattern, tz: scheduleTimeZone }
  const { job } = await nextRun(queue, schedule.name)
  if (job === null) return false
  const { repeat, ...current } = job.opts as JobsOptions & { readonly repeat?: Times }
  const { pattern, tz } = { ...repeat }
  return isDeepStrictEqual({ ...current, ...opts, ...times }, { ...current, pattern, tz })
}

/**
 * The stored pattern and the time of the next run, and its job unless that is lost or has ended: a worker adds the one
 * after when it begins.
 */
const nextRun = async (queue: BullQueue, name: string) => {
  const scheduler = await queue.getJobScheduler(name)
  const job = await queue.getJob(`repeat:${name}:${scheduler?.next}`)
  return {
    at: scheduler?.next ?? null,
    pattern: scheduler?.pattern ?? null,
    job: job === undefined || job.finishedOn !== undefined ? null : job,
  }
}

/** A worker has begun the run that was to be replaced. */
const isCollision = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === ErrorCode.SchedulerJobIdCollision
