import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import type { Call, Limit } from '../../contract/call.ts'
import type { ApiSettings } from '../deps.ts'
import { problems, thrown } from '../problem.ts'

/** What a call's requests pass once it is known whose they are, and once it is known what they say. */
export type LimitOf = (call: Pick<Call, 'limit' | 'limitKey'>) => {
  readonly before: readonly preHandlerAsyncHookHandler[]
  readonly after: readonly preHandlerAsyncHookHandler[]
}

const windowMs = 60_000

/** Counts in memory, all calls of a kind together: by address, and by the account or the name concerned. */
export const limitRates = async (app: FastifyInstance, limits: ApiSettings['limits']): Promise<LimitOf> => {
  await app.register(rateLimit, { global: false, cache: 20_000 })

  const counter = (max: number, keyOf: (request: FastifyRequest) => string): preHandlerAsyncHookHandler => {
    const count = app.createRateLimit({ max, timeWindow: windowMs, keyGenerator: keyOf })
    return async (request) => {
      if (keyOf(request) === nobody) return
      const counted = await count(request)
      if (!counted.isAllowed && counted.isExceeded) throw thrown(problems.tooMany(Math.max(1, counted.ttlInSeconds)))
    }
  }
  const counters = (kind: Limit) => {
    const { perAddress, perKey } = limits[kind]
    return {
      address: counter(perAddress, sourceOf),
      account: counter(perKey, ({ visitor }) => visitor.person?.accountId ?? nobody),
      name: counter(perKey, nameIn),
    }
  }
  const of: Readonly<Record<Limit, ReturnType<typeof counters>>> = {
    login: counters('login'),
    registration: counters('registration'),
    code: counters('code'),
    search: counters('search'),
    write: counters('write'),
    upload: counters('upload'),
    replay: counters('replay'),
    click: counters('click'),
  }
  return ({ limit, limitKey }) => {
    if (limit === undefined) return { before: [], after: [] }
    const { address, account, name } = of[limit]
    return limitKey === undefined ? { before: [address, account], after: [] } : { before: [address], after: [name] }
  }
}

/** Nobody in particular: not counted. */
const nobody = ''

/** Whom a call is about, by the field its contract names; spelled otherwise, still the same. */
const nameIn = ({ body, routeOptions }: FastifyRequest): string => {
  const field = routeOptions.config.call?.limitKey
  const name: unknown = field === undefined ? undefined : (body as Readonly<Record<string, unknown>>)[field]
  return typeof name === 'string' ? name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') : nobody
}

type Somewhere = { readonly ip: FastifyRequest['ip'] | undefined }

/** An address; of IPv6 the network, since one household has as many addresses as it likes. Who has hung up has none left. */
export const sourceOf = ({ ip = '' }: Somewhere): string => normalizeIP(ip)
