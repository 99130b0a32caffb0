import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { problemError, problems } from '../problems.ts'
import type { ServerContext } from '../server-context.ts'
import type { SessionManager } from './sessions.ts'

/**
 * OpenAPI 3.1 generated from the contract: `/api/docs` for people, `/api/docs/json` for programs. Staff only in
 * production.
 */
export const registerApiDocs = async (
  app: FastifyInstance,
  { identify }: Pick<SessionManager, 'identify'>,
  { developerTools }: Pick<ServerContext['settings'], 'developerTools'>,
): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Garbo',
        version: '1',
        description: 'Every failure has the shape of `Problem`. Times are ISO 8601 in UTC.',
      },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'garbo_session' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(async (scope) => {
    if (!developerTools)
      scope.addHook('onRequest', async (request) => {
        const { person } = await identify(request)
        if (person === null || person.roles.length === 0) throw problemError(problems.notFound())
      })
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  })
}
