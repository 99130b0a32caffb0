import type { FastifyInstance } from 'fastify'
import { E } from '../../../domain/kernel/fp.ts'
import type { Door } from '../admission.ts'
import type { ApiDeps } from '../deps.ts'
import { refusedBy } from '../refusals.ts'
import { refuse } from './problems.ts'

/** Meta's data-deletion callback: the one form that is taken, because Meta sends one; its signature is its pass. */
export const takeDataDeletions = async (app: FastifyInstance, deps: ApiDeps, door: Door): Promise<void> => {
  const { social, settings, newId } = deps
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body.toString())),
    )
    const common = { schema: { hide: true }, onRequest: [...door.limited({ limit: 'code' }).before] }
    scope.post('/api/auth/facebook/data-deletion', common, async ({ body, host, protocol }, reply) => {
      const signedRequest = body instanceof URLSearchParams ? (body.get('signed_request') ?? '') : ''
      const done = await social.deleteData({ signedRequest }, newId())()
      if (E.isLeft(done)) return refuse(reply, refusedBy(done.left))
      const origin = settings.origin ?? `${protocol}://${host}`
      return reply.send({ url: new URL(`/data-deletion/${done.right}`, origin).href, confirmation_code: done.right })
    })
  })
}
