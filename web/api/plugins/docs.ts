import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** OpenAPI 3.1, made of the contract: for reading at `/api/docs`, for programs at `/api/docs/json`. */
export const tellTheApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Garbo',
        version: '1',
        description: 'Every refusal has the shape of `Problem`. Times are ISO 8601 in UTC.',
      },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'garbo_session' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}
