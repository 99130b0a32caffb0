import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '../contract/call.ts'
import { whyTurnedAway, type Door } from './admission.ts'
import type { ApiDeps } from './deps.ts'
import { doorOf } from './mount.ts'
import { problems, thrown } from './problem.ts'
import type { Happening, Stream } from './route.ts'

export interface Streams {
  readonly mount: (stream: Stream) => void
}

/**
 * Server-sent events. Each ends when its reader goes, lags behind, is signed out or may not hear it any more, and when the
 * process goes; a reader who comes back says with `Last-Event-ID` where to go on.
 */
export const serveStreams = (app: FastifyInstance, deps: ApiDeps, door: Door): Streams => {
  const { heartbeatMs, perAccount, maxBufferedBytes } = deps.settings.streams
  const open = new Map<PassThrough, string>()
  app.addHook('preClose', (done) => {
    for (const out of open.keys()) out.end()
    done()
  })

  const begin = (request: FastifyRequest, { call, source }: Stream): PassThrough => {
    const { person } = request.visitor
    const whose = person?.accountId ?? ''
    if ([...open.values()].filter((account) => account === whose).length >= perAccount)
      throw thrown(problems.tooManyStreams(5))

    const out = new PassThrough()
    open.set(out, whose)
    const write = (text: string) => {
      if (out.writableLength + out.readableLength > maxBufferedBytes) out.destroy()
      else if (!out.writableEnded) out.write(text)
    }
    write('retry: 2000\n\n')
    const { params, query, id } = request
    const asked = { params, query, person, asker: { person, correlationId: id } }
    const stop = source(asked as never, lastSeen(request), (happening) => write(eventOf(call, happening)))
    const beat = setInterval(() => {
      write(': \n\n')
      void stillWelcome(request, door, call).then((welcome) => welcome || out.end())
    }, heartbeatMs)
    out.once('close', () => {
      clearInterval(beat)
      stop()
      open.delete(out)
    })
    return out
  }

  return {
    mount: (stream) => {
      app.route({
        ...doorOf(deps, door, stream.call),
        handler: async (request, reply) =>
          reply
            .header('content-type', 'text/event-stream; charset=utf-8')
            .header('x-accel-buffering', 'no')
            .header('connection', 'close')
            .send(begin(request, stream)),
      })
    },
  }
}

/** Whoever would be turned away now, or is signed out, must not go on listening. When it cannot be told, they may. */
const stillWelcome = async (request: FastifyRequest, door: Door, call: Call): Promise<boolean> => {
  try {
    const { person } = await door.recognise(request)
    return person?.accountId === request.visitor.person?.accountId && whyTurnedAway(call, person) === null
  } catch {
    return true
  }
}

const lastSeen = ({ headers }: FastifyRequest): string | null => {
  const id = headers['last-event-id']
  return typeof id === 'string' && /^[\w:./-]{1,120}$/.test(id) ? id : null
}

const eventOf = (call: Call, { id, data }: Happening<Call>): string => {
  const line = `data: ${JSON.stringify(call.answer?.parse(data))}\n\n`
  return id === undefined ? line : `id: ${id}\n${line}`
}
