import type { FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import type { StoredResponse } from '../../application/ports/idempotency.ts'
import type { Endpoint } from '../contract/endpoint.ts'

/**
 * Tags the response of a read with its content, and leaves the body out if the caller has it. Responses stay `no-store`:
 * the app compares with what it holds in memory, and browsers write nothing to disk.
 */
export const conditionalResponse = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  { method, respondsWithSecret }: Endpoint,
  response: StoredResponse,
): StoredResponse => {
  if (method !== 'GET' || respondsWithSecret === true || response.status !== 200) return response
  const etag = entityTagOf(response.body)
  const tagged = { ...response, headers: { ...response.headers, etag } }
  return isKnown(etag, headers['if-none-match']) ? { ...tagged, status: 304, body: '' } : tagged
}

/** Weak: the compressed response has the same content in other bytes. */
export const entityTagOf = (content: string): string => `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`

/** Whether `If-None-Match` contains the tag. */
export const isKnown = (etag: string, known: string | undefined): boolean =>
  known === '*' || (known ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
