import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import type { Call, Limit } from '../../contract/call.ts'
import type { ApiSettings } from '../deps.ts'
import { problems, thrown } from '../problem.ts'

/** What a call's requests pass once it is known whose they are. */
export type LimitOf = (call: Pick<Call, 'limit'>) => readonly preHandlerAsyncHookHandler[]

/**
 * Counts in memory, all calls of a kind together: what is written by account, what lets in by address. The
 * plugin's own `groupId` does not do that: without a shared store each route has counters of its own.
 */
export const limitRates = async (app: FastifyInstance, limits: ApiSettings['limits']): Promise<LimitOf> => {
  const silent = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
  await app.register(rateLimit, {
    global: false,
    cache: 20_000,
    addHeadersOnExceeding: silent,
    addHeaders: silent,
    errorResponseBuilder: (_request, { ttl }) => thrown(problems.tooMany(Math.max(1, Math.ceil(ttl / 1000)))),
  })
  const counter = (kind: Limit) => {
    const { max, windowSeconds } = limits[kind]
    const byAccount = kind === 'write' || kind === 'search'
    return app.rateLimit({
      max,
      timeWindow: windowSeconds * 1000,
      keyGenerator: (request) => (byAccount ? request.visitor.person?.accountId : undefined) ?? sourceOf(request),
    })
  }
  const counters: Readonly<Record<Limit, preHandlerAsyncHookHandler>> = {
    login: counter('login'),
    registration: counter('registration'),
    code: counter('code'),
    search: counter('search'),
    write: counter('write'),
  }
  return ({ limit }) => (limit === undefined ? [] : [counters[limit]])
}

/** An address; of IPv6 the network, since one household has as many addresses as it likes. */
export const sourceOf = (request: FastifyRequest): string => normalizeIP(request.ip)
