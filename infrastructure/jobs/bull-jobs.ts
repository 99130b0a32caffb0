import type { Job as BullJob, JobsOptions } from 'bullmq'
import { setTimeout as pause } from 'node:timers/promises'
import type { Job, JobHandler, Jobs } from '../../application/ports/jobs.ts'
import { type JobQueue, type JobStore, type JobWorker, type Payload, queueOpener } from './queue-connections.ts'

export interface JobFailure {
  readonly queue: string
  readonly error: unknown
  /** Which job failed; absent when it is the store that makes trouble. */
  readonly job?: { readonly name: string; readonly key: string; readonly attempt: number; readonly gaveUp: boolean }
}

export interface BullJobsOptions {
  readonly store: JobStore
  /** Begins the name of every queue, for several Garbos on one store. */
  readonly prefix?: string
  /** How often a job is tried before it is put aside; 15 reach over nine hours. */
  readonly attempts?: number
  /** The pause after the first failure; it doubles with every other one. */
  readonly firstPauseMs?: number
  /** A worker silent for so long counts as dead, and its jobs go to others. */
  readonly lockMs?: number
  /** The clock `runAt` was told by. */
  readonly now?: () => number
  readonly onFailure?: (trouble: JobFailure) => void
}

const day = 24 * 60 * 60
/** For so long a key is remembered: added again in that time, the job does not run again. */
const retentionSeconds = { done: 7 * day, failed: 30 * day }
/** How many workers may die over a job before it is put aside. */
const maxStalledCount = 10
/** So long a store may take to hear that the last jobs are done; BullMQ would wait for ever for a Redis that is away. */
const closeTimeoutMs = 2_000
/** BullMQ would let a worker sit for 15 s after its store was away. */
const retryConnectionMs = 500

/** Jobs on BullMQ, on Postgres or on Redis. What a job failed of is told to `onTrouble` and stored nowhere: it may be personal. */
export const bullJobs = (options: BullJobsOptions): Jobs => {
  const { attempts = 15, firstPauseMs = 2_000, lockMs = 30_000, prefix = 'garbo', now = Date.now } = options
  const { onFailure = () => undefined } = options
  const open = queueOpener(options.store, (queue, error) => onFailure({ queue, error }))
  const queues = openQueues((name) => open.queue(`${prefix}-${name}`))
  const workers: JobWorker[] = []
  const running = runningJobs()
  let closed: Promise<void> | null = null
  const refuseWhenClosed = () => {
    if (closed) throw new Error('The jobs are closed')
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
      const entries = [...byQueue].map(([queue, some]) => [queue, some.map(entryOf)] as const)
      await Promise.all(entries.map(async ([queue, some]) => addAll(await queues.get(queue), some)))
    },

    work: async (queue, handler, { concurrency = 1 } = {}) => {
      refuseWhenClosed()
      const worker = await open.worker(`${prefix}-${queue}`, running.kept(jobProcessor(queue, handler, onFailure)), {
        concurrency,
        lockDuration: lockMs,
        stalledInterval: lockMs,
        maxStalledCount: maxStalledCount,
        runRetryDelay: retryConnectionMs,
      })
      workers.push(worker)
      worker.run().catch((error: unknown) => onFailure({ queue, error }))
    },

    every: async (queue, name, pattern) => {
      refuseWhenClosed()
      const schedule = { pattern, tz: 'Europe/Rome' }
      await (await queues.get(queue)).upsertJobScheduler(name, schedule, { name, data: {}, opts: policy })
    },

    close: () =>
      (closed ??= (async () => {
        const farewell = Promise.all(workers.map((worker) => worker.close())).then(queues.close)
        await Promise.race([farewell.then(running.ended), running.quietFor(closeTimeoutMs)])
        open.disconnect()
        await farewell
      })()),
  }
}

/** BullMQ on Postgres makes two temporary tables for a batch: that costs as much as so many jobs added one by one. */
const bulkThreshold = 16

/** In the order they are given in, few or many. */
const addAll = async (queue: JobQueue, jobs: readonly Entry[]): Promise<void> => {
  if (jobs.length > bulkThreshold) await queue.addBulk([...jobs])
  else for (const { name, data, opts } of jobs) await queue.add(name, data, opts)
}

interface Entry {
  readonly name: string
  readonly data: Payload
  readonly opts: JobsOptions
}

/** Each queue opened once, when first needed; one that could not be opened is opened anew the next time. */
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

/** Remembers which jobs are begun and not ended. */
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
  (queue: string, handler: JobHandler, onTrouble: (trouble: JobFailure) => void) =>
  async ({ id = '', name, data, attemptsStarted, attemptsMade, opts }: BullJob<Payload, void>): Promise<void> => {
    const key = jobKeyOf(id)
    try {
      await handler({ name, data, key, attempt: attemptsStarted })
    } catch (error) {
      const gaveUp = attemptsMade + 1 >= (opts.attempts ?? 1)
      onTrouble({ queue, error, job: { name, key, attempt: attemptsStarted, gaveUp } })
      throw withoutDetails(error)
    }
  }

/** What BullMQ writes down of a failure. */
const withoutDetails = (error: unknown) => new Error(error instanceof Error ? error.name : typeof error)

/** BullMQ takes no number and no `:` for an id: every key becomes an id it takes, no two the same. */
export const jobIdOf = (key: string): string => {
  if (key === '') throw new TypeError('A job needs a key')
  return `job-${encodeURIComponent(key)}`
}

/** The key a job was added under; for a run of a schedule one made of its name and time. */
export const jobKeyOf = (id: string): string =>
  id.startsWith('job-') ? decodeURIComponent(id.slice(4)) : id.replaceAll(/[^\w-]/g, '-')
