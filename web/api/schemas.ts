import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import type { Call } from '../contract/call.ts'
import { problem } from '../contract/problem.ts'

const empty = z.strictObject({})

/** What Fastify checks and OpenAPI tells of a call. */
export const schemaOf = (call: Call): FastifySchema => ({
  summary: call.says,
  description: description(call),
  tags: [call.path.split('/')[2] ?? ''],
  ...(call.who === 'anyone' ? {} : { security: [{ session: [] }] }),
  ...(call.params === undefined ? {} : { params: call.params }),
  querystring: call.query?.strict() ?? empty,
  ...(call.multipart ? { consumes: ['multipart/form-data'] } : {}),
  ...(call.method === 'GET' ? {} : { body: call.body ?? empty.nullish() }),
  response: { ...success(call), '4xx': problem, '5xx': problem },
})

/** The status of a call that went well. */
export const statusOf = ({ answer, status }: Call): number => (answer === null ? 204 : (status ?? 200))

const success = (call: Call): Readonly<Record<number, unknown>> => {
  const { answer } = call
  if (answer === null) return { 204: z.null().meta({ description: 'Done; nothing to say' }) }
  if (call.stream) return { 200: { content: { 'text/event-stream': { schema: answer } } } }
  if (call.file)
    return { 200: { content: { 'application/json': { schema: answer }, 'application/zip': { schema: z.string() } } } }
  if (call.jpeg) return { 200: { content: { 'image/jpeg': { schema: answer } } } }
  return { [statusOf(call)]: answer }
}

const askers: Readonly<Record<Call['who'], string>> = {
  anyone: 'Open to anyone.',
  'signed-in': 'For whoever is signed in.',
  business: 'For businesses.',
  client: 'For clients.',
  moderator: 'For moderators (MODERATORE, ADMIN).',
  admin: 'For administrators (ADMIN).',
}

const description = ({ who, idempotent, paged }: Call) =>
  [
    askers[who],
    idempotent && 'Honours `Idempotency-Key`: sent twice, done once, answered alike.',
    paged && 'The next page’s cursor travels in the `X-Next-Cursor` header.',
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ')
