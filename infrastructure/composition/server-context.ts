import type { SharedRateLimits } from '../../application/ports/shared-rate-limits.ts'
import { postgresRateLimits } from '../request-counts.ts'
import type { Logger } from 'pino'
import { type AuthServices, loadPerson } from '../../application/accounts/auth-services.ts'
import { requestDataDeletion } from '../../application/accounts/data-deletion-request.ts'
import { recordDevice } from '../../application/accounts/notifications.ts'
import { beginSocialSignIn, finishSocialSignIn } from '../../application/accounts/social-sign-in.ts'
import { countReferralClick } from '../../application/promotion/affiliate.ts'
import { E } from '../../domain/kernel/fp.ts'
import { defaultStreamSettings, type ServerContext } from '../../web/api/server-context.ts'
import { postgresSessions } from '../accounts/sessions.ts'
import { newId } from '../clock-and-ids.ts'
import { withDeadline } from '../deadline.ts'
import { postgresIdempotencyStore, responseSealing } from '../http/idempotency-store.ts'
import type { ReaderRuntime } from '../projections/projection-engine.ts'
import type { SharedState } from '../redis/redis.ts'
import type { ApplicationServices } from './application-services.ts'
import { listBackgroundTasks } from './background-tasks.ts'
import { clockError, type Resources, secretFor } from './bootstrap.ts'
import type { Config } from './config.ts'
import { facebookSdkOf } from './external-services.ts'
import { createMetrics } from './metrics.ts'
import { type InspectReaders, inspectionMs, readerHealth, readerInspection } from './readers.ts'
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

/** In Redis if there is one, otherwise in Postgres; a process that is both API and worker counts alone. @rule Q-23 */
const sharedRateLimitsOf = ({ sharedState, config, resources }: AppContext): SharedRateLimits | null => {
  if (sharedState !== null) return sharedState.rateLimits
  if (config.GARBO_ROLE !== 'api') return null
  return postgresRateLimits(resources.storage.queries, secretFor(resources.masterKey, 'request-counts'))
}

/** Dependencies of the API server. */
export const createServerContext = (
  context: AppContext,
  readPositions: Pick<ServerContext, 'readAfterOrFail' | 'logPositions' | 'waitUntilProjected'>,
): ServerContext => {
  const { resources, readerRuntime, services, logger } = context
  const { authServices } = services
  const inspect = readerInspection(readerRuntime, services.policies)
  const checkReaders = readerHealth(inspect)
  const backgroundTasks = taskLister(context, inspect)
  return {
    settings: serverSettingsOf(context),
    secret: secretFor(resources.masterKey, 'intents'),
    clock: authServices.clock,
    newId,
    ...httpStores(context),
    sharedRateLimits: sharedRateLimitsOf(context),
    accessLog: resources.accessLog,
    social: {
      begin: beginSocialSignIn(authServices),
      finish: finishSocialSignIn(authServices),
      deleteData: requestDataDeletion(authServices),
    },
    countReferralClick: referralClickCounter(authServices),
    recordDevice: deviceRecorder(authServices, logger),
    findPerson: async (accountId) => {
      const person = await loadPerson(authServices, accountId)()
      if (E.isLeft(person)) throw new Error('The account is unavailable', { cause: person.left })
      return person.right
    },
    ...readPositions,
    health: async () => {
      const { notReady, warnings } = await checkReaders()
      return { notReady: [...clockReasons(context), ...notReady], warnings }
    },
    backgroundTasks,
    metrics: createMetrics(resources, backgroundTasks),
    logger,
  }
}

/** Why the clock of this machine keeps the process from working; empty if it does not. */
export const clockReasons = ({ config, resources }: Pick<AppContext, 'config' | 'resources'>): readonly string[] =>
  [clockError(config, resources.databaseTime)].filter((reason) => reason !== null)

/** Lists the background tasks of all processes; rejects if the database or the log does not answer in time. */
export const taskLister =
  ({ resources }: Pick<AppContext, 'resources'>, inspect: InspectReaders) =>
  () =>
    withDeadline(
      listBackgroundTasks({ inspect, queries: resources.storage.queries, clock: resources.clock }),
      inspectionMs,
      'the database does not answer',
    )

const serverSettingsOf = ({ config, rateLimits, webAppFolder }: AppContext): ServerContext['settings'] => ({
  origin: config.GARBO_ORIGIN ?? null,
  secureCookies: config.GARBO_ORIGIN?.startsWith('https://') ?? false,
  sessionDays: config.SESSION_MAX_DAYS,
  trustProxy: config.TRUST_PROXY ?? null,
  developerTools: config.NODE_ENV !== 'production',
  rateLimits,
  requestTimeoutMs: 30_000,
  streams: defaultStreamSettings,
  googleMaps: googleMapsConfig(config)?.origin ?? null,
  facebookSdk: facebookSdkOf(config),
  staffSecondFactor: config.STAFF_SECOND_FACTOR === 'passkey',
  metricsToken: config.METRICS_TOKEN ?? null,
  webAppFolder,
})

const deviceRecorder =
  (authServices: AuthServices, logger: Logger): ServerContext['recordDevice'] =>
  async (used, correlationId) => {
    const outcome = await recordDevice(authServices)(used, correlationId)()
    if (E.isLeft(outcome)) logger.warn({ failure: outcome.left.type }, 'the device of a sign-in was not recorded')
  }

/** Rejects if the click could not be counted, so that the error is logged. */
const referralClickCounter =
  (authServices: AuthServices): ServerContext['countReferralClick'] =>
  async (click, correlationId) => {
    const outcome = await countReferralClick(authServices)(click, correlationId)()
    if (E.isLeft(outcome)) throw new Error(`The referral click was not counted: ${outcome.left.type}`)
  }
