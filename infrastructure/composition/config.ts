import { z } from 'zod'
import type { ServerSettings } from '../../web/api/server-context.ts'
import { canBeRpId } from './site.ts'

/** An error for the operator, printed without a stack trace. */
export class OperatorError extends Error {}

export const integer = (least: number, most: number) => z.coerce.number().int().min(least).max(most)

export const url = (...protocols: readonly string[]) =>
  z.string().refine((text) => protocols.some((protocol) => text.startsWith(`${protocol}://`)), {
    error: `must start with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`,
  })

/** A setting with the description that `docs/configuration.md` shows. */
export const setting = <S extends z.ZodType>(schema: S, about: string) => schema.meta({ description: about })

const evmAddress = z.string().regex(/^0x[0-9a-f]{40}$/i, 'must be 0x and 40 hex digits')

/**
 * The chain for AVA payouts. Without these settings nothing is paid out and balances stay.
 * @rule B-37 the operator sets the key of the company wallet
 * @rule C-42 key and chain address come from the environment
 * @rule Q-71 without a key nothing is paid out
 */
export const chainSettings = {
  EVM_RPC_URL: z
    .url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
    .optional()
    .meta({ description: 'a node of the chain payouts go by; needs the four that follow' }),
  EVM_CHAIN_ID: integer(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'which chain it must be: on another one nothing is signed' }),
  EVM_PRIVATE_KEY: z
    .string()
    .regex(/^0x[0-9a-f]{64}$/i, 'must be 0x and 64 hex digits')
    .optional()
    .meta({ description: 'of the company’s wallet: read from here, kept nowhere (Q-14)' }),
  AVA_TOKEN_ADDRESS: evmAddress.optional().meta({ description: 'the ERC-20 contract of AVA' }),
  AVA_PAYOUTS_ADDRESS: evmAddress
    .optional()
    .meta({ description: 'the contract that pays a batch, as `garbo payouts deploy` made it' }),
  EVM_CONFIRMATIONS: integer(1, 1000).default(12).meta({ description: 'so many blocks deep a payout is confirmed' }),
}

export type ChainConfig = z.infer<z.ZodObject<typeof chainSettings>>

const requiredTogether = ['EVM_RPC_URL', 'EVM_CHAIN_ID', 'EVM_PRIVATE_KEY', 'AVA_TOKEN_ADDRESS'] as const

export const chainInconsistencies = (config: ChainConfig): readonly (string | false)[] => {
  const given = requiredTogether.filter((name) => config[name] !== undefined)
  const all = given.length === requiredTogether.length
  const missing = requiredTogether.filter((name) => config[name] === undefined)
  return [
    given.length > 0 && !all && `${given[0]}: goes with ${missing.join(', ')}`,
    config.AVA_PAYOUTS_ADDRESS !== undefined && !all && `AVA_PAYOUTS_ADDRESS: goes with ${missing.join(', ')}`,
  ]
}

const httpUrl = (given: string) =>
  z.url({ protocol: /^https?$/, error: 'must start with http:// or https://' }).default(given)
const optionalKey = (about: string) => z.string().min(1).optional().meta({ description: about })

/**
 * Sign-in with Google and Facebook.
 * @rule Q-20 without keys, the buttons lead to an explanation
 */
export const socialSettings = {
  GOOGLE_CLIENT_ID: optionalKey('Google’s name for us; sign-in with Google needs it and the secret'),
  GOOGLE_CLIENT_SECRET: optionalKey('what proves to Google that it is us'),
  GOOGLE_ISSUER: httpUrl('https://accounts.google.com').meta({
    description: 'whose OpenID discovery is asked; plain http only for trying out',
  }),
  FACEBOOK_APP_ID: optionalKey('Facebook’s name for us; sign-in with Facebook needs it and the secret'),
  FACEBOOK_APP_SECRET: optionalKey('what proves to Facebook that it is us, and what Facebook signs with'),
  FACEBOOK_DIALOG_URL: httpUrl('https://www.facebook.com/v24.0/dialog/oauth').meta({
    description: 'where people agree to sign in with Facebook',
  }),
  FACEBOOK_GRAPH_URL: httpUrl('https://graph.facebook.com/v24.0').meta({
    description: 'Facebook’s Graph API, with its version',
  }),
  FACEBOOK_SDK_URL: httpUrl('https://connect.facebook.net/it_IT/sdk.js').meta({
    description: 'the script the login page loads when somebody chooses Facebook',
  }),
}

type SocialConfig = z.infer<z.ZodObject<typeof socialSettings>> & { readonly NODE_ENV: string }

export const socialInconsistencies = (config: SocialConfig): readonly (string | false)[] => {
  const pairs = [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ] as const
  const addresses = ['GOOGLE_ISSUER', 'FACEBOOK_DIALOG_URL', 'FACEBOOK_GRAPH_URL', 'FACEBOOK_SDK_URL'] as const
  return [
    ...pairs.map(
      ([id, secret]) => (config[id] === undefined) !== (config[secret] === undefined) && `${id}: goes with ${secret}`,
    ),
    ...addresses.map(
      (name) =>
        config.NODE_ENV === 'production' && !config[name].startsWith('https://') && `${name}: https only in production`,
    ),
  ]
}

/**
 * Target of the hotel search widgets.
 * @rule Q-76 the partner site is configurable
 */
export const hotelPartnerSettings = {
  HOTEL_SEARCH_URL: z
    .url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
    .default('https://www.booking.com/searchresults.it.html')
    .meta({ description: 'the hotel search of others the widgets open; it is told what Booking.com’s is told (Q-76)' }),
  HOTEL_SEARCH_TRACKING_ID: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional()
    .meta({ description: 'our number at that site; with it the widgets say that we may earn a commission (Q-76)' }),
}

type HotelPartnerConfig = z.infer<z.ZodObject<typeof hotelPartnerSettings>>

export const hotelPartnerOf = ({ HOTEL_SEARCH_URL: address, HOTEL_SEARCH_TRACKING_ID }: HotelPartnerConfig) => ({
  address,
  trackingId: HOTEL_SEARCH_TRACKING_ID ?? null,
})

export const hotelPartnerInconsistency = (config: HotelPartnerConfig & { readonly NODE_ENV: string }) =>
  config.NODE_ENV === 'production' &&
  !config.HOTEL_SEARCH_URL.startsWith('https://') &&
  'HOTEL_SEARCH_URL: https only in production'

const perMinute = (usual: number, about: string) =>
  setting(integer(1, 1_000_000).default(usual), `${about}, a minute (Q-23)`)

/**
 * Requests per minute and category, per network address and per key. The key is the signed-in account or the name the
 * request is about. Account locks, code attempts and e-mails per hour have separate limits.
 * @rule Q-05 limits on recovery by phone number
 * @rule Q-23 default rate limits
 */
export const rateLimitSettings = {
  LIMIT_LOGIN_PER_ADDRESS: perMinute(60, 'sign-ins from one address'),
  // Above the number of failures that locks an account: wrong passwords are handled by the lock.
  LIMIT_LOGIN_PER_KEY: perMinute(100, 'sign-ins with one name, from wherever'),
  LIMIT_REGISTRATION_PER_ADDRESS: perMinute(60, 'registrations from one address'),
  LIMIT_REGISTRATION_PER_KEY: perMinute(10, 'registrations of one e-mail address, from wherever'),
  LIMIT_CODE_PER_ADDRESS: perMinute(60, 'recoveries and codes, asked for or tried from one address'),
  LIMIT_CODE_PER_KEY: perMinute(20, 'recoveries and codes of one e-mail address, number or client, from wherever'),
  LIMIT_SEARCH_PER_ADDRESS: perMinute(600, 'searches and suggestions for one address'),
  LIMIT_SEARCH_PER_KEY: perMinute(240, 'searches and suggestions for one account'),
  LIMIT_WRITE_PER_ADDRESS: perMinute(600, 'changes from one address'),
  LIMIT_WRITE_PER_KEY: perMinute(240, 'changes by one account'),
  LIMIT_UPLOAD_PER_ADDRESS: perMinute(120, 'pictures from one address'),
  LIMIT_UPLOAD_PER_KEY: perMinute(30, 'pictures of one account'),
  LIMIT_REPLAY_PER_ADDRESS: perMinute(240, 'cases lived through again and previews, from one address'),
  LIMIT_REPLAY_PER_KEY: perMinute(60, 'cases lived through again and previews, for one account'),
  LIMIT_CLICK_PER_ADDRESS: perMinute(300, 'clicks on advertisements from one address'),
  LIMIT_CLICK_PER_KEY: perMinute(60, 'clicks on advertisements by one account'),
} as const

type RateLimitConfig = { readonly [Name in keyof typeof rateLimitSettings]: number }

export const rateLimitsOf = (config: RateLimitConfig): ServerSettings['rateLimits'] => ({
  login: { perAddress: config.LIMIT_LOGIN_PER_ADDRESS, perKey: config.LIMIT_LOGIN_PER_KEY },
  registration: { perAddress: config.LIMIT_REGISTRATION_PER_ADDRESS, perKey: config.LIMIT_REGISTRATION_PER_KEY },
  code: { perAddress: config.LIMIT_CODE_PER_ADDRESS, perKey: config.LIMIT_CODE_PER_KEY },
  search: { perAddress: config.LIMIT_SEARCH_PER_ADDRESS, perKey: config.LIMIT_SEARCH_PER_KEY },
  write: { perAddress: config.LIMIT_WRITE_PER_ADDRESS, perKey: config.LIMIT_WRITE_PER_KEY },
  upload: { perAddress: config.LIMIT_UPLOAD_PER_ADDRESS, perKey: config.LIMIT_UPLOAD_PER_KEY },
  replay: { perAddress: config.LIMIT_REPLAY_PER_ADDRESS, perKey: config.LIMIT_REPLAY_PER_KEY },
  click: { perAddress: config.LIMIT_CLICK_PER_ADDRESS, perKey: config.LIMIT_CLICK_PER_KEY },
})

/**
 * All settings with their schema, default and description; `docs/configuration.md` is generated from them.
 * @rule points settled 21 every limit and interval is a setting
 */
export const settings = z.object({
  NODE_ENV: setting(
    z.enum(['development', 'production', 'test']).default('development'),
    'production switches off everything that is for developers',
  ),
  PORT: setting(integer(0, 65_535).default(3000), 'where the API and the screens are served; 0 takes a free one'),
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
    integer(-3650, 3650).default(0),
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
  SESSION_IDLE_HOURS: setting(integer(1, 720).default(72), 'a session unused this long ends'),
  SESSION_MAX_DAYS: setting(integer(1, 90).default(30), 'a session this old ends'),
  LOGIN_MAX_FAILURES: setting(integer(1, 100).default(5), 'wrong passwords before a lock (Q-23)'),
  LOGIN_LOCK_MINUTES: setting(integer(1, 1440).default(15), 'how long the lock lasts (Q-23)'),
  CODE_TTL_MINUTES: setting(integer(1, 60).default(15), 'how long a one-time code is good for (Q-24)'),
  CODE_MAX_TRIES: setting(integer(1, 10).default(5), 'wrong codes before a new one is needed (Q-24)'),
  RECOVERY_TRIES_PER_HOUR: setting(
    integer(1, 1000).default(3),
    'how often an hour an address, or a number, may ask for an e-mail address by SMS (Q-05)',
  ),
  RECOVERY_LETTERS_PER_HOUR: setting(
    integer(1, 1000).default(5),
    'how many recovery letters an hour may be asked for one e-mail address (Q-23)',
  ),
  RECOVERY_UNIFORM: setting(
    z.enum(['true', 'false']).default('false'),
    'an unknown number is answered as a known one (Q-05)',
  ),
  TEMPORARY_PASSWORD_TTL_MINUTES: setting(
    integer(5, 1440).default(30),
    'how long a temporary password can be used (Q-04)',
  ),
  ...rateLimitSettings,
  RATING_RELEASE: setting(
    z.enum(['immediate', 'batch']).default('immediate'),
    'when a client learns of a rating: at once, or with those of at least three venues, at the latest after 30 days, so that nobody can tell who rated (docs/security.md)',
  ),
  RATING_AMEND_DAYS: setting(integer(0, 365).default(14), 'how long a business may amend or withdraw a rating it gave'),
  REVIEW_INTERVAL_DAYS: setting(integer(0, 365).default(7), 'between two reviews of one target by one author (Q-50)'),
  FLAG_HOLD_WEIGHT: setting(
    integer(1, 10_000).default(300),
    'weight of pending flags that holds a review; an ordinary flag weighs 100 (Q-53)',
  ),
  FLAGGER_MIN_AGE_DAYS: setting(
    integer(0, 365).default(0),
    'how old an account must be for its flags to count; 7 recommended (Q-54)',
  ),
  CASE_LEASE_MINUTES: setting(integer(1, 240).default(10), 'how long a moderator holds a case'),
  REWARD_TTL_MONTHS: setting(integer(1, 120).default(12), 'how long a reward code can be spent (Q-67)'),
  DISPUTE_WORKING_DAYS: setting(integer(1, 60).default(5), 'Italian working days to answer a dispute (B-47)'),
  LOST_DISPUTES: setting(
    integer(1, 1000).default(3),
    'disputes lost before a business is warned, if they are so many:',
  ),
  LOST_DISPUTES_PERCENT: setting(integer(1, 100).default(60), 'of those decided'),
  LOST_DISPUTES_WINDOW_DAYS: setting(integer(1, 3650).default(90), 'in so many days'),
  BOOKINGS_PER_DAY: setting(integer(1, 1000).default(10), 'bookings one account may make in a day (Q-72)'),
})

export type Config = z.infer<typeof settings>

/** Reads the environment once, at startup. Reports all mistakes at once and logs a warning for each renamed setting. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in settings.shape && value !== ''),
  )
  const read = settings.safeParse(given)
  const problems = read.success
    ? inconsistencies(read.data)
    : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  if (!read.success || problems.length > 0) throw new ConfigError(problems)
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

/** Lists every mistake in the environment, one per line. */
export class ConfigError extends OperatorError {
  constructor(problems: readonly string[]) {
    super(`Garbo cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}
