import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StoredAnswer } from '../../application/ports/answers.ts'
import type { AppFailure } from '../../application/use-case.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Call } from '../contract/call.ts'
import { admit, awaitPosition, type Door } from './admission.ts'
import type { ApiDeps } from './deps.ts'
import { idOfIntent, intentOf, once } from './once.ts'
import { deviceOf } from './plugins/device.ts'
import { sourceOf } from './plugins/limits.ts'
import { writtenRefusal } from './plugins/problems.ts'
import { refusedBy } from './refusals.ts'
import type { Asked, Route, Said } from './route.ts'
import { schemaOf, statusOf } from './schemas.ts'

const kilobytes = 1024
export const bodyLimits = { ordinary: 64 * kilobytes, pictures: 8 * 1024 * kilobytes }

/** What every call has in common, answered or streamed. */
export const doorOf = (deps: ApiDeps, door: Door, call: Call) => {
  const limited = door.limited(call)
  return {
    method: call.method,
    url: call.path,
    bodyLimit: call.pictures ? bodyLimits.pictures : bodyLimits.ordinary,
    schema: schemaOf(call),
    config: { call },
    onRequest: [admit(door, call), ...limited.before],
    preHandler: [...limited.after, awaitPosition(deps)],
  }
}

/** Puts a route behind its door: recognised, admitted, limited, checked, done once, answered. */
export const mount = (app: FastifyInstance, deps: ApiDeps, door: Door, { call, handler }: Route): void => {
  app.route({
    ...doorOf(deps, door, call),
    handler: async (request, reply) => {
      const intent = call.idempotent ? intentOf(request) : null
      const intentId = intent === null ? deps.newId() : idOfIntent(deps.secret, request, intent)
      const work = async () => {
        const done = await handler(askedOf(request, reply, door, intentId))()
        if (E.isLeft(done) && refusedBy(done.left).status >= 500)
          request.log.error({ err: causeOf(done.left) }, 'failed')
        return written(call, done)
      }
      const { status, headers, body } = intent === null ? await work() : await once(deps, intent, work)
      return reply
        .code(status)
        .headers(headers)
        .send(body === '' ? undefined : body)
    },
  })
}

const askedOf = (request: FastifyRequest, reply: FastifyReply, door: Door, intentId: string): Asked<Call> => {
  const { params, query, body, visitor } = request
  const { person } = visitor
  return {
    params: params as never,
    query: query as never,
    body: body as never,
    person,
    // a repeated request is recognised by it in the log
    asker: { person, correlationId: intentId },
    intentId,
    source: sourceOf(request),
    signIn: (accountId, credential, strong) => door.signIn(request, reply, accountId, credential, strong),
    signOut: () => door.signOut(request, reply),
    mustChangePassword: visitor.session?.mustChangePassword === true,
    strong: visitor.session?.strong === true,
    session: visitor.session?.id ?? null,
    sessionShownAs: visitor.session?.shownAs ?? null,
    device: deviceOf(request),
    nameDevice: () => door.nameDevice(request, reply),
    csrfToken: door.csrfTokenOf(visitor),
  }
}

/** The answer as it leaves; one that breaks the contract throws, and nobody sees it. */
const written = (call: Call, done: E.Either<AppFailure, Said<Call>>): StoredAnswer => {
  if (E.isLeft(done)) return writtenRefusal(refusedBy(done.left), call.errorField === true)
  const { answer, position, nextCursor, file } = done.right
  if (file !== undefined) return sheet(file)
  return {
    status: statusOf(call),
    headers: {
      ...(call.answer === null ? {} : { 'content-type': 'application/json; charset=utf-8' }),
      ...(position ? { 'x-garbo-position': position } : {}),
      ...(call.cacheSeconds === undefined ? {} : { 'cache-control': `private, max-age=${call.cacheSeconds}` }),
      ...(nextCursor ? { 'x-next-cursor': nextCursor } : {}),
    },
    body: call.answer === null ? '' : JSON.stringify(call.answer.parse(answer)),
  }
}

/** The mark at its head tells spreadsheets that it is UTF-8. */
const sheet = ({ name, text }: NonNullable<Said<Call>['file']>): StoredAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"` },
  body: `\uFEFF${text}`,
})

const causeOf = (failure: AppFailure): unknown => ('cause' in failure ? failure.cause : failure)
