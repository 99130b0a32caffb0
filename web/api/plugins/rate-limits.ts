import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import type { Call, RateLimitBucket } from '../../contract/call.ts'
import { problemError, problems } from '../problems.ts'
import type { ServerSettings } from '../server-context.ts'

/** What a call's requests pass once it is known whose they are, and once it is known what they say. */
export type RateLimiter = (call: Pick<Call, 'rateLimit' | 'rateLimitKey'>) => {
  readonly before: readonly preHandlerAsyncHookHandler[]
  readonly after: readonly preHandlerAsyncHookHandler[]
}

const windowMs = 60_000

/** Counts in memory, all calls of a kind together: by address, and by the account or the name concerned. */
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
  const of: Readonly<Record<RateLimitBucket, ReturnType<typeof counters>>> = {
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
    const { address, account, name } = of[rateLimit]
    return rateLimitKey === undefined ? { before: [address, account], after: [] } : { before: [address], after: [name] }
  }
}

/** Nobody in particular: not counted. */
const notCounted = ''

/** Whom a call is about, by the field its contract names; spelled otherwise, still the same. */
const rateLimitKeyOf = ({ body, routeOptions }: FastifyRequest): string => {
  const field = routeOptions.config.call?.rateLimitKey
  const name: unknown = field === undefined ? undefined : (body as Readonly<Record<string, unknown>>)[field]
  return typeof name === 'string' ? name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') : notCounted
}

type WithIp = { readonly ip: FastifyRequest['ip'] | undefined }

/** An address; of IPv6 the network, since one household has as many addresses as it likes. Who has hung up has none left. */
export const clientAddressOf = ({ ip = '' }: WithIp): string => normalizeIP(ip)
