import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { createHash, timingSafeEqual } from 'node:crypto'
import { Histogram } from 'prom-client'
import { problems, sendProblem } from '../problems.ts'
import { routePatternOf } from '../request.ts'
import type { ServerContext } from '../server-context.ts'

const loopback = /^(127\.|::1$|::ffff:127\.)/
/** Added by proxies; behind a local proxy every request seems to come from this machine. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const

/** Whether the caller operates the process: knows the token or, if none is configured, connects from this machine. */
const isOperator =
  (token: string | null) =>
  ({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean =>
    token === null
      ? loopback.test(socket.remoteAddress ?? '') && forwardingHeaders.every((name) => headers[name] === undefined)
      : constantTimeEqual(headers.authorization ?? '', `Bearer ${token}`)

const constantTimeEqual = (actual: string, expected: string) => timingSafeEqual(digest(actual), digest(expected))
const digest = (text: string) => createHash('sha256').update(text).digest()

/** One log line and measurement per response, by route template. */
export const registerMetrics = (app: FastifyInstance, { metrics }: Pick<ServerContext, 'metrics'>): void => {
  const durations = new Histogram({
    name: 'garbo_http_request_duration_seconds',
    help: 'Duration of HTTP responses in seconds, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = routePatternOf(request)
    const { method } = request
    const status = reply.statusCode
    durations.observe({ method, route, status }, reply.elapsedTime / 1000)
    request.log.info({ method, route, status, ms: Math.round(reply.elapsedTime) }, 'request completed')
  })
}

type HealthServices = Pick<ServerContext, 'metrics' | 'health' | 'backgroundTasks'> & {
  readonly settings: Pick<ServerContext['settings'], 'metricsToken'>
}

/** Liveness and readiness for anyone; reasons, warnings, background tasks and metrics for operators. */
export const registerHealthEndpoints = (app: FastifyInstance, services: HealthServices): void => {
  const { metrics, health, backgroundTasks, settings } = services
  const isCallerOperator = isOperator(settings.metricsToken)
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'up' }))
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const isForOperator = isCallerOperator(request)
    const [{ notReady: reasons, warnings }, tasks] = await Promise.all([
      health(),
      isForOperator ? backgroundTasks().catch(() => []) : [],
    ])
    const ready = reasons.length === 0
    void reply.code(ready ? 200 : 503).headers(ready ? {} : { 'retry-after': '2' })
    return isForOperator ? { ready, reasons, warnings, tasks } : { ready }
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) =>
    isCallerOperator(request)
      ? reply.type(metrics.contentType).send(await metrics.metrics())
      : sendProblem(reply, problems.notFound()),
  )
}

/** The server of a process without an API; not listening yet. */
export const buildHealthServer = (services: HealthServices): FastifyInstance => {
  const app = Fastify({ forceCloseConnections: true, exposeHeadRoutes: false })
  registerHealthEndpoints(app, services)
  return app
}
