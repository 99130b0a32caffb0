import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../infrastructure/composition/config.ts'
import { address } from '../../../../web/contract/travel/places.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { startTestServer } from '../test-server.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

const suggest = (input: string) => garbo.visitor().get(`/api/places/autocomplete?input=${encodeURIComponent(input)}`)

describe('A-29, R-23: address suggestions by this server', () => {
  it('E-35, V-84: are at most five complete Italian addresses', async () => {
    const { status, body } = await suggest('via Roma 12, san')
    const found = address.array().parse(body)
    expect(status).toBe(200)
    expect(found).toHaveLength(5)
    for (const suggestion of found) expect(suggestion).toMatchObject({ street: 'via Roma 12', country: 'Italia' })
    expect((await suggest('via Roma 12, Sie')).body).toMatchObject([
      { city: 'Siena', state: 'SI', fullAddress: 'via Roma 12, Siena (SI), Italia', postalCode: null },
      { city: 'Sieci' },
      {},
      {},
    ])
  })

  it('may be cached briefly by the same browser only', async () => {
    expect((await suggest('Siena')).headers.get('cache-control')).toBe('private, max-age=300')
    expect((await suggest('')).headers.get('cache-control')).toBe('no-store')
  })

  it('are empty for unknown places', async () => {
    expect(await suggest('zzzz')).toMatchObject({ status: 200, body: [] })
  })

  it.each([
    ['an empty input', 'input='],
    ['a missing input', ''],
    ['blanks', 'input=%20%20'],
    ['NUL', 'input=a%00b'],
    ['two inputs', 'input=a&input=b'],
    ['an input that is too long', `input=${'x'.repeat(201)}`],
  ])('V-84: reject %s in Italian', async (_, query) => {
    const { status, body } = await garbo.visitor().get(`/api/places/autocomplete?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: expect.stringMatching(/[a-zà-ù]{3}/), code: expect.any(String) })
  })

  it('leave no input in the log', async () => {
    await suggest('Vicolo dei Segreti 7, Siena')
    expect(garbo.log()).not.toMatch(/Segreti/)
  })

  it('Q-78: are used as long as no Google key is set', async () => {
    expect(await garbo.visitor().get('/api/places/source')).toMatchObject({ status: 200, body: { google: null } })
    expect(readConfig({})).not.toHaveProperty('GOOGLE_MAPS_KEY')
    expect(readConfig({}).GOOGLE_MAPS_ORIGIN).toBe('https://maps.googleapis.com')
    expect(() => readConfig({ GOOGLE_MAPS_ORIGIN: 'javascript:alert(1)' })).toThrow('GOOGLE_MAPS_ORIGIN')
  })
})

describe('A-29: the content security policy', () => {
  const policyWith = async (googleMaps: string | null, url = '/healthz') => {
    const { app } = await startTestServer({ settings: { googleMaps } })
    const { headers } = await app.inject(url)
    return { policy: String(headers['content-security-policy']), frames: headers['x-frame-options'] }
  }

  it('Q-78: allows our own scripts only without a key', async () => {
    const { policy } = await policyWith(null)
    expect(policy).not.toMatch(/google|(?:script|connect)-src [^;]*http/)
    expect(policy).toMatch(/default-src 'self'/)
  })

  it('Q-78: additionally allows Google’s script with a key', async () => {
    const { policy } = await policyWith('https://maps.googleapis.com')
    const sources = "'self' https://maps.googleapis.com https://*.googleapis.com"
    expect(policy).toContain(`script-src ${sources};`)
    expect(policy).toContain(`connect-src ${sources};`)
    expect(policy).not.toMatch(/unsafe-eval/)
  })

  it.each([
    ['/address-frame', "'self'", 'SAMEORIGIN'],
    ['/address-frame/', "'self'", 'SAMEORIGIN'],
    ['/address-frame?a=b', "'self'", 'SAMEORIGIN'],
    ['/address-frames', "'none'", 'DENY'],
    ['/address-frame/x', "'none'", 'DENY'],
    ['/login?/address-frame', "'none'", 'DENY'],
    ['/address-working', "'none'", 'DENY'],
  ])('A-30, Q-79: lets %s be framed by %s', async (url, ancestors, option) => {
    const { policy, frames } = await policyWith(null, url)
    expect(policy).toContain(`frame-ancestors ${ancestors}`)
    expect(frames).toBe(option)
  })
})
