import type { FastifyRequest } from 'fastify'
import { createHmac } from 'node:crypto'
import type { IdempotentRequest, StoredResponse } from '../../application/ports/idempotency.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { problemError, problems, serializeProblem } from './problems.ts'
import { routePatternOf } from './request.ts'
import type { ServerContext } from './server-context.ts'

/** Stands for all visitors, who have no account. */
export const visitor = ''

/**
 * The caller's request under its `Idempotency-Key`; null without one. Calls open to anyone are a visitor's, whose
 * responses are not kept: they may start sessions.
 */
export const idempotentRequestOf = (request: FastifyRequest, endpoint: Endpoint): IdempotentRequest | null => {
  const key = request.headers['idempotency-key']
  const accountId = endpoint.access === 'anyone' ? visitor : request.identity.person?.accountId
  if (!endpoint.idempotent || key === undefined || accountId === undefined) return null
  if (typeof key !== 'string' || !/^[\u0020-\u007e]{1,255}$/.test(key))
    throw problemError(problems.invalidIdempotencyKey())
  const { method, params, query, body } = request
  return { accountId, key, content: JSON.stringify([method, routePatternOf(request), params, query, body ?? null]) }
}

/** Deterministic UUID of account, key and route; of a visitor also of the content, as visitors could share a key. */
export const newEntityIdOf = (
  secret: Uint8Array,
  request: FastifyRequest,
  { accountId, key, content }: IdempotentRequest,
): string => {
  const intent = ['intent', accountId, routePatternOf(request), key, ...(accountId === visitor ? [content] : [])]
  const hash = createHmac('sha256', secret).update(JSON.stringify(intent)).digest('hex')
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) & 3) | 8).toString(16)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

/** Executes the work once per key. Server errors are not stored, so that the request can be retried. */
export const runOnce = async (
  { idempotentResponses }: Pick<ServerContext, 'idempotentResponses'>,
  request: IdempotentRequest,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> => {
  const outcome = await idempotentResponses.begin(request)
  switch (outcome.type) {
    case 'completed':
      return { ...outcome.response, headers: { ...outcome.response.headers, 'idempotency-replayed': 'true' } }
    case 'running':
      return serializeProblem(problems.stillRunning(1), false)
    case 'key-reused':
      return serializeProblem(problems.keyReused(), false)
    case 'begun': {
      let response: StoredResponse
      try {
        response = await work()
      } catch (error) {
        await idempotentResponses.release(request, outcome.run)
        throw error
      }
      if (response.status < 500) return idempotentResponses.complete(request, response)
      await idempotentResponses.release(request, outcome.run)
      return response
    }
  }
}
