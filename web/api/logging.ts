import { pino, type DestinationStream, type Logger } from 'pino'

/** Logs tell what happened to the process, never to a person: no bodies, addresses, cookies or values of queries. */
export const apiLogger = (level: string, to?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    serializers: { err: serializeError },
    redact: { paths: redactedPaths, censor: '…' },
  }
  return to === undefined ? pino(options) : pino(options, to)
}

/** The serializers leave these out already; a careless line must not let them in. */
const redactedPaths = ['body', 'cookie', 'cookies', 'headers', 'password', 'email', 'phone', 'token'].flatMap(
  (name) => [name, `*.${name}`],
)

interface SerializedError {
  readonly type: string
  readonly code?: string | undefined
  readonly message?: string
  readonly stack?: string | undefined
  readonly cause?: SerializedError
}

/** An error without what it quotes: a database's message names values, so of those only the kind is told. */
const serializeError = (error: unknown): SerializedError => {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const quotes = 'severity' in error || 'sql' in error || error.name === 'ZodError'
  return {
    type: error.name,
    code,
    ...(quotes ? {} : { message: error.message }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  }
}
