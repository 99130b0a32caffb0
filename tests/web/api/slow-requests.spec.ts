import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from './test-server.ts'

let api: Awaited<ReturnType<typeof startTestServer>>
let port: number
beforeAll(async () => {
  api = await startTestServer({ settings: { requestTimeoutMs: 300 } })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const address = api.app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => api.app.close())

/** Everything the server sends until it closes the connection. */
const responseTo = async (sent: string): Promise<string> => {
  const socket = connect({ port, host: '127.0.0.1' })
  let received = ''
  socket.on('data', (data) => {
    received += data.toString()
  })
  socket.write(sent)
  await once(socket, 'close')
  return received
}

describe('Q-130: a request that does not arrive in time is cut off', () => {
  it.each([
    ['in its headers', 'POST /api/pictures HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    [
      'in its body',
      'POST /api/pictures HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{',
    ],
  ])('%s, with the reason in Italian', async (_, sent) => {
    const response = await responseTo(sent)
    expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
    expect(response).toContain('La richiesta è arrivata troppo lentamente. Riprova.')
  })
})
