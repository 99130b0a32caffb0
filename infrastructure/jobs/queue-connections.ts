import { createPostgresBackend, type Processor, Queue, type QueueOptions, Worker, type WorkerOptions } from 'bullmq'
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseTimeouts, defaultTimeouts, supervised } from '../postgres/postgres.ts'
import { openRedis, reconnectDelayMs } from '../redis/redis.ts'

/** The job store: the schema `jobs` in Postgres, or Redis. */
export interface JobStore {
  readonly kind: 'postgres' | 'redis'
  readonly url: string
  /** Of the connections to Postgres. */
  readonly timeouts?: DatabaseTimeouts
}

export type Payload = Readonly<Record<string, string | number | boolean | null>>
export type BullQueue = Queue<Payload, void>
export type BullWorker = Worker<Payload, void>

export interface QueueOpener {
  readonly queue: (name: string) => Promise<BullQueue>
  /** Connected, but not yet running. */
  readonly worker: (
    name: string,
    process: Processor<Payload, void>,
    options: Omit<WorkerOptions, 'connection'>,
  ) => Promise<BullWorker>
  /** Closes remaining connections, fails pending commands, and reports no further errors. */
  readonly disconnect: () => void
}

/**
 * Opens queues and workers that are connected; rejects and cleans up otherwise. BullMQ would retry in a tight loop on
 * Postgres, because it caches a failed first connection, and wait silently on Redis.
 */
export const queueOpener = (store: JobStore, onError: (queue: string, error: unknown) => void): QueueOpener => {
  let disconnected = false
  // pg ends a pool before its connections are closed; those fail if the server stops first
  const report = (queue: string, error: unknown) => {
    if (!disconnected) onError(queue, error)
  }
  const closeConnections = new Set<() => void>()
  const backend = store.kind === 'postgres' ? postgresBackend() : undefined
  const connectTo = (role: ConnectionRole): QueueConnection => {
    const opened = connectionFor(store, role)
    const closeConnection = () => {
      closeConnections.delete(closeConnection)
      opened.disconnect()
    }
    closeConnections.add(closeConnection)
    return { ...opened, disconnect: closeConnection }
  }
  return {
    queue: (name) => {
      const { connection, disconnect } = connectTo('queue')
      return whenReady(name, new QueueForStore(name, { connection }, backend), disconnect, report)
    },
    worker: (name, process, options) => {
      const { connection, disconnect } = connectTo('worker')
      const workerOptions = { ...options, autorun: false, connection }
      return whenReady(name, new WorkerForStore(name, process, workerOptions, backend), disconnect, report)
    },
    disconnect: () => {
      disconnected = true
      for (const closeConnection of closeConnections) closeConnection()
    },
  }
}

type StoreConstructor<Made, Options extends readonly unknown[]> = new (
  name: string,
  ...options: [...Options, backend?: unknown]
) => Made
/** BullMQ's types cover only the options of one store at a time. */
const QueueForStore = Queue as unknown as StoreConstructor<BullQueue, [QueueOptions]>
const WorkerForStore = Worker as unknown as StoreConstructor<BullWorker, [Processor<Payload, void>, WorkerOptions]>

type PostgresBackend = typeof createPostgresBackend

/** A backend whose LISTEN clients, one for each worker, share one connection, because every `NOTIFY` wakes all that listen. */
const postgresBackend = (): PostgresBackend => {
  let Shared: ListenClientConstructor | null = null
  return (name, options, more) => {
    const backend = createPostgresBackend(name, options, more)
    const { connection } = backend as unknown as { readonly connection: { pgModule: PgModule } }
    const { pgModule } = connection
    connection.pgModule = { ...pgModule, Client: (Shared ??= sharedListenClient(pgModule.Client)) }
    return backend
  }
}

interface PgModule {
  readonly Client: ListenClientConstructor
}

/** What BullMQ uses of a LISTEN client: also the events `notification` and `error`. */
interface ListenClient extends EventEmitter {
  readonly connect: () => Promise<unknown>
  readonly query: (text: string, values?: readonly unknown[]) => Promise<unknown>
  readonly end: () => Promise<void>
}
type ListenClientConstructor = new (config: unknown) => ListenClient

interface SharedConnection {
  readonly client: ListenClient
  readonly users: Set<EventEmitter>
  readonly opened: Promise<unknown>
  /** Runs one statement after the other, since the users do not wait for each other and pg demands it. */
  readonly query: ListenClient['query']
}

/** A class of clients that share one connection, opened with the settings of the first and closed with the last. */
const sharedListenClient = (Client: ListenClientConstructor): ListenClientConstructor => {
  let current: SharedConnection | null = null

  const open = (config: unknown): SharedConnection => {
    const client = new Client(config)
    const users = new Set<EventEmitter>()
    const opened = client.connect()
    let lastStatement = opened
    const query: ListenClient['query'] = (text, values) => {
      const run = () => client.query(text, values)
      return (lastStatement = lastStatement.then(run, run))
    }
    const shared = { client, users, opened, query }
    const drop = (error: unknown) => {
      if (current === shared) current = null
      for (const user of users) user.emit('error', error)
    }
    client.on('notification', (message) => users.forEach((user) => user.emit('notification', message)))
    client.on('error', drop)
    shared.opened.catch(drop)
    return shared
  }

  return class extends EventEmitter implements ListenClient {
    readonly #config: unknown
    #shared: SharedConnection | null = null

    constructor(config: unknown) {
      super()
      this.#config = config
    }

    connect(): Promise<unknown> {
      this.#shared = current ??= open(this.#config)
      this.#shared.users.add(this)
      return this.#shared.opened
    }

    query(text: string, values?: readonly unknown[]): Promise<unknown> {
      return this.#shared?.query(text, values) ?? Promise.reject(new Error('the client is not connected'))
    }

    async end(): Promise<void> {
      const shared = this.#shared
      this.#shared = null
      if (shared?.users.delete(this) !== true || shared.users.size > 0) return
      if (current === shared) current = null
      await shared.client.end()
    }

    /**
     * BullMQ does not listen for errors right after it has connected, nor while it closes the client. If the server ends
     * the session then, the process would die of an unhandled error.
     */
    override emit(event: string, ...values: readonly unknown[]): boolean {
      return event === 'error' && this.listenerCount('error') === 0 ? false : super.emit(event, ...values)
    }
  }
}

const connectTimeoutMs = 5_000
const readyWithinMs = 10_000
/** How long a request waits for a Redis that is connected but does not respond. */
const commandTimeoutMs = 5_000
/**
 * A connection that awaits a response and receives nothing for this long is closed and opened again, since a network may
 * lose it silently. A worker waits up to ten seconds for a job, so its limit is longer.
 */
const silentForMs = { queue: 3_000, worker: 12_000 } as const

type ConnectionRole = 'queue' | 'worker'

interface QueueConnection {
  readonly connection: QueueOptions['connection']
  readonly disconnect: () => void
}

const connectionFor = ({ kind, url, timeouts = defaultTimeouts }: JobStore, role: ConnectionRole): QueueConnection => {
  if (kind === 'postgres') {
    const schema = { schema: 'jobs', migrate: true }
    const connection = { connectionString: url, ...schema, max: 4, ...supervised(timeouts) }
    return { connection, disconnect: () => undefined }
  }
  const retryOptions =
    role === 'queue'
      ? { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: commandTimeoutMs }
      : { maxRetriesPerRequest: null }
  const { redis, disconnect } = openRedis(url, {
    connectTimeout: connectTimeoutMs,
    retryStrategy: reconnectDelayMs,
    socketTimeout: silentForMs[role],
    ...retryOptions,
  })
  return { connection: redis, disconnect }
}

const whenReady = async <T extends BullQueue | BullWorker>(
  name: string,
  opened: T,
  closeConnection: () => void,
  onError: (queue: string, error: unknown) => void,
): Promise<T> => {
  const emitter: NodeJS.EventEmitter = opened
  const cleanup = new AbortController()
  const workerOptions = { signal: cleanup.signal }
  const failure = once(emitter, 'error', workerOptions).then(([error]) => Promise.reject(error))
  const timeout = pause(readyWithinMs, undefined, workerOptions).then(() => Promise.reject(new Error('no response')))
  try {
    await Promise.race([opened.waitUntilReady(), failure, timeout])
  } catch (cause) {
    emitter.on('error', () => undefined)
    await (opened instanceof Worker ? opened.close(true) : opened.close()).catch(() => undefined)
    closeConnection()
    throw new Error(`The queue ${name} could not be opened: the job store does not respond`, { cause })
  } finally {
    cleanup.abort()
  }
  emitter.on('error', (error: unknown) => onError(name, error))
  return opened
}
