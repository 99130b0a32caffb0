import { pino, type DestinationStream, type Logger } from 'pino'
import { SlonikError } from 'slonik'

/** Process log without personal data: no bodies, network addresses, cookies or query values. */
export const apiLogger = (level: string, to?: DestinationStream): Logger => {
  const options = {
    level,
    base: null,
    serializers: { err: serializeError, outage: (error: unknown) => withoutStack(serializeError(error)) },
    redact: { paths: redactedPaths, censor: '…' },
  }
  return to === undefined ? pino(options) : pino(options, to)
}

/** Safety net: serializers already omit these. */
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

/** A failure as a value: its type, and of detached events which ones. */
const serializeFailure = (failure: unknown): SerializedError => {
  if (typeof failure !== 'object' || failure === null || !('type' in failure)) return { type: typeof failure }
  const { type, why, cause } = failure as { readonly type: unknown; readonly why?: string; readonly cause?: unknown }
  return {
    type: String(type),
    ...(type === 'Detached' && why !== undefined ? { message: why } : {}),
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  }
}

/** An error without quoted values: database and validation messages contain them, so only their type is logged. */
const serializeError = (error: unknown): SerializedError => {
  if (!(error instanceof Error)) return serializeFailure(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const quotes = error instanceof SlonikError || 'severity' in error || 'sql' in error || error.name === 'ZodError'
  return {
    type: error instanceof SlonikError ? error.constructor.name : error.name,
    code,
    ...(quotes ? {} : { message: error.message }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  }
}

const withoutStack = ({ stack: _, cause, ...error }: SerializedError): SerializedError => ({
  ...error,
  ...(cause === undefined ? {} : { cause: withoutStack(cause) }),
})
