import type { z } from 'zod'

/** Who may ask: the door's first look; the application looks again. */
export type Access = 'anyone' | 'signed-in' | 'business' | 'client' | 'moderator' | 'admin'

/** What a call is limited together with. */
export type RateLimitBucket = 'login' | 'registration' | 'code' | 'search' | 'write' | 'upload' | 'replay' | 'click'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Begins with `/api/`; `:name` stands for a field of `params`. */
  readonly path: string
  /** One line for whoever reads the API's page. */
  readonly summary: string
  readonly access: Access
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Null where the answer is empty (204). For a stream, what each `data:` holds. */
  readonly response: z.ZodType | null
  /** Of success; 200 when left out, 204 when `answer` is null. */
  readonly status?: 201
  readonly rateLimit?: RateLimitBucket
  /** The field of the body that says about whom: such requests are counted together too, wherever they come from. */
  readonly rateLimitKey?: string
  /** The asker’s own browser may keep the answer so long. */
  readonly cacheSeconds?: number
  /** Moves value: an `Idempotency-Key` is honoured. */
  readonly idempotent?: true
  /** A plain list whose next page's cursor travels in `X-Next-Cursor`. */
  readonly paginated?: true
  /** Server-sent events. */
  readonly stream?: true
  /** Pictures travel in its body: up to 8 MB instead of 64 kB. */
  readonly acceptsImages?: true
  /** Its body is a form with a file in it (`multipart/form-data`) instead of JSON. */
  readonly multipart?: true
  /** Answers a picture instead of JSON. */
  readonly respondsWithImage?: true
  /** Answers a file to be kept, written while it is sent. */
  readonly respondsWithFile?: true
  /** Refusals repeat the message as `error`. */
  readonly errorField?: true
  /** The session's `X-CSRF-Token` must come with it. */
  readonly csrf?: true
  /** May be asked even while a temporary password waits to be changed. */
  readonly allowedBeforePasswordChange?: true
  /** May be asked by a suspended account too. */
  readonly allowedWhileSuspended?: true
  /** Exists only where developing is switched on; 404 otherwise. */
  readonly developerOnly?: true
}

export const call = <const C extends Call>(one: C): C => one

type Schema<C extends Call, K extends 'params' | 'query' | 'body' | 'answer'> = C extends {
  readonly [P in K]: infer S extends z.ZodType
}
  ? S
  : never

/** What the browser sends, before the server trims and checks it. */
export type CallInput<C extends Call, K extends 'params' | 'query' | 'body'> = z.input<Schema<C, K>>
/** What a route finds once it has been checked. */
export type ParsedInput<C extends Call, K extends 'params' | 'query' | 'body'> = z.output<Schema<C, K>>
/** What comes back. */
export type CallResponse<C extends Call> = C['response'] extends z.ZodType ? z.output<C['response']> : undefined
