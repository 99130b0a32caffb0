import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { createPostgresBackend, Queue, Worker, type Processor, type QueueOptions, type WorkerOptions } from 'bullmq'
import { redisLine } from './redis-line.ts'

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
  /** Ends the connections that closing leaves, and what still waits for an answer. */
  readonly cut: () => void
}

/**
 * Opens queues and workers that are ready, or rejects and leaves nothing behind. A worker started on its own would spin
 * for ever when the store is away (BullMQ on Postgres remembers a failed first connection), or wait and say nothing.
 */
export const openingOf = (store: JobStore, trouble: (queue: string, error: unknown) => void): Opening => {
  const cuts = new Set<() => void>()
  const lineTo = (who: Who): Line => {
    const line = lineOf(store, who)
    const cut = () => {
      cuts.delete(cut)
      line.cut()
    }
    cuts.add(cut)
    return { ...line, cut }
  }
  return {
    queue: (name) => {
      const { connection, cut } = lineTo('queue')
      return ready(name, new ForStore(name, { connection }, backendOf(store)), cut, trouble)
    },
    worker: (name, process, options) => {
      const { connection, cut } = lineTo('worker')
      const given = { ...options, autorun: false, connection }
      return ready(name, new WorkerForStore(name, process, given, backendOf(store)), cut, trouble)
    },
    cut: () => {
      for (const cut of cuts) cut()
    },
  }
}

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

type Who = 'queue' | 'worker'

interface Line {
  readonly connection: QueueOptions['connection']
  readonly cut: () => void
}

const lineOf = ({ kind, url }: JobStore, who: Who): Line => {
  if (kind === 'postgres') {
    const schema = { schema: 'jobs', migrate: true }
    const connection = { connectionString: url, ...schema, max: 4, connectionTimeoutMillis: connectTimeoutMs }
    return { connection, cut: () => undefined }
  }
  const patience =
    who === 'queue' ? { maxRetriesPerRequest: 1, enableOfflineQueue: false } : { maxRetriesPerRequest: null }
  const { redis, cut } = redisLine(url, {
    connectTimeout: connectTimeoutMs,
    retryStrategy: (times: number) => Math.min(100 * 2 ** times, 2_000),
    ...patience,
  })
  return { connection: redis, cut }
}

const ready = async <T extends JobQueue | JobWorker>(
  name: string,
  opened: T,
  cut: () => void,
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
    cut()
    throw new Error(`The queue ${name} cannot be opened: its store does not answer`, { cause })
  } finally {
    waiting.abort()
  }
  emitter.on('error', (error: unknown) => trouble(name, error))
  return opened
}
