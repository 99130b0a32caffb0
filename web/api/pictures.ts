import type { FastifyInstance } from 'fastify'
import { E } from '../../domain/kernel/fp.ts'
import type { Door } from './admission.ts'
import type { ApiDeps } from './deps.ts'
import { doorOf } from './mount.ts'
import { problems, thrown } from './problem.ts'
import { refusedBy } from './refusals.ts'
import type { Picture } from './route.ts'

/** One's own browser may keep it for an hour: no longer, because it may be erased. */
const kept = 'private, max-age=3600'

export const mountPicture = (app: FastifyInstance, deps: ApiDeps, door: Door, { call, shows }: Picture): void => {
  app.route({
    ...doorOf(deps, door, call),
    handler: async (request, reply) => {
      const found = await shows({ params: request.params as never, query: request.query as never })()
      if (E.isLeft(found)) throw thrown(refusedBy(found.left))
      if (found.right === null) throw thrown(problems.notFound())
      return reply.header('cache-control', kept).type('image/jpeg').send(Buffer.from(found.right))
    },
  })
}
