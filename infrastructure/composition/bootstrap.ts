import { hkdfSync, randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Pool } from 'pg'
import type { DatabasePool } from 'slonik'
import { eventRegistry } from '../../application/event-registry.ts'
import { decodeOnce } from '../../application/decode-cache.ts'
import { type History, historyOf } from '../../application/history.ts'
import type { CompanyWalletReader, LiabilityTrees } from '../../application/ava/ports.ts'
import type { Clock } from '../../application/ports/clock.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import { accessMigrations, notificationsMigrations, photosMigrations } from '../accounts/storage.ts'
import { type AccessLogWriter, auditMigrations, postgresAccessLog } from '../audit/access-log.ts'
import { avaMigrations, liabilityTrees } from '../ava/liability-trees.ts'
import { newId, systemClock } from '../clock-and-ids.ts'
import { eventStoreDbEventStore } from '../event-store/eventstoredb/eventstoredb-event-store.ts'
import { eventStoreMigrations, postgresEventStore } from '../event-store/postgres/postgres-event-store.ts'
import { postgresStateSnapshots, snapshotsMigrations } from '../event-store/snapshots/state-snapshots.ts'
import { httpMigrations } from '../http/idempotency-store.ts'
import { bullJobs, type BullJobs, type JobFailure, jobsMigrations } from '../jobs/bull-jobs.ts'
import { keyringMigrations, loadMasterKey, postgresKeyring, type PostgresKeyring, sealing } from '../keyring/keyring.ts'
import { devMailbox } from '../messaging/messengers.ts'
import { startEmbeddedPostgres } from '../postgres/embedded/embedded-postgres.ts'
import {
  databaseClock,
  type DatabaseClock,
  isAccessRefused,
  isReadOnly,
  isUnreachable,
  migrate,
  openPool,
  openQueries,
  processSession,
  type ProcessSession,
  whileUnreachable,
} from '../postgres/postgres.ts'
import { awaitReadModels, projectionsMigrations } from '../projections/projection-engine.ts'
import { deliveryRecorder, reactionsMigrations, recordInOutbox } from '../reactions/policy-runner.ts'
import { readOrCreateSecret } from '../secret-file.ts'
import { type Config, databaseTimeoutsOf } from './config.ts'
import { OperatorError, reasonOf } from '../operator-error.ts'
import { companyWalletReaderOf, type ConnectedChain, payoutChainOf, readCompanyBalance } from './chain.ts'
import { type Transports, transportsOf } from './transports.ts'

/** Everything a process needs before it can run the application. */
export interface Resources {
  /** Root of secrets that may change when the master key is rotated. */
  readonly masterKey: Uint8Array
  /** Root of secrets that must survive a rotation: name hashes in streams, photo addresses, stored responses. */
  readonly rootSecret: Uint8Array
  readonly storage: Storage
  /** Follows the database's clock, shifted by `GARBO_CLOCK_OFFSET_DAYS`. */
  readonly clock: Clock
  readonly databaseTime: DatabaseClock
  readonly store: EventStore
  readonly keyring: PostgresKeyring
  readonly history: History
  readonly jobs: BullJobs
  readonly accessLog: AccessLogWriter
  readonly transports: Transports
  /** Null unless the company wallet and the payout contract are configured. */
  readonly payoutChain: ConnectedChain | null
  readonly companyWalletReader: CompanyWalletReader
  readonly liabilityTrees: LiabilityTrees
  readonly close: () => Promise<void>
}

export interface BootstrapOptions {
  readonly onFailure?: (failure: JobFailure) => void
  /** How long to wait for an unreachable database, which may be starting as well. Not at all by default. */
  readonly databaseWaitMs?: number
  /** Called for each failed attempt. */
  readonly onUnreachable?: (reason: string) => void
  /** Called when entries of the access log are dropped because of an outage. */
  readonly onAccessLogDropping?: () => void
}

export const bootstrap = async (config: Config, options: BootstrapOptions = {}): Promise<Resources> => {
  const { onFailure = () => undefined, onAccessLogDropping: onDropping = () => undefined } = options
  const home = resolve(config.GARBO_HOME)
  const masterKey = loadMasterKey({ text: config.GARBO_MASTER_KEY, folder: home })
  const { storage, keyring, rootSecret, databaseTime } = await openDatabase(config, masterKey, options)
  const store = openStore(config, storage)
  const clock = systemClock(config.GARBO_CLOCK_OFFSET_DAYS, databaseTime.skewMs)
  const sharedClock = systemClock(0, databaseTime.skewMs)
  const deliveries = deliveryRecorder(storage.queries)
  const jobs = bullJobs({
    store:
      config.REDIS_URL === undefined
        ? { kind: 'postgres', url: storage.url, timeouts: databaseTimeoutsOf(config) }
        : { kind: 'redis', url: config.REDIS_URL },
    ...recordInOutbox(deliveries, onFailure),
    now: () => Date.parse(clock()),
    sharedNow: () => Date.parse(sharedClock()),
  })
  const mailbox = devMailbox({
    file: join(home, 'outbox.jsonl'),
    clock,
    newId,
  })
  const transports = transportsOf(config, mailbox)
  const companyResources = await companyResourcesOf(config, { keyring, storage, rootSecret })
  const secret = secretFor(rootSecret, 'access-log')
  const accessLog = postgresAccessLog(storage.queries, { secret, onDropping })
  const snapshots = postgresStateSnapshots(storage.queries)
  const history = historyOf(store, sealing(keyring, eventRegistry), eventRegistry, { snapshots })
  return {
    masterKey,
    rootSecret,
    storage,
    clock,
    databaseTime,
    store,
    keyring,
    history: { ...history, decode: decodeOnce(history.decode) },
    jobs,
    accessLog,
    transports,
    ...companyResources,
    close: async () => {
      databaseTime.close()
      await jobs.close()
      await deliveries.close()
      await accessLog.close()
      transports.close()
      companyResources.payoutChain?.close()
      await store.close()
      await keyring.close()
      await storage.close()
    },
  }
}

/** What concerns the company's AVA: its wallet, its payouts, and what it owes. */
const companyResourcesOf = async (
  config: Config,
  { keyring, storage, rootSecret }: Pick<Resources, 'keyring' | 'storage' | 'rootSecret'>,
) => {
  const companyWalletReader = await companyWalletReaderOf(config)
  const companyBalance = () => readCompanyBalance(companyWalletReader)
  const secret = secretFor(rootSecret, 'liabilities')
  return {
    payoutChain: await payoutChainOf(config, keyring),
    companyWalletReader,
    liabilityTrees: liabilityTrees(storage.queries, { secret, companyBalance }),
  }
}

const openDatabase = (
  config: Config,
  masterKey: Uint8Array,
  { databaseWaitMs = 0, onUnreachable = () => undefined }: BootstrapOptions,
) =>
  whileUnreachable(() => tryToOpenDatabase(config, masterKey), {
    timeoutMs: databaseWaitMs,
    onRetry: (error) => onUnreachable(reasonOf(error)),
  }).catch((error: unknown) => {
    if (isReadOnly(error))
      throw new OperatorError('The database is read-only. Is it a standby, or does DATABASE_URL name the wrong server?')
    if (isUnreachable(error))
      throw new OperatorError(
        `The database is unreachable: ${reasonOf(error)}. Is it running, and is DATABASE_URL correct?`,
      )
    if (isAccessRefused(error))
      throw new OperatorError(`The database refuses the connection: ${reasonOf(error)}. Is DATABASE_URL correct?`)
    throw error
  })

const tryToOpenDatabase = async (config: Config, masterKey: Uint8Array) => {
  const storage = await openStorage(config)
  const keyring = postgresKeyring({ pool: storage.pool, session: storage.session, masterKey })
  try {
    const rootSecret = await keyring.root()
    return { storage, keyring, rootSecret, databaseTime: await measureDatabaseClock(config, storage) }
  } catch (error) {
    await keyring.close()
    await storage.close()
    throw error
  }
}

/** Clocks further apart than this are an error of the installation, in milliseconds. */
const maxSkewMs = 60_000

/**
 * Why this process must not work, or null. In production a wrong clock is an error: logs and certificates would be wrong
 * as well.
 */
export const clockError = ({ NODE_ENV }: Config, { skewMs }: Pick<DatabaseClock, 'skewMs'>): string | null =>
  NODE_ENV === 'production' && Math.abs(skewMs()) > maxSkewMs ? clockSkewText(skewMs()) : null

const measureDatabaseClock = async (config: Config, { pool }: Storage): Promise<DatabaseClock> => {
  const clock = await databaseClock(pool)
  const error = clockError(config, clock)
  if (error === null) return clock
  clock.close()
  throw new OperatorError(error)
}

export const clockSkewText = (skewMs: number): string =>
  `The clock of this machine is ${Math.round(Math.abs(skewMs) / 1_000)} s ${skewMs > 0 ? 'behind' : 'ahead of'} the database's. Synchronise both, for example with NTP.`

export const openStore = (config: Config, { pool, session, url }: Storage): EventStore =>
  config.ESDB_URL === undefined
    ? postgresEventStore({ pool, session, connectionString: url, timeouts: databaseTimeoutsOf(config) })
    : openEventStoreDb(config.ESDB_URL)

/** The error of the client would show the password. */
const openEventStoreDb = (connectionString: string): EventStore => {
  try {
    return eventStoreDbEventStore({ connectionString })
  } catch {
    throw new OperatorError('ESDB_URL is not a valid connection string.')
  }
}

export interface Storage {
  readonly url: string
  /** For the engines: appends, subscriptions and projections. */
  readonly pool: Pool
  /** For LISTEN, session locks and leases. */
  readonly session: ProcessSession
  /** For everything else. Validates every row against its query's type. */
  readonly queries: DatabasePool
  /** Resolves when the embedded Postgres exits, whether or not it was stopped. Never resolves with `DATABASE_URL`. */
  readonly ended: Promise<unknown>
  readonly close: () => Promise<void>
}

/** Opens and migrates the database: `DATABASE_URL` if set, otherwise the embedded Postgres. */
export const openStorage = async (config: Config): Promise<Storage> => {
  const embedded = config.DATABASE_URL === undefined ? await startEmbedded(resolve(config.GARBO_HOME)) : null
  const url = config.DATABASE_URL ?? embedded?.url ?? ''
  const timeouts = databaseTimeoutsOf(config)
  const pool = openPool(url, config.DATABASE_POOL_SIZE, timeouts)
  try {
    await migrate(pool, migrationModules(config))
    const queries = await openQueries(url, config.DATABASE_POOL_SIZE, timeouts, [awaitReadModels])
    const session = processSession(pool)
    return {
      url,
      pool,
      session,
      queries,
      ended: embedded?.ended ?? new Promise(() => undefined),
      close: async () => {
        await session.close()
        await queries.end()
        await pool.end()
        await embedded?.stop()
      },
    }
  } catch (error) {
    await pool.end()
    await embedded?.stop()
    throw error
  }
}

const migrationModules = ({ ESDB_URL }: Config) => [
  ...(ESDB_URL === undefined ? [eventStoreMigrations] : []),
  snapshotsMigrations,
  keyringMigrations,
  projectionsMigrations,
  reactionsMigrations,
  jobsMigrations,
  accessMigrations,
  httpMigrations,
  photosMigrations,
  notificationsMigrations,
  auditMigrations,
  avaMigrations,
]

const startEmbedded = (home: string) =>
  startEmbeddedPostgres({
    dir: join(home, 'postgres'),
    password: readOrCreateSecret(join(home, 'postgres.password'), () => randomBytes(24).toString('base64url')),
    settings: ['shared_buffers=128MB', 'max_connections=100', 'idle_in_transaction_session_timeout=30s'],
  })

/** Derives an independent secret per purpose from one root. */
export const secretFor = (root: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', root, '', `garbo/${purpose}`, 32))
