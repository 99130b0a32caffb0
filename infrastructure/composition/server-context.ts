import type { Logger } from 'pino'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { type AuthServices, loadPerson } from '../../application/accounts/auth-services.ts'
import { requestDataDeletion } from '../../application/accounts/data-deletion-request.ts'
import { beginSocialSignIn, finishSocialSignIn } from '../../application/accounts/social-sign-in.ts'
import { countReferralClick } from '../../application/promotion/affiliate.ts'
import { E } from '../../domain/kernel/fp.ts'
import { defaultStreamSettings, type ServerContext } from '../../web/api/server-context.ts'
import { postgresSessions } from '../accounts/sessions.ts'
import { newId } from '../clock-and-ids.ts'
import { postgresIdempotencyStore, responseSealing } from '../http/idempotency-store.ts'
import { countSetAside, type ReaderRuntime } from '../projections/projection-engine.ts'
import { countMessages } from '../reactions/policy-runner.ts'
import type { SharedState } from '../redis/redis.ts'
import type { ApplicationServices } from './application-services.ts'
import { clockError, type Resources, secretFor } from './bootstrap.ts'
import type { Config } from './config.ts'
import { facebookSdkOf } from './external-services.ts'
import { readerHealth } from './readers.ts'
import type { Site } from './site.ts'

/** The parts of a running process. */
export interface AppContext {
  readonly config: Config
  readonly resources: Resources
  readonly readerRuntime: ReaderRuntime
  readonly services: ApplicationServices
  readonly logger: Logger
  readonly webAppFolder: string | null
  readonly rateLimits: ServerContext['settings']['rateLimits']
  /** Null without Redis. */
  readonly sharedState: SharedState | null
  readonly site: Site
}

export const httpStores = ({
  config,
  resources,
  readerRuntime,
}: Pick<AppContext, 'config' | 'resources' | 'readerRuntime'>) => {
  const { storage, keyring, rootSecret } = resources
  return {
    sessions: postgresSessions(storage.queries, {
      idleHours: config.SESSION_IDLE_HOURS,
      maxDays: config.SESSION_MAX_DAYS,
    }),
    idempotentResponses: postgresIdempotencyStore(storage.queries, {
      secret: secretFor(rootSecret, 'answers'),
      owner: readerRuntime.processLease,
      ...responseSealing(keyring),
    }),
  }
}

export const googleMapsConfig = ({ GOOGLE_MAPS_KEY: key, GOOGLE_MAPS_ORIGIN: origin }: Config) =>
  key === undefined ? null : { key, origin: new URL(origin).origin }

/** Dependencies of the API server. */
export const createServerContext = (
  context: AppContext,
  readPositions: Pick<ServerContext, 'readAfter' | 'logPositions' | 'waitUntilProjected'>,
): ServerContext => {
  const { resources, readerRuntime, services, logger } = context
  const { auth } = services
  const checkReaders = readerHealth(readerRuntime, services.policies)
  return {
    settings: serverSettingsOf(context),
    secret: secretFor(resources.masterKey, 'intents'),
    clock: auth.clock,
    newId,
    ...httpStores(context),
    sharedRateLimits: context.sharedState?.rateLimits ?? null,
    social: {
      begin: beginSocialSignIn(auth),
      finish: finishSocialSignIn(auth),
      deleteData: requestDataDeletion(auth),
    },
    countReferralClick: referralClickCounter(auth),
    findPerson: async (accountId) => {
      const person = await loadPerson(auth, accountId)()
      if (E.isLeft(person)) throw new Error('The account is unavailable', { cause: person.left })
      return person.right
    },
    ...readPositions,
    health: async () => {
      const { notReady, warnings } = await checkReaders()
      return { notReady: [...clockReasons(context), ...notReady], warnings }
    },
    metrics: createMetrics(resources),
    logger,
  }
}

/** Why the clock of this machine keeps the process from working; empty if it does not. */
export const clockReasons = ({ config, resources }: Pick<AppContext, 'config' | 'resources'>): readonly string[] =>
  [clockError(config, resources.databaseTime)].filter((reason) => reason !== null)

export const createMetrics = (resources: Resources): Registry => {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  registerClockMetric(metrics, resources)
  registerOutboxMetric(metrics, resources)
  registerSetAsideMetric(metrics, resources)
  return metrics
}

const serverSettingsOf = ({ config, rateLimits, webAppFolder }: AppContext): ServerContext['settings'] => ({
  origin: config.GARBO_ORIGIN ?? null,
  secureCookies: config.GARBO_ORIGIN?.startsWith('https://') ?? false,
  sessionDays: config.SESSION_MAX_DAYS,
  trustProxy: config.TRUST_PROXY ?? null,
  developerTools: config.NODE_ENV !== 'production',
  rateLimits,
  streams: defaultStreamSettings,
  googleMaps: googleMapsConfig(config)?.origin ?? null,
  facebookSdk: facebookSdkOf(config),
  staffSecondFactor: config.STAFF_SECOND_FACTOR === 'passkey',
  metricsToken: config.METRICS_TOKEN ?? null,
  webAppFolder,
})

const registerClockMetric = (registry: Registry, { databaseTime }: Resources) =>
  new Gauge({
    name: 'garbo_clock_skew_seconds',
    help: 'How far the clock of this machine is behind the database, in seconds',
    registers: [registry],
    collect() {
      this.set(databaseTime.skewMs() / 1_000)
    },
  })

const registerOutboxMetric = (registry: Registry, { storage }: Resources) =>
  new Gauge({
    name: 'garbo_outbox_messages',
    help: 'Messages in the outbox by state; queued and given up up to 100,000',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      const counts = await countMessages(storage.queries).catch(() => null)
      if (counts === null) return
      this.set({ state: 'queued' }, counts.queued)
      this.set({ state: 'given_up' }, counts.givenUp)
      this.set({ state: 'delivered' }, counts.delivered)
    },
  })

const registerSetAsideMetric = (registry: Registry, { storage }: Resources) =>
  new Gauge({
    name: 'garbo_set_aside_events',
    help: 'Events that a reader could not apply (failed), and later ones of the same rows (waiting)',
    labelNames: ['reader', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { reader, failed, waiting } of await countSetAside(storage.pool).catch(() => [])) {
        this.set({ reader, state: 'failed' }, failed)
        this.set({ reader, state: 'waiting' }, waiting)
      }
    },
  })

/** Rejects if the click could not be counted, so that the error is logged. */
const referralClickCounter =
  (auth: AuthServices): ServerContext['countReferralClick'] =>
  async (click, correlationId) => {
    const outcome = await countReferralClick(auth)(click, correlationId)()
    if (E.isLeft(outcome)) throw new Error(`The referral click was not counted: ${outcome.left.type}`)
  }
