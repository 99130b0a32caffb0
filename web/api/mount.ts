import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { StoredResponse } from '../../application/ports/idempotency.ts'
import type { AppFailure } from '../../application/use-case.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { problem } from '../contract/problem.ts'
import { conditionalResponse } from './conditional-reads.ts'
import { type Cursors, cursorsOf } from './cursors.ts'
import { problemOfFailure } from './errors.ts'
import { idempotentRequestOf, newEntityIdOf, runOnce, visitor } from './idempotency.ts'
import { noteFailure, noteSubjects, openAccessNotes } from './plugins/access-log.ts'
import { maxPlainJson } from './plugins/body-parsers.ts'
import { clientAddressOf } from './plugins/rate-limits.ts'
import { describeDevice, deviceIdOf } from './plugins/sessions.ts'
import { logFailure, problemError, problems, serializeProblem } from './problems.ts'
import {
  authorize,
  checkRequestedPosition,
  requestedPosition,
  readAfterRequestedPosition,
  type RequestServices,
} from './request-guards.ts'
import type { FileRoute, ImageRoute, Route, RouteRequest, RouteResult } from './route.ts'
import type { ServerContext } from './server-context.ts'

/** Bytes of a body. @rule Q-130 */
export const bodyLimits = { ordinary: maxPlainJson, images: 8 * 1024 * 1024 }

/** Options common to all routes. */
export const routeOptionsOf = (context: ServerContext, services: RequestServices, endpoint: Endpoint) => {
  const limited = services.rateLimit(endpoint)
  return {
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: endpoint.imageFields === undefined ? bodyLimits.ordinary : bodyLimits.images,
    schema: routeSchemaOf(endpoint),
    config: { endpoint },
    onRequest: [authorize(services, endpoint), ...limited.before],
    preHandler: [...limited.after, checkRequestedPosition(context), readAfterRequestedPosition(context)],
  }
}

/** Mounts a route behind authentication, authorisation, rate limits, validation and idempotency. */
export const mountRoute = (
  app: FastifyInstance,
  context: ServerContext,
  services: RequestServices,
  { endpoint, handler }: Route,
): void => {
  const cursors = cursorsOf(context.secret, endpoint)
  app.route({
    ...routeOptionsOf(context, services, endpoint),
    handler: async (request, reply) => {
      openCursor(request, cursors)
      const idempotent = idempotentRequestOf(request, endpoint)
      // random, as a time-ordered id would tell when an anonymous review was written
      const newEntityId = idempotent === null ? randomUUID() : newEntityIdOf(context.secret, request, idempotent)
      const work = async () => {
        const result = await handler(toRouteRequest(request, reply, services, newEntityId))()
        if (E.isLeft(result)) noteFailure(request, result.left)
        if (E.isLeft(result) && problemOfFailure(result.left).status >= 500) logFailure(request, causeOf(result.left))
        if (E.isRight(result) && result.right.position) context.logPositions.record(result.right.position)
        return toStoredResponse(endpoint, cursors, result)
      }
      const isKept = idempotent !== null && idempotent.accountId !== visitor
      const response = isKept ? await runOnce(context, idempotent, work) : await work()
      const { status, headers, body } = conditionalResponse(request, endpoint, response)
      return reply
        .code(status)
        .headers(headers)
        .send(body === '' ? undefined : body)
    },
  })
}

const toRouteRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  services: RequestServices,
  newEntityId: string,
): RouteRequest<Endpoint> => {
  const { params, query, body, identity } = request
  const { person } = identity
  openAccessNotes(request, newEntityId)
  return {
    params: params as never,
    query: query as never,
    body: body as never,
    person,
    // stable across repeats of the request, so that its events are found in the log
    caller: { person, correlationId: newEntityId },
    newEntityId,
    after: requestedPosition(request),
    source: clientAddressOf(request),
    startSession: (...session) => services.startSession(request, reply, ...session),
    endSession: () => services.endSession(request, reply),
    mustChangePassword: identity.session?.mustChangePassword === true,
    secondFactorConfirmed: identity.session?.secondFactorConfirmed === true,
    sessionId: identity.session?.id ?? null,
    publicSessionId: identity.session?.publicId ?? null,
    deviceId: deviceIdOf(request),
    assignDeviceId: () => services.assignDeviceId(request, reply),
    describeDevice: () => describeDevice(request.headers['user-agent']),
    csrfToken: services.csrfTokenOf(identity),
    enteredPassword: enteredPassword(request),
    recordSubjects: (...accountIds) => noteSubjects(request, accountIds),
  }
}

/** Headers are read as Latin-1, and browsers and programs send the bytes of UTF-8. */
const enteredPassword = ({ headers }: FastifyRequest): string | undefined => {
  const header = headers['x-garbo-password']
  return typeof header === 'string' ? Buffer.from(header, 'latin1').toString() : undefined
}

/** Serialized response; throws if it violates the contract, before anything is sent. */
const toStoredResponse = (
  endpoint: Endpoint,
  cursors: Cursors,
  result: E.Either<AppFailure, RouteResult<Endpoint>>,
): StoredResponse => {
  if (E.isLeft(result)) return serializeProblem(problemOfFailure(result.left), endpoint.errorField === true)
  const { body, position, nextCursor, file } = result.right
  if (file !== undefined) return csvResponse(file)
  return {
    status: successStatusOf(endpoint),
    headers: {
      ...(endpoint.response === null ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...(position ? { 'x-garbo-position': position } : {}),
      ...(endpoint.cacheSeconds === undefined ? {} : { 'cache-control': `private, max-age=${endpoint.cacheSeconds}` }),
      ...(nextCursor ? { 'x-next-cursor': cursors.seal(nextCursor) } : {}),
    },
    body: endpoint.response === null ? '' : JSON.stringify(withSealedCursor(endpoint.response.parse(body), cursors)),
  }
}

/** Replaces a sealed cursor in the query by the cursor of the list. */
const openCursor = (request: FastifyRequest, cursors: Cursors): void => {
  const query = request.query as Readonly<Record<string, unknown>>
  if (typeof query['cursor'] === 'string') request.query = { ...query, cursor: cursors.open(query['cursor']) }
}

/** Some lists return the cursor of the next page in their body. */
const withSealedCursor = (body: unknown, cursors: Cursors): unknown =>
  typeof body === 'object' && body !== null && 'nextCursor' in body && typeof body.nextCursor === 'string'
    ? { ...body, nextCursor: cursors.seal(body.nextCursor) }
    : body

/** The byte order mark makes spreadsheets read the file as UTF-8. */
const csvResponse = ({ name, text }: NonNullable<RouteResult<Endpoint>['file']>): StoredResponse => ({
  status: 200,
  headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"` },
  body: `\uFEFF${text}`,
})

const causeOf = (failure: AppFailure): unknown => ('cause' in failure ? failure.cause : failure)

const emptyObject = z.strictObject({})

/** Fastify's validation and OpenAPI schema of an endpoint. */
const routeSchemaOf = (endpoint: Endpoint): FastifySchema => ({
  summary: endpoint.summary,
  description: describeEndpoint(endpoint),
  tags: [endpoint.path.split('/')[2] ?? ''],
  ...(endpoint.access === 'anyone' ? {} : { security: [{ session: [] }] }),
  ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
  querystring: endpoint.query?.strict() ?? emptyObject,
  ...(endpoint.multipart ? { consumes: ['multipart/form-data'] } : {}),
  ...(endpoint.method === 'GET' ? {} : { body: endpoint.body ?? emptyObject.nullish() }),
  response: { ...successResponses(endpoint), '4xx': problem, '5xx': problem },
})

/** Status of a successful call. */
const successStatusOf = ({ response, status }: Endpoint): number => (response === null ? 204 : (status ?? 200))

const successResponses = (endpoint: Endpoint): Readonly<Record<number, unknown>> => {
  const { response } = endpoint
  if (response === null) return { 204: z.null().meta({ description: 'No content' }) }
  if (endpoint.stream) return { 200: { content: { 'text/event-stream': { schema: response } } } }
  if (endpoint.respondsWithFile === 'zip') return { 200: { content: { 'application/zip': { schema: response } } } }
  if (endpoint.respondsWithFile)
    return { 200: { content: { 'application/json': { schema: response }, 'application/zip': { schema: z.string() } } } }
  if (endpoint.respondsWithImage) return { 200: { content: { 'image/jpeg': { schema: response } } } }
  return { [successStatusOf(endpoint)]: response }
}

const accessDescriptions: Readonly<Record<Endpoint['access'], string>> = {
  anyone: 'Open to anyone.',
  'signed-in': 'For signed-in accounts.',
  business: 'For businesses.',
  client: 'For clients.',
  moderator: 'For moderators (MODERATORE, ADMIN).',
  admin: 'For administrators (ADMIN).',
  auditor: 'For auditors (REVISORE, ADMIN).',
}

const describeEndpoint = ({ access, idempotent, paginated }: Endpoint) =>
  [
    accessDescriptions[access],
    idempotent &&
      (access === 'anyone'
        ? 'Accepts an `Idempotency-Key`: the same request with the same key creates nothing twice.'
        : 'Accepts an `Idempotency-Key`: a repeated request with the same key is executed once and gets the same response.'),
    paginated && 'The cursor of the next page is returned in the `X-Next-Cursor` header.',
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ')

/** Private cache, one hour at most, since images may be erased. */
const imageCacheControl = 'private, max-age=3600'

export const mountImage = (
  app: FastifyInstance,
  context: ServerContext,
  services: RequestServices,
  { endpoint, handler: loadImage }: ImageRoute,
): void => {
  app.route({
    ...routeOptionsOf(context, services, endpoint),
    handler: async (request, reply) => {
      const found = await loadImage({ params: request.params as never, query: request.query as never })()
      if (E.isLeft(found)) throw problemError(problemOfFailure(found.left))
      if (found.right === null) throw problemError(problems.notFound())
      return reply.header('cache-control', imageCacheControl).type('image/jpeg').send(Buffer.from(found.right))
    },
  })
}

/** Streams a file; an aborted stream ends the connection, so that clients notice. */
export const mountFile = (
  app: FastifyInstance,
  context: ServerContext,
  services: RequestServices,
  { endpoint, handler: openFile }: FileRoute,
): void => {
  app.route({
    ...routeOptionsOf(context, services, endpoint),
    handler: async (request, reply) => {
      const opened = await openFile(toRouteRequest(request, reply, services, randomUUID()))()
      if (E.isLeft(opened)) noteFailure(request, opened.left)
      if (E.isLeft(opened)) throw problemError(problemOfFailure(opened.left))
      const { name, type, content } = opened.right
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .type(type)
        .send(Readable.from(content))
    },
  })
}
