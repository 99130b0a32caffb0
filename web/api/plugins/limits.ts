import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Call } from '../../contract/call.ts'
import type { ApiSettings } from '../deps.ts'
import { problems, thrown } from '../problem.ts'

/** Counts in memory, by kind of call: what is written by account, what lets in by address. */
export const limitRates = async (app: FastifyInstance): Promise<void> => {
  await app.register(rateLimit, {
    global: false,
    cache: 20_000,
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) => thrown(problems.tooMany(Math.max(1, Math.ceil(ttl / 1000)))),
  })
}

export const limitOf = ({ limit }: Call, limits: ApiSettings['limits']): RouteShorthandOptions['config'] => {
  if (limit === undefined) return {}
  const { max, windowSeconds } = limits[limit]
  const byAccount = limit === 'write' || limit === 'search'
  return {
    rateLimit: {
      max,
      timeWindow: windowSeconds * 1000,
      groupId: limit,
      keyGenerator: (request) => (byAccount ? request.visitor.person?.accountId : undefined) ?? sourceOf(request),
    },
  }
}

/** An address; of IPv6 the network, since one household has as many addresses as it likes. */
export const sourceOf = (request: FastifyRequest): string => normalizeIP(request.ip)
