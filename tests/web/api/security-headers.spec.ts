import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer } from './test-server.ts'

let api: Awaited<ReturnType<typeof startTestServer>>
const root = mkdtempSync(join(tmpdir(), 'garbo-screens-'))
beforeAll(async () => {
  writeFileSync(join(root, 'index.html'), '<title>Garbo</title>')
  writeFileSync(join(root, 'main.js'), 'void 0')
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'assets', 'main-3f2a.js'), 'void 0')
  api = await startTestServer({ settings: { webAppFolder: root } })
})
afterAll(async () => {
  await api.app.close()
  rmSync(root, { recursive: true })
})

/** One example of each kind of response. */
const responseKinds = [
  ['a page', 'GET', '/dashboard', 200],
  ['a file', 'GET', '/main.js', 200],
  ['an API response', 'GET', '/api/leak', 200],
  ['a rejected request', 'POST', '/api/notes', 401],
  ['a missing API path', 'GET', '/api/nothing', 404],
  ['an unsupported method', 'PUT', '/api/notes', 405],
  ['a server failure', 'GET', '/api/fails/thrown', 500],
  ['a redirect', 'GET', '/api/auth/google', 302],
  ['the liveness check', 'GET', '/healthz', 200],
] as const

const requiredHeaders = [
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^DENY$/],
  ['referrer-policy', /^no-referrer$/],
  ['strict-transport-security', /^max-age=31536000; includeSubDomains$/],
  ['cross-origin-opener-policy', /^same-origin/],
  ['cross-origin-resource-policy', /^same-origin$/],
  ['permissions-policy', /camera=\(self\).*geolocation=\(\).*microphone=\(\)/],
  ['content-security-policy', /default-src 'self'/],
  ['content-security-policy', /script-src 'self'(?:;|$)/],
  ['content-security-policy', /script-src-attr 'none'/],
  ['content-security-policy', /object-src 'none'/],
  ['content-security-policy', /base-uri 'none'/],
  ['content-security-policy', /form-action 'self'/],
  ['content-security-policy', /frame-ancestors 'none'/],
  ['content-security-policy', /upgrade-insecure-requests/],
] as const

describe('security headers', () => {
  it('list only features that browsers know', async () => {
    const { headers } = await api.app.inject({ method: 'GET', url: '/dashboard' })
    expect(headers['permissions-policy']).toMatch(/usb=\(\)/)
    expect(headers['permissions-policy']).not.toMatch(/bluetooth/)
  })

  it.each(responseKinds)('are complete for %s', async (_, method, url, status) => {
    const { statusCode, headers } = await api.app.inject({ method, url })
    expect(statusCode).toBe(status)
    const missing = requiredHeaders.filter(([name, value]) => !value.test(String(headers[name])))
    expect(missing).toEqual([])
    for (const name of ['x-powered-by', 'server', 'access-control-allow-origin'])
      expect([name, headers[name]]).toEqual([name, undefined])
  })

  it.each(responseKinds)('forbid inline scripts and styles for %s', async (_, method, url) => {
    const policy = String((await api.app.inject({ method, url })).headers['content-security-policy'])
    expect(policy.match(/'unsafe-[a-z-]+'|\*(?!\.)|http:/g)).toBeNull()
    for (const directive of policy.split(';').filter((part) => /script-src|default-src/.test(part)))
      expect(directive).not.toMatch(/data:|blob:|https:(?!\/\/)/)
  })

  it.each(responseKinds)('include content type and charset for %s', async (_, method, url) => {
    const { headers, body } = await api.app.inject({ method, url })
    const type = String(headers['content-type'])
    expect(body === '' || /^(text|application)\/(html|javascript|json); charset=utf-8$/i.test(type), type).toBe(true)
  })

  it('of built assets forbid showing them as a document, and leave out what only concerns documents', async () => {
    const { statusCode, headers } = await api.app.inject('/assets/main-3f2a.js')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    })
    expect(Object.keys(headers)).not.toContain('permissions-policy')
  })

  it('prevent caching of API responses', async () => {
    for (const [, method, url] of responseKinds.filter(([, , path]) => path.startsWith('/api')))
      expect((await api.app.inject({ method, url })).headers['cache-control']).toBe('no-store')
  })

  it('reject preflight requests from other sites', async () => {
    const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const { headers } = await api.app.inject({ method: 'OPTIONS', url: '/api/notes', headers: preflight })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('include neither HSTS nor upgrades over plain HTTP', async () => {
    const http = await startTestServer({ settings: { webAppFolder: root, secureCookies: false } })
    const { headers } = await http.app.inject('/dashboard')
    await http.app.close()
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  })

  it('are not echoed by TRACE, which is rejected', async () => {
    const { statusCode } = await api.app.inject({ method: 'TRACE' as 'GET', url: '/api/leak' })
    expect(statusCode).toBeGreaterThanOrEqual(400)
  })

  it('are complete for malformed addresses too', async () => {
    for (const url of ['/api/notes/%E0%A4%A', `/api/notes/${'x'.repeat(400)}`]) {
      const { statusCode, headers } = await api.app.inject(url)
      expect([400, 414]).toContain(statusCode)
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
      })
    }
  })

  it('limit the session cookie to this host', async () => {
    const response = await api.app.inject({ method: 'POST', url: '/api/test-login/mario' })
    const cookies = [response.headers['set-cookie']].flat()
    expect(cookies).toContainEqual(expect.stringMatching(/^__Host-garbo_session=.*; Path=\/;/))
    expect(cookies.filter((cookie) => /Domain=/i.test(cookie ?? ''))).toEqual([])
  })
})
