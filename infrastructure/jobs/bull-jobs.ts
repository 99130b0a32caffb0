import type { Job as BullJob, JobsOptions } from 'bullmq'
import { setTimeout as pause } from 'node:timers/promises'
import type { Job, JobHandler, Jobs, JobState } from '../../application/ports/jobs.ts'
import { type BullQueue, type JobStore, type BullWorker, type Payload, queueOpener } from './queue-connections.ts'
import { restoringSchedules } from './schedules.ts'

export { jobsMigrations, listTimers, timerRecorder, type TimerRecorder } from './timers.ts'

export interface JobFailure {
  readonly queue: string
  readonly error: unknown
  /** The job that failed; absent if the job store itself failed. */
  readonly job?: { readonly name: string; readonly key: string; readonly attempt: number; readonly gaveUp: boolean }
}

export interface JobSuccess {
  readonly queue: string
  readonly key: string
  readonly attempt: number
}

export interface BullJobsOptions {
  readonly store: JobStore
  /** Prefix of all queue names, for several Garbo installations on one store. */
  readonly prefix?: string
  /** Attempts before a job is given up. */
  readonly attempts?: number
  /** Delay after the first failure; doubles after each further one, up to `maxPauseMs`. */
  readonly firstPauseMs?: number
  readonly maxPauseMs?: number
  /** How often lost schedules are looked for. */
  readonly checkSchedulesMs?: number
  /** A worker that has not renewed its lock for this long is considered dead, and its jobs are reassigned. */
  readonly lockMs?: number
  /** The clock that `runAt` refers to. */
  readonly now?: () => number
  /** The clock that all workers share, in milliseconds, never shifted: decides whether a scheduled run was missed. */
  readonly sharedNow?: () => number
  readonly onFailure?: (failure: JobFailure) => void
  /** Called after a handler has succeeded, before the store knows. */
  readonly onSuccess?: (success: JobSuccess) => void
}

export interface BullJobs extends Jobs {
  /** Queues of `work` whose jobs this process cannot run: the store does not respond, or the queue's worker has ended. */
  readonly unavailable: () => Promise<readonly string[]>
}

/** A mail server may be away for days: these attempts span three. */
export const defaultPace = { attempts: 83, firstPauseMs: 2_000, maxPauseMs: 3_600_000 }
/** The next scheduled run replaces one that keeps failing. */
const scheduledAttempts = 20
const day = 24 * 60 * 60
/** How long a key is remembered: a job added again within this time does not run again. */
const retentionSeconds = { done: 7 * day, failed: 30 * day }
/** Number of workers that may die while running a job before it is given up. */
const maxStalledCount = 10
/**
 * How long closing waits for the store to acknowledge finished jobs. BullMQ would wait indefinitely for an unavailable
 * Redis.
 */
const closeTimeoutMs = 2_000
/** BullMQ's default after a lost connection is 15 s. */
const retryConnectionMs = 500

/** The pause after a failed attempt, counted from one. */
export const pauseAfter = (attempt: number, firstMs: number, maxMs: number): number =>
  Math.min(firstMs * 2 ** (attempt - 1), maxMs)

/**
 * Runs jobs with BullMQ on Postgres or Redis. Failures are passed to `onFailure` but not stored, because they may
 * contain personal data.
 */
export const bullJobs = (options: BullJobsOptions): BullJobs => {
  const { lockMs = 30_000, prefix = 'garbo', checkSchedulesMs = 30_000 } = options
  const { onFailure = () => undefined, now = Date.now, sharedNow = Date.now } = options
  const report = (queue: string, error: unknown) => onFailure({ queue, error })
  const open = queueOpener(options.store, report)
  const queues = openQueues((name) => open.queue(`${prefix}-${name}`))
  const workers: QueueWorker[] = []
  const running = runningJobs()
  const { policy, scheduledPolicy, backoffStrategy } = retryPolicies(options)
  let closed: Promise<void> | null = null
  const refuseWhenClosed = () => {
    if (closed) throw new Error('The job queues are closed')
  }
  const schedules = restoringSchedules({
    queue: queues.get,
    jobOptions: scheduledPolicy,
    checkMs: checkSchedulesMs,
    now: sharedNow,
    onFailure: report,
  })
  const entryOf = entriesUnder(policy, now)

  return {
    add: async (jobs) => {
      refuseWhenClosed()
      await inQueues(queues.get, jobs, (queue, queueJobs) => addAll(queue, queueJobs.map(entryOf)))
    },

    retry: async (jobs) => {
      refuseWhenClosed()
      await inQueues(queues.get, jobs, (queue, queueJobs) => retryAll(queue, queueJobs.map(entryOf)))
    },

    states: async (queue, keys) => {
      refuseWhenClosed()
      return statesIn(await queues.get(queue), keys)
    },

    work: async (queue, handler, { concurrency = 1 } = {}) => {
      refuseWhenClosed()
      const worker = await open.worker(`${prefix}-${queue}`, running.kept(jobProcessor(queue, handler, options)), {
        concurrency,
        ...workerSettings(lockMs),
        settings: { backoffStrategy },
      })
      workers.push({ queue, worker })
      worker.run().catch((error: unknown) => report(queue, error))
    },

    every: async (queue, name, pattern) => {
      refuseWhenClosed()
      await schedules.add({ queue, name, pattern })
    },

    keepSchedules: schedules.keepOnly,
    unavailable: () => queuesWithoutWork(queues.get, workers),

    close: () =>
      (closed ??= (async () => {
        schedules.stop()
        const closing = Promise.all(workers.map(({ worker }) => worker.close())).then(queues.close)
        await Promise.race([closing.then(running.ended), running.quietFor(closeTimeoutMs)])
        open.disconnect()
        await closing
      })()),
  }
}

const workerSettings = (lockMs: number) => ({
  lockDuration: lockMs,
  stalledInterval: lockMs,
  maxStalledCount,
  runRetryDelay: retryConnectionMs,
})

interface QueueWorker {
  readonly queue: string
  readonly worker: BullWorker
}

/** Asked for only to see whether the store responds. */
const unknownJobId = 'job-'

const queuesWithoutWork = async (open: (name: string) => Promise<BullQueue>, workers: readonly QueueWorker[]) => {
  const checked = await Promise.all(workers.map(async (one) => ((await canRun(open, one)) ? [] : [one.queue])))
  return checked.flat()
}

const canRun = async (open: (name: string) => Promise<BullQueue>, { queue, worker }: QueueWorker): Promise<boolean> => {
  try {
    await (await open(queue)).getJobState(unknownJobId)
    return worker.isRunning()
  } catch {
    return false
  }
}

const entriesUnder =
  (policy: JobsOptions, now: () => number) =>
  ({ name, data, key, runAt }: Job): Entry => ({
    name,
    data,
    opts: { ...policy, jobId: jobIdOf(key), ...(runAt && { delay: Math.max(0, runAt.getTime() - now()) }) },
  })

const inQueues = async (
  queue: (name: string) => Promise<BullQueue>,
  jobs: readonly Job[],
  act: (queue: BullQueue, jobs: readonly Job[]) => Promise<void>,
): Promise<void> => {
  const byQueue = Map.groupBy(jobs, (job) => job.queue)
  await Promise.all([...byQueue].map(async ([name, queueJobs]) => act(await queue(name), queueJobs)))
}

/** Stored with each job, so that the pauses follow `backoffStrategy`. Never rename it. */
const backoffType = 'capped'

const retryPolicies = (options: Partial<typeof defaultPace>) => {
  const { attempts, firstPauseMs, maxPauseMs } = { ...defaultPace, ...options }
  const policy: JobsOptions = {
    attempts,
    backoff: { type: backoffType },
    removeOnComplete: { age: retentionSeconds.done },
    removeOnFail: { age: retentionSeconds.failed },
    stackTraceLimit: 0,
  }
  return {
    policy,
    scheduledPolicy: { ...policy, attempts: Math.min(attempts, scheduledAttempts) },
    backoffStrategy: (attempt: number) => pauseAfter(attempt, firstPauseMs, maxPauseMs),
  }
}

/**
 * On Postgres, BullMQ creates two temporary tables for a bulk add, which costs as much as adding this many jobs
 * individually.
 */
const bulkThreshold = 16

/** Adds jobs in order. */
const addAll = async (queue: BullQueue, jobs: readonly Entry[]): Promise<void> => {
  if (jobs.length > bulkThreshold) await queue.addBulk([...jobs])
  else for (const { name, data, opts } of jobs) await queue.add(name, data, opts)
}

interface Entry {
  readonly name: string
  readonly data: Payload
  readonly opts: JobsOptions & { readonly jobId: string }
}

const statesIn = async (queue: BullQueue, keys: readonly string[]): Promise<ReadonlyMap<string, JobState>> => {
  const states = await Promise.all(keys.map((key) => queue.getJobState(jobIdOf(key))))
  return new Map(
    keys.flatMap((key, n): readonly [string, JobState][] => {
      const state = states[n]
      if (state === undefined || state === 'unknown') return []
      return [[key, state === 'completed' ? 'done' : state === 'failed' ? 'failed' : 'queued']]
    }),
  )
}

/** A failed job is replaced, so that it follows the present policy. */
const retryAll = async (queue: BullQueue, jobs: readonly Entry[]): Promise<void> => {
  for (const { name, data, opts } of jobs) {
    const stored = await queue.getJob(opts.jobId)
    const state = stored === undefined ? 'unknown' : await queue.getJobState(opts.jobId)
    if (state === 'failed') await queue.remove(opts.jobId)
    if (state === 'failed' || state === 'unknown') await queue.add(name, data, opts)
    else if (state === 'delayed' && stored !== undefined && stored.attemptsMade > 0) await promote(stored)
  }
}

/** Fails if the job has started since its state was read. */
const promote = (job: BullJob<Payload, void>) => job.promote().catch(() => undefined)

/** Opens each queue on first use; a queue that failed to open is retried on the next use. */
const openQueues = (open: (name: string) => Promise<BullQueue>) => {
  const queues = new Map<string, Promise<BullQueue>>()
  return {
    get: (name: string): Promise<BullQueue> => {
      const known = queues.get(name)
      if (known) return known
      const opening = open(name)
      queues.set(name, opening)
      opening.catch(() => queues.delete(name))
      return opening
    },
    close: async () => {
      for (const queue of await Promise.allSettled(queues.values()))
        if (queue.status === 'fulfilled') await queue.value.close()
    },
  }
}

/** Tracks jobs that have started and not finished. */
const runningJobs = () => {
  const begun = new Set<Promise<void>>()
  const ended = async (): Promise<void> => {
    while (begun.size > 0) await Promise.allSettled(begun)
  }
  return {
    kept:
      (process: (job: BullJob<Payload, void>) => Promise<void>) =>
      (job: BullJob<Payload, void>): Promise<void> => {
        const run = process(job).finally(() => begun.delete(run))
        begun.add(run)
        return run
      },
    ended,
    quietFor: async (ms: number): Promise<void> => {
      do {
        await ended()
        await pause(ms, undefined, { ref: false })
      } while (begun.size > 0)
    },
  }
}

const jobProcessor =
  (queue: string, handler: JobHandler, { onFailure, onSuccess }: Pick<BullJobsOptions, 'onFailure' | 'onSuccess'>) =>
  async ({ id = '', name, data, attemptsStarted, attemptsMade, opts }: BullJob<Payload, void>): Promise<void> => {
    const key = jobKeyOf(id)
    try {
      await handler({ name, data, key, attempt: attemptsStarted })
    } catch (error) {
      const gaveUp = attemptsMade + 1 >= (opts.attempts ?? 1)
      onFailure?.({ queue, error, job: { name, key, attempt: attemptsStarted, gaveUp } })
      throw withoutDetails(error)
    }
    onSuccess?.({ queue, key, attempt: attemptsStarted })
  }

/** What BullMQ stores about a failure: only the error's name. */
const withoutDetails = (error: unknown) => new Error(error instanceof Error ? error.name : typeof error)

/** BullMQ rejects numeric ids and ids containing `:`; this encoding is injective. */
const jobIdOf = (key: string): string => {
  if (key === '') throw new TypeError('A job needs a key')
  return `job-${encodeURIComponent(key)}`
}

/** The key of a job; for scheduled runs, derived from name and time. */
const jobKeyOf = (id: string): string =>
  id.startsWith('job-') ? decodeURIComponent(id.slice(4)) : id.replaceAll(/[^\w-]/g, '-')
