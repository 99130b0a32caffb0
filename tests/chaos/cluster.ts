import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../infrastructure/postgres/embedded/embedded-postgres.ts'
import { type PersistentStandIn, startPersistentStandIn } from '../support/eventstoredb-stand-in/persistent.ts'
import { killPostgres, type ServerProcess, startServer, wrongClock } from '../crash/server-process.ts'
import { freePort } from '../support/free-port.ts'
import { startMailServer } from '../support/message-gateways.ts'
import { startRedis } from '../support/redis.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

/** Where the log is: in Postgres, or in a stand-in for EventStoreDB with its log on disk. */
export const logStores = ['postgres', 'eventstoredb'] as const
export type LogStore = (typeof logStores)[number]

const roles = ['api', 'api', 'worker', 'worker'] as const
type Role = (typeof roles)[number]

/** A process of Garbo with its own path to Postgres, Redis and EventStoreDB, which can fail for it alone. */
export interface Member {
  readonly role: Role
  /** Stays the same when it is started again. */
  readonly address: string
  readonly postgres: TcpProxy
  readonly redis: TcpProxy
  /** Null if the log is in Postgres. */
  readonly eventStoreDb: TcpProxy | null
  readonly signal: ServerProcess['signal']
  /** Starts it again after `kill` or `stop`; `clockOffsetMs` is how far its clock is wrong. */
  readonly start: (clockOffsetMs?: number) => Promise<void>
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface Cluster {
  readonly members: readonly Member[]
  readonly postgres: {
    readonly url: string
    readonly kill: () => Promise<void>
    readonly stop: () => Promise<void>
    readonly start: () => Promise<void>
  }
  /** Null if the log is in Postgres. */
  readonly eventStoreDb: PersistentStandIn | null
  readonly redis: Awaited<ReturnType<typeof startRedis>>
  readonly mail: {
    readonly recipients: () => Promise<readonly string[]>
    readonly textTo: (email: string) => Promise<string>
    /** Refuses connections until `start`. */
    readonly stop: () => Promise<void>
    readonly start: () => Promise<void>
  }
  /** The settings, as `NAME=value`, after which a process abandons a store that does not respond. */
  readonly timeouts: readonly string[]
  /** Settings for operator commands. */
  readonly settings: Readonly<Record<string, string>>
  /** Processes that ended although nobody ended them, and those that could not stop gracefully. */
  readonly faults: () => readonly string[]
  readonly close: () => Promise<void>
}

/** Starts the stores, a mail server, two API processes and two workers, with this limit for the database. */
export const startCluster = async (databaseTimeoutSeconds: number, log: LogStore): Promise<Cluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'garbo-chaos-'))
  // Postgres may run as another user
  chmodSync(folder, 0o755)
  const postgres = await restartablePostgres(join(folder, 'postgres'))
  const eventStoreDb = log === 'eventstoredb' ? await startPersistentStandIn(join(folder, 'eventstoredb')) : null
  const redis = await startRedis()
  const mail = await restartableMailServer()
  const databaseTimeouts = {
    DATABASE_CONNECT_TIMEOUT_SECONDS: String(databaseTimeoutSeconds),
    DATABASE_STATEMENT_TIMEOUT_SECONDS: String(databaseTimeoutSeconds),
    DATABASE_KEEPALIVE_SECONDS: '1',
  }
  const defaultDeadline = `defaultDeadline=${databaseTimeoutSeconds * 1_000}`
  const settings = {
    ...databaseTimeouts,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    ...(eventStoreDb && { ESDB_URL: `${eventStoreDb.connectionString}&${defaultDeadline}` }),
    SMTP_URL: mail.url(),
    MAIL_FROM: 'Garbo <garbo@example.it>',
    GARBO_MASTER_KEY: randomBytes(32).toString('base64'),
    GARBO_HOME: folder,
  }
  const faults: string[] = []
  const members = await Promise.all(
    roles.map((role, n) => createMember({ role, name: `${role} ${n + 1}`, settings, faults })),
  )
  // API processes are ready only with a worker
  await Promise.all(members.map((member) => member.start()))
  return {
    members,
    postgres,
    eventStoreDb,
    redis,
    mail,
    timeouts: [
      ...Object.entries(databaseTimeouts).map(([name, value]) => `${name}=${value}`),
      ...(eventStoreDb ? [defaultDeadline] : []),
    ],
    settings,
    faults: () => faults,
    close: async () => {
      await Promise.all(members.map((member) => member.stop()))
      for (const { postgres: database, redis: store, eventStoreDb: events } of members)
        for (const proxy of [database, store, events]) proxy?.close()
      await mail.stop()
      await redis.stop()
      await eventStoreDb?.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface MemberOptions {
  readonly role: Role
  readonly name: string
  readonly settings: Readonly<Record<'DATABASE_URL' | 'REDIS_URL' | 'GARBO_HOME', string>> &
    Readonly<Record<string, string>>
  readonly faults: string[]
}

const createMember = async ({ role, name, settings, faults }: MemberOptions): Promise<Member> => {
  const port = String(await freePort())
  const postgres = await startTcpProxy(settings.DATABASE_URL)
  const redis = await startTcpProxy(settings.REDIS_URL)
  const { ESDB_URL } = settings
  const eventStoreDb = ESDB_URL === undefined ? null : await startTcpProxy(ESDB_URL)
  const env = {
    ...settings,
    GARBO_HOME: join(settings.GARBO_HOME, name),
    DATABASE_URL: postgres.urlThrough(settings.DATABASE_URL),
    REDIS_URL: redis.urlThrough(settings.REDIS_URL),
    ...(eventStoreDb && { ESDB_URL: eventStoreDb.urlThrough(ESDB_URL ?? '') }),
    GARBO_ROLE: role,
    ...(role === 'worker' ? { HEALTH_PORT: port } : { PORT: port }),
  }
  let running: ServerProcess | null = null
  /** Ends the process on purpose. */
  const end = async (how: (server: ServerProcess) => void): Promise<number | null> => {
    const server = running
    running = null
    if (server === null) return 0
    how(server)
    return server.exited
  }
  return {
    role,
    address: `http://localhost:${port}`,
    postgres,
    redis,
    eventStoreDb,
    signal: (signal) => running?.signal(signal),
    start: async (clockOffsetMs = 0) => {
      const clock = clockOffsetMs === 0 ? {} : { preload: wrongClock(clockOffsetMs) }
      const server = await startServer({ env, ...clock })
      running = server
      void server.exited.then((code) => {
        return running === server && faults.push(`${name} ended by itself with ${code}`)
      })
    },
    kill: async () => {
      await end((server) => server.signal('SIGKILL'))
    },
    stop: async () => {
      const code = await end((server) => void server.stop())
      if (code !== 0) faults.push(`${name} was stopped and exited with ${code}`)
    },
  }
}

const restartablePostgres = async (dir: string) => {
  const options = { dir, password: 'chaos', settings: ['max_connections=200', 'shared_buffers=128MB'] }
  let server: EmbeddedPostgres = await startEmbeddedPostgres(options)
  const port = Number(new URL(server.url).port)
  return {
    url: server.url,
    kill: async () => {
      killPostgres(dir)
      await server.ended
    },
    stop: () => server.stop(),
    start: async () => {
      server = await startEmbeddedPostgres({ ...options, port })
    },
  }
}

const restartableMailServer = async () => {
  const port = await freePort()
  const servers = [await startMailServer(port)]
  const received = async () => (await Promise.all(servers.map((server) => server.messages()))).flat()
  return {
    url: () => servers[0]?.url ?? '',
    recipients: async () =>
      (await received()).flatMap(({ to = [] }) =>
        to.flatMap(({ address }) => (address === undefined ? [] : [address])),
      ),
    textTo: async (email: string): Promise<string> => {
      for (let tries = 0; tries < 600; tries++) {
        const message = (await received()).find(({ to }) => to?.some(({ address }) => address === email))
        if (message !== undefined) return message.text ?? ''
        await pause(50)
      }
      throw new Error(`no e-mail reached ${email}`)
    },
    stop: async () => {
      await servers.at(-1)?.stop()
    },
    start: async () => {
      servers.push(await startMailServer(port))
    },
  }
}
