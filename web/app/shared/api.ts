import type { z } from 'zod'
import type { Endpoint, EndpointInput, EndpointResponse } from '../../contract/endpoint.ts'
import type { EndpointName, endpoints } from '../../contract/endpoints.ts'
import type { EndpointOutline } from '../../contract/outlines.ts'
import { apiErrorFrom, invalidResponseError, networkError } from './api-error.ts'
import { loadContract } from './contract.ts'

/** Loaded with the first call, as some pages make none. */
const loadOutlines = () => import('./outlines.ts').then((m) => m.endpointOutlines)

/** Position of the last write. Reads send it, so that they return its effects. */
let lastWrittenPosition: string | null = null

/** Keeps the later of two positions. Positions are ordered as strings. */
const rememberPosition = (position: string | null) => {
  if (position !== null && (lastWrittenPosition === null || position > lastWrittenPosition))
    lastWrittenPosition = position
}

const positionHeaders = (): Readonly<Record<string, string>> =>
  lastWrittenPosition === null ? {} : { 'X-Garbo-After': lastWrittenPosition }

const forgetPosition = () => {
  lastWrittenPosition = null
}

interface TaggedBody {
  readonly etag: string
  readonly body: unknown
}

/** Latest bodies of reads by URL, with their entity tags; in memory only, as browsers must not store them. */
const taggedBodies = new Map<string, TaggedBody>()
const maxTaggedBodies = 100

const rememberBody = (url: string, etag: string | null, body: unknown) => {
  taggedBodies.delete(url)
  if (etag === null) return
  taggedBodies.set(url, { etag, body })
  const [oldest] = taggedBodies.keys()
  if (taggedBodies.size > maxTaggedBodies && oldest !== undefined) taggedBodies.delete(oldest)
}

/** Forgets what belongs to a session, as the next one may be another user's. */
export const forgetResponses = () => {
  forgetPosition()
  taggedBodies.clear()
}

export type Endpoints = typeof endpoints
type Part<C extends Endpoint, K extends 'params' | 'query' | 'body'> = C extends { readonly [P in K]: z.ZodType }
  ? undefined extends EndpointInput<C, K>
    ? { readonly [P in K]?: EndpointInput<C, K> }
    : { readonly [P in K]: EndpointInput<C, K> }
  : unknown

/** Input of a call: the parameters, query and body that its contract defines. */
export type Input<N extends EndpointName> = Part<Endpoints[N], 'params'> &
  Part<Endpoints[N], 'query'> &
  Part<Endpoints[N], 'body'>
export type ResponseOf<N extends EndpointName> = EndpointResponse<Endpoints[N]>

export type ReadName = { [N in EndpointName]: Endpoints[N]['method'] extends 'GET' ? N : never }[EndpointName]
export type WriteName = Exclude<EndpointName, ReadName>

export interface CallOptions {
  /** The same for repeated attempts. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

export interface ApiResponse<A> {
  readonly body: A
  /** Cursor of the next page of a paginated list. */
  readonly nextCursor: string | null
}

/** Sends a request. Throws `ApiError`. */
export const call = async <N extends EndpointName>(
  name: N,
  input: Input<N>,
  options: CallOptions = {},
): Promise<ResponseOf<N>> => (await callWithCursor(name, input, options)).body

/** Like `call`, for paginated lists: also returns the cursor of the next page. */
export const callWithCursor = async <N extends EndpointName>(
  name: N,
  input: Input<N>,
  { idempotencyKey, signal }: CallOptions = {},
): Promise<ApiResponse<ResponseOf<N>>> => {
  const endpoint = (await loadOutlines().catch(failOffline))[name]
  const { params, query, body } = input as RequestParts
  const url = urlOf(endpoint.path, params, query)
  const known = endpoint.method === 'GET' ? taggedBodies.get(url) : undefined
  const response = await fetchWithRetry(url, {
    method: endpoint.method,
    credentials: 'include',
    headers: {
      ...(body === undefined || endpoint.multipart === true ? {} : { 'Content-Type': 'application/json' }),
      ...(known === undefined ? {} : { 'If-None-Match': known.etag }),
      ...(endpoint.csrf === true ? await csrfHeader() : {}),
      ...(endpoint.idempotent === true && idempotencyKey !== undefined ? { 'Idempotency-Key': idempotencyKey } : {}),
    },
    ...(body === undefined ? {} : { body: endpoint.multipart === true ? toFormData(body) : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  })
  if (endpoint.method !== 'GET') rememberPosition(response.headers.get('X-Garbo-Position'))
  const parsed = response.status === 304 ? known?.body : await parseResponse(name, endpoint, response)
  if (endpoint.method === 'GET') rememberBody(url, response.headers.get('ETag'), parsed)
  return { body: parsed as ResponseOf<N>, nextCursor: response.headers.get('X-Next-Cursor') }
}

/** @rule A-90 fetches the CSRF token anew, as the session may have changed */
const csrfHeader = async () => ({ 'X-CSRF-Token': (await call('csrfToken', {})).csrfToken })

/** Multipart body. No content type is set: the browser adds it with the boundary. */
const toFormData = (body: unknown): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Readonly<Record<string, string | File>>)) form.append(name, value)
  return form
}

type Values = Readonly<Record<string, string | number | boolean | null | undefined>>
interface RequestParts {
  readonly params?: Values
  readonly query?: Values
  readonly body?: unknown
}

const urlOf = (path: string, params: Values = {}, query: Values = {}) => {
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  )
  return search.length === 0 ? url : `${url}?${new URLSearchParams(search).toString()}`
}

/** Maximum attempts while read models catch up. */
const maxAttempts = 10

/**
 * Repeats a read while the server's read models have not reached our last write, after the delay it asks for. A write
 * that the server does not know is forgotten.
 */
const fetchWithRetry = async (
  url: string,
  { headers, ...init }: Omit<RequestInit, 'headers'> & { readonly headers: Readonly<Record<string, string>> },
): Promise<Response> => {
  for (let attempt = 1; ; attempt++) {
    const position = init.method === 'GET' ? positionHeaders() : {}
    const response = await send(url, { ...init, headers: { ...headers, ...position } })
    if (response.ok || response.status === 304) return response
    const error = await apiErrorFrom(response)
    if (attempt === maxAttempts) throw error
    if (error.code === 'PositionUnknown') {
      // the log was restored from a backup
      forgetPosition()
      continue
    }
    if (error.code !== 'NotYet') throw error
    const seconds = Number(response.headers.get('Retry-After') ?? 1)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  }
}

const send = async (url: string, init: RequestInit) => {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw init.signal?.aborted === true ? error : networkError()
  }
}

/** The endpoints could not be loaded. */
const failOffline = (): never => {
  throw networkError()
}

/** The server keeps to the contract, which only tests and the development server check here. */
const parseResponse = async (
  name: EndpointName,
  { hasResponse }: EndpointOutline,
  response: Response,
): Promise<unknown> => {
  if (!hasResponse) return undefined
  const body: unknown = await response.json().catch(() => undefined)
  const isValid = import.meta.env.DEV ? await keepsToContract(name, body) : body !== undefined
  if (!isValid) throw invalidResponseError(response.status)
  return body
}

const keepsToContract = async (name: EndpointName, body: unknown): Promise<boolean> => {
  const { response }: Endpoint = (await loadContract())[name]
  return response?.safeParse(body).success === true
}
