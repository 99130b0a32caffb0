import { randomUUID } from 'node:crypto'

export type Visitor = ReturnType<typeof visitor>

/** A browser without a screen: keeps its cookie and how far it must read. */
export const visitor = (address: string) => {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  let position = ''
  const call = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(address + path, {
      method,
      headers: {
        origin: address,
        ...(jar.size === 0 ? {} : { cookie: cookie() }),
        ...(position === '' ? {} : { 'x-garbo-after': position }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    position = response.headers.get('x-garbo-position') ?? position
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
    intent: () => ({ 'idempotency-key': randomUUID() }),
  }
}
