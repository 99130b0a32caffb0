import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ApiDeps } from '../../web/api/deps.ts'
import { buildApi } from '../../web/api/app.ts'
import { apiLogger } from '../../web/api/logging.ts'
import { routesOf } from '../../web/api/routes.ts'
import { inHandHere } from '../../application/in-hand.ts'
import { liveSource, type LiveSource } from '../live/live.ts'
import { awaitedProjections } from '../projections/wait-for.ts'
import { startReading } from '../projections/reading.ts'
import { apiDeps, doorStores, googleMapsOf, type Parts } from './api-deps.ts'
import type { Config } from './config.ts'
import { domainServices } from './domain-services.ts'
import { startErasures } from './erasures.ts'
import { layFoundations } from './foundations.ts'
import { hotelPartnerOf } from './hotel-partner.ts'
import { letterWriter } from './letters.ts'
import { probeOf } from './probe.ts'
import { rateLimitsOf } from './rate-limits.ts'
import { allProjections, startReaders } from './readers.ts'
import { recoveryHandler, recoveryQueue } from './recoveries.ts'
import { simulationHandler, simulationsQueue } from './simulations.ts'
import { siteOf } from './site.ts'
import { facebookSdkOf } from './social-providers.ts'
import { startTimers } from './timers.ts'

export interface Garbo {
  /** Where it is served; null for a worker. */
  readonly address: string | null
  /** Resolves when every reader of the log has caught up. */
  readonly ready: () => Promise<void>
  /** Resolves when it cannot go on: its own Postgres is gone. */
  readonly ended: Promise<unknown>
  readonly stop: () => Promise<void>
}

export interface StartOptions {
  readonly config: Config
  /** The folder of the built screens; null serves the API alone. */
  readonly screens: string | null
  readonly logger?: Logger
  /** How many requests of a kind may be sent, where load tests send more than people do. */
  readonly limits?: ApiDeps['settings']['limits']
}

const names = allProjections.map(({ name }) => name)
/** How long a read waits for the read models (R21). */
const patienceMs = 2_000
/** How long a write waits to show what it wrote: it is written, so a refusal would be a lie. */
const readBackMs = 10_000

/** The whole of Garbo in this process; what it started it also stops. */
export const startGarbo = async ({
  config,
  screens,
  logger = apiLogger(config.LOG_LEVEL),
  limits = rateLimitsOf(config),
}: StartOptions): Promise<Garbo> => {
  const foundations = await layFoundations(config, ({ queue, job, error }) =>
    logger.warn({ queue, job: job?.name, attempt: job?.attempt, err: error }, 'a job made trouble'),
  )
  const { storage, store, history, jobs } = foundations
  const inHand = inHandHere()
  const reading = startReading({
    store,
    history,
    inHand,
    pool: storage.pool,
    report: ({ reader, type, reason }) =>
      logger.warn({ reader, reason }, type === 'Stopped' ? 'stopped' : 'trying again'),
  })
  const projections = awaitedProjections(reading)
  const site = siteOf(config)
  const services = domainServices({ config, ...foundations, projections, inHand, logger, site })
  const parts: Parts = { config, foundations, reading, services, logger, screens, limits, site }
  const live = liveSource({ store, history, projections, names })
  const shown = (ms: number) => async (position: string) =>
    (await projections.waitFor(names, position, ms)).type === 'Reached'

  const stopWork = config.GARBO_ROLE === 'api' ? null : startReaders(reading, services.policies, jobs)
  const api = config.GARBO_ROLE === 'worker' ? null : await startApi(parts, live, shown)
  if (config.GARBO_ROLE !== 'api')
    await startWork(parts, api?.origin ?? config.GARBO_ORIGIN ?? `http://localhost:${config.PORT}`)

  return {
    address: api?.origin ?? null,
    ready: async () => {
      while ((await probeOf(reading, services.policies)()).length > 0) await pause(50)
    },
    ended: storage.ended,
    stop: async () => {
      await api?.app.close()
      await live.close()
      await stopWork?.()
      await reading.close()
      await foundations.close()
    },
  }
}

const startWork = async ({ config, foundations, services, logger }: Parts, origin: string): Promise<void> => {
  const { jobs, transports, keyring } = foundations
  const { doors } = services
  const stores = doorStores({ config, foundations })
  await jobs.work('mail', letterWriter(services.doors, transports.messenger, config.GARBO_ORIGIN ?? origin))
  await jobs.work(recoveryQueue, recoveryHandler(services.doors))
  await jobs.work(simulationsQueue, simulationHandler(doors))
  await startTimers(jobs, { doors, ...stores })
  await startErasures(jobs, { doors, ...stores, keyring, messenger: transports.messenger, logger })
}

const startApi = async (
  parts: Parts,
  live: LiveSource,
  shown: (ms: number) => (position: string) => Promise<boolean>,
): Promise<{ readonly app: FastifyInstance; readonly origin: string }> => {
  const { config, foundations, services } = parts
  const { capabilities: ask, doors, places, placeSearch } = services
  const { outbox: letters } = foundations.transports
  const outbox = letters && ((to: string | undefined) => letters.list(to === undefined ? {} : { to }))
  const { queries: db } = foundations.storage
  const androidApp = { marker: config.ANDROID_APP_MARKER, enrollLink: config.ANDROID_ENROLL_LINK ?? null }
  const deps = apiDeps(parts, shown(patienceMs))
  const { clock, sessions } = deps
  const where = {
    developer: deps.settings.developer,
    staffSecondFactor: deps.settings.staffSecondFactor,
    places,
    placeSearch,
    googleMaps: googleMapsOf(config),
    hotelPartner: hotelPartnerOf(config),
    facebookSdk: facebookSdkOf(config),
  }
  const hall = { ask, doors, db, clock, sessions, settled: shown(readBackMs), live, outbox, androidApp, ...where }
  const app = await buildApi(deps, routesOf(hall))
  await app.listen({ port: config.PORT, host: '0.0.0.0' })
  const { port } = app.server.address() as AddressInfo
  parts.site.listensAt(port)
  return { app, origin: `http://localhost:${port}` }
}
