import { openAll, type Capabilities } from '../../application/capabilities.ts'
import type { Doors } from '../../application/access/doors.ts'
import { handingOutHere } from '../../application/handing-out.ts'
import type { History } from '../../application/history.ts'
import type { InHand } from '../../application/in-hand.ts'
import type { Limits } from '../../application/limits.ts'
import { policies } from '../../application/policies/all.ts'
import type { AnyPolicy } from '../../application/policy.ts'
import type { Clock } from '../../application/ports/clock.ts'
import type { EventStore } from '../../application/ports/event-store.ts'
import type { Places, PlaceSearch } from '../../application/ports/places.ts'
import type { Jobs } from '../../application/ports/jobs.ts'
import type { Keyring } from '../../application/ports/keyring.ts'
import type { Projections } from '../../application/ports/projections.ts'
import { reactAtOnce } from '../../application/react.ts'
import type { Logger } from 'pino'
import { E } from '../../domain/kernel/fp.ts'
import { postgresAllowances } from '../access/allowances.ts'
import { postgresCodes } from '../access/codes.ts'
import { postgresCredentials } from '../access/credentials.ts'
import { postgresDeviceTokens } from '../access/device-tokens.ts'
import { keyedNames } from '../access/names.ts'
import { postgresTemporaryPasswords } from '../access/temporary-passwords.ts'
import { postgresPasskeys } from '../access/passkeys.ts'
import { postgresSocialFlows } from '../access/social-flows.ts'
import { systemClock } from '../clock.ts'
import { newId, newRewardCode } from '../ids.ts'
import { sealedBytes } from '../keyring/sealed-bytes.ts'
import { gazetteer } from '../places/gazetteer.ts'
import { placeSearchOf } from './place-search.ts'
import { sharpPictures } from '../photos/pictures.ts'
import { postgresPhotos } from '../photos/postgres-photos.ts'
import { lookupsIn } from '../lookups/lookups.ts'
import type { Config } from './config.ts'
import { callPayoutsBy, purseOf, type Treasury } from './payouts.ts'
import { recoverLater } from './recoveries.ts'
import { secretFor } from './secrets.ts'
import type { Site } from './site.ts'
import type { Storage } from './storage.ts'
import { socialProvidersOf } from './social-providers.ts'
import { channelsOf } from './transports.ts'

export interface DomainServices {
  readonly history: History
  readonly capabilities: Capabilities
  readonly doors: Doors
  readonly policies: readonly AnyPolicy[]
  readonly places: Places
  readonly placeSearch: PlaceSearch
}

export interface DomainParts {
  readonly config: Config
  readonly masterKey: Uint8Array
  readonly rootSecret: Uint8Array
  readonly keyring: Keyring
  readonly storage: Storage
  readonly store: EventStore
  readonly history: History
  readonly projections: Projections
  readonly jobs: Pick<Jobs, 'add'>
  readonly inHand: InHand
  readonly logger: Logger
  readonly site: Site
  readonly treasury: Treasury | null
  /** The machine's, shifted as the settings say, when there is none. */
  readonly clock?: Clock
}

/** The application in its real surroundings. */
export const domainServices = (parts: DomainParts): DomainServices => {
  const { config, masterKey, rootSecret, keyring, storage, store, history, projections, jobs, inHand, logger } = parts
  const { site, treasury, clock = systemClock(config.GARBO_CLOCK_OFFSET_DAYS) } = parts
  const head = async () => {
    const last = await store.head()()
    if (E.isLeft(last)) throw new Error('The log cannot be reached', { cause: last.left })
    return last.right
  }
  const headOrNothing = () => head().catch(() => null)
  const lookups = lookupsIn(storage.queries, projections, head)
  const hands = { history, newId, newCode: newRewardCode, limits: limitsOf(config), lookups }
  const all = policies(hands)
  const react = reactAtOnce(all, headOrNothing, (policy, failure) =>
    logger.warn({ policy, failure: failure.type }, 'left to its own run'),
  )
  const places = gazetteer()
  const placeSearch = placeSearchOf(config, storage.queries, places)
  const toolbox = {
    ...hands,
    clock,
    policies,
    react,
    inFlight: inHand,
    handingOut: handingOutHere(),
    places,
    callPayouts: callPayoutsBy(treasury, jobs),
  }
  const lock = { failures: config.LOGIN_MAX_FAILURES, minutes: config.LOGIN_LOCK_MINUTES }
  const codeRule = { ttlMinutes: config.CODE_TTL_MINUTES, maxTries: config.CODE_MAX_TRIES }
  const doors: Doors = {
    ...toolbox,
    names: keyedNames(secretFor(rootSecret, 'names')),
    credentials: postgresCredentials(storage.pool, { secret: secretFor(masterKey, 'sign-in'), lock }),
    codes: postgresCodes(storage.pool, { secret: secretFor(masterKey, 'codes'), ...codeRule }),
    temporaryPasswords: postgresTemporaryPasswords(storage.pool, {
      secret: secretFor(masterKey, 'temporary-passwords'),
      ttlMinutes: config.TEMPORARY_PASSWORD_TTL_MINUTES,
    }),
    allowances: postgresAllowances(storage.pool, secretFor(masterKey, 'allowances')),
    recoveryRules: recoveryRulesOf(config),
    recover: recoverLater(jobs),
    passkeys: postgresPasskeys(storage.pool, { site: site.relyingParty, newId }),
    deviceTokens: postgresDeviceTokens(storage.pool),
    pictures: sharpPictures(),
    photos: postgresPhotos(storage.pool, { secret: secretFor(rootSecret, 'photos'), ...sealedBytes(keyring) }),
    socialProviders: socialProvidersOf(config, site),
    socialFlows: postgresSocialFlows(storage.pool, secretFor(masterKey, 'social')),
    treasury,
    purse: purseOf(config),
    post: ({ kind, accountId }) =>
      jobs.add([{ queue: 'mail', name: kind, data: { accountId }, key: `again-${newId()}` }]),
  }
  return { history, capabilities: openAll(toolbox), doors, policies: all, places, placeSearch }
}

const recoveryRulesOf = (config: Config): Doors['recoveryRules'] => ({
  emailTriesAnHour: config.RECOVERY_TRIES_PER_HOUR,
  lettersAnHour: config.RECOVERY_LETTERS_PER_HOUR,
  channels: channelsOf(config),
  uniform: config.RECOVERY_UNIFORM === 'true',
})

const limitsOf = (config: Config): Limits => ({
  reviewIntervalDays: config.REVIEW_INTERVAL_DAYS,
  flagHoldWeight: config.FLAG_HOLD_WEIGHT,
  flaggerMinAgeDays: config.FLAGGER_MIN_AGE_DAYS,
  caseLeaseMinutes: config.CASE_LEASE_MINUTES,
  rewardTtlMonths: config.REWARD_TTL_MONTHS,
  disputeWorkingDays: config.DISPUTE_WORKING_DAYS,
  bookingsPerDay: config.BOOKINGS_PER_DAY,
  ratingRelease: config.RATING_RELEASE,
  ratingAmendDays: config.RATING_AMEND_DAYS,
  lostDisputes: {
    count: config.LOST_DISPUTES,
    percent: config.LOST_DISPUTES_PERCENT,
    windowDays: config.LOST_DISPUTES_WINDOW_DAYS,
  },
})
