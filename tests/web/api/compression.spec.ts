import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from './test-server.ts'

const root = mkdtempSync(join(tmpdir(), 'garbo-screens-'))
const script = 'console.log("ciao")\n'.repeat(100)
let api: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  mkdirSync(join(root, 'assets'))
  const built = join(root, 'assets', 'main-3f2a.js')
  writeFileSync(built, script)
  writeFileSync(`${built}.br`, brotliCompressSync(script))
  writeFileSync(`${built}.gz`, gzipSync(script))
  writeFileSync(join(root, 'index.html'), `<title>Garbo</title>${' '.repeat(2000)}`)
  api = await startTestServer({ settings: { webAppFolder: root } })
  for (let sent = 0; sent < 100; sent++) api.state.notes.push(`Nota numero ${sent}`)
})
afterAll(async () => {
  await api.app.close()
  rmSync(root, { recursive: true })
})

const get = (url: string, encoding?: string) =>
  api.app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

describe('a long text', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const)('is compressed for clients that accept %j', async (accepted, encoding, decompress) => {
    const { headers, rawPayload } = await get('/api/notes/mario', accepted)
    expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'accept-encoding'])
    expect(rawPayload.length).toBeLessThan(1000)
    const notes = JSON.parse(decompress(rawPayload).toString()) as readonly unknown[]
    expect(notes).toHaveLength(100)
  })

  it.each([undefined, 'identity', 'br;q=0'])('is sent as it is to clients that accept %j', async (accepted) => {
    const { headers, body } = await get('/api/notes/mario', accepted)
    expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, 'accept-encoding'])
    expect(JSON.parse(body)).toHaveLength(100)
  })
})

describe('no compression', () => {
  it('is applied to short texts', async () =>
    expect((await get('/api/leak', 'br')).headers['content-encoding']).toBeUndefined())

  it('is applied to responses with a secret, whose length would reveal it', async () => {
    const { headers, body } = await get('/api/secret', 'br, gzip')
    expect([headers['content-encoding'], headers['etag']]).toEqual([undefined, undefined])
    expect(body.length).toBeGreaterThan(3000)
  })
})

describe('a built file', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is sent as the build compressed it, with %s', async (encoding, decompress) => {
    const { headers, rawPayload } = await get('/assets/main-3f2a.js', encoding)
    expect([headers['content-encoding'], headers['content-type']]).toEqual([
      encoding,
      'application/javascript; charset=utf-8',
    ])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(Number(headers['content-length'])).toBe(rawPayload.length)
    expect(decompress(rawPayload).toString()).toBe(script)
  })

  it('is sent uncompressed to other clients', async () => expect((await get('/assets/main-3f2a.js')).body).toBe(script))

  it('is not served under the name of its compressed form', async () =>
    expect((await get('/assets/main-3f2a.js.br')).statusCode).toBe(404))
})
