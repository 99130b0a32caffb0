import { setTimeout as pause } from 'node:timers/promises'
import type { Job as BullJob, JobsOptions } from 'bullmq'
import type { Job, JobHandler, Jobs } from '../../application/ports/jobs.ts'
import { idOf, keyOf } from './job-ids.ts'
import { openingOf, type JobQueue, type JobStore, type JobWorker, type Payload } from './job-store.ts'

export interface JobTrouble {
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
  readonly onTrouble?: (trouble: JobTrouble) => void
}

const day = 24 * 60 * 60
/** For so long a key is remembered: added again in that time, the job does not run again. */
const keptSeconds = { done: 7 * day, failed: 30 * day }
/** How many workers may die over a job before it is put aside. */
const deaths = 10
/** So long a store may take to hear that the last jobs are done; BullMQ would wait for ever for a Redis that is away. */
const farewellMs = 2_000
/** BullMQ would let a worker sit for 15 s after its store was away. */
const retryConnectionMs = 500

/** Jobs on BullMQ, on Postgres or on Redis. What a job failed of is told to `onTrouble` and stored nowhere: it may be personal. */
export const bullJobs = (options: BullJobsOptions): Jobs => {
  const { attempts = 15, firstPauseMs = 2_000, lockMs = 30_000, prefix = 'garbo', now = Date.now } = options
  const { onTrouble = () => undefined } = options
  const open = openingOf(options.store, (queue, error) => onTrouble({ queue, error }))
  const queues = openQueues((name) => open.queue(`${prefix}-${name}`))
  const workers: JobWorker[] = []
  const running = underWay()
  let closed: Promise<void> | null = null
  const refuseWhenClosed = () => {
    if (closed) throw new Error('The jobs are closed')
  }
  const policy: JobsOptions = {
    attempts,
    backoff: { type: 'exponential', delay: firstPauseMs },
    removeOnComplete: { age: keptSeconds.done },
    removeOnFail: { age: keptSeconds.failed },
    stackTraceLimit: 0,
  }
  const entryOf = ({ name, data, key, runAt }: Job) => ({
    name,
    data,
    opts: { ...policy, jobId: idOf(key), ...(runAt && { delay: Math.max(0, runAt.getTime() - now()) }) },
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
      const worker = await open.worker(`${prefix}-${queue}`, running.kept(handled(queue, handler, onTrouble)), {
        concurrency,
        lockDuration: lockMs,
        stalledInterval: lockMs,
        maxStalledCount: deaths,
        runRetryDelay: retryConnectionMs,
      })
      workers.push(worker)
      worker.run().catch((error: unknown) => onTrouble({ queue, error }))
    },

    every: async (queue, name, pattern) => {
      refuseWhenClosed()
      const schedule = { pattern, tz: 'Europe/Rome' }
      await (await queues.get(queue)).upsertJobScheduler(name, schedule, { name, data: {}, opts: policy })
    },

    close: () =>
      (closed ??= (async () => {
        const farewell = Promise.all(workers.map((worker) => worker.close())).then(queues.close)
        await Promise.race([farewell.then(running.ended), running.quietFor(farewellMs)])
        open.cut()
        await farewell
      })()),
  }
}

/** BullMQ on Postgres makes two temporary tables for a batch: that costs as much as so many jobs added one by one. */
const fewJobs = 16

/** In the order they are given in, few or many. */
const addAll = async (queue: JobQueue, jobs: readonly Entry[]): Promise<void> => {
  if (jobs.length > fewJobs) await queue.addBulk([...jobs])
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
const underWay = () => {
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

const handled =
  (queue: string, handler: JobHandler, onTrouble: (trouble: JobTrouble) => void) =>
  async ({ id = '', name, data, attemptsStarted, attemptsMade, opts }: BullJob<Payload, void>): Promise<void> => {
    const key = keyOf(id)
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
