import type { FastifyInstance } from 'fastify'
import type { SendPage } from '../pages.ts'
import { problems, sendProblem } from '../problems.ts'

/** 405 where another method exists, otherwise 404; unknown paths outside the API are pages of the app, once it is served. */
export const registerNotFound = (app: FastifyInstance, pages: () => SendPage | null): void => {
  const methodsByPath = new Map<string, { readonly at: RegExp; readonly methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const entry = methodsByPath.get(url) ?? { at: pathPatternOf(url), methods: new Set() }
    for (const verb of [method].flat()) entry.methods.add(verb)
    methodsByPath.set(url, entry)
  })

  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?')
    const isApi = path === '/api' || path.startsWith('/api/')
    const isPage = !isApi && !/\.\w+$/.test(path)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const sendPage = isPage && isRead ? pages() : null
    if (sendPage !== null) return sendPage(request, reply)
    const methods = [...methodsByPath.values()].filter(({ at }) => at.test(path)).flatMap((verb) => [...verb.methods])
    if (methods.length === 0) return sendProblem(reply, problems.notFound())
    return sendProblem(reply.header('allow', methods.join(', ')), problems.methodNotAllowed())
  })
}

const pathPatternOf = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)))
      .join('/')}$`,
  )
