import { Redis, type RedisOptions } from 'ioredis'
import { once } from 'node:events'
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import type { Cache } from '../../application/ports/cache.ts'
import type { SharedRateLimits } from '../../application/ports/shared-rate-limits.ts'
import { keyedHash } from '../accounts/hashing.ts'
import { reasonOf } from '../operator-error.ts'

/** If ioredis is disconnected while waiting to reconnect, it neither reconnects nor emits `end`. */
class EndableRedis extends Redis {
  override disconnect(reconnect = false): void {
    if (reconnect || this.status !== 'reconnecting') return super.disconnect(reconnect)
    this.options.retryStrategy = () => null
    this.once('connect', () => super.disconnect())
  }
}

export interface RedisConnection {
  readonly redis: Redis
  /** Closes this connection and its duplicates; pending commands fail. */
  readonly disconnect: () => void
}

type RedisSettings = Omit<RedisOptions, 'replyMapping'>

export const openRedis = (url: string, settings: RedisSettings): RedisConnection => {
  const opened: Redis[] = []
  const open = (more: RedisSettings = {}): Redis => {
    const redis = new EndableRedis(url, { ...settings, ...more })
    redis.on('error', () => undefined)
    redis.duplicate = open
    opened.push(redis)
    return redis
  }
  return {
    redis: open(),
    disconnect: () => {
      for (const redis of opened) redis.disconnect()
    },
  }
}

/** Delay before a lost connection is opened again. */
export const reconnectDelayMs = (attempt: number): number => Math.min(100 * 2 ** attempt, 2_000)

/** Rate limits and caches that all API processes share. */
export interface SharedState {
  readonly rateLimits: SharedRateLimits
  /** A cache of public data; `name` identifies it among all processes. */
  readonly cache: <A>(options: CacheOptions<A>) => Cache<A>
  readonly close: () => void
}

export interface CacheOptions<A> {
  readonly name: string
  readonly ttlMs: number
  /** Values that another version of Garbo wrote differently are loaded again. */
  readonly schema: z.ZodType<A>
}

export type Availability = { readonly available: true } | { readonly available: false; readonly reason: string }

export interface SharedStateOptions {
  readonly url: string
  /** Keys contain addresses, names and searches; Redis holds only their hashes under this secret. */
  readonly secret: Uint8Array
  /** Called once when Redis becomes unavailable and once when it is available again. */
  readonly onChange?: (availability: Availability) => void
}

/** Redis responds within a millisecond; a request waits no longer than this. */
const commandTimeoutMs = 500
/** A connection without any response for this long is closed and opened again. */
const socketTimeoutMs = 1_000
/** How long startup waits for Redis. */
const readyWithinMs = 2_000

/** Commands fail at once without a connection, and none is sent again after a reconnect. */
const failFast: RedisSettings = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  connectTimeout: socketTimeoutMs,
  socketTimeout: socketTimeoutMs,
  retryStrategy: reconnectDelayMs,
}

/** Opens the connection; an unavailable Redis is used as soon as it responds. */
export const openSharedState = async ({ url, secret, onChange }: SharedStateOptions): Promise<SharedState> => {
  const { redis, disconnect } = openRedis(url, failFast)
  const attempt = attempter(redis, onChange ?? (() => undefined))
  const hashOf = (purpose: string, key: string) => keyedHash(secret, purpose, key)
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([
    once(redis, 'ready', { signal }).catch(() => undefined),
    pause(readyWithinMs, undefined, { signal, ref: false }).catch(() => undefined),
  ])
  waiting.abort()
  return {
    rateLimits: sharedRateLimits(redis, attempt, (key) => hashOf('limit', key)),
    cache: (options) => sharedCache(redis, attempt, (key) => hashOf(`cache ${options.name}`, key), options),
    close: disconnect,
  }
}

/** Resolves to null if Redis does not respond in time. */
type Attempt = <A>(send: () => Promise<A>) => Promise<A | null>

/** After a failure, only one request in this time asks Redis again; the others continue without waiting. */
const retryAfterMs = 1_000

const attempter = (redis: Redis, onChange: (availability: Availability) => void): Attempt => {
  let available = true
  let retryAt = 0
  let connectionError: Error | null = null
  redis.on('error', (error: Error) => (connectionError = error))
  redis.on('ready', () => (connectionError = null))
  // messages only: the error of a refused sign-in contains the password
  return async (send) => {
    const now = performance.now()
    if (!available && now < retryAt) return null
    retryAt = now + retryAfterMs
    try {
      const result = await withTimeout(send())
      if (!available) onChange({ available: true })
      available = true
      return result
    } catch (error) {
      if (available) onChange({ available: false, reason: connectionError?.message ?? reasonOf(error) })
      available = false
      return null
    }
  }
}

const withTimeout = async <A>(response: Promise<A>): Promise<A> => {
  const waiting = new AbortController()
  const { signal } = waiting
  const expired = async (): Promise<never> => {
    await pause(commandTimeoutMs, undefined, { signal })
    // A response that arrived while this process was busy is read first.
    await immediate(undefined, { signal })
    throw new Error(`no response within ${commandTimeoutMs} ms`)
  }
  try {
    return await Promise.race([response, expired()])
  } finally {
    waiting.abort()
  }
}

/** Keys: the counters. Arguments: the window in milliseconds, then the maximum of each counter. */
const consumeScript = `
  for i, key in ipairs(KEYS) do
    local count = redis.call('INCR', key)
    if count == 1 then redis.call('PEXPIRE', key, ARGV[1]) end
    if count > tonumber(ARGV[i + 1]) then return redis.call('PTTL', key) end
  end
  return -1`

/** The script as a command, which ioredis sends by its hash. Returns the milliseconds to wait, -1 if no limit is exceeded. */
interface ConsumeCommand {
  readonly consumeLimits: (keyCount: number, ...keysAndArguments: readonly (string | number)[]) => Promise<number>
}

const sharedRateLimits = (redis: Redis, attempt: Attempt, hashOf: (key: string) => Buffer): SharedRateLimits => {
  redis.defineCommand('consumeLimits', { lua: consumeScript })
  const commands = redis as Redis & ConsumeCommand
  return {
    consume: async (limits, windowMs) => {
      const keys = limits.map(({ key }) => `garbo:limit:${hashOf(key).toString('base64url')}`)
      const maxima = limits.map(({ max }) => max)
      const waitMs = await attempt(() => commands.consumeLimits(keys.length, ...keys, windowMs, ...maxima))
      return waitMs !== null && waitMs >= 0 ? waitMs : null
    },
  }
}

/**
 * Entries of a cache; a new entry replaces the one in its slot. Redis evicts nothing, because it may hold jobs, so the
 * caches must not grow.
 */
const slots = 1024
/** Larger values are not cached, in bytes. */
const maxValueBytes = 32 * 1024

const sharedCache = <A>(
  redis: Redis,
  attempt: Attempt,
  hashOf: (key: string) => Buffer,
  { name, ttlMs, schema }: CacheOptions<A>,
): Cache<A> => {
  const loading = new Map<string, Promise<A>>()
  const findOrLoad = async (key: string, load: () => Promise<A>): Promise<A> => {
    const hash = hashOf(key)
    const slot = `garbo:cache:${name}:${hash.readUInt16BE(0) % slots}`
    const owner = `${hash.toString('base64url')} `
    const stored = await attempt(() => redis.get(slot))
    const cached = stored?.startsWith(owner) ? schema.safeParse(parseJson(stored.slice(owner.length))) : null
    if (cached?.success) return cached.data
    const value = await load()
    const entry = owner + JSON.stringify(value)
    if (Buffer.byteLength(entry) <= maxValueBytes) await attempt(() => redis.set(slot, entry, 'PX', ttlMs))
    return value
  }
  return (key, load) => {
    const running = loading.get(key)
    if (running !== undefined) return running
    const started = findOrLoad(key, load).finally(() => loading.delete(key))
    loading.set(key, started)
    return started
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
