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

const listen = async (told: TestServerOptions = {}) => {
  const api = await startTestServer(told)
  opened.push(api)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  const subscribe = (headers: Record<string, string>, path = '/api/happenings') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return { ...api, port, subscribe }
}

/** Reads until `enough` holds or the stream ends. */
const readUntil = async (answer: Response, enough: (text: string) => boolean) => {
  const reader = answer.body?.getReader()
  let text = ''
  if (reader === undefined) throw new Error('nothing to read')
  while (!enough(text)) {
    const { done, value } = await reader.read()
    if (done) return { text, ended: true, reader }
    text += new TextDecoder().decode(value)
  }
  return { text, ended: false, reader }
}

const until = async (holds: () => boolean) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

const say = ({ world }: Api, what: string, id?: string) => {
  for (const listener of world.listeners) listener({ data: { what }, ...(id === undefined ? {} : { id }) })
}

/** Raw connection: the text received until it is closed. */
const talk = (port: number) => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  const heard = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  return { say: (words: string) => socket.write(words), heard }
}

describe('event streams', () => {
  it('deliver events immediately, with an id to resume from', async () => {
    const api = await listen()
    const answer = await api.subscribe(await api.signedIn('mario'))
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ])
    say(api, 'prima', '7')
    say(api, 'senza id')
    const { text } = await readUntil(answer, (read) => read.includes('senza id'))
    expect(text).toBe('retry: 2000\n\nid: 7\ndata: {"what":"prima"}\n\ndata: {"what":"senza id"}\n\n')
  })

  it('resume after Last-Event-ID and reject unknown ids', async () => {
    const api = await listen()
    const headers = await api.signedIn('mario')
    for (const id of ['7', '', '<script>']) await api.subscribe({ ...headers, 'last-event-id': id })
    expect(api.world.asked).toEqual(['7', null, null])
  })

  it('check access', async () => {
    const api = await listen()
    expect((await api.subscribe({})).status).toBe(401)
    expect(api.world.asked).toEqual([])
  })

  it('release their source when the reader disconnects', async () => {
    const api = await listen()
    const { reader } = await readUntil(await api.subscribe(await api.signedIn('mario')), (read) => read !== '')
    expect(api.world.listeners.size).toBe(1)
    await reader.cancel()
    await until(() => api.world.listeners.size === 0)
  })

  it('send heartbeats and end once their session is revoked', async () => {
    const api = await listen({ settings: { streams: { ...defaultStreamSettings, heartbeatMs: 20 } } })
    const answer = await api.subscribe(await api.signedIn('mario'))
    const { text, reader } = await readUntil(answer, (read) => read.includes(': \n\n'))
    expect(text).toContain(': \n\n')
    await api.deps.sessions.endAllOf('mario')
    while (!(await reader.read()).done) continue
    await until(() => api.world.listeners.size === 0)
  })

  it.each([
    ['the role has been taken back', { ...lia, roles: [] }],
    ['a passkey is due', { ...lia, roles: [], secondFactorDue: true }],
    ['the account has been suspended', { ...lia, suspension: { sanctionId: 's-1', reason: 'SPAM', until: null } }],
  ] as const)('for moderators end once %s', async (_, later) => {
    let now: Person = lia
    const settings = { streams: { ...defaultStreamSettings, heartbeatMs: 20 } }
    const api = await listen({ settings, deps: { findPerson: async () => now } })
    const answer = await api.subscribe(await api.signedIn('lia'), '/api/only/happenings')
    const { reader } = await readUntil(answer, (read) => read.includes(': \n\n'))
    now = later
    while (!(await reader.read()).done) continue
    await until(() => api.world.listeners.size === 0)
  })

  it('disconnect slow readers instead of buffering', async () => {
    const api = await listen({ settings: { streams: { ...defaultStreamSettings, maxBufferedBytes: 10_000 } } })
    const { cookie } = await api.signedIn('mario')
    const socket = connect(api.port, '127.0.0.1', () => {
      socket.write(`GET /api/happenings HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`)
      socket.pause()
    })
    socket.on('error', () => undefined)
    await until(() => api.world.listeners.size === 1)
    const big = 'a'.repeat(5_000)
    for (let n = 0; n < 20_000 && api.world.listeners.size > 0; n++) {
      say(api, big)
      if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await until(() => api.world.listeners.size === 0)
    socket.destroy()
  })

  it('are limited per account', async () => {
    const api = await listen({ settings: { streams: { ...defaultStreamSettings, perAccount: 2 } } })
    const headers = await api.signedIn('mario')
    await api.subscribe(headers)
    await api.subscribe(headers)
    const third = await api.subscribe(headers)
    expect([third.status, await third.json()]).toEqual([429, expect.objectContaining({ code: 'TooManyStreams' })])
    expect((await api.subscribe(await api.signedIn('lia'))).status).toBe(200)
  })

  it('end on shutdown without waiting for readers', async () => {
    const api = await listen()
    const answer = await api.subscribe(await api.signedIn('mario'))
    const closed = api.app.close()
    const { ended } = await readUntil(answer, () => false)
    await closed
    expect([ended, api.world.listeners.size]).toEqual([true, 0])
  })
})

describe('graceful shutdown', () => {
  it('finishes requests in flight and closes connections', async () => {
    const api = await listen()
    const { cookie } = await api.signedIn('mario')
    let finish: () => void = () => undefined
    let begun = false
    api.world.onNote = () => {
      begun = true
      return new Promise<void>((resolve) => (finish = resolve))
    }
    const body = JSON.stringify({ title: 'Buongiorno', stars: 5 })
    const head = `POST /api/notes HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`
    const rest = `Content-Length: ${body.length}\r\n\r\n${body}`
    const sockets: Socket[] = []
    api.app.server.on('connection', (socket) => sockets.push(socket))
    const [early, late] = [talk(api.port), talk(api.port)]
    early.say(head + rest)
    late.say(head)
    await until(() => begun && sockets.length === 2 && sockets.every(({ bytesRead }) => bytesRead > 0))
    const closing = api.app.close()
    late.say(rest)
    expect(await late.heard).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 2[\s\S]*"code":"Closing"/i)
    finish()
    expect(await early.heard).toMatch(/^HTTP\/1\.1 201 /)
    await closing
    expect(api.world.notes).toHaveLength(1)
    expect(api.world.lines.join('')).not.toContain('"level":50')
  })

  it('malformed HTTP gets an error in our format', async () => {
    const api = await listen()
    const { say, heard: hearing } = talk(api.port)
    say('ciao\r\n\r\n')
    const heard = await hearing
    expect(heard).toMatch(/^HTTP\/1\.1 400 Bad Request[\s\S]*"code":"Malformed"/)
  })
})
