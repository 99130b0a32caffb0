import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createPostgresBackend, Queue, Worker, type Processor, type QueueOptions, type WorkerOptions } from 'bullmq'

/** Where jobs are kept: a schema `jobs` in Postgres, or Redis. */
export interface JobStore {
  readonly kind: 'postgres' | 'redis'
  readonly url: string
}

export type Payload = Readonly<Record<string, string | number | boolean | null>>
export type JobQueue = Queue<Payload, void>
export type JobWorker = Worker<Payload, void>

export interface Opening {
  readonly queue: (name: string) => Promise<JobQueue>
  /** Ready, but not running yet. */
  readonly worker: (
    name: string,
    process: Processor<Payload, void>,
    options: Omit<WorkerOptions, 'connection'>,
  ) => Promise<JobWorker>
}

/**
 * Opens queues and workers that are ready, or rejects and leaves nothing behind. A worker started on its own would spin
 * for ever when the store is away (BullMQ on Postgres remembers a failed first connection), or wait and say nothing.
 */
export const openingOf = (store: JobStore, trouble: (queue: string, error: unknown) => void): Opening => ({
  queue: (name) =>
    ready(name, new ForStore(name, { connection: connectionOf(store, 'queue') }, backendOf(store)), trouble),
  worker: (name, process, options) => {
    const given = { ...options, autorun: false, connection: connectionOf(store, 'worker') }
    return ready(name, new WorkerForStore(name, process, given, backendOf(store)), trouble)
  },
})

type ForOne<Made, Options extends readonly unknown[]> = new (
  name: string,
  ...options: [...Options, backend?: unknown]
) => Made
/** BullMQ's types know the options of one store at a time. */
const ForStore = Queue as unknown as ForOne<JobQueue, [QueueOptions]>
const WorkerForStore = Worker as unknown as ForOne<JobWorker, [Processor<Payload, void>, WorkerOptions]>

const backendOf = ({ kind }: JobStore) => (kind === 'postgres' ? createPostgresBackend : undefined)

const connectTimeoutMs = 5_000
const readyWithinMs = 10_000

const connectionOf = ({ kind, url }: JobStore, who: 'queue' | 'worker') => {
  if (kind === 'postgres')
    return { connectionString: url, schema: 'jobs', migrate: true, max: 4, connectionTimeoutMillis: connectTimeoutMs }
  const patience =
    who === 'queue' ? { maxRetriesPerRequest: 1, enableOfflineQueue: false } : { maxRetriesPerRequest: null }
  return {
    url,
    connectTimeout: connectTimeoutMs,
    retryStrategy: (times: number) => Math.min(100 * 2 ** times, 2_000),
    ...patience,
  }
}

const ready = async <T extends JobQueue | JobWorker>(
  name: string,
  opened: T,
  trouble: (queue: string, error: unknown) => void,
): Promise<T> => {
  const emitter: NodeJS.EventEmitter = opened
  const waiting = new AbortController()
  const given = { signal: waiting.signal }
  const failed = once(emitter, 'error', given).then(([error]) => Promise.reject(error))
  const late = pause(readyWithinMs, undefined, given).then(() => Promise.reject(new Error('no answer')))
  try {
    await Promise.race([opened.waitUntilReady(), failed, late])
  } catch (cause) {
    emitter.on('error', () => undefined)
    await (opened instanceof Worker ? opened.close(true) : opened.close()).catch(() => undefined)
    throw new Error(`The queue ${name} cannot be opened: its store does not answer`, { cause })
  } finally {
    waiting.abort()
  }
  emitter.on('error', (error: unknown) => trouble(name, error))
  return opened
}
