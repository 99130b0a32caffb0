import { z } from 'zod'
import { hotelPartnerInconsistency, hotelPartnerSettings } from './hotel-partner.ts'
import { rateLimitSettings } from './rate-limits.ts'
import { chainInconsistencies, chainSettings } from './chain-settings.ts'
import { Refused } from './refused.ts'
import { number, setting, url } from './setting.ts'
import { canBeRpId } from './site.ts'
import { socialInconsistencies, socialSettings } from './social-settings.ts'

/**
 * Every setting there is: its shape, its default, what it is for (points settled 21). `docs/configuration.md` is made of
 * this.
 */
export const settings = z.object({
  NODE_ENV: setting(
    z.enum(['development', 'production', 'test']).default('development'),
    'production switches off everything that is for developers',
  ),
  PORT: setting(number(0, 65_535).default(3000), 'where the API and the screens are served; 0 takes a free one'),
  GARBO_HOME: setting(
    z.string().min(1).default('./.garbo'),
    'the folder of the embedded mode: Postgres, master key, outbox',
  ),
  GARBO_ROLE: setting(z.enum(['api', 'worker', 'both']).default('both'), 'what this process does'),
  GARBO_ORIGIN: setting(
    url('http', 'https').optional(),
    'the public address; changing calls from another origin are refused',
  ),
  GARBO_MASTER_KEY: setting(
    z.string().optional(),
    '32 bytes, base64 or hex, that wrap every data key; a file in GARBO_HOME when absent',
  ),
  GARBO_NEXT_MASTER_KEY: setting(
    z.string().optional(),
    'the key `keys rotate` puts in the place of GARBO_MASTER_KEY; needed by that command alone',
  ),
  GARBO_CLOCK_OFFSET_DAYS: setting(
    number(-3650, 3650).default(0),
    'shifts the clock, for trying out timers; refused in production',
  ),
  METRICS_TOKEN: setting(
    z.string().min(16).optional(),
    'the bearer token /metrics is asked with; without it only this very machine is answered, and no proxy on it',
  ),
  TRUST_PROXY: setting(z.string().optional(), 'addresses of trusted proxies, as a comma-separated list'),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    'how much is logged',
  ),
  DATABASE_URL: setting(url('postgres', 'postgresql').optional(), 'a Postgres of your own instead of the embedded one'),
  ESDB_URL: setting(url('esdb', 'esdb+discover').optional(), 'an EventStoreDB cluster instead of the log in Postgres'),
  REDIS_URL: setting(url('redis', 'rediss').optional(), 'a Redis for jobs instead of Postgres'),
  SMTP_URL: setting(
    url('smtp', 'smtps').optional(),
    'the mail server, with user and password; without it letters lie in the outbox, and in production none leaves',
  ),
  MAIL_FROM: setting(
    z
      .string()
      .regex(/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$/)
      .default('Garbo <no-reply@localhost>'),
    'whom letters come from: Name <address>',
  ),
  SMS_URL: setting(
    url('http', 'https').optional(),
    'a gateway that takes POST {to, from, text}; without it text messages lie in the outbox, and in production none leaves',
  ),
  SMS_TOKEN: setting(z.string().min(1).optional(), 'sent to the gateway as a bearer token'),
  SMS_FROM: setting(z.string().min(1).max(11).default('Garbo'), 'whom text messages come from'),
  PASSKEY_RP_ID: setting(
    z.string().min(1).optional(),
    'the domain passkeys belong to: the host of GARBO_ORIGIN or one above it; that host when absent (Q-15)',
  ),
  ANDROID_APP_MARKER: setting(
    z.string().min(1).default('GarboAndroid'),
    'what the user agent of the Android app contains (Q-116)',
  ),
  ANDROID_ENROLL_LINK: setting(
    z.url().optional(),
    'where the Android app takes over; the token of quick access travels in its fragment (Q-17)',
  ),
  GOOGLE_MAPS_KEY: setting(
    z.string().min(1).optional(),
    'the key browsers load Google Maps with, restricted by referrer; without it the gazetteer suggests addresses (Q-78)',
  ),
  GOOGLE_MAPS_ORIGIN: setting(
    url('http', 'https').default('https://maps.googleapis.com'),
    'where the script of Google Maps lies',
  ),
  ...hotelPartnerSettings,
  GOOGLE_PLACES_KEY: setting(
    z.string().min(1).optional(),
    'the key this server searches Google’s places with, never shown to a browser; without it registered businesses and the gazetteer answer (Q-78)',
  ),
  GOOGLE_PLACES_ORIGIN: setting(
    url('http', 'https').default('https://places.googleapis.com'),
    'where the Places API (New) answers',
  ),
  ...socialSettings,
  STAFF_SECOND_FACTOR: setting(
    z.enum(['off', 'passkey']).default('off'),
    'passkey: moderators, admins and auditors work only in sessions a passkey began that was made before the role was given; recommended in production',
  ),
  ...chainSettings,
  SESSION_IDLE_HOURS: setting(number(1, 720).default(72), 'a session unused this long ends'),
  SESSION_MAX_DAYS: setting(number(1, 90).default(30), 'a session this old ends'),
  LOGIN_MAX_FAILURES: setting(number(1, 100).default(5), 'wrong passwords before a lock (Q-23)'),
  LOGIN_LOCK_MINUTES: setting(number(1, 1440).default(15), 'how long the lock lasts (Q-23)'),
  CODE_TTL_MINUTES: setting(number(1, 60).default(15), 'how long a one-time code is good for (Q-24)'),
  CODE_MAX_TRIES: setting(number(1, 10).default(5), 'wrong codes before a new one is needed (Q-24)'),
  RECOVERY_TRIES_PER_HOUR: setting(
    number(1, 1000).default(3),
    'how often an hour an address, or a number, may ask for an e-mail address by SMS (Q-05)',
  ),
  RECOVERY_LETTERS_PER_HOUR: setting(
    number(1, 1000).default(5),
    'how many recovery letters an hour may be asked for one e-mail address (Q-23)',
  ),
  RECOVERY_UNIFORM: setting(
    z.enum(['true', 'false']).default('false'),
    'an unknown number is answered as a known one (Q-05)',
  ),
  TEMPORARY_PASSWORD_TTL_MINUTES: setting(
    number(5, 1440).default(30),
    'how long a temporary password can be used (Q-04)',
  ),
  ...rateLimitSettings,
  RATING_RELEASE: setting(
    z.enum(['immediate', 'batch']).default('immediate'),
    'when a client learns of a rating: at once, or with those of at least three venues, at the latest after 30 days, so that nobody can tell who rated (docs/security.md)',
  ),
  RATING_AMEND_DAYS: setting(number(0, 365).default(14), 'how long a business may amend or withdraw a rating it gave'),
  REVIEW_INTERVAL_DAYS: setting(number(0, 365).default(7), 'between two reviews of one target by one author (Q-50)'),
  FLAG_HOLD_WEIGHT: setting(
    number(1, 10_000).default(300),
    'weight of pending flags that holds a review; an ordinary flag weighs 100 (Q-53)',
  ),
  FLAGGER_MIN_AGE_DAYS: setting(
    number(0, 365).default(0),
    'how old an account must be for its flags to count; 7 recommended (Q-54)',
  ),
  CASE_LEASE_MINUTES: setting(number(1, 240).default(10), 'how long a moderator holds a case'),
  REWARD_TTL_MONTHS: setting(number(1, 120).default(12), 'how long a reward code can be spent (Q-67)'),
  DISPUTE_WORKING_DAYS: setting(number(1, 60).default(5), 'Italian working days to answer a dispute (B-47)'),
  LOST_DISPUTES: setting(number(1, 1000).default(3), 'disputes lost before a business is warned, if they are so many:'),
  LOST_DISPUTES_PERCENT: setting(number(1, 100).default(60), 'of those decided'),
  LOST_DISPUTES_WINDOW_DAYS: setting(number(1, 3650).default(90), 'in so many days'),
  BOOKINGS_PER_DAY: setting(number(1, 1000).default(10), 'bookings one account may make in a day (Q-72)'),
})

export type Config = z.infer<typeof settings>

/** Reads the environment once; the process must not start on a mistake, so it gets a readable list of all of them. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in settings.shape && value !== ''),
  )
  const read = settings.safeParse(given)
  const problems = read.success
    ? inconsistencies(read.data)
    : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  if (!read.success || problems.length > 0) throw new Misconfigured(problems)
  return read.data
}

const inconsistencies = (config: Config): readonly string[] => {
  const production = config.NODE_ENV === 'production'
  const wrong = [
    production &&
      config.GARBO_CLOCK_OFFSET_DAYS !== 0 &&
      'GARBO_CLOCK_OFFSET_DAYS: the clock cannot be shifted in production',
    config.ESDB_URL !== undefined &&
      config.DATABASE_URL === undefined &&
      'DATABASE_URL: needed beside ESDB_URL, for the read models',
    config.DATABASE_URL !== undefined &&
      config.GARBO_MASTER_KEY === undefined &&
      'GARBO_MASTER_KEY: needed beside DATABASE_URL, since several processes must share it',
    config.PASSKEY_RP_ID !== undefined &&
      !canBeRpId(config.PASSKEY_RP_ID, config.GARBO_ORIGIN ?? 'http://localhost') &&
      'PASSKEY_RP_ID: must be the host of GARBO_ORIGIN or a domain above it',
    config.GARBO_ROLE !== 'both' &&
      config.DATABASE_URL === undefined &&
      'DATABASE_URL: needed when the roles run apart',
    hotelPartnerInconsistency(config),
    ...socialInconsistencies(config),
    ...chainInconsistencies(config),
  ]
  return wrong.filter((problem) => problem !== false)
}

/** What is wrong with the environment, one line a mistake. */
export class Misconfigured extends Refused {
  constructor(problems: readonly string[]) {
    super(`Garbo cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}
