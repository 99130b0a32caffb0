import { randomUUID } from 'node:crypto'
import type { Endpoint } from '../../web/contract/endpoint.ts'

export type ApiClient = ReturnType<typeof apiClient>

/** Position to read after; clients that share it also see what the others wrote. */
export interface ReadAfter {
  position: string
}

/** HTTP client of the API that keeps cookies and the position to read after, as a browser does. */
export const apiClient = (address: string, origin = address, readAfter: ReadAfter = { position: '' }) => {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const call = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(address + path, {
      method,
      headers: {
        origin,
        ...(jar.size === 0 ? {} : { cookie: cookie() }),
        ...(readAfter.position === '' ? {} : { 'x-garbo-after': readAfter.position }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const position = response.headers.get('x-garbo-position')
    if (position !== null && position > readAfter.position) readAfter.position = position
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : (JSON.parse(text) as unknown),
    }
  }
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
      call('POST', path, body, headers),
    patch: (path: string, body?: unknown) => call('PATCH', path, body),
    send: call,
    cookie,
    idempotencyKey: () => ({ 'idempotency-key': randomUUID() }),
  }
}

const unknownId = '00000000-0000-4000-8000-000000000000'
const pathParameters: Readonly<Record<string, string>> = {
  code: 'ABCDEFGHJK',
  targetType: 'BUSINESS',
  email: 'x@example.it',
}

/** A path of the call whose parameters match nothing. */
export const samplePathOf = ({ path }: Endpoint) =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => pathParameters[name] ?? unknownId)

/** CSRF token of the session; empty for visitors. @rule A-90 */
export const csrfTokenOf = async (browser: ApiClient): Promise<string> => {
  const { body } = await browser.get('/api/auth/csrf-token')
  return (body as { readonly csrfToken?: string }).csrfToken ?? ''
}
