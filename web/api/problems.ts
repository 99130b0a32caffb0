import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ReadModelsBehind } from '../../application/ports/projections.ts'
import { InvalidCursor } from '../../projections/columns.ts'
import type { Problem } from '../contract/problem.ts'
import { invalidPage } from '../contract/fields.ts'
import type { FieldErrors } from '../contract/validation.ts'
import { endpointOf } from './request.ts'

/** An error response before serialization. */
export interface ProblemResponse {
  readonly status: number
  readonly problem: Problem
  readonly retryAfterSeconds?: number
}

const problemOf =
  (status: number, code: string, message: string) =>
  (retryAfterSeconds?: number): ProblemResponse => ({
    status,
    problem: { message, code },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })

/**
 * Problems raised by the HTTP layer itself.
 * @rule Q-96 rejections (D-18)
 */
export const problems = {
  malformed: problemOf(400, 'Malformed', 'La richiesta non è valida.'),
  unrecordable: problemOf(
    400,
    'Unrecordable',
    'Dati non validi: la richiesta contiene un valore che non può essere registrato.',
  ),
  invalidPosition: problemOf(400, 'Malformed', 'L’intestazione X-Garbo-After non è valida.'),
  unknownPosition: problemOf(
    400,
    'PositionUnknown',
    'L’intestazione X-Garbo-After indica una modifica che non esiste. Ricarica la pagina.',
  ),
  invalidIdempotencyKey: problemOf(400, 'IdempotencyKeyInvalid', "L'intestazione Idempotency-Key non è valida."),
  foreignHost: problemOf(
    403,
    'ForeignHost',
    'Garbo risponde qui solo all’indirizzo localhost. Chi lo gestisce può impostarne un altro con GARBO_ORIGIN.',
  ),
  foreignOrigin: problemOf(403, 'ForeignOrigin', 'Richiesta rifiutata: proviene da un altro sito.'),
  invalidCsrfToken: problemOf(403, 'CsrfTokenInvalid', 'La pagina è scaduta. Ricaricala e riprova.'),
  notFound: problemOf(404, 'NotFound', 'Non trovato.'),
  methodNotAllowed: problemOf(405, 'MethodNotAllowed', 'Operazione non ammessa a questo indirizzo.'),
  tooSlow: problemOf(408, 'TooSlow', 'La richiesta è arrivata troppo lentamente. Riprova.'),
  tooLarge: problemOf(413, 'TooLarge', 'La richiesta è troppo grande.'),
  imageTooLarge: problemOf(413, 'TooLarge', 'Foto troppo grande'),
  pathTooLong: problemOf(414, 'AddressTooLong', 'Indirizzo troppo lungo.'),
  wrongContentType: problemOf(415, 'WrongContentType', 'Il contenuto deve essere JSON (application/json).'),
  notMultipart: problemOf(415, 'WrongContentType', 'La foto va inviata in un modulo (multipart/form-data).'),
  stillRunning: problemOf(409, 'StillRunning', 'La stessa richiesta è ancora in corso. Attendi un momento.'),
  keyReused: problemOf(
    422,
    'IdempotencyKeyReused',
    'La stessa Idempotency-Key è già stata usata per un’altra richiesta.',
  ),
  tooManyRequests: problemOf(429, 'TooManyRequests', 'Troppe richieste. Attendi un momento e riprova.'),
  tooManyStreams: problemOf(429, 'TooManyStreams', 'Hai troppe pagine aperte. Chiudine qualcuna e riprova.'),
  notUpToDate: problemOf(503, 'NotYet', 'L’aggiornamento è in corso. Riprova tra un istante.'),
  unavailable: problemOf(503, 'Unavailable', 'Il servizio non è al momento disponibile. Riprova tra poco.'),
  shuttingDown: problemOf(503, 'Closing', 'Il servizio si sta riavviando. Riprova tra poco.'),
} as const

const validationProblem = (fields: FieldErrors, first: string): ProblemResponse => ({
  status: 400,
  problem: { message: `Dati non validi: ${first}`, code: 'Invalid', fields: { ...fields } },
})

const unexpectedProblem = (requestId: string): ProblemResponse => ({
  status: 500,
  problem: {
    message: 'Si è verificato un errore imprevisto. Riprova più tardi.',
    code: 'Unexpected',
    requestId,
  },
})

/** Error to throw in hooks; the error handler sends its problem. */
export const problemError = (response: ProblemResponse): Error & { readonly problemResponse: ProblemResponse } =>
  Object.assign(new Error(response.problem.code), { problemResponse: response })

const problemResponseIn = (error: unknown): ProblemResponse | null =>
  typeof error === 'object' && error !== null && 'problemResponse' in error
    ? (error.problemResponse as ProblemResponse)
    : null

/** Converts all errors to problems. Unexpected ones are logged in full and reported without details. */
export const registerErrorHandler = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const response =
      problemResponseIn(error) ??
      fastifyProblem(error as FastifyError, request) ??
      problemOfCause(error) ??
      unexpectedProblem(request.id)
    if (response.status >= 500) logFailure(request, error)
    return sendProblem(reply, response)
  })
}

/** Logs the error behind a response: an outage in a few words, since every request meets it, anything else in full. */
export const logFailure = (request: FastifyRequest, error: unknown): void => {
  if (problemOfCause(error) === null) request.log.error({ err: error }, 'request failed')
  else request.log.warn({ outage: error }, 'request not possible at present')
}

export const sendProblem = (reply: FastifyReply, response: ProblemResponse): FastifyReply => {
  const { status, body, headers } = serializeProblem(response, endpointOf(reply.request)?.errorField === true)
  return reply.code(status).headers(headers).send(body)
}

export const serializeProblem = ({ status, problem, retryAfterSeconds }: ProblemResponse, errorField: boolean) => ({
  status,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
  },
  body: JSON.stringify(errorField ? { ...problem, error: problem.message } : problem),
})

/** Maps Fastify's errors by code, then by status. */
const fastifyProblem = (error: FastifyError, request: FastifyRequest): ProblemResponse | null => {
  if (isValidationError(error)) return validationProblem(error.fields, error.first)
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return problems.pathTooLong()
  const { statusCode = 500 } = error
  if (statusCode === 413)
    return endpointOf(request)?.imageFields === undefined ? problems.tooLarge() : problems.imageTooLarge()
  if (statusCode === 415) return endpointOf(request)?.multipart ? problems.notMultipart() : problems.wrongContentType()
  if (statusCode === 503) return problems.unavailable(2)
  return statusCode >= 400 && statusCode < 500 ? problems.malformed() : null
}

type ValidationError = FastifyError & { readonly fields: Readonly<Record<string, string>>; readonly first: string }
const isValidationError = (error: FastifyError): error is ValidationError => 'fields' in error && 'first' in error

/** Problem for a failed query or store. */
export const unavailableProblem = (cause: unknown): ProblemResponse => problemOfCause(cause) ?? problems.unavailable(2)

/** The database is unreachable, closed to this process, starting, shutting down, read-only, overloaded or out of connections, space or time. */
const outageCodes =
  /^(ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|08...|25006|25P03|28...|3D000|40...|53...|55000|55P03|57014|57P0.|58...)$/
/** Errors of the database drivers, and of our own deadlines, that have no code. */
const outageMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout (exceeded when trying to connect|expired)|Query read timeout|the database (does|did) not respond)/
const isOutage = (cause: object): boolean =>
  ('code' in cause && typeof cause.code === 'string' && outageCodes.test(cause.code)) ||
  ('message' in cause && typeof cause.message === 'string' && outageMessages.test(cause.message))
const isDetached = (cause: object): boolean => 'type' in cause && cause.type === 'Detached'
/** Problem for the first known error among an error and its causes. */
const problemOfCause = (error: unknown): ProblemResponse | null => {
  for (let cause = error; typeof cause === 'object' && cause !== null; cause = (cause as Error).cause) {
    if (cause instanceof InvalidCursor) return validationProblem({ cursor: invalidPage }, invalidPage)
    if (cause instanceof ReadModelsBehind) return problems.notUpToDate(1)
    if (isOutage(cause) || isDetached(cause)) return problems.unavailable(2)
  }
  return null
}
