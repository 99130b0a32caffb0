import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from './test-server.ts'

describe('the web app', () => {
  const root = mkdtempSync(join(tmpdir(), 'garbo-screens-'))
  let api: Awaited<ReturnType<typeof startTestServer>>
  beforeAll(async () => {
    mkdirSync(join(root, 'assets'))
    writeFileSync(join(root, 'index.html'), '<title>Garbo</title>')
    writeFileSync(join(root, 'assets', 'main-3f2a.js'), 'void 0')
    api = await startTestServer({ settings: { webAppFolder: root } })
  })
  afterAll(async () => {
    await api.app.close()
    rmSync(root, { recursive: true })
  })

  it.each(['/', '/dashboard', '/business/abc', '/login?type=client'])(
    'is served as a single page at %s',
    async (url) => {
      const { statusCode, body, headers } = await api.app.inject(url)
      expect([statusCode, body, headers['cache-control']]).toEqual([200, '<title>Garbo</title>', 'no-cache'])
    },
  )

  it('has files with a hash in their name, which are cached permanently', async () => {
    const { body, headers } = await api.app.inject('/assets/main-3f2a.js')
    expect([body, headers['cache-control']]).toEqual(['void 0', 'public, max-age=31536000, immutable'])
  })

  it('is not returned for API paths', async () => {
    const response = await api.app.inject('/api/nothing')
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'NotFound'])
  })

  it('exposes no files outside its folder', async () => {
    const { body } = await api.app.inject('/assets/..%2f..%2f..%2f..%2fetc%2fpasswd')
    expect(body).not.toContain('root:')
  })

  it('is not returned for a missing asset', async () => {
    expect((await api.app.inject('/assets/gone-1.js')).statusCode).toBe(404)
  })
})
