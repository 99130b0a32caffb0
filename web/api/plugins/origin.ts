import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problems, thrown } from '../problem.ts'

/**
 * Changing calls come from our own pages. A browser always says where from; what is no browser has no cookies of
 * somebody else's to misuse.
 */
export const checkOrigin = (app: FastifyInstance, origin: string | null): void => {
  const expected = origin === null ? null : new URL(origin).origin
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    if (isForeign(request, expected)) throw thrown(problems.foreignOrigin())
  })
}

const isForeign = ({ headers, host }: FastifyRequest, expected: string | null): boolean => {
  const { origin } = headers
  if (origin === undefined) return headers['sec-fetch-site'] === 'cross-site'
  if (expected !== null) return origin !== expected
  return !URL.canParse(origin) || new URL(origin).host !== host
}
