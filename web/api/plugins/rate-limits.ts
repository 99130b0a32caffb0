import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import type { SharedRateLimits } from '../../../application/ports/shared-rate-limits.ts'
import { mailboxOf } from '../../../domain/accounts/identifiers.ts'
import type { Endpoint, RateLimitBucket } from '../../contract/endpoint.ts'
import { problemError, problems } from '../problems.ts'
import type { ServerSettings } from '../server-context.ts'

/** Rate limit hooks of an endpoint: before and after its body has been validated. */
export type RateLimiter = (endpoint: Pick<Endpoint, 'rateLimit' | 'rateLimitKey'>) => {
  readonly before: readonly preHandlerAsyncHookHandler[]
  readonly after: readonly preHandlerAsyncHookHandler[]
}

const windowMs = 60_000
/** Network addresses that must reach the limit of a subject before nobody can name it. */
const maxSources = 10

/** One limit of a bucket, with its counter in the memory of this process. */
interface Counter {
  readonly name: string
  readonly max: number
  readonly keyOf: (request: FastifyRequest) => string
  readonly countLocally: ReturnType<FastifyInstance['createRateLimit']>
}

/**
 * Counters shared by all endpoints of a bucket, per network address and per account or named subject. A subject is counted
 * per network address, so that two strangers cannot exclude its owner, and over all addresses. Every process counts in
 * memory; with `shared`, requests that this process allows are also counted together with those of other processes.
 * @rule Q-23 Q-130 rate limits
 */
export const registerRateLimits = async (
  app: FastifyInstance,
  limits: ServerSettings['rateLimits'],
  shared: SharedRateLimits | null,
): Promise<RateLimiter> => {
  await app.register(rateLimit, { global: false, cache: 20_000 })

  const counter = (name: string, max: number, keyOf: Counter['keyOf']): Counter => {
    const countLocally = app.createRateLimit({ max, timeWindow: windowMs, keyGenerator: keyOf })
    return { name, max, keyOf, countLocally }
  }
  const hooks = (kind: RateLimitBucket) => {
    const { perAddress, perKey } = limits[kind]
    const address = counter(`${kind} address`, perAddress, clientAddressOf)
    const account = counter(`${kind} account`, perKey, accountIdOf)
    const name = counter(`${kind} name`, perKey, rateLimitKeyAndAddressOf)
    const everywhere = counter(`${kind} name everywhere`, perKey * maxSources, rateLimitKeyOf)
    return {
      perAccount: { before: [countIn([address, account], shared)], after: [] },
      perSubject: { before: [countIn([address], shared)], after: [countIn([name, everywhere], shared)] },
    }
  }
  const hooksByBucket: Readonly<Record<RateLimitBucket, ReturnType<typeof hooks>>> = {
    login: hooks('login'),
    registration: hooks('registration'),
    code: hooks('code'),
    search: hooks('search'),
    write: hooks('write'),
    upload: hooks('upload'),
    replay: hooks('replay'),
    click: hooks('click'),
    audit: hooks('audit'),
    opening: hooks('opening'),
  }
  return ({ rateLimit, rateLimitKey }) => {
    if (rateLimit === undefined) return { before: [], after: [] }
    return rateLimitKey === undefined ? hooksByBucket[rateLimit].perAccount : hooksByBucket[rateLimit].perSubject
  }
}

const countIn =
  (counters: readonly Counter[], shared: SharedRateLimits | null): preHandlerAsyncHookHandler =>
  async (request) => {
    const counted = counters.filter(({ keyOf }) => keyOf(request) !== notCounted)
    for (const { countLocally } of counted) {
      const count = await countLocally(request)
      if (!count.isAllowed && count.isExceeded) throw tooManyRequests(count.ttl)
    }
    if (shared === null || counted.length === 0) return
    const sharedLimits = counted.map(({ name, max, keyOf }) => ({ key: `${name} ${keyOf(request)}`, max }))
    const waitMs = await shared.consume(sharedLimits, windowMs)
    if (waitMs !== null) throw tooManyRequests(waitMs)
  }

const tooManyRequests = (waitMs: number) =>
  problemError(problems.tooManyRequests(Math.max(1, Math.ceil(waitMs / 1000))))

/** Requests with this key are not counted. */
const notCounted = ''

const accountIdOf = ({ identity }: FastifyRequest): string => identity.person?.accountId ?? notCounted

/**
 * The subject named by the body field in the contract, normalised against alternative spellings; all addresses of a mailbox
 * are one.
 */
const rateLimitKeyOf = ({ body, routeOptions }: FastifyRequest): string => {
  const field = routeOptions.config.endpoint?.rateLimitKey
  const name: unknown = field === undefined ? undefined : (body as Readonly<Record<string, unknown>>)[field]
  if (typeof name !== 'string') return notCounted
  const subject = name.includes('@') ? mailboxOf(name) : name.toLowerCase()
  return subject.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const rateLimitKeyAndAddressOf = (request: FastifyRequest): string => {
  const name = rateLimitKeyOf(request)
  return name === notCounted ? notCounted : `${name} ${clientAddressOf(request)}`
}

type WithIp = { readonly ip: FastifyRequest['ip'] | undefined }

/**
 * Network address of the client; for IPv6 its network, as a household has arbitrarily many addresses. Empty after a
 * disconnect.
 */
export const clientAddressOf = ({ ip = '' }: WithIp): string => normalizeIP(ip)
