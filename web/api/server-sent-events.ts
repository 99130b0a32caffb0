import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PassThrough } from 'node:stream'
import type { Endpoint } from '../contract/endpoint.ts'
import { routeOptionsOf } from './mount.ts'
import { problemError, problems } from './problems.ts'
import { endpointRejection, isPosition, type RequestServices, staffAccess } from './request-guards.ts'
import type { ServerSentEvent, StreamRoute } from './route.ts'
import type { ServerContext } from './server-context.ts'

export interface Streams {
  readonly mount: (stream: StreamRoute) => void
}

/**
 * Server-sent events. Those for staff check the role before each event. A stream ends when the client disconnects, falls behind or takes nothing between two heartbeats, the
 * session ends, access is lost or the process shuts down. Clients resume with `Last-Event-ID`.
 */
export const registerStreams = (app: FastifyInstance, context: ServerContext, services: RequestServices): Streams => {
  const { heartbeatMs, perAccount, maxBufferedBytes } = context.settings.streams
  const open = new Map<PassThrough, string>()
  app.addHook('preClose', (done) => {
    for (const out of open.keys()) out.end()
    done()
  })

  const start = (request: FastifyRequest, { endpoint, handler }: StreamRoute): PassThrough => {
    const { person } = request.identity
    const accountId = person?.accountId ?? ''
    if ([...open.values()].filter((account) => account === accountId).length >= perAccount)
      throw problemError(problems.tooManyStreams(5))

    const out = new PassThrough()
    open.set(out, accountId)
    const write = (text: string) => {
      if (out.writableLength + out.readableLength > maxBufferedBytes) out.destroy()
      else if (!out.writableEnded) out.write(text)
    }
    write('retry: 2000\n\n')
    const { params, query, id } = request
    const routeRequest = { params, query, person, caller: { person, correlationId: id } }
    const stop = handler(routeRequest as never, lastEventIdOf(request), async (event) => {
      if (staffAccess.has(endpoint.access) && !(await isStillAllowed(request, services, endpoint)))
        return void out.end()
      write(formatEvent(endpoint, event))
      return drained(out)
    })
    let isStuck = false
    out.on('drain', () => (isStuck = false))
    const heartbeat = setInterval(() => {
      if (isStuck) return void out.destroy()
      isStuck = out.writableNeedDrain
      write(': \n\n')
      void isStillAllowed(request, services, endpoint).then((allowed) => allowed || out.end())
    }, heartbeatMs)
    out.once('close', () => {
      clearInterval(heartbeat)
      stop()
      open.delete(out)
    })
    return out
  }

  return {
    mount: (stream) => {
      app.route({
        ...routeOptionsOf(context, services, stream.endpoint),
        handler: async (request, reply) =>
          reply
            .header('content-type', 'text/event-stream; charset=utf-8')
            .header('x-accel-buffering', 'no')
            .header('connection', 'close')
            .send(start(request, stream)),
      })
    },
  }
}

/** Resolves when the buffer has been sent, or the stream has ended. */
const drained = (out: PassThrough): Promise<void> =>
  out.writableNeedDrain && !out.destroyed
    ? new Promise((resolve) => {
        const end = () => {
          out.off('drain', end).off('close', end)
          resolve()
        }
        out.on('drain', end).on('close', end)
      })
    : Promise.resolve()

/** Whether the session and its access still exist; if that cannot be determined, true except for staff. */
const isStillAllowed = async (
  request: FastifyRequest,
  services: RequestServices,
  endpoint: Endpoint,
): Promise<boolean> => {
  try {
    const { person } = await services.identify(request)
    return person?.accountId === request.identity.person?.accountId && endpointRejection(endpoint, person) === null
  } catch {
    return !staffAccess.has(endpoint.access)
  }
}

const lastEventIdOf = ({ headers }: FastifyRequest): string | null => {
  const id = headers['last-event-id']
  return typeof id === 'string' && isPosition(id) ? id : null
}

const formatEvent = (endpoint: Endpoint, { id, data }: ServerSentEvent<Endpoint>): string => {
  const line = `data: ${JSON.stringify(endpoint.response?.parse(data))}\n\n`
  return id === undefined ? line : `id: ${id}\n${line}`
}
