import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { E } from '../../domain/kernel/fp.ts'
import type { Door } from './admission.ts'
import type { ApiDeps } from './deps.ts'
import { doorOf } from './mount.ts'
import { thrown } from './problem.ts'
import { refusedBy } from './refusals.ts'
import type { Download } from './route.ts'

/** A file that is written while it is sent; one that breaks off is seen to be broken. */
export const mountDownload = (app: FastifyInstance, deps: ApiDeps, door: Door, { call, begins }: Download): void => {
  app.route({
    ...doorOf(deps, door, call),
    handler: async (request, reply) => {
      const { person } = request.visitor
      const begun = await begins({ query: request.query as never, person })()
      if (E.isLeft(begun)) throw thrown(refusedBy(begun.left))
      const { name, type, content } = begun.right
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .type(type)
        .send(Readable.from(content))
    },
  })
}
