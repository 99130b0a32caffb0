import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import type { Call, RateLimitBucket } from '../../contract/call.ts'
import { problemError, problems } from '../problems.ts'
import type { ServerSettings } from '../server-context.ts'

/** Rate limit hooks of a call: before and after its body has been validated. */
export type RateLimiter = (call: Pick<Call, 'rateLimit' | 'rateLimitKey'>) => {
  readonly before: readonly preHandlerAsyncHookHandler[]
  readonly after: readonly preHandlerAsyncHookHandler[]
}

const windowMs = 60_000

/**
 * In-memory counters shared by all calls of a bucket, per network address and per account or named subject.
 * @rule Q-23 rate limits
 */
export const registerRateLimits = async (
  app: FastifyInstance,
  limits: ServerSettings['rateLimits'],
): Promise<RateLimiter> => {
  await app.register(rateLimit, { global: false, cache: 20_000 })

  const counter = (max: number, keyOf: (request: FastifyRequest) => string): preHandlerAsyncHookHandler => {
    const count = app.createRateLimit({ max, timeWindow: windowMs, keyGenerator: keyOf })
    return async (request) => {
      if (keyOf(request) === notCounted) return
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded)
        throw problemError(problems.tooManyRequests(Math.max(1, counted.ttlInSeconds)))
    }
  }
  const counters = (kind: RateLimitBucket) => {
    const { perAddress, perKey } = limits[kind]
    return {
      address: counter(perAddress, clientAddressOf),
      account: counter(perKey, ({ identity }) => identity.person?.accountId ?? notCounted),
      name: counter(perKey, rateLimitKeyOf),
    }
  }
  const countersByBucket: Readonly<Record<RateLimitBucket, ReturnType<typeof counters>>> = {
    login: counters('login'),
    registration: counters('registration'),
    code: counters('code'),
    search: counters('search'),
    write: counters('write'),
    upload: counters('upload'),
    replay: counters('replay'),
    click: counters('click'),
  }
  return ({ rateLimit, rateLimitKey }) => {
    if (rateLimit === undefined) return { before: [], after: [] }
    const { address, account, name } = countersByBucket[rateLimit]
    return rateLimitKey === undefined ? { before: [address, account], after: [] } : { before: [address], after: [name] }
  }
}

/** Requests with this key are not counted. */
const notCounted = ''

/** The subject named by the body field in the contract, normalised against alternative spellings. */
const rateLimitKeyOf = ({ body, routeOptions }: FastifyRequest): string => {
  const field = routeOptions.config.call?.rateLimitKey
  const name: unknown = field === undefined ? undefined : (body as Readonly<Record<string, unknown>>)[field]
  return typeof name === 'string' ? name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') : notCounted
}

type WithIp = { readonly ip: FastifyRequest['ip'] | undefined }

/**
 * Network address of the client; for IPv6 its network, as a household has arbitrarily many addresses. Empty after a
 * disconnect.
 */
export const clientAddressOf = ({ ip = '' }: WithIp): string => normalizeIP(ip)
