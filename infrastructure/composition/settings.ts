import proxyAddresses from '@fastify/proxy-addr'
import { z } from 'zod'
import { parseVerifierKey } from '../audit/tree/cosignatures.ts'
import { databaseAddress, listOf, originAddress, redisAddress, smtpAddress, startingWith, url } from './addresses.ts'
import { integer, ruleSettings, setting } from './rule-settings.ts'

const evmAddress = z.string().regex(/^0x[0-9a-f]{40}$/i, 'must be 0x and 40 hex digits')

const secp256k1Order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const isPrivateKey = (hex: string): boolean => BigInt(hex) > 0n && BigInt(hex) < secp256k1Order

const httpUrl = (defaultUrl: string) =>
  z.url({ protocol: /^https?$/, error: 'must start with http:// or https://' }).default(defaultUrl)
const optionalKey = (description: string) => z.string().min(1).optional().meta({ description })

/**
 * The chain for AVA payouts. Without these settings nothing is paid out and balances remain in the ledger.
 * @rule B-37 the operator sets the key of the company wallet
 * @rule C-42 key and chain address come from the environment
 * @rule Q-71 without a key nothing is paid out
 */
export const chainSettings = {
  EVM_RPC_URL: z
    .url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
    .optional()
    .meta({
      description:
        'JSON-RPC endpoint of the chain for payouts. Requires `EVM_CHAIN_ID`, `EVM_PRIVATE_KEY` and `AVA_TOKEN_ADDRESS`.',
    }),
  EVM_CHAIN_ID: integer(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'Expected chain id. Nothing is signed on any other chain.' }),
  EVM_PRIVATE_KEY: z
    .string()
    .regex(/^0x[0-9a-f]{64}$/i, { error: 'must be 0x and 64 hex digits', abort: true })
    .refine(isPrivateKey, 'is not a private key of secp256k1')
    .optional()
    .meta({ description: 'Private key of the company wallet. Never stored (Q-14).' }),
  AVA_TOKEN_ADDRESS: evmAddress.optional().meta({ description: 'Address of the AVA token (ERC-20).' }),
  AVA_PAYOUTS_ADDRESS: evmAddress.optional().meta({
    description: 'Address of the payout contract deployed by `garbo payouts deploy`. Without it nothing is paid out.',
  }),
  EVM_CONFIRMATIONS: integer(1, 1000)
    .default(12)
    .meta({ description: 'Number of blocks after which a payout counts as confirmed.' }),
}

/**
 * Sign-in with Google and Facebook.
 * @rule Q-20 without keys, the buttons lead to an explanation
 */
export const socialSettings = {
  GOOGLE_CLIENT_ID: optionalKey('OAuth client id for sign-in with Google. Requires `GOOGLE_CLIENT_SECRET`.'),
  GOOGLE_CLIENT_SECRET: optionalKey('OAuth client secret for sign-in with Google.'),
  GOOGLE_ISSUER: httpUrl('https://accounts.google.com').meta({
    description: 'OpenID issuer for sign-in with Google. Must use https in production.',
  }),
  FACEBOOK_APP_ID: optionalKey('App id for sign-in with Facebook. Requires `FACEBOOK_APP_SECRET`.'),
  FACEBOOK_APP_SECRET: optionalKey(
    'App secret for sign-in with Facebook, also used to verify Facebook’s signed requests.',
  ),
  FACEBOOK_DIALOG_URL: httpUrl('https://www.facebook.com/v24.0/dialog/oauth').meta({
    description: 'Address of Facebook’s login dialog.',
  }),
  FACEBOOK_GRAPH_URL: httpUrl('https://graph.facebook.com/v24.0').meta({
    description: 'Address of the Graph API, including its version.',
  }),
  FACEBOOK_SDK_URL: httpUrl('https://connect.facebook.net/it_IT/sdk.js').meta({
    description: 'Facebook SDK, loaded by the login page when the user chooses Facebook.',
  }),
}

/**
 * Target of the hotel search widgets.
 * @rule Q-76 the partner site is configurable
 */
export const hotelPartnerSettings = {
  HOTEL_SEARCH_URL: z
    .url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
    .default('https://www.booking.com/searchresults.it.html')
    .meta({
      description: 'Partner site opened by the hotel search widgets, with the query parameters of Booking.com (Q-76).',
    }),
  HOTEL_SEARCH_TRACKING_ID: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional()
    .meta({
      description:
        'Affiliate id at the partner site. If set, the widgets disclose that Garbo may earn a commission (Q-76).',
    }),
}

const perMinute = (defaultLimit: number, description: string) =>
  setting(integer(1, 1_000_000).default(defaultLimit), `${description} per minute (Q-23).`)

/**
 * Requests per minute and category, per network address and per key. The key is the signed-in account or the name the
 * request is about. Locks after wrong passwords, code attempts and e-mails per hour have separate limits.
 * @rule Q-05 limits on recovery by phone number
 * @rule Q-23 default rate limits
 * @rule D-69 reads of the log, and openings
 */
export const rateLimitSettings = {
  LIMIT_LOGIN_PER_ADDRESS: perMinute(60, 'Sign-in attempts per network address'),
  // Above LOGIN_MAX_FAILURES, so that wrong passwords meet the lock first.
  LIMIT_LOGIN_PER_KEY: perMinute(100, 'Sign-in attempts per login name'),
  LIMIT_REGISTRATION_PER_ADDRESS: perMinute(60, 'Registrations per network address'),
  LIMIT_REGISTRATION_PER_KEY: perMinute(10, 'Registrations per mailbox'),
  LIMIT_CODE_PER_ADDRESS: perMinute(60, 'Recovery requests and codes, requested or entered, per network address'),
  LIMIT_CODE_PER_KEY: perMinute(
    20,
    'Recovery requests and codes per e-mail address, phone number or client from one network address; ten times as many in all',
  ),
  LIMIT_SEARCH_PER_ADDRESS: perMinute(600, 'Searches and suggestions per network address'),
  LIMIT_SEARCH_PER_KEY: perMinute(240, 'Searches and suggestions per account'),
  LIMIT_WRITE_PER_ADDRESS: perMinute(600, 'Changes per network address'),
  LIMIT_WRITE_PER_KEY: perMinute(240, 'Changes per account'),
  LIMIT_UPLOAD_PER_ADDRESS: perMinute(120, 'Uploaded pictures per network address'),
  LIMIT_UPLOAD_PER_KEY: perMinute(30, 'Uploaded pictures per account'),
  LIMIT_REPLAY_PER_ADDRESS: perMinute(240, 'Case replays and previews per network address'),
  LIMIT_REPLAY_PER_KEY: perMinute(60, 'Case replays and previews per account'),
  LIMIT_CLICK_PER_ADDRESS: perMinute(300, 'Clicks on advertisements per network address'),
  LIMIT_CLICK_PER_KEY: perMinute(60, 'Clicks on advertisements per account'),
  LIMIT_AUDIT_PER_ADDRESS: perMinute(480, 'Streams, searches and proofs of the event log per network address'),
  LIMIT_AUDIT_PER_KEY: perMinute(120, 'Streams, searches and proofs of the event log per account'),
  LIMIT_OPENING_PER_ADDRESS: perMinute(30, 'Openings of personal fields of the event log per network address'),
  LIMIT_OPENING_PER_KEY: perMinute(10, 'Openings of personal fields of the event log per administrator'),
} as const

/** Connections to the database, and the limits after which a lost one or a stuck statement is given up. */
export const databaseSettings = {
  DATABASE_POOL_SIZE: setting(
    integer(4, 100).default(8),
    'Connections to the database in each of the two pools of a process: one for events and projections, one for the rest.',
  ),
  DATABASE_CONNECT_TIMEOUT_SECONDS: setting(
    integer(1, 60).default(5),
    'Seconds to wait for a connection to the database, or for a free one.',
  ),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: setting(
    integer(1, 3600).default(15),
    'Seconds after which the database cancels a statement of the server. Migrations, rebuilds and operator commands have no limit.',
  ),
  DATABASE_KEEPALIVE_SECONDS: setting(
    integer(1, 600).default(10),
    'Seconds without traffic after which a connection to the database is checked.',
  ),
}

/** Whether Fastify, which splits the text in the same way, accepts it. */
const areProxyAddresses = (text: string): boolean => {
  try {
    proxyAddresses.compile(text.split(',').map((address) => address.trim()))
    return true
  } catch {
    return false
  }
}

/**
 * All settings with their schema, default and description; `docs/configuration.md` is generated from them.
 * @rule D-21 every limit and interval is a setting
 */
export const settings = z.object({
  NODE_ENV: setting(
    z.enum(['development', 'production', 'test']).default('development'),
    '`production` disables all developer features.',
  ),
  PORT: setting(integer(0, 65_535).default(3000), 'Port of the API and the web app. 0 chooses a free port.'),
  GARBO_HOME: setting(
    z.string().min(1).default('./.garbo'),
    'Data folder for the embedded Postgres, the master key and the development mailbox.',
  ),
  GARBO_ROLE: setting(
    z.enum(['api', 'worker', 'both']).default('both'),
    'What this process runs: the API, background work (projections, policies, jobs), or both.',
  ),
  HEALTH_PORT: setting(
    integer(0, 65_535).optional(),
    'Port at which a worker serves `/readyz`, `/healthz` and `/metrics`. The API serves them at `PORT`.',
  ),
  GARBO_ORIGIN: setting(
    originAddress.optional(),
    'Public address, without a path. Changes requested from any other origin are rejected. Without it, only requests to `localhost` are served.',
  ),
  GARBO_MASTER_KEY: setting(
    z.string().optional(),
    'Master key that wraps all data keys: 32 bytes in base64 or hex. By default a file in `GARBO_HOME`.',
  ),
  GARBO_NEXT_MASTER_KEY: setting(z.string().optional(), 'New master key for `garbo keys rotate`. Not used otherwise.'),
  GARBO_CLOCK_OFFSET_DAYS: setting(
    integer(-3650, 3650).default(0),
    'Shifts the clock by whole days, to test time-dependent behaviour. Not allowed in production.',
  ),
  AUDIT_WITNESSES: setting(
    listOf((text) => parseVerifierKey(text) !== null, 'verifier keys as `garbo audit witness` prints them').optional(),
    'Verifier keys of the witnesses whose cosignatures of checkpoints are published, separated by commas ([witnesses](runbook.md#witnesses)).',
  ),
  AUDIT_ANCHOR_EMAILS: setting(
    listOf((text) => z.email().safeParse(text).success, 'e-mail addresses').optional(),
    'E-mail addresses, separated by commas, that receive the last checkpoint of each day in the night after it.',
  ),
  METRICS_TOKEN: setting(
    z.string().min(16).optional(),
    'Bearer token for `/metrics`. Without it, only direct requests from the same machine are answered.',
  ),
  TRUST_PROXY: setting(
    z.string().refine(areProxyAddresses, { error: 'must be IP addresses or networks, separated by commas' }).optional(),
    'Comma-separated addresses of trusted proxies: IP addresses, networks like `10.0.0.0/8`, `loopback`, `linklocal` or `uniquelocal`.',
  ),
  LOG_LEVEL: setting(
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    'Minimum level of log messages.',
  ),
  DATABASE_URL: setting(
    databaseAddress.optional(),
    'An external Postgres, instead of the embedded one. Encryption is set by `sslmode` ([connections](runbook.md#connections)).',
  ),
  ...databaseSettings,
  ESDB_URL: setting(
    startingWith('esdb', 'esdb+discover').optional(),
    'An EventStoreDB cluster for the event log, instead of Postgres.',
  ),
  REDIS_URL: setting(
    redisAddress.optional(),
    'A Redis for the job queues, instead of Postgres, and for rate limits and caches that several API processes share.',
  ),
  SMTP_URL: setting(
    smtpAddress.optional(),
    'SMTP server with user and password. Without it, e-mails go to the development mailbox; in production they fail, and nobody can register or recover an account.',
  ),
  MAIL_FROM: setting(
    z
      .string()
      .regex(/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$/)
      .default('Garbo <no-reply@localhost>'),
    'Sender of e-mails, as `Name <address>`.',
  ),
  SMS_URL: setting(
    url('http', 'https').optional(),
    'SMS gateway that accepts `POST {to, from, text}`. Without it, text messages go to the development mailbox; in production they fail.',
  ),
  SMS_TOKEN: setting(z.string().min(1).optional(), 'Bearer token for the SMS gateway.'),
  SMS_FROM: setting(z.string().min(1).max(11).default('Garbo'), 'Sender of text messages.'),
  PASSKEY_RP_ID: setting(
    z.string().min(1).optional(),
    'Domain of passkeys: the host of `GARBO_ORIGIN`, which is the default, or a parent domain (Q-15).',
  ),
  NOTIFICATION_PAUSE_MINUTES: setting(
    integer(0, 1440).default(15),
    'Minimum minutes between two messages about notifications to one account by one channel; what happens in between is collected (D-28).',
  ),
  NOTIFICATION_SMS_PER_DAY: setting(integer(1, 1000).default(3), 'Maximum text messages a day to one number (D-37).'),
  PUSH_SERVICES: setting(
    z
      .string()
      .regex(/^[\w*.:-]+(,[\w*.:-]+)*$/)
      .default('fcm.googleapis.com,updates.push.services.mozilla.com,*.notify.windows.com,web.push.apple.com'),
    'Hosts of the push services that Garbo sends to, separated by commas; `*.` stands for any subdomain.',
  ),
  ANDROID_APP_MARKER: setting(
    z.string().min(1).default('GarboAndroid'),
    'Text in the user agent that identifies the Android app (Q-116).',
  ),
  ANDROID_ENROLL_LINK: setting(
    z.url().optional(),
    'Link that opens the Android app for quick access; the token is passed in its fragment (Q-17).',
  ),
  GOOGLE_MAPS_KEY: setting(
    z.string().min(1).optional(),
    'Google Maps key for browsers; restrict it by referrer. Without it, the gazetteer suggests addresses (Q-78).',
  ),
  GOOGLE_MAPS_ORIGIN: setting(
    url('http', 'https').default('https://maps.googleapis.com'),
    'Origin of the Google Maps script.',
  ),
  ...hotelPartnerSettings,
  GOOGLE_PLACES_KEY: setting(
    z.string().min(1).optional(),
    'Google Places key for the server, never sent to browsers. Without it, searches use registered businesses and the gazetteer (Q-78).',
  ),
  GOOGLE_PLACES_ORIGIN: setting(
    url('http', 'https').default('https://places.googleapis.com'),
    'Origin of the Places API (New).',
  ),
  ...socialSettings,
  COMPONENT_GALLERY: setting(
    z.enum(['on', 'off']).default('off'),
    '`on`: `/gallery` shows every component of the web app in every state. `npm run dev` sets it. Not allowed in production.',
  ),
  STAFF_SECOND_FACTOR: setting(
    z.enum(['off', 'passkey']).default('off'),
    '`passkey`: staff roles are effective only in sessions started with a passkey that is older than the role. Recommended in production.',
  ),
  ...chainSettings,
  SESSION_IDLE_HOURS: setting(integer(1, 720).default(72), 'Hours without use after which a session ends.'),
  SESSION_MAX_DAYS: setting(integer(1, 90).default(30), 'Maximum age of a session, in days.'),
  LOGIN_MAX_FAILURES: setting(
    integer(1, 100).default(5),
    'Wrong passwords from one network address before that address is locked out of the account (Q-23).',
  ),
  LOGIN_LOCK_MINUTES: setting(integer(1, 1440).default(15), 'Duration of the lock, in minutes (Q-23).'),
  CODE_TTL_MINUTES: setting(integer(1, 60).default(15), 'Validity of a one-time code, in minutes (Q-24).'),
  CODE_MAX_ATTEMPTS: setting(
    integer(1, 10).default(5),
    'Wrong attempts from one network address before it can no longer enter a one-time code (Q-24, Q-130).',
  ),
  RECOVERY_LOOKUPS_PER_HOUR: setting(
    integer(1, 1000).default(3),
    'Recoveries of a forgotten e-mail address by SMS, per hour and per network address or phone number (Q-05).',
  ),
  RECOVERY_EMAILS_PER_HOUR: setting(
    integer(1, 1000).default(5),
    'E-mails per hour that recover an account or confirm an address, to one mailbox and requested from one network address; three times as many in all (Q-23, D-53).',
  ),
  RECOVERY_HIDES_UNKNOWN_NUMBERS: setting(
    z.enum(['true', 'false']).default('false'),
    'Whether recovery responds to unknown phone numbers as it does to known ones (Q-05).',
  ),
  TEMPORARY_PASSWORD_TTL_MINUTES: setting(
    integer(5, 1440).default(30),
    'Validity of a temporary password, in minutes (Q-04).',
  ),
  ...rateLimitSettings,
  ...ruleSettings,
})

/** Former name → current name. Former names still work, with a warning. */
export const formerSettingNames = {
  CODE_MAX_TRIES: 'CODE_MAX_ATTEMPTS',
  LOST_DISPUTES: 'LOST_DISPUTES_COUNT',
  RECOVERY_LETTERS_PER_HOUR: 'RECOVERY_EMAILS_PER_HOUR',
  RECOVERY_TRIES_PER_HOUR: 'RECOVERY_LOOKUPS_PER_HOUR',
  RECOVERY_UNIFORM: 'RECOVERY_HIDES_UNKNOWN_NUMBERS',
} as const satisfies Readonly<Record<string, keyof typeof settings.shape>>

/** Settings whose value can also be the content of a file, named by the setting with the suffix `_FILE`. */
export const secretSettings = [
  'GARBO_MASTER_KEY',
  'GARBO_NEXT_MASTER_KEY',
  'METRICS_TOKEN',
  'DATABASE_URL',
  'ESDB_URL',
  'REDIS_URL',
  'SMTP_URL',
  'SMS_URL',
  'SMS_TOKEN',
  'GOOGLE_PLACES_KEY',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_APP_SECRET',
  'EVM_RPC_URL',
  'EVM_PRIVATE_KEY',
] as const satisfies readonly (keyof typeof settings.shape)[]
