import type { FastifyInstance } from 'fastify'
import { Histogram } from 'prom-client'
import type { ApiDeps } from '../deps.ts'
import { problems } from '../problem.ts'
import { templateOf } from '../visitor.ts'
import { isInsider } from './insiders.ts'
import { refuse } from './problems.ts'

/** One log line and one measurement an answer: by route template, never by what was asked. */
export const observe = (app: FastifyInstance, { metrics }: Pick<ApiDeps, 'metrics'>): void => {
  const durations = new Histogram({
    name: 'garbo_http_request_duration_seconds',
    help: 'How long answers took, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [metrics],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = templateOf(request)
    const { method } = request
    const status = reply.statusCode
    durations.observe({ method, route, status }, reply.elapsedTime / 1000)
    request.log.info({ method, route, status, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
}

type Deps = Pick<ApiDeps, 'metrics' | 'probe' | 'settings'>

/** Is it up, should it get work, how is it doing: the first two for anybody, reasons and figures for who runs the process. */
export const reportHealth = (app: FastifyInstance, { metrics, probe, settings }: Deps): void => {
  const insider = isInsider(settings.metricsToken)
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'up' }))
  app.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const reasons = await probe()
    const ready = reasons.length === 0
    return reply
      .code(ready ? 200 : 503)
      .headers(ready ? {} : { 'retry-after': '2' })
      .send(insider(request) ? { ready, reasons } : { ready })
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) =>
    insider(request)
      ? reply.type(metrics.contentType).send(await metrics.metrics())
      : refuse(reply, problems.notFound()),
  )
}
