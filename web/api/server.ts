import files from '@fastify/static'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Socket } from 'node:net'
import type { z } from 'zod'
import { validate } from '../contract/validation.ts'
import { bodyLimits, mountFile, mountImage, mountRoute } from './mount.ts'
import { sessionRoutes } from './platform.routes.ts'
import { acceptMultipart, acceptOneClickForm, registerStrictJson } from './plugins/body-parsers.ts'
import {
  fallbackHeaders,
  registerOriginCheck,
  registerSecurityHeaders,
  useAssetHeaders,
} from './plugins/browser-security.ts'
import { pageSender, type SendPage } from './pages.ts'
import { registerAccessLog } from './plugins/access-log.ts'
import { registerCompression } from './plugins/compression.ts'
import { registerNotFound } from './plugins/not-found.ts'
import { registerHealthEndpoints, registerMetrics } from './plugins/observability.ts'
import { registerApiDocs } from './plugins/openapi.ts'
import { registerRateLimits } from './plugins/rate-limits.ts'
import { registerSessions } from './plugins/sessions.ts'
import { problems, registerErrorHandler, sendProblem, serializeProblem } from './problems.ts'
import type { RequestServices } from './request-guards.ts'
import type { AnyRoute, Route } from './route.ts'
import { serverExtensions } from './routes.ts'
import type { ServerContext } from './server-context.ts'
import { registerStreams } from './server-sent-events.ts'

/** The configured server; not listening yet. */
export const buildServer = async (context: ServerContext, routes: readonly AnyRoute[]): Promise<FastifyInstance> => {
  const { settings } = context
  const app = createFastify(context)
  let sendPage: SendPage | null = null
  registerNotFound(app, () => sendPage)
  registerErrorHandler(app)
  registerContractValidation(app)
  registerStrictJson(app)
  registerMetrics(app, context)
  await registerSecurityHeaders(app, settings)
  registerCompression(app)
  registerGracefulShutdown(app)
  registerOriginCheck(app, settings.origin)
  registerAccessLog(app, context)
  const services = {
    ...(await registerSessions(app, context)),
    rateLimit: await registerRateLimits(app, settings.rateLimits, context.sharedRateLimits),
  }
  for (const extend of serverExtensions) await extend(app, context, services)
  await registerApiDocs(app, services, settings)
  if (settings.webAppFolder !== null) {
    await serveWebApp(app, settings.webAppFolder)
    sendPage = await pageSender(app, settings.webAppFolder, settings.origin)
  }

  registerHealthEndpoints(app, context)
  const streams = registerStreams(app, context, services)
  for (const route of [...sessionRoutes, ...routes]) {
    if (route.endpoint.developerOnly && !settings.developerTools) continue
    if (route.kind === 'image') mountImage(app, context, services, route)
    else if (route.kind === 'file') mountFile(app, context, services, route)
    else if (route.kind === 'stream') streams.mount(route)
    else if (route.endpoint.multipart) await mountWith(acceptMultipart, app, context, services, route)
    else if (route.endpoint.oneClickForm) await mountWith(acceptOneClickForm, app, context, services, route)
    else mountRoute(app, context, services, route)
  }
  return app
}

/** Mounts a route in a scope that also reads other bodies. */
const mountWith = (
  acceptBodies: (scope: FastifyInstance) => Promise<void>,
  app: FastifyInstance,
  context: ServerContext,
  services: RequestServices,
  route: Route,
) =>
  app.register(async (scope) => {
    await acceptBodies(scope)
    mountRoute(scope, context, services, route)
  })

const createFastify = ({ settings, logger, newId }: ServerContext): FastifyInstance =>
  Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    requestIdHeader: false,
    trustProxy: settings.trustProxy ?? false,
    bodyLimit: bodyLimits.ordinary,
    requestTimeout: settings.requestTimeoutMs,
    http: {
      headersTimeout: settings.requestTimeoutMs,
      connectionsCheckingInterval: Math.ceil(settings.requestTimeoutMs / 30),
    },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 320, ignoreTrailingSlash: true },
    frameworkErrors: (error, _request, reply) => {
      const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      void sendProblem(
        reply.headers(fallbackHeaders(settings.secureCookies)),
        tooLong ? problems.pathTooLong() : problems.malformed(),
      )
    },
    clientErrorHandler: rejectUnreadable,
  })

/** Responds to data that is not HTTP, and to a request that did not arrive in time. */
const rejectUnreadable = (error: Error & { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const { body } = serializeProblem(isLate ? problems.tooSlow() : problems.malformed(), false)
  socket.end(
    [
      isLate ? 'HTTP/1.1 408 Request Timeout' : 'HTTP/1.1 400 Bad Request',
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}

/** Serves the built web app. Hashed assets are immutable; everything else is revalidated. */
const serveWebApp = async (app: FastifyInstance, root: string): Promise<void> => {
  await app.register(files, {
    root,
    wildcard: false,
    cacheControl: false,
    preCompressed: true,
    index: false,
    globIgnore: ['index.html', '**/*.{br,gz}'],
    setHeaders: (reply, path) => {
      const hashed = /[\\/]assets[\\/]/.test(path)
      if (hashed) useAssetHeaders(reply)
      void reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/**
 * Validates requests and responses against the contract: invalid requests get Italian messages, invalid responses are
 * server errors.
 */
const registerContractValidation = (app: FastifyInstance): void => {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data: unknown) => {
    const result = validate(schema, data)
    return result.ok
      ? { value: result.value }
      : { error: Object.assign(new Error('Invalid'), result, { statusCode: 400 }) }
  })
  app.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (data: unknown) =>
        JSON.stringify(schema.parse(data)),
  )
}

/** On shutdown, running requests finish and new ones are rejected. */
const registerGracefulShutdown = (app: FastifyInstance): void => {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  // sent rather than thrown, so that it is not logged as an error
  app.addHook('onRequest', async (_request, reply) =>
    closing ? sendProblem(reply, problems.shuttingDown(2)) : undefined,
  )
  // keep-alive connections would delay the shutdown
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
}
