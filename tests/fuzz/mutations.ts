import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { roles } from '../../infrastructure/docs-generator/role-matrix.ts'
import type { Endpoint } from '../../web/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../web/contract/endpoints.ts'
import { type Example, exampleOf } from './examples.ts'
import { hostileJson, hostileText } from './hostile-values.ts'
import { photoForm, photoFormType } from './photo-form.ts'
import type { Caller, World } from './world.ts'

/** In which place a request differs from a valid one. */
const places = [
  'nowhere',
  'body field',
  'missing body field',
  'unknown body field',
  'body bytes',
  'path parameter',
  'query parameter',
  'repeated query parameter',
  'unknown query parameter',
  'header',
  'method',
  'caller',
] as const
type Place = (typeof places)[number]

export interface Mutation {
  readonly name: EndpointName
  readonly place: Place
  /** Selects among several fields, parameters or headers. */
  readonly pick: number
  readonly json: string
  readonly text: string
  readonly caller: Caller
}

export interface FuzzRequest {
  readonly caller: Caller
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

const names = Object.keys(endpoints) as EndpointName[]

/** The same mutations for the same seed. */
export const mutationsOf = (seed: number, count: number): readonly Mutation[] => {
  const mutation = fc.constantFrom(...names).chain((name) =>
    fc.record<Mutation>({
      name: fc.constant(name),
      place: fc.constantFrom(...placesIn(endpoints[name])),
      pick: fc.nat(),
      json: hostileJson,
      text: hostileText,
      caller: fc.constantFrom(...roles),
    }),
  )
  return fc.sample(mutation, { seed, numRuns: count })
}

const placesIn = ({ body, params, query, multipart }: Endpoint): readonly Place[] => [
  'nowhere',
  'unknown query parameter',
  'header',
  'method',
  'caller',
  ...(params === undefined ? [] : (['path parameter', 'path parameter'] as const)),
  ...(query === undefined ? [] : (['query parameter', 'query parameter', 'repeated query parameter'] as const)),
  ...(body === undefined ? [] : (['body bytes'] as const)),
  ...(body === undefined || multipart ? [] : bodyPlaces),
]

/** A field is mutated in half of the requests with a body. */
const bodyPlaces: readonly Place[] = [
  ...Array.from({ length: 6 }, () => 'body field' as const),
  'missing body field',
  'unknown body field',
]

/** A valid request of this world, changed in one place. */
export const requestOf = (mutation: Mutation, world: World): FuzzRequest => {
  const endpoint: Endpoint = endpoints[mutation.name]
  const example = exampleOf(mutation.name, endpoint, world)
  const caller = mutation.place === 'caller' ? otherCaller(example.caller, mutation.caller) : example.caller
  const person = world.people[caller]
  const body = bodyOf(endpoint, example, mutation)
  const headers: Readonly<Record<string, string>> = {
    ...(person.cookie === '' ? {} : { cookie: person.cookie }),
    ...(endpoint.csrf ? { 'x-csrf-token': person.csrfToken } : {}),
    ...(endpoint.idempotent ? { 'idempotency-key': randomUUID() } : {}),
    ...(world.position === '' ? {} : { 'x-garbo-after': world.position }),
    ...(body === undefined ? {} : { 'content-type': contentTypeOf(endpoint), 'content-length': String(body.length) }),
  }
  return {
    caller,
    method: mutation.place === 'method' ? at(methods, mutation.pick) : endpoint.method,
    path: pathOf(endpoint, example, mutation),
    headers: mutation.place === 'header' ? damagedHeaders(headers, mutation) : headers,
    body,
  }
}

/** The valid request of an endpoint. */
export const exampleRequest = (name: EndpointName, world: World): FuzzRequest =>
  requestOf({ name, place: 'nowhere', pick: 0, json: '', text: '', caller: 'visitor' }, world)

/** Requests that end sessions or accounts do not end those of the others. */
const otherCaller = (usual: Caller, other: Caller): Caller => (usual === 'leaver' ? 'visitor' : other)

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'] as const

const at = <A>(options: readonly A[], pick: number): A => options[pick % options.length] as A

const pathOf = (endpoint: Endpoint, { params, query }: Example, mutation: Mutation): string => {
  const { place, pick, text } = mutation
  const damaged = place === 'path parameter' ? at(Object.keys(params), pick) : null
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === damaged ? encoded(text, pick) : encoded(params[name] ?? 'nowhere'),
  )
  const parameters = Object.entries(query)
  if (place === 'unknown query parameter') parameters.push([text === '' ? '__proto__' : text, 'a'])
  if (parameters.length === 0) return path
  const chosen = pick % parameters.length
  const pairs = parameters.flatMap(([name, value], index) => {
    if (index !== chosen) return [`${encoded(name)}=${encoded(value)}`]
    if (place === 'query parameter') return pick % 7 === 0 ? [] : [`${name}=${encoded(text, pick)}`]
    const pair = `${encoded(name)}=${encoded(value)}`
    return place === 'repeated query parameter' ? [pair, `${name}=${encoded(text, pick)}`] : [pair]
  })
  return `${path}?${pairs.join('&')}`
}

/** Percent-encoded as UTF-8; sometimes malformed. Halves of surrogate pairs are encoded as three bytes, as CESU-8 does. */
const encoded = (text: string, pick = 0): string => {
  if (pick % 23 === 22) return '%E0%A4%A'
  return Array.from(text.slice(0, 5_000), (character) =>
    character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80',
  ).join('')
}

const contentTypeOf = ({ multipart }: Endpoint) => (multipart ? photoFormType : 'application/json')

const marker = 'MUTATED-VALUE'

const bodyOf = ({ multipart }: Endpoint, { body }: Example, { place, pick, json }: Mutation): Buffer | undefined => {
  if (body === undefined) return undefined
  const whole = multipart ? photoForm : Buffer.from(textOf(body, place, pick, json))
  return place === 'body bytes' ? damagedBytes(whole, pick) : whole
}

const textOf = (body: unknown, place: Place, pick: number, json: string): string => {
  if (place === 'unknown body field' && isObject(body)) return withMarker({ ...body, [nameOf(pick)]: marker }, json)
  const paths = pathsIn(body)
  const path = at(paths, pick)
  if (place === 'body field') return withMarker(replaced(body, path, marker), json)
  return JSON.stringify(place === 'missing body field' ? replaced(body, path, undefined) : body)
}

const nameOf = (pick: number) => at(['__proto__', 'constructor', 'role', 'toString', 'accountId', ''], pick)

const withMarker = (body: unknown, json: string) => JSON.stringify(body).replace(`"${marker}"`, () => json)

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Paths to all values; the whole body is the first. */
const pathsIn = (value: unknown): readonly (readonly string[])[] => {
  const parts = typeof value === 'object' && value !== null ? Object.entries(value).slice(0, 20) : []
  return [[], ...parts.flatMap(([name, part]) => pathsIn(part).map((path) => [name, ...path]))]
}

const replaced = (value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown => {
  if (name === undefined) return by ?? {}
  if (Array.isArray(value))
    return value.map((part, index) => (String(index) === name ? replaced(part, rest, by) : part))
  const object = value as Readonly<Record<string, unknown>>
  return { ...object, [name]: rest.length === 0 ? by : replaced(object[name], rest, by) }
}

const damagedBytes = (bytes: Buffer, pick: number): Buffer => {
  const where = pick % Math.max(1, bytes.length)
  const copy = Buffer.from(bytes)
  switch (pick % 4) {
    case 0:
      return copy.subarray(0, where)
    case 1:
      copy[where] = 0xff
      return copy
    case 2:
      return Buffer.concat([copy.subarray(0, where), Buffer.from('"[{'), copy.subarray(where)])
    default:
      return Buffer.concat([copy, copy])
  }
}

const damagedHeaders = (headers: Readonly<Record<string, string>>, { pick, text }: Mutation) => {
  const value = Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\u0020-\u007e\u0080-\u00ff]/g, '')
    .slice(0, 3_000)
  const damages: readonly FuzzRequest['headers'][] = [
    { 'content-type': value },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-encoding': 'gzip' },
    { 'idempotency-key': value },
    { 'x-garbo-after': value },
    { 'x-garbo-after': '9'.repeat(20) },
    { 'x-garbo-after': `${'0'.repeat(20)}:${'0'.repeat(20)}` },
    { 'x-csrf-token': value },
    { cookie: `garbo_session=${value}` },
    { cookie: `${headers['cookie'] ?? ''}; ${'a=1; '.repeat(500)}` },
    { origin: value },
    { origin: 'null' },
    { 'accept-language': value },
    { accept: value },
    { 'accept-encoding': value },
    { 'if-none-match': value },
    { 'if-modified-since': value },
    { range: 'bytes=0-0,1-,-5' },
    { 'user-agent': value },
    { 'x-forwarded-for': value },
    { forwarded: value },
    { expect: '100-continue' },
    { 'last-event-id': value },
    { host: 'elsewhere.example' },
    { 'x-large': 'a'.repeat(12_000) },
  ]
  return { ...headers, ...at(damages, pick) }
}
