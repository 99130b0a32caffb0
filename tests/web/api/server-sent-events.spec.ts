import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../application/person.ts'
import { defaultStreamSettings } from '../../../web/api/server-context.ts'
import { lia, startTestServer, type TestServerOptions } from './test-server.ts'

type Api = Awaited<ReturnType<typeof startTestServer>>
const opened: Api[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ app }) => app.close()))
})

const startListening = async (options: TestServerOptions = {}) => {
  const api = await startTestServer(options)
  opened.push(api)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  const subscribe = (headers: Record<string, string>, path = '/api/events') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return { ...api, port, subscribe }
}

/** Reads until `isEnough` holds or the stream ends. */
const readUntil = async (response: Response, isEnough: (text: string) => boolean) => {
  const reader = response.body?.getReader()
  let text = ''
  if (reader === undefined) throw new Error('nothing to read')
  while (!isEnough(text)) {
    const { done, value } = await reader.read()
    if (done) return { text, ended: true, reader }
    text += new TextDecoder().decode(value)
  }
  return { text, ended: false, reader }
}

const until = async (isMet: () => boolean) => {
  while (!isMet()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const publish = ({ state }: Api, what: string, id?: string) => {
  return Promise.all([...state.listeners].map((push) => push({ data: { what }, ...(id === undefined ? {} : { id }) })))
}

/** Opens a raw connection; `received` resolves to its text once it is closed. */
const openConnection = (port: number) => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  const received = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  return { send: (bytes: string) => socket.write(bytes), received }
}

describe('event streams', () => {
  it('deliver events immediately, with an id to resume from', async () => {
    const api = await startListening()
    const response = await api.subscribe(await api.signedIn('mario'))
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ])
    await publish(api, 'prima', '7')
    await publish(api, 'senza id')
    const { text } = await readUntil(response, (read) => read.includes('senza id'))
    expect(text).toBe('retry: 2000\n\nid: 7\ndata: {"what":"prima"}\n\ndata: {"what":"senza id"}\n\n')
  })

  it('resume after Last-Event-ID and reject unknown ids', async () => {
    const api = await startListening()
    const headers = await api.signedIn('mario')
    for (const id of ['00000000000000000007', '7', '', '<script>'])
      await api.subscribe({ ...headers, 'last-event-id': id })
    expect(api.state.lastEventIds).toEqual(['00000000000000000007', null, null, null])
  })

  it('check access', async () => {
    const api = await startListening()
    expect((await api.subscribe({})).status).toBe(401)
    expect(api.state.lastEventIds).toEqual([])
  })

  it('release their source when the reader disconnects', async () => {
    const api = await startListening()
    const { reader } = await readUntil(await api.subscribe(await api.signedIn('mario')), (read) => read !== '')
    expect(api.state.listeners.size).toBe(1)
    await reader.cancel()
    await until(() => api.state.listeners.size === 0)
  })

  it('send heartbeats and end once their session is revoked', async () => {
    const api = await startListening({ settings: { streams: { ...defaultStreamSettings, heartbeatMs: 20 } } })
    const response = await api.subscribe(await api.signedIn('mario'))
    const { text, reader } = await readUntil(response, (read) => read.includes(': \n\n'))
    expect(text).toContain(': \n\n')
    await api.deps.sessions.endAllOf('mario')
    while (!(await reader.read()).done) continue
    await until(() => api.state.listeners.size === 0)
  })

  it.each([
    ['the role has been revoked', { ...lia, roles: [] }],
    ['a passkey is due', { ...lia, roles: [], secondFactorDue: true }],
    ['the account has been suspended', { ...lia, suspension: { sanctionId: 's-1', reason: 'SPAM', until: null } }],
  ] as const)('for moderators end once %s', async (_, later) => {
    let now: Person = lia
    const settings = { streams: { ...defaultStreamSettings, heartbeatMs: 20 } }
    const api = await startListening({ settings, deps: { findPerson: async () => now } })
    const response = await api.subscribe(await api.signedIn('lia'), '/api/only/events')
    const { reader } = await readUntil(response, (read) => read.includes(': \n\n'))
    now = later
    while (!(await reader.read()).done) continue
    await until(() => api.state.listeners.size === 0)
  })

  it('for moderators deliver nothing after the role has been revoked, before any heartbeat', async () => {
    let now: Person = lia
    const api = await startListening({ deps: { findPerson: async () => now } })
    const response = await api.subscribe(await api.signedIn('lia'), '/api/only/events')
    await until(() => api.state.listeners.size === 1)
    await publish(api, 'prima')
    now = { ...lia, roles: [] }
    await publish(api, 'dopo')
    const { text, ended } = await readUntil(response, (read) => read.includes('dopo'))
    expect([text.includes('prima'), text.includes('dopo'), ended]).toEqual([true, false, true])
  })

  const openPaused = async (streams: Partial<typeof defaultStreamSettings>) => {
    const api = await startListening({ settings: { streams: { ...defaultStreamSettings, ...streams } } })
    const { cookie } = await api.signedIn('mario')
    const socket = connect(api.port, '127.0.0.1', () => {
      socket.write(`GET /api/events HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
      socket.pause()
    })
    socket.on('error', () => undefined)
    await until(() => api.state.listeners.size === 1)
    return { api, socket }
  }

  it('make a source that waits as slow as its reader, which misses nothing', async () => {
    const api = await startListening()
    const response = await api.subscribe(await api.signedIn('mario'))
    const longText = 'a'.repeat(20_000)
    const publishing = (async () => {
      for (let n = 1; n <= 1_000; n++) await publish(api, `${longText} ${n}`)
    })()
    const { text, ended } = await readUntil(response, (read) => read.endsWith(' 1000"}\n\n'))
    await publishing
    expect([ended, text.match(/data: /g)?.length]).toEqual([false, 1_000])
  })

  it('disconnect readers that take nothing between two heartbeats', async () => {
    const { api, socket } = await openPaused({ heartbeatMs: 20 })
    const longText = 'a'.repeat(20_000)
    while (api.state.listeners.size > 0) {
      await publish(api, longText)
      await new Promise((resolve) => setImmediate(resolve))
    }
    socket.destroy()
  })

  it('disconnect slow readers instead of buffering', async () => {
    const { api, socket } = await openPaused({ maxBufferedBytes: 10_000 })
    const longText = 'a'.repeat(5_000)
    for (let n = 0; n < 20_000 && api.state.listeners.size > 0; n++) {
      void publish(api, longText)
      if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await until(() => api.state.listeners.size === 0)
    socket.destroy()
  })

  it('are limited per account', async () => {
    const api = await startListening({ settings: { streams: { ...defaultStreamSettings, perAccount: 2 } } })
    const headers = await api.signedIn('mario')
    await api.subscribe(headers)
    await api.subscribe(headers)
    const third = await api.subscribe(headers)
    expect([third.status, await third.json()]).toEqual([429, expect.objectContaining({ code: 'TooManyStreams' })])
    expect((await api.subscribe(await api.signedIn('lia'))).status).toBe(200)
  })

  it('end on shutdown without waiting for readers', async () => {
    const api = await startListening()
    const response = await api.subscribe(await api.signedIn('mario'))
    const closed = api.app.close()
    const { ended } = await readUntil(response, () => false)
    await closed
    expect([ended, api.state.listeners.size]).toEqual([true, 0])
  })
})

describe('the HTTP server', () => {
  it('finishes requests in flight and closes connections on shutdown', async () => {
    const api = await startListening()
    const { cookie } = await api.signedIn('mario')
    let finish: () => void = () => undefined
    let hasBegun = false
    api.state.onNote = () => {
      hasBegun = true
      return new Promise<void>((resolve) => (finish = resolve))
    }
    const body = JSON.stringify({ title: 'Buongiorno', stars: 5 })
    const headers = `POST /api/notes HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`
    const rest = `Content-Length: ${body.length}\r\n\r\n${body}`
    const sockets: Socket[] = []
    api.app.server.on('connection', (socket) => sockets.push(socket))
    const [early, late] = [openConnection(api.port), openConnection(api.port)]
    early.send(headers + rest)
    late.send(headers)
    await until(() => hasBegun && sockets.length === 2 && sockets.every(({ bytesRead }) => bytesRead > 0))
    const closing = api.app.close()
    late.send(rest)
    expect(await late.received).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 2[\s\S]*"code":"Closing"/i)
    finish()
    expect(await early.received).toMatch(/^HTTP\/1\.1 201 /)
    await closing
    expect(api.state.notes).toHaveLength(1)
    expect(api.state.logLines.join('')).not.toContain('"level":50')
  })

  it('answers malformed HTTP with an error in the usual format', async () => {
    const api = await startListening()
    const { send, received } = openConnection(api.port)
    send('ciao\r\n\r\n')
    expect(await received).toMatch(/^HTTP\/1\.1 400 Bad Request[\s\S]*"code":"Malformed"/)
  })
})
