import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import type { Day } from '../../domain/kernel/primitives.ts'
import type { RewardAnnouncement } from '../../domain/rewards/rules.ts'
import type { ServerSettings } from '../../web/api/server-context.ts'
import type { VerifierKey } from '../audit/tree/checkpoint-note.ts'
import { parseVerifierKey } from '../audit/tree/cosignatures.ts'
import { OperatorError } from '../operator-error.ts'
import type { DatabaseTimeouts } from '../postgres/postgres.ts'
import { entriesOf } from './addresses.ts'
import {
  type chainSettings,
  type databaseSettings,
  formerSettingNames,
  type hotelPartnerSettings,
  type rateLimitSettings,
  secretSettings,
  settings,
  type socialSettings,
} from './settings.ts'
import { canBeRpId } from './site.ts'

export const isPortInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

export const portInUse = (port: number, setting: 'PORT' | 'HEALTH_PORT' | '--port' = 'PORT'): string =>
  `Port ${port} is in use. Stop the program that uses it, or choose another port with ${setting}.`

export type ChainConfig = z.infer<z.ZodObject<typeof chainSettings>>

const requiredTogether = ['EVM_RPC_URL', 'EVM_CHAIN_ID', 'EVM_PRIVATE_KEY', 'AVA_TOKEN_ADDRESS'] as const

const chainInconsistencies = (config: ChainConfig): readonly (string | false)[] => {
  const configured = requiredTogether.filter((name) => config[name] !== undefined)
  const isComplete = configured.length === requiredTogether.length
  const missing = requiredTogether.filter((name) => config[name] === undefined)
  return [
    configured.length > 0 && !isComplete && `${configured[0]}: requires ${missing.join(', ')}`,
    config.AVA_PAYOUTS_ADDRESS !== undefined && !isComplete && `AVA_PAYOUTS_ADDRESS: requires ${missing.join(', ')}`,
  ]
}

type SocialConfig = z.infer<z.ZodObject<typeof socialSettings>> & { readonly NODE_ENV: string }

const socialInconsistencies = (config: SocialConfig): readonly (string | false)[] => {
  const pairs = [
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ] as const
  const addresses = ['GOOGLE_ISSUER', 'FACEBOOK_DIALOG_URL', 'FACEBOOK_GRAPH_URL', 'FACEBOOK_SDK_URL'] as const
  return [
    ...pairs.map(
      ([id, secret]) =>
        (config[id] === undefined) !== (config[secret] === undefined) && `${id}: requires ${secret} and vice versa`,
    ),
    ...addresses.map(
      (name) =>
        config.NODE_ENV === 'production' &&
        !config[name].startsWith('https://') &&
        `${name}: must use https in production`,
    ),
  ]
}

type HotelPartnerConfig = z.infer<z.ZodObject<typeof hotelPartnerSettings>>

export const hotelPartnerOf = ({ HOTEL_SEARCH_URL: address, HOTEL_SEARCH_TRACKING_ID }: HotelPartnerConfig) => ({
  address,
  trackingId: HOTEL_SEARCH_TRACKING_ID ?? null,
})

export const announcementOf = ({ PROMOTION_TEXT: text, PROMOTION_LAST_DAY: lastDay }: Config): RewardAnnouncement => ({
  text,
  lastDay: (lastDay as Day | undefined) ?? null,
})

const hotelPartnerInconsistency = (config: HotelPartnerConfig & { readonly NODE_ENV: string }) =>
  config.NODE_ENV === 'production' &&
  !config.HOTEL_SEARCH_URL.startsWith('https://') &&
  'HOTEL_SEARCH_URL: must use https in production'

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
  audit: { perAddress: config.LIMIT_AUDIT_PER_ADDRESS, perKey: config.LIMIT_AUDIT_PER_KEY },
  opening: { perAddress: config.LIMIT_OPENING_PER_ADDRESS, perKey: config.LIMIT_OPENING_PER_KEY },
})

export const witnessesOf = ({ AUDIT_WITNESSES }: Config): readonly VerifierKey[] =>
  AUDIT_WITNESSES === undefined ? [] : entriesOf(AUDIT_WITNESSES).flatMap((text) => parseVerifierKey(text) ?? [])

export const anchorAddressesOf = ({ AUDIT_ANCHOR_EMAILS }: Config): readonly string[] =>
  AUDIT_ANCHOR_EMAILS === undefined ? [] : [...new Set(entriesOf(AUDIT_ANCHOR_EMAILS))]

type DatabaseConfig = z.infer<z.ZodObject<typeof databaseSettings>>

export const databaseTimeoutsOf = (config: DatabaseConfig): DatabaseTimeouts => ({
  connectMs: config.DATABASE_CONNECT_TIMEOUT_SECONDS * 1_000,
  statementMs: config.DATABASE_STATEMENT_TIMEOUT_SECONDS * 1_000,
  keepAliveMs: config.DATABASE_KEEPALIVE_SECONDS * 1_000,
})

export type Config = z.infer<typeof settings>

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the environment once, at startup. Reports all mistakes at once and logs a warning for each renamed setting. */
export const readConfig = (env: Environment, warn: (message: string) => void = console.warn): Config => {
  const files = readSecretFiles(env)
  const read = settings.safeParse({ ...settingsIn(env, warn), ...files.values })
  const problems = read.success
    ? inconsistencies(read.data).filter(() => files.problems.length === 0)
    : read.error.issues.map(({ path, message }) => `${nameIn(env, path.join('.'))}: ${message}`)
  if (!read.success || files.problems.length + problems.length > 0)
    throw new ConfigError([...files.problems, ...problems])
  return read.data
}

const isSet = (env: Environment, name: string): boolean => env[name] !== undefined && env[name] !== ''

const fileSettingOf = (name: string) => `${name}_FILE`

/** The secrets that files hold. A problem names setting and file, never the content. */
const readSecretFiles = (env: Environment) => {
  const values: Record<string, string> = {}
  const problems: string[] = []
  for (const name of secretSettings) {
    const setting = fileSettingOf(name)
    const path = env[setting] ?? ''
    if (path === '') continue
    const content = isSet(env, name) ? { problem: `${name} is set as well; set only one of them` } : readSecret(path)
    if ('problem' in content) problems.push(`${setting}: ${content.problem}`)
    else values[name] = content.text
  }
  return { values, problems }
}

/** The content of the file without the line break that editors and `echo` append. */
const readSecret = (path: string): { readonly text: string } | { readonly problem: string } => {
  try {
    const text = readFileSync(path, 'utf8').trim()
    return text === '' ? { problem: `the file ${path} is empty` } : { text }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return { problem: `the file ${path} cannot be read (${reason})` }
  }
}

/** The name under which a setting was given. */
const nameIn = (env: Environment, name: string): string => {
  const former = Object.entries(formerSettingNames).find(([old, current]) => current === name && env[old])
  if (former !== undefined && !env[name]) return `${former[0]} (now ${name})`
  return isSet(env, fileSettingOf(name)) ? fileSettingOf(name) : name
}

/** The settings in the environment by their current names; a current name takes precedence over a former one. */
const settingsIn = (env: Environment, warn: (message: string) => void) => {
  const renamed = Object.entries(formerSettingNames).filter(([former]) => isSet(env, former))
  for (const [former, current] of renamed)
    warn(`${former} has been renamed to ${current}; please update your settings.`)
  return Object.fromEntries([
    ...renamed.map(([former, current]) => [current, env[former]] as const),
    ...Object.keys(settings.shape)
      .filter((name) => isSet(env, name))
      .map((name) => [name, env[name]] as const),
  ])
}

/** The driver reads these files for each connection. */
const certificateParameters = ['sslrootcert', 'sslcert', 'sslkey'] as const

const unreadableCertificates = ({ DATABASE_URL: url = '' }: Pick<Config, 'DATABASE_URL'>) => {
  const parameters = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
  return certificateParameters.map((name) => {
    const path = parameters.get(name) ?? ''
    const content = path === '' ? null : readSecret(path)
    return content !== null && 'problem' in content && `DATABASE_URL: ${name}: ${content.problem}`
  })
}

const inconsistencies = (config: Config): readonly string[] => {
  const production = config.NODE_ENV === 'production'
  const problems = [
    production && config.GARBO_CLOCK_OFFSET_DAYS !== 0 && 'GARBO_CLOCK_OFFSET_DAYS: not allowed in production',
    production && config.COMPONENT_GALLERY === 'on' && 'COMPONENT_GALLERY: not allowed in production',
    config.ESDB_URL !== undefined &&
      config.DATABASE_URL === undefined &&
      'DATABASE_URL: required by ESDB_URL, for the read models',
    config.DATABASE_URL !== undefined &&
      config.GARBO_MASTER_KEY === undefined &&
      'GARBO_MASTER_KEY: required by DATABASE_URL, because several processes must share it',
    config.PASSKEY_RP_ID !== undefined &&
      !canBeRpId(config.PASSKEY_RP_ID, config.GARBO_ORIGIN ?? 'http://localhost') &&
      'PASSKEY_RP_ID: must be the host of GARBO_ORIGIN or a parent domain',
    config.GARBO_ROLE !== 'both' &&
      config.DATABASE_URL === undefined &&
      'DATABASE_URL: required unless GARBO_ROLE is both',
    ...unreadableCertificates(config),
    hotelPartnerInconsistency(config),
    ...socialInconsistencies(config),
    ...chainInconsistencies(config),
  ]
  return problems.filter((problem) => problem !== false)
}

/** Lists every mistake in the environment, one per line. */
class ConfigError extends OperatorError {
  constructor(problems: readonly string[]) {
    super(`Garbo cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}
