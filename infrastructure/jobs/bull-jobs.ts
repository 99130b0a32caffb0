import { ErrorCode, type Job as BullJob, type JobsOptions } from 'bullmq'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Job, JobHandler, Jobs } from '../../application/ports/jobs.ts'
import { type JobQueue, type JobStore, type JobWorker, type Payload, queueOpener } from './queue-connections.ts'

export interface JobFailure {
  readonly queue: string
  readonly error: unknown
  /** The job that failed; absent if the job store itself failed. */
  readonly job?: { readonly name: string; readonly key: string; readonly attempt: number; readonly gaveUp: boolean }
}

export interface BullJobsOptions {
  readonly store: JobStore
  /** Prefix of all queue names, for several Garbo installations on one store. */
  readonly prefix?: string
  /** Attempts before a job is given up; 15 attempts span more than nine hours. */
  readonly attempts?: number
  /** Delay after the first failure; doubles after each further one. */
  readonly firstPauseMs?: number
  /** A worker that has not renewed its lock for this long is considered dead, and its jobs are reassigned. */
  readonly lockMs?: number
  /** The clock that `runAt` refers to. */
  readonly now?: () => number
  readonly onFailure?: (failure: JobFailure) => void
}

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

/**
 * Runs jobs with BullMQ on Postgres or Redis. Failures are passed to `onFailure` but not stored, because they may
 * contain personal data.
 */
export const bullJobs = (options: BullJobsOptions): Jobs => {
  const { attempts = 15, firstPauseMs = 2_000, lockMs = 30_000, prefix = 'garbo', now = Date.now } = options
  const { onFailure = () => undefined } = options
  const open = queueOpener(options.store, (queue, error) => onFailure({ queue, error }))
  const queues = openQueues((name) => open.queue(`${prefix}-${name}`))
  const workers: JobWorker[] = []
  const running = runningJobs()
  let closed: Promise<void> | null = null
  const refuseWhenClosed = () => {
    if (closed) throw new Error('The job queues are closed')
  }
  const policy: JobsOptions = {
    attempts,
    backoff: { type: 'exponential', delay: firstPauseMs },
    removeOnComplete: { age: retentionSeconds.done },
    removeOnFail: { age: retentionSeconds.failed },
    stackTraceLimit: 0,
  }
  const entryOf = ({ name, data, key, runAt }: Job) => ({
    name,
    data,
    opts: { ...policy, jobId: jobIdOf(key), ...(runAt && { delay: Math.max(0, runAt.getTime() - now()) }) },
  })

  return {
    add: async (jobs) => {
      refuseWhenClosed()
      const byQueue = Map.groupBy(jobs, ({ queue }) => queue)
      const entries = [...byQueue].map(([queue, queueJobs]) => [queue, queueJobs.map(entryOf)] as const)
      await Promise.all(entries.map(async ([queue, queueJobs]) => addAll(await queues.get(queue), queueJobs)))
    },

    work: async (queue, handler, { concurrency = 1 } = {}) => {
      refuseWhenClosed()
      const worker = await open.worker(`${prefix}-${queue}`, running.kept(jobProcessor(queue, handler, onFailure)), {
        concurrency,
        lockDuration: lockMs,
        stalledInterval: lockMs,
        maxStalledCount,
        runRetryDelay: retryConnectionMs,
      })
      workers.push(worker)
      worker.run().catch((error: unknown) => onFailure({ queue, error }))
    },

    every: async (queue, name, pattern) => {
      refuseWhenClosed()
      await register(await queues.get(queue), name, { pattern, tz: 'Europe/Rome' }, policy)
    },

    close: () =>
      (closed ??= (async () => {
        const closing = Promise.all(workers.map((worker) => worker.close())).then(queues.close)
        await Promise.race([closing.then(running.ended), running.quietFor(closeTimeoutMs)])
        open.disconnect()
        await closing
      })()),
  }
}

/**
 * On Postgres, BullMQ creates two temporary tables for a bulk add, which costs as much as adding this many jobs
 * individually.
 */
const bulkThreshold = 16

/** Adds jobs in order. */
const addAll = async (queue: JobQueue, jobs: readonly Entry[]): Promise<void> => {
  if (jobs.length > bulkThreshold) await queue.addBulk([...jobs])
  else for (const { name, data, opts } of jobs) await queue.add(name, data, opts)
}

interface Entry {
  readonly name: string
  readonly data: Payload
  readonly opts: JobsOptions
}

interface Schedule {
  readonly pattern: string
  readonly tz: string
}

const maxRegistrations = 5

/**
 * Registers the schedule, unless its next job is in the queue. BullMQ would replace that job without regard to the worker
 * that runs it: at the moment of a run, replacing fails, drops the run, repeats it, or loses to a worker that still
 * follows the earlier pattern.
 */
const register = async (queue: JobQueue, name: string, schedule: Schedule, opts: JobsOptions): Promise<void> => {
  for (let left = maxRegistrations; left > 0 && !(await isRegistered(queue, name, schedule, opts)); left--)
    try {
      await queue.upsertJobScheduler(name, schedule, { name, data: {}, opts })
    } catch (error) {
      if (left === 1 || !isCollision(error)) throw error
    }
}

/** Whether the next job is as it would be registered and has not ended: a worker adds the one after when it begins. */
const isRegistered = async (queue: JobQueue, name: string, schedule: Schedule, opts: JobsOptions): Promise<boolean> => {
  const scheduler = await queue.getJobScheduler(name)
  const job = await queue.getJob(`repeat:${name}:${scheduler?.next}`)
  if (job === undefined || job.finishedOn !== undefined) return false
  const { repeat, ...current } = job.opts as JobsOptions & { readonly repeat?: Schedule }
  const { pattern, tz } = { ...repeat }
  return isDeepStrictEqual({ ...current, ...opts, ...schedule }, { ...current, pattern, tz })
}

/** A worker has begun the run that was to be replaced. */
const isCollision = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === ErrorCode.SchedulerJobIdCollision

/** Opens each queue on first use; a queue that failed to open is retried on the next use. */
const openQueues = (open: (name: string) => Promise<JobQueue>) => {
  const queues = new Map<string, Promise<JobQueue>>()
  return {
    get: (name: string): Promise<JobQueue> => {
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
  (queue: string, handler: JobHandler, onFailure: (failure: JobFailure) => void) =>
  async ({ id = '', name, data, attemptsStarted, attemptsMade, opts }: BullJob<Payload, void>): Promise<void> => {
    const key = jobKeyOf(id)
    try {
      await handler({ name, data, key, attempt: attemptsStarted })
    } catch (error) {
      const gaveUp = attemptsMade + 1 >= (opts.attempts ?? 1)
      onFailure({ queue, error, job: { name, key, attempt: attemptsStarted, gaveUp } })
      throw withoutDetails(error)
    }
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
