import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryApi } from './sample.ts'

const always = [
  ['content-security-policy', "default-src 'self'"],
  ['content-security-policy', "script-src 'self';"],
  ['content-security-policy', "script-src-attr 'none'"],
  ['content-security-policy', "object-src 'none'"],
  ['content-security-policy', "base-uri 'none'"],
  ['content-security-policy', "form-action 'self'"],
  ['content-security-policy', "frame-ancestors 'none'"],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'geolocation=()'],
  ['permissions-policy', 'microphone=()'],
  ['permissions-policy', 'camera=(self)'],
  ['permissions-policy', 'publickey-credentials-get=(self)'],
] as const

/** A page, an asset, an answer, and every kind of no. */
const answers = [
  ['GET', '/dashboard', 200],
  ['GET', '/assets/main-3f2a.js', 200],
  ['GET', '/api/leak', 200],
  ['GET', '/api/nothing', 404],
  ['POST', '/api/notes', 401],
  ['GET', '/api/fails/thrown', 500],
] as const

describe('What every answer says to the browser', () => {
  const screens = mkdtempSync(join(tmpdir(), 'garbo-headers-'))
  let tls: Awaited<ReturnType<typeof tryApi>>
  let plain: Awaited<ReturnType<typeof tryApi>>
  beforeAll(async () => {
    mkdirSync(join(screens, 'assets'))
    writeFileSync(join(screens, 'index.html'), '<title>Garbo</title>')
    writeFileSync(join(screens, 'assets', 'main-3f2a.js'), 'void 0')
    tls = await tryApi({ settings: { screens } })
    plain = await tryApi({ settings: { screens, secureCookies: false } })
  })
  afterAll(async () => {
    await Promise.all([tls.app.close(), plain.app.close()])
    rmSync(screens, { recursive: true })
  })

  describe('on every answer', () => {
    it.each(answers)('%s %s (%i)', async (method, url, status) => {
      const answer = await tls.app.inject({ method, url })
      expect(answer.statusCode).toBe(status)
      for (const [header, value] of always) expect(`${String(answer.headers[header])};`, header).toContain(value)
      expect(answer.headers['x-powered-by']).toBeUndefined()
    })
  })

  it('even to what is not written as an address is', async () => {
    for (const url of ['/api/notes/%E0%A4%A', `/api/notes/${'x'.repeat(400)}`]) {
      const { statusCode, headers } = await tls.app.inject(url)
      expect([statusCode >= 400 && statusCode < 500, headers]).toMatchObject([
        true,
        {
          'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
        },
      ])
    }
  })

  it('scripts written into a page never run', async () => {
    const policy = String((await tls.app.inject('/dashboard')).headers['content-security-policy'])
    const scripts = policy.split(';').find((one) => one.startsWith('script-src ')) ?? ''
    expect(scripts).toBe("script-src 'self'")
    expect(policy).not.toContain('unsafe-eval')
  })

  it('behind TLS the browser comes back by TLS alone, for a year; on plain http it is not told so', async () => {
    const policy = async ({ app }: typeof tls) => (await app.inject('/api/leak')).headers['strict-transport-security']
    expect(await policy(tls)).toBe('max-age=31536000; includeSubDomains')
    expect(await policy(plain)).toBeUndefined()
  })

  it('lets no other site read anything', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
      const answer = await tls.app.inject({ method, url: '/api/leak', headers })
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  it('the session’s cookie belongs to this host alone', async () => {
    const answer = await tls.app.inject({ method: 'POST', url: '/api/enter/mario' })
    expect(answer.headers['set-cookie']).toMatch(/^__Host-.*; Path=\/;/)
    expect(answer.headers['set-cookie']).not.toMatch(/Domain=/i)
  })
})
