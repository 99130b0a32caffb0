import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { requestDataDeletion } from '../../application/access/data-deletion.ts'
import { personIn } from '../../application/access/doors.ts'
import { beginSocialSignIn, finishSocialSignIn } from '../../application/access/social-sign-in.ts'
import { E } from '../../domain/kernel/fp.ts'
import { defaultStreams, type ApiDeps } from '../../web/api/deps.ts'
import { postgresSessions } from '../access/sessions.ts'
import { answerSealing } from '../http/answer-sealing.ts'
import { postgresAnswers } from '../http/answers.ts'
import { newId } from '../ids.ts'
import type { Reading } from '../projections/reading.ts'
import type { Config } from './config.ts'
import type { DomainServices } from './domain-services.ts'
import type { Foundations } from './foundations.ts'
import { probeOf } from './probe.ts'
import { referralClicks } from './referral-clicks.ts'
import { secretFor } from './secrets.ts'
import type { Site } from './site.ts'
import { facebookSdkOf } from './social-providers.ts'

/** What every part of this process is made of. */
export interface Parts {
  readonly config: Config
  readonly foundations: Foundations
  readonly reading: Reading
  readonly services: DomainServices
  readonly logger: Logger
  readonly screens: string | null
  readonly limits: ApiDeps['settings']['limits']
  readonly site: Site
}

export const doorStores = ({ config, foundations }: Pick<Parts, 'config' | 'foundations'>) => {
  const { storage, keyring, rootSecret } = foundations
  return {
    sessions: postgresSessions(storage.pool, {
      idleHours: config.SESSION_IDLE_HOURS,
      maxDays: config.SESSION_MAX_DAYS,
    }),
    answers: postgresAnswers(storage.pool, { secret: secretFor(rootSecret, 'answers'), ...answerSealing(keyring) }),
  }
}

export const googleMapsOf = ({ GOOGLE_MAPS_KEY: key, GOOGLE_MAPS_ORIGIN: origin }: Config) =>
  key === undefined ? null : { key, origin: new URL(origin).origin }

/** What the API reaches for. */
export const apiDeps = (parts: Parts, waitFor: ApiDeps['waitFor']): ApiDeps => {
  const { config, foundations, reading, services, logger, screens, limits } = parts
  const { doors } = services
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  return {
    settings: {
      origin: config.GARBO_ORIGIN ?? null,
      secureCookies: config.GARBO_ORIGIN?.startsWith('https://') ?? false,
      sessionDays: config.SESSION_MAX_DAYS,
      trustProxy: config.TRUST_PROXY ?? null,
      developer: config.NODE_ENV !== 'production',
      limits,
      streams: defaultStreams,
      googleMaps: googleMapsOf(config)?.origin ?? null,
      facebookSdk: facebookSdkOf(config),
      staffSecondFactor: config.STAFF_SECOND_FACTOR === 'passkey',
      metricsToken: config.METRICS_TOKEN ?? null,
      screens,
    },
    secret: secretFor(foundations.masterKey, 'intents'),
    clock: doors.clock,
    newId,
    ...doorStores(parts),
    social: {
      begin: beginSocialSignIn(doors),
      finish: finishSocialSignIn(doors),
      deleteData: requestDataDeletion(doors),
    },
    referralClick: referralClicks(doors),
    actorOf: async (accountId) => {
      const person = await personIn(doors, accountId)()
      if (E.isLeft(person)) throw new Error('Who this is cannot be read now', { cause: person.left })
      return person.right
    },
    waitFor,
    probe: probeOf(reading, services.policies),
    metrics,
    logger,
  }
}
