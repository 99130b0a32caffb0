import type { Logger } from 'pino'
import type { AuthServices } from '../../application/accounts/auth-services.ts'
import type { NotificationServices } from '../../application/accounts/notification-ports.ts'
import { recoveryRequester } from '../../application/accounts/recovery.ts'
import { type UseCases, guardUseCases, notificationTexts, policies } from '../../application/all.ts'
import type { PayoutChain } from '../../application/ava/payout-services.ts'
import { payoutRequester } from '../../application/ava/payouts.ts'
import type { History } from '../../application/history.ts'
import type { InFlight } from '../../application/in-flight.ts'
import type { RuleSettings } from '../../application/rule-settings.ts'
import { caseDispatcher } from '../../application/moderation/case-dispatcher.ts'
import { notificationText } from '../../application/notification-texts.ts'
import type { AnyPolicy } from '../../application/policy.ts'
import type { Clock } from '../../application/ports/clock.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import type { Jobs } from '../../application/ports/jobs.ts'
import type { Keyring } from '../../application/ports/keyring.ts'
import type { Projections } from '../../application/ports/projections.ts'
import { runPoliciesInline } from '../../application/inline-policies.ts'
import type { Gazetteer, PlaceSearch } from '../../application/travel/ports.ts'
import type { Position } from '../../domain/kernel/event-envelope.ts'
import { E } from '../../domain/kernel/fp.ts'
import { postgresHourlyLimits } from '../accounts/hourly-limits.ts'
import { postgresCodes } from '../accounts/codes.ts'
import { postgresCredentials, postgresTemporaryPasswords } from '../accounts/credentials.ts'
import { nameHasher } from '../accounts/hashing.ts'
import { postgresKeptHashes } from '../accounts/kept-hashes.ts'
import { postgresNotifications } from '../accounts/notifications.ts'
import { postgresPasskeys } from '../accounts/passkeys.ts'
import { postgresPhotos, sharpImageProcessor } from '../accounts/photos.ts'
import { webPush } from '../accounts/push-messages.ts'
import { postgresDeviceTokens } from '../accounts/sessions.ts'
import { postgresSocialFlows } from '../accounts/social-flows.ts'
import { unsubscribeTokens } from '../accounts/unsubscribe-tokens.ts'
import { isMistypedAddress } from '../ava/address-checksum.ts'
import { payoutUndoTokens } from '../ava/payout-undo-tokens.ts'
import { newId, newRewardCode, newTimelessId } from '../clock-and-ids.ts'
import { sealedBytes } from '../keyring/keyring.ts'
import { readModelLookups } from '../lookups.ts'
import { contactTokens } from '../ratings/contact-tokens.ts'
import { outboxJobs } from '../reactions/policy-runner.ts'
import type { SharedState } from '../redis/redis.ts'
import { italianGazetteer } from '../travel/gazetteer.ts'
import type { Reports } from '../../application/analytics/ports.ts'
import { monthlyReportFiles } from '../../application/analytics/monthly-reports.ts'
import { reports } from '../analytics/reports.ts'
import { secretFor, type Storage } from './bootstrap.ts'
import type { Config } from './config.ts'
import { placeSearchOf, socialProvidersOf } from './external-services.ts'
import type { Site } from './site.ts'
import { channelsOf } from './transports.ts'

export interface ApplicationServices {
  readonly history: History
  readonly useCases: UseCases
  readonly authServices: AuthServices
  readonly policies: readonly AnyPolicy[]
  readonly gazetteer: Gazetteer
  readonly placeSearch: PlaceSearch
}

export interface ServiceOptions {
  readonly config: Config
  readonly masterKey: Uint8Array
  readonly rootSecret: Uint8Array
  readonly keyring: Keyring
  readonly storage: Storage
  readonly store: EventStore
  readonly history: History
  readonly projections: Projections
  readonly jobs: Pick<Jobs, 'add'>
  readonly inFlight: InFlight
  /** Called after a request has run a policy for an event successfully. */
  readonly onReacted?: (policy: string, eventId: string) => void
  readonly logger: Logger
  readonly site: Site
  readonly payoutChain: PayoutChain | null
  /** Caches shared with other processes; by default there are none. */
  readonly sharedState?: SharedState | null
  readonly clock: Clock
}

/** Reads the position of the latest event; rejects if the log is unavailable. */
const headOf = (store: ServiceOptions['store']) => async (): Promise<Position | null> => {
  const last = await store.head()()
  if (E.isLeft(last)) throw new Error('The event log is unavailable', { cause: last.left })
  return last.right
}

/** Connects the application to its real adapters. */
export const createApplicationServices = (options: ServiceOptions): ApplicationServices => {
  const { config, masterKey, rootSecret, keyring, storage, store, history, projections, jobs, inFlight, logger } =
    options
  const { site, payoutChain, clock } = options
  const head = headOf(store)
  const lookups = readModelLookups(storage.queries, projections, head)
  const names = nameHasher(secretFor(rootSecret, 'names'))
  const ruleSettings = ruleSettingsOf(config)
  const policyContext = { history, newId, newCode: newRewardCode, ruleSettings, lookups, nameHasher: names }
  const allPolicies = policies(policyContext)
  const react = runPoliciesInline({
    policies: allPolicies,
    logHead: () => head().catch(() => null),
    onReacted: (policy, { id }) => options.onReacted?.(policy, id),
    onFailure: (policy, failure) =>
      logger.warn({ policy, failure: failure.type }, 'an inline policy failed; its reader will retry'),
  })
  const gazetteer = italianGazetteer()
  const placeSearch = placeSearchOf(config, storage.queries, gazetteer, options.sharedState ?? null)
  const keptHashes = postgresKeptHashes(storage.queries)
  const services = {
    ...policyContext,
    clock,
    policies,
    react,
    inFlight,
    caseDispatcher: caseDispatcher(),
    gazetteer,
    keptHashes,
    requestPayouts: payoutRequester(payoutChain, jobs, newId),
  }
  const reportFiles = reports(storage.queries, clock)
  const lock = { failures: config.LOGIN_MAX_FAILURES, minutes: config.LOGIN_LOCK_MINUTES }
  const codeLimits = { ttlMinutes: config.CODE_TTL_MINUTES, maxAttempts: config.CODE_MAX_ATTEMPTS }
  const authServices: AuthServices = {
    ...services,
    newAccountId: newTimelessId,
    credentials: postgresCredentials(storage.queries, { secret: secretFor(masterKey, 'sign-in'), lock }),
    codes: postgresCodes(storage.queries, { secret: secretFor(masterKey, 'codes'), ...codeLimits }),
    temporaryPasswords: postgresTemporaryPasswords(storage.queries, {
      secret: secretFor(masterKey, 'temporary-passwords'),
      ttlMinutes: config.TEMPORARY_PASSWORD_TTL_MINUTES,
    }),
    hourlyLimits: postgresHourlyLimits(storage.queries, secretFor(masterKey, 'allowances')),
    recoveryRules: recoveryRulesOf(config),
    requestRecovery: recoveryRequester(jobs),
    passkeys: postgresPasskeys(storage.queries, { site: site.relyingParty, newId }),
    deviceTokens: postgresDeviceTokens(storage.queries),
    imageProcessor: sharpImageProcessor(),
    photos: postgresPhotos(storage.queries, { secret: secretFor(rootSecret, 'photos'), ...sealedBytes(keyring) }),
    socialProviders: socialProvidersOf(config, site),
    socialFlows: postgresSocialFlows(storage.queries, secretFor(masterKey, 'social')),
    notifications: notificationServices(options, head, reportFiles),
    reports: reportFiles,
    ...letterTokens(rootSecret),
    isMistypedAddress,
    requestEmail: emailRequester(storage),
  }
  return { history, useCases: guardUseCases(services), authServices, policies: allPolicies, gazetteer, placeSearch }
}

/** Tokens of links in letters. */
const letterTokens = (rootSecret: Uint8Array): Pick<AuthServices, 'payoutUndoTokens' | 'contactTokens'> => ({
  payoutUndoTokens: payoutUndoTokens(secretFor(rootSecret, 'payout-undo')),
  contactTokens: contactTokens(secretFor(rootSecret, 'first-contact')),
})

const emailRequester =
  ({ queries }: ServiceOptions['storage']): AuthServices['requestEmail'] =>
  ({ kind, ...data }) =>
    outboxJobs(queries).add([{ queue: 'mail', name: kind, data, key: `${newId()}_again` }])

const notificationServices = (
  { config, rootSecret, storage }: ServiceOptions,
  head: () => Promise<Position | null>,
  reportFiles: Reports,
): NotificationServices => ({
  store: postgresNotifications(storage.queries, {
    head,
    pauseMinutes: config.NOTIFICATION_PAUSE_MINUTES,
    smsPerDay: config.NOTIFICATION_SMS_PER_DAY,
    hashPhone: nameHasher(secretFor(rootSecret, 'names')).phone,
    sessionLimits: { idleHours: config.SESSION_IDLE_HOURS, maxDays: config.SESSION_MAX_DAYS },
    outbox: outboxJobs,
  }),
  filesOf: monthlyReportFiles(reportFiles),
  textOf: (notification, reader) => notificationText(notificationTexts, notification, reader),
  unsubscribeTokens: unsubscribeTokens(secretFor(rootSecret, 'unsubscribe')),
  push: webPush({
    secret: secretFor(rootSecret, 'push'),
    contact: pushContactOf(config),
    hosts: config.PUSH_SERVICES.split(','),
  }),
})

/** The address that sends e-mails also answers push services. */
const pushContactOf = ({ MAIL_FROM }: Config) => `mailto:${/[^<\s]+@[^>\s]+/.exec(MAIL_FROM)?.[0] ?? 'garbo@localhost'}`

const recoveryRulesOf = (config: Config): AuthServices['recoveryRules'] => ({
  emailLookupsPerHour: config.RECOVERY_LOOKUPS_PER_HOUR,
  emailsPerHour: config.RECOVERY_EMAILS_PER_HOUR,
  channels: channelsOf(config),
  hidesUnknownNumbers: config.RECOVERY_HIDES_UNKNOWN_NUMBERS === 'true',
})

/** The value in production, 0 elsewhere, so that a newcomer can try everything at once. */
const inProduction = ({ NODE_ENV }: Config, value: number) => (NODE_ENV === 'production' ? value : 0)

const ruleSettingsOf = (config: Config): RuleSettings => ({
  reviews: {
    intervalDays: config.REVIEW_INTERVAL_DAYS,
    holdAtWeight: config.FLAG_HOLD_WEIGHT,
    reporterMinAgeDays: config.FLAGGER_MIN_AGE_DAYS ?? inProduction(config, 7),
    disputeWorkingDays: config.DISPUTE_WORKING_DAYS,
    burstGuard: config.BURST_GUARD === undefined ? config.NODE_ENV === 'production' : config.BURST_GUARD === 'on',
  },
  ratings: {
    release: config.RATING_RELEASE,
    amendDays: config.RATING_AMEND_DAYS,
    stayMaxDays: config.RATING_STAY_MAX_DAYS,
    countsEveryDays: config.RATING_COUNTS_EVERY_DAYS,
    venuePerDay: config.RATINGS_PER_VENUE_DAY,
    newClientsPerDay: config.NEW_CLIENTS_PER_DAY,
  },
  moderation: { caseLeaseMinutes: config.CASE_LEASE_MINUTES, caseWorkingDays: config.DISPUTE_WORKING_DAYS },
  sanctions: {
    permanentNeedsTwo:
      config.PERMANENT_NEEDS_TWO === undefined ? config.NODE_ENV === 'production' : config.PERMANENT_NEEDS_TWO === 'on',
    lostDisputes: {
      count: config.LOST_DISPUTES_COUNT,
      percent: config.LOST_DISPUTES_PERCENT,
      windowDays: config.LOST_DISPUTES_WINDOW_DAYS,
    },
  },
  rewards: {
    ttlMonths: config.REWARD_TTL_MONTHS,
    editWindowDays: config.REVIEW_EDIT_WINDOW_DAYS,
    venueCountsAfterDays: config.VENUE_COUNTS_AFTER_DAYS ?? inProduction(config, 14),
  },
  ava: {
    walletHoldHours: config.WALLET_HOLD_HOURS ?? inProduction(config, 48),
    reviewsPerDay: config.REVIEWS_COUNTED_PER_DAY,
  },
  travel: { bookingsPerDay: config.BOOKINGS_PER_DAY },
  promotion: { approvalAbovePercent: config.COMMISSION_APPROVAL_ABOVE },
  privacy: { reregistrationDays: config.REREGISTRATION_DAYS },
})
