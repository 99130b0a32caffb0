import type { FastifyInstance } from 'fastify'
import { problems } from '../problem.ts'
import { refuse } from './problems.ts'

/** While the process goes, what is under way is finished and what comes is sent elsewhere. */
export const closeGracefully = (app: FastifyInstance): void => {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  // answered, not thrown: that is no fault to be logged
  app.addHook('onRequest', async (_request, reply) => (closing ? refuse(reply, problems.closing(2)) : undefined))
  // a connection kept alive after its answer would hold up the end
  app.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
}
