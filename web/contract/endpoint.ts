import type { z } from 'zod'
import type { AccessAct, AccessReason } from '../../domain/audit/vocabulary.ts'

/** Who may call. Checked before the body is read; the access rule of the command may be stricter. */
export type Access = 'anyone' | 'signed-in' | 'business' | 'client' | 'moderator' | 'admin' | 'auditor'

/** What the access log records of a request. */
export interface Recorded {
  /** A refused `sign-in` is recorded as `failed-sign-in` or `lockout`. */
  readonly what: AccessAct
  readonly why?: AccessReason
  /** Only if the handler names an account. */
  readonly ifNamed?: true
}

/**
 * @rule Q-23 endpoints of a bucket share their rate limit
 * @rule D-69 reads of the log by staff and openings have buckets of theirs
 */
export type RateLimitBucket =
  'login' | 'registration' | 'code' | 'search' | 'write' | 'upload' | 'replay' | 'click' | 'audit' | 'opening'

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Starts with `/api/`; `:name` is a field of `params`. */
  readonly path: string
  /** One-line summary for the API documentation. */
  readonly summary: string
  readonly access: Access
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Null for an empty response (204). For a stream, schema of each `data:`. */
  readonly response: z.ZodType | null
  /** Status of success; default 200, or 204 if `response` is null. */
  readonly status?: 201
  readonly rateLimit?: RateLimitBucket
  /** Body field naming the subject; requests are also limited per subject and source, and per subject over all sources. */
  readonly rateLimitKey?: string
  /** How long the caller's browser may cache the response. */
  readonly cacheSeconds?: number
  /** Accepts an `Idempotency-Key`. For calls open to anyone, no response is kept: a repeated request is executed again for the same entity. */
  readonly idempotent?: true
  /** A list whose next cursor is in `X-Next-Cursor`. */
  readonly paginated?: true
  /** Server-sent events. */
  readonly stream?: true
  /** Fields of the body that may hold an image; they may have 8 MB together, and the others 100 kB. @rule Q-130 */
  readonly imageFields?: readonly string[]
  /** Texts, brackets and commas of the body; default 2,000. @rule Q-130 */
  readonly maxTokens?: number
  /** The body is a form with a file (`multipart/form-data`) instead of JSON. */
  readonly multipart?: true
  /** Also accepts the form that mail programs send to end a subscription (RFC 8058). */
  readonly oneClickForm?: true
  /** Responds with an image instead of JSON. */
  readonly respondsWithImage?: true
  /** Responds with a streamed file, JSON or a zip as asked for, or always a zip. */
  readonly respondsWithFile?: true | 'zip'
  /** The response contains a secret: it is neither compressed nor tagged with its content. */
  readonly respondsWithSecret?: true
  /** @rule A-88 problems repeat the message as `error` */
  readonly errorField?: true
  /** @rule Q-21 requires the session's `X-CSRF-Token` */
  readonly csrf?: true
  /** @rule Q-04 allowed while a temporary password must be changed */
  readonly allowedBeforePasswordChange?: true
  /** @rule Q-55 allowed for suspended accounts */
  readonly allowedWhileSuspended?: true
  /** @rule Q-97 D-36 the access log records requests */
  readonly recorded?: Recorded
  /** Exists only with developer tools; 404 otherwise. */
  readonly developerOnly?: true
}

/** Declares an endpoint; its route implements it, and the app's `call` sends requests to it. */
export const endpoint = <const C extends Endpoint>(definition: C): C => definition

type Schema<C extends Endpoint, K extends 'params' | 'query' | 'body'> = C extends {
  readonly [P in K]: infer S extends z.ZodType
}
  ? S
  : never

/** Input before validation. */
export type EndpointInput<C extends Endpoint, K extends 'params' | 'query' | 'body'> = z.input<Schema<C, K>>
/** Input after validation. */
export type ParsedInput<C extends Endpoint, K extends 'params' | 'query' | 'body'> = z.output<Schema<C, K>>
/** Response body. */
export type EndpointResponse<C extends Endpoint> = C['response'] extends z.ZodType ? z.output<C['response']> : undefined
