import './no-eval.ts'
import type { z } from 'zod'
import type { Answer, Call, Sent } from '../../contract/call.ts'
import { calls, type CallName } from '../../contract/calls.ts'
import { positionHeaders, rememberPosition } from './position.ts'
import { refusalOf, unreachable, unreadable } from './refused.ts'

type Calls = typeof calls
type Part<C extends Call, K extends 'params' | 'query' | 'body'> = C extends { readonly [P in K]: z.ZodType }
  ? { readonly [P in K]: Sent<C, K> }
  : unknown

/** What a call wants: only the parts its contract names. */
export type Input<N extends CallName> = Part<Calls[N], 'params'> & Part<Calls[N], 'query'> & Part<Calls[N], 'body'>
export type AnswerTo<N extends CallName> = Answer<Calls[N]>

export type ReadName = { [N in CallName]: Calls[N]['method'] extends 'GET' ? N : never }[CallName]
export type WriteName = Exclude<CallName, ReadName>

export interface Manner {
  /** The same for the same wish, however often it is pressed. */
  readonly intent?: string
  readonly signal?: AbortSignal
}

export interface Reply<A> {
  readonly answer: A
  /** Where the next page begins, for paged lists. */
  readonly nextCursor: string | null
}

/** Asks the API and reads the answer by its contract; every no is a `Refused`. */
export const call = async <N extends CallName>(name: N, input: Input<N>, manner: Manner = {}): Promise<AnswerTo<N>> =>
  (await ask(name, input, manner)).answer

export const ask = async <N extends CallName>(
  name: N,
  input: Input<N>,
  { intent, signal }: Manner = {},
): Promise<Reply<AnswerTo<N>>> => {
  const spec: Call = calls[name]
  const { params, query, body } = input as Loose
  const response = await answered(addressOf(spec.path, params, query), {
    method: spec.method,
    credentials: 'include',
    headers: {
      ...(body === undefined || spec.multipart === true ? {} : { 'Content-Type': 'application/json' }),
      ...(spec.method === 'GET' ? positionHeaders() : {}),
      ...(spec.csrf === true ? await csrfHeader() : {}),
      ...(spec.idempotent === true && intent !== undefined ? { 'Idempotency-Key': intent } : {}),
    },
    ...(body === undefined ? {} : { body: spec.multipart === true ? formOf(body) : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  if (spec.method !== 'GET') rememberPosition(response.headers.get('X-Garbo-Position'))
  const read = spec.answer === null ? undefined : await reading(spec.answer, response)
  return { answer: read as AnswerTo<N>, nextCursor: response.headers.get('X-Next-Cursor') }
}

/** the session's own word, asked for anew, since the session may be another one by now. */
const csrfHeader = async () => ({ 'X-CSRF-Token': (await call('csrfToken', {})).csrfToken })

/** The browser names the boundary itself, in a content type of its own. */
const formOf = (body: unknown): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Readonly<Record<string, string | File>>)) form.append(name, value)
  return form
}

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>
interface Loose {
  readonly params?: Values
  readonly query?: Values
  readonly body?: unknown
}

export const addressOf = (path: string, params: Values = {}, query: Values = {}) => {
  const place = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return asked.length === 0 ? place : `${place}?${new URLSearchParams(asked).toString()}`
}

/** So often a read asks for what the read models cannot show yet. */
const mostAsked = 10

/** A read waits for one's own writes: while the server says that it cannot show them yet, it asks again when told to. */
const answered = async (address: string, init: RequestInit): Promise<Response> => {
  for (let asked = 1; ; asked++) {
    const response = await send(address, init)
    if (response.ok) return response
    const refusal = await refusalOf(response)
    if (refusal.code !== 'NotYet' || asked === mostAsked) throw refusal
    const seconds = Number(response.headers.get('Retry-After') ?? 1)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  }
}

const send = async (address: string, init: RequestInit) => {
  try {
    return await fetch(address, init)
  } catch (error) {
    throw init.signal?.aborted === true ? error : unreachable()
  }
}

const reading = async (schema: z.ZodType, response: Response) => {
  const answer = schema.safeParse(await response.json().catch(() => undefined))
  if (!answer.success) throw unreadable(response.status)
  return answer.data
}
