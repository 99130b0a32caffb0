import type { FastifyInstance } from 'fastify'
import { problems, thrown } from '../problem.ts'

/** While the process goes, what is under way is finished and what comes is sent elsewhere. */
export const closeGracefully = (app: FastifyInstance): void => {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onRequest', async () => {
    if (closing) throw thrown(problems.closing(2))
  })
  // a connection kept alive after its answer would hold up the end
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
}
