import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { broken, invalid, problems, refusedIn, type Refused } from '../problem.ts'
import { callOf } from '../visitor.ts'

/** Everything that goes wrong speaks one language; what we did not foresee is logged whole and told in one line. */
export const answerWithProblems = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const refused =
      refusedIn(error) ?? frameworks(error as FastifyError, request) ?? whenDown(error) ?? broken(request.id)
    if (refused.status >= 500) request.log.error({ err: error }, 'failed')
    return refuse(reply, refused)
  })
}

export const refuse = (reply: FastifyReply, refused: Refused): FastifyReply => {
  const { status, body, headers } = writtenRefusal(refused, callOf(reply.request)?.errorField === true)
  return reply.code(status).headers(headers).send(body)
}

export const writtenRefusal = ({ status, problem, retryAfterSeconds }: Refused, errorField: boolean) => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  },
  body: JSON.stringify(errorField ? { ...problem, error: problem.message } : problem),
})

/** Fastify's own refusals, by their codes and, failing that, by their status. */
const frameworks = (error: FastifyError, request: FastifyRequest): Refused | null => {
  if (isInvalid(error)) return invalid(error.fields, error.first)
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return problems.tooLong()
  const { statusCode = 500 } = error
  if (statusCode === 413) return callOf(request)?.pictures ? problems.pictureTooLarge() : problems.tooLarge()
  if (statusCode === 415) return callOf(request)?.multipart ? problems.notAForm() : problems.wrongType()
  if (statusCode === 503) return problems.unavailable(2)
  return statusCode >= 400 && statusCode < 500 ? problems.malformed() : null
}

type Invalid = FastifyError & { readonly fields: Readonly<Record<string, string>>; readonly first: string }
const isInvalid = (error: FastifyError): error is Invalid => 'fields' in error && 'first' in error

/** The database cannot be reached, is starting or shutting down, or has no connection left. */
const down = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|08...|53300|57P0[123])$/
const whenDown = (error: unknown): Refused | null => {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = (cause as Error).cause)
    if ('code' in cause && typeof cause.code === 'string' && down.test(cause.code)) return problems.unavailable(2)
  return null
}
