import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { validate } from '../../contract/validation.ts'

/** Requests and answers are judged by the contract's schemas: what comes in in Italian, what goes out as a defect of ours. */
export const judgeByContract = (app: FastifyInstance): void => {
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data: unknown) => {
    const judged = validate(schema, data)
    return judged.ok
      ? { value: judged.value }
      : { error: Object.assign(new Error('Invalid'), judged, { statusCode: 400 }) }
  })
  app.setSerializerCompiler<z.ZodType>(
    ({ schema }) =>
      (data: unknown) =>
        JSON.stringify(schema.parse(data)),
  )
}
