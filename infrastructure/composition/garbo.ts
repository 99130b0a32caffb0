import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { inFlightCommands } from '../../application/in-flight.ts'
import type { JobServices } from '../../application/jobs.ts'
import type { Segment } from '../../projections/analytics/figures.queries.ts'
import { ttlCache } from '../ttl-cache.ts'
import { uncached } from '../../application/ports/cache.ts'
import type { LiveUpdates } from '../../application/moderation/ports.ts'
import type { Projections } from '../../application/ports/projections.ts'
import type { ApiContext } from '../../web/api/api-context.ts'
import { apiLogger } from '../../web/api/logging.ts'
import { buildHealthServer } from '../../web/api/plugins/observability.ts'
import { routesOf } from '../../web/api/routes.ts'
import type { ServerContext } from '../../web/api/server-context.ts'
import { buildServer } from '../../web/api/server.ts'
import { transparency } from '../../web/contract/moderation/decisions.ts'
import { commonPasswords } from '../accounts/passwords.ts'
import { logArchives } from '../audit/archives.ts'
import { logStreams } from '../audit/audited-streams.ts'
import { readModelChecks } from '../audit/read-model-checks.ts'
import { checkpointAnchors, logTree } from '../audit/tree/log-tree.ts'
import { logPositions } from '../log-positions.ts'
import { type JobFailure, timerRecorder } from '../jobs/bull-jobs.ts'
import { liveUpdates } from '../live/live-updates.ts'
import {
  projectionWaiter,
  readAfter,
  type ReaderFailure,
  startReaderRuntime,
} from '../projections/projection-engine.ts'
import { outboxJobs, type InlineReactions, inlineReactions } from '../reactions/policy-runner.ts'
import { openSharedState, type SharedState } from '../redis/redis.ts'
import { writtenReviews } from '../reviews/lookups.ts'
import { createApplicationServices } from './application-services.ts'
import { bootstrap, clockSkewText, type Resources, secretFor } from './bootstrap.ts'
import {
  type Config,
  hotelPartnerOf,
  isPortInUse,
  portInUse,
  anchorAddressesOf,
  announcementOf,
  rateLimitsOf,
  witnessesOf,
} from './config.ts'
import { OperatorError } from '../operator-error.ts'
import { facebookSdkOf } from './external-services.ts'
import { createMetrics } from './metrics.ts'
import { allProjections, readerHealth, readerInspection, readerProgress, startReaders } from './readers.ts'
import { startWorker } from './scheduled-jobs.ts'
import {
  type AppContext,
  clockReasons,
  createServerContext,
  googleMapsConfig,
  httpStores,
  taskLister,
} from './server-context.ts'
import { logOriginOf, siteOf } from './site.ts'

export interface Garbo {
  /** The address of the API; null for a worker. */
  readonly address: string | null
  /** The address of a worker's health endpoints; null without `HEALTH_PORT`. */
  readonly healthAddress: string | null
  /** Resolves when all projections and policies have caught up with the log. */
  readonly ready: () => Promise<void>
  /** Resolves when the embedded Postgres exits and the process cannot continue. */
  readonly ended: Promise<unknown>
  readonly stop: () => Promise<void>
}

export interface StartOptions {
  readonly config: Config
  /** Folder of the built web app; null serves only the API. */
  readonly webAppFolder: string | null
  readonly logger?: Logger
  /** Overrides the configured rate limits; load tests exceed them. */
  readonly rateLimits?: ServerContext['settings']['rateLimits']
}

const projectionNames = allProjections.map(({ name }) => name)
/** How long a read waits for the read models. */
const readWaitMs = 2_000
/** How long a write's response waits for them: longer, and stale afterwards, because the write has succeeded. */
const staleReadWaitMs = 10_000
/** How long scheduled jobs wait for the tables of the read models, which take a moment on an empty database. */
const tablesWaitMs = 10_000

const reportedSkewMs = 2_000
/** How long a start waits for the database, and that of a worker for the job store. */
const databaseWaitMs = 60_000

/** Starts all roles of this process; `stop` stops everything started here. */
export const startGarbo = async ({
  config,
  webAppFolder,
  logger = apiLogger(config.LOG_LEVEL),
  rateLimits = rateLimitsOf(config),
}: StartOptions): Promise<Garbo> => {
  const resources = await bootstrap(config, {
    onFailure: logJobFailures(logger),
    databaseWaitMs,
    onUnreachable: (reason) => logger.warn({ reason }, 'the database is unreachable; trying again'),
    onAccessLogDropping: () => logger.error('the access log cannot be written; its oldest entries are dropped'),
  })
  const { storage, store, history } = resources
  resources.databaseTime.onMeasured(reportClockSkew(logger))
  const inFlight = inFlightCommands()
  const report = reportReaderFailure(logger)
  const readerRuntime = startReaderRuntime({ store, history, pool: storage.pool, session: storage.session, report })
  const reactions = inlineReactions({ runtime: readerRuntime, inFlight, clock: resources.clock })
  const projections = projectionWaiter(readerRuntime)
  const site = siteOf(config)
  const sharedState = await sharedStateOf(config, resources, logger)
  const parts = { config, resources, readerRuntime, sharedState, logger, site }
  const onReacted = reactions.record
  const services = createApplicationServices({ ...parts, ...resources, inFlight, onReacted, projections })
  const context: AppContext = { ...parts, services, webAppFolder, rateLimits }
  const onFailure = (err: unknown) => logger.warn({ err }, 'live updates continue at the end of the log')
  const live = liveUpdates({ store, history, projections, projectionNames, onFailure })

  const stopWork = config.GARBO_ROLE === 'api' ? null : startWork(context, reactions)
  const api = config.GARBO_ROLE === 'worker' ? null : await startApi(context, live, projections)
  if (config.GARBO_ROLE !== 'api') await startJobs(context, projections, api?.origin)

  const health = config.GARBO_ROLE === 'worker' ? await startHealthServer(context) : null

  return {
    address: api?.origin ?? null,
    healthAddress: health?.address ?? null,
    ready: async () => {
      const health = readerHealth(readerInspection(readerRuntime, services.policies))
      while ((await health()).notReady.length > 0) await pause(50)
    },
    ended: storage.ended,
    stop: async () => {
      await api?.app.close()
      await health?.app.close()
      await live.close()
      await stopWork?.()
      await reactions.close()
      await readerRuntime.close()
      sharedState?.close()
      await resources.close()
    },
  }
}

const startWork = (
  { config, resources, readerRuntime, services, logger }: AppContext,
  reactions: InlineReactions,
): (() => Promise<void>) => {
  const { jobs, keyring, storage } = resources
  const { queries } = storage
  return startReaders(
    readerRuntime,
    services.policies,
    reactions,
    { queries, jobs, warn: (details, message) => logger.warn(details, message) },
    { queries, keyring, origin: logOriginOf(config) },
  )
}

const startJobs = async (context: AppContext, projections: Projections, origin: string | undefined): Promise<void> => {
  const { config, resources } = context
  await projections.waitFor(projectionNames, null, tablesWaitMs)
  // a process that also serves the web app is started by a person, who should see a wrong address at once
  if (config.GARBO_ROLE === 'worker') await waitForJobStore(context)
  await startWorker({
    jobs: resources.jobs,
    context: jobServices(context),
    timers: timerRecorder(resources.storage.queries),
    origin: config.GARBO_ORIGIN ?? origin ?? `http://localhost:${config.PORT}`,
  }).catch((error: unknown) => {
    throw jobStoreError(config, error)
  })
}

/** Waits a limited time for a job store that is away; starting the worker then reports its error. */
const waitForJobStore = async ({ resources, logger }: AppContext): Promise<void> => {
  for (const until = performance.now() + databaseWaitMs; performance.now() < until;)
    try {
      return void (await resources.jobs.states('mail', ['none']))
    } catch {
      logger.warn('the job store is unreachable; trying again')
      await pause(1_000)
    }
}

/** Names the setting and the reason, without the driver's error, which may contain the password. */
const jobStoreError = ({ REDIS_URL }: Config, error: unknown): unknown => {
  if (!(error instanceof Error && error.cause instanceof Error)) return error
  const setting = REDIS_URL === undefined ? 'DATABASE_URL' : 'REDIS_URL'
  return new OperatorError(`The job queues could not be opened: ${error.cause.message}. Check ${setting}.`)
}

const reportReaderFailure =
  (logger: Logger) =>
  ({ reader, type, reason }: ReaderFailure): void =>
    logger.warn({ reader, reason }, failureTexts[type])

const failureTexts = {
  Stopped: 'a reader is stopped at an event it cannot process',
  SetAside: 'a reader has set an event aside',
  Unavailable: 'a reader failed and will retry',
} as const satisfies Record<ReaderFailure['type'], string>

/** Logs when the clock of this machine starts or stops differing from the database's by more than two seconds. */
const reportClockSkew = (logger: Logger) => {
  let isSkewed = false
  return (skewMs: number) => {
    if (isSkewed === Math.abs(skewMs) > reportedSkewMs) return
    isSkewed = !isSkewed
    if (isSkewed) logger.warn({ skewMs: Math.round(skewMs) }, clockSkewText(skewMs))
    else logger.info('the clock of this machine agrees with that of the database again')
  }
}

const logJobFailures =
  (logger: Logger) =>
  ({ queue, job, error }: JobFailure): void => {
    if (job === undefined) return logger.warn({ queue, outage: error }, 'the job store is unavailable')
    const { name, attempt, gaveUp, key } = job
    const details = { queue, job: name, attempt, err: error, ...(gaveUp && { key }) }
    logger.warn(details, gaveUp ? 'a job was given up' : 'a job failed')
  }

const jobServices = ({ config, resources, readerRuntime, services, logger }: AppContext): JobServices => ({
  services: services.authServices,
  jobs: resources.jobs,
  outbox: outboxJobs(resources.storage.queries),
  payoutChain: resources.payoutChain,
  liabilityTrees: resources.liabilityTrees,
  messenger: resources.transports.messenger,
  storedMessages: resources.transports.storedMessages,
  keyring: resources.keyring,
  accessLog: resources.accessLog,
  checkpointAnchors: checkpointAnchors(resources.storage.queries, anchorAddressesOf(config)),
  ...httpStores({ config, resources, readerRuntime }),
  warn: (details, message) => logger.warn(details, message),
})

/** State that API processes share; null without Redis. */
const sharedStateOf = async (config: Config, { masterKey }: Resources, logger: Logger): Promise<SharedState | null> => {
  const { REDIS_URL: url, GARBO_ROLE: role } = config
  if (url === undefined || role === 'worker') return null
  return openSharedState({
    url,
    secret: secretFor(masterKey, 'shared-state'),
    onChange: (redis) =>
      redis.available
        ? logger.info('Redis is available: rate limits and caches are shared')
        : logger.warn(
            { reason: redis.reason },
            'Redis is unavailable: rate limits apply to each process, caches are off',
          ),
  })
}

/** Cached: anyone may request them, and counting reads every row of the year. */
const transparencyReports = { name: 'transparency', ttlMs: 60_000, schema: transparency }

/** Cached: it reads every business of a type in a province. */
const segmentTtlMs = 600_000
const maxCachedSegments = 1_000

/**
 * API callers other than the web app send no position, so all read models should show a write before its response, unless
 * one is stopped.
 */
const readAfterOrStale = (projections: Projections): ApiContext['readAfterOrStale'] => {
  const readWhenShown = readAfter(projections, { timeoutMs: staleReadWaitMs, whenBehind: 'read' })
  return async (position, read) => {
    await projections.waitFor(projectionNames, position, staleReadWaitMs)
    return readWhenShown(position, read)
  }
}

const readsAfterWrites = (
  projections: Projections,
  db: Resources['storage']['queries'],
): Pick<ApiContext, 'readAfterOrStale' | 'reviewWritten'> => ({
  readAfterOrStale: readAfterOrStale(projections),
  reviewWritten: writtenReviews(db),
})

const startApi = async (
  context: AppContext,
  live: LiveUpdates,
  projections: Projections,
): Promise<{ readonly app: FastifyInstance; readonly origin: string }> => {
  const { config, resources, services } = context
  const { useCases, authServices, gazetteer, placeSearch } = services
  const { devMailbox: mailbox } = resources.transports
  const devMailbox = mailbox && ((to: string | undefined) => mailbox.list(to === undefined ? {} : { to }))
  const { queries: db } = resources.storage
  const androidApp = { marker: config.ANDROID_APP_MARKER, enrollLink: config.ANDROID_ENROLL_LINK ?? null }
  const serverContext = createServerContext(context, {
    readAfterOrFail: readAfter(projections, { timeoutMs: readWaitMs, whenBehind: 'fail' }),
    logPositions: logPositions(resources.store),
    waitUntilProjected: async (position) =>
      (await projections.waitFor(projectionNames, position, readWaitMs)).type === 'Reached',
  })
  const { clock, sessions } = serverContext
  const siteServices = {
    developerTools: serverContext.settings.developerTools,
    gallery: config.COMPONENT_GALLERY === 'on',
    staffSecondFactor: serverContext.settings.staffSecondFactor,
    gazetteer,
    placeSearch,
    googleMaps: googleMapsConfig(config),
    hotelPartner: hotelPartnerOf(config),
    sessionMaxDays: config.SESSION_MAX_DAYS,
    announcement: announcementOf(config),
    facebookSdk: facebookSdkOf(config),
  }
  const tree = logTree(db, resources.store, witnessesOf(config))
  const apiContext = {
    useCases,
    services: authServices,
    db,
    clock,
    sessions,
    ...readsAfterWrites(projections, db),
    live,
    accessLog: resources.accessLog,
    logTree: tree,
    origin: context.site.origin,
    archives: logArchives({ queries: db, keyring: resources.keyring, origin: logOriginOf(config), tree }),
    readModelChecks: () => readModelChecks(db, projectionNames),
    auditedStreams: logStreams(resources, authServices.lookups),
    transparencyReports: context.sharedState?.cache(transparencyReports) ?? uncached,
    segments: ttlCache<Segment | null>(segmentTtlMs, maxCachedSegments),
    devMailbox,
    androidApp,
    companyWalletReader: resources.companyWalletReader,
    liabilityTrees: resources.liabilityTrees,
    payoutChain: resources.payoutChain,
    ...siteServices,
  }
  await Promise.all([commonPasswords(), context.readerRuntime.holdProcessLease()])
  const app = await buildServer(serverContext, routesOf(apiContext))
  const port = await listen(app, config.PORT, 'PORT')
  context.site.setPort(port)
  return { app, origin: `http://localhost:${port}` }
}

/** Resolves to the port. */
const listen = async (app: FastifyInstance, wanted: number, setting: 'PORT' | 'HEALTH_PORT'): Promise<number> => {
  await app.listen({ port: wanted, host: '0.0.0.0' }).catch((error: unknown) => {
    throw isPortInUse(error) ? new OperatorError(portInUse(wanted, setting)) : error
  })
  return (app.server.address() as AddressInfo).port
}

/** Health of a worker: whether the readers make progress and this process can run jobs. Null without `HEALTH_PORT`. */
const startHealthServer = async (context: AppContext) => {
  const { config, resources, readerRuntime, services } = context
  if (config.HEALTH_PORT === undefined) return null
  const inspect = readerInspection(readerRuntime, services.policies)
  const checkProgress = readerProgress(inspect)
  const backgroundTasks = taskLister(context, inspect)
  const app = buildHealthServer({
    settings: { metricsToken: config.METRICS_TOKEN ?? null },
    backgroundTasks,
    metrics: createMetrics(resources, backgroundTasks),
    health: async () => {
      const [{ notReady, warnings }, idle] = await Promise.all([checkProgress(), resources.jobs.unavailable()])
      const reasons = [...notReady, ...idle.map((queue) => `jobs of the queue ${queue} cannot run`)]
      return { notReady: [...clockReasons(context), ...reasons], warnings }
    },
  })
  return { app, address: `http://localhost:${await listen(app, config.HEALTH_PORT, 'HEALTH_PORT')}` }
}
