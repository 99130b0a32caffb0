import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rateLimitsOf, readConfig } from '../../../infrastructure/composition/config.ts'
import { rateLimitSettings } from '../../../infrastructure/composition/settings.ts'
import type { Endpoint, RateLimitBucket } from '../../../web/contract/endpoint.ts'
import { type EndpointName, endpoints } from '../../../web/contract/endpoints.ts'
import type { ApiClient } from '../../support/api-client.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'
import { signUpClient, signUpStaff } from '../../support/users.ts'

const phone = '+39 333 7654321'
const email = 'nessuno@example.it'
const userType = 'client'
const newPassword = 'Benvenuti.2026!'
const business = {
  businessName: 'Lido',
  businessType: 'altro',
  location: 'Lungomare 1',
  province: 'RN',
  password: newPassword,
}
const client = { firstName: 'Lia', lastName: 'Neri', phone, password: newPassword }
const verificationCode = '000000'

/** Calls that authenticate, reveal whether an account exists or look one up, with an equivalent spelling of their key. */
const limited = [
  ...(
    [
      ['A-02', 'login', 'login', { username: 'Nessuno', password: 'x' }, { username: ' nessuno' }],
      ['A-05', 'loginClient', 'login', { email, password: 'x' }, {}],
      ['A-20', 'passkeyChallenge', 'login', { userType }, {}],
      [
        'A-03',
        'registerBusiness',
        'registration',
        { ...business, username: 'lido', email: 'rosa@a.it' },
        { email: 'rosa+due@a.it' },
      ],
      ['A-06', 'registerClient', 'registration', { ...client, email: 'lia@a.it' }, { email: 'lia+due@a.it' }],
      ['A-07', 'verifyEmail', 'code', { clientId: 'cli-1', verificationCode }, {}],
      ['Q-24', 'resendVerification', 'code', { clientId: 'cli-2' }, {}],
      ['Q-24', 'confirmEmail', 'code', { token: 'x' }, {}],
      ['A-11', 'recoverEmail', 'code', { phone, userType }, { phone: '+39.333.7654321' }],
      ['Q-03', 'sendResetCode', 'code', { email: 'codice@a.it', userType }, { email: 'codice+due@a.it' }],
      ['A-12', 'sendTemporaryPassword', 'code', { email: 'provvisoria@a.it', userType }, {}],
      ['A-13', 'resetPassword', 'code', { email, userType, newPassword, code: '000000' }, {}],
    ] as const
  ).map(([rule, endpoint, limit, body, equivalent]) => ({
    rule,
    endpoint,
    limit,
    path: endpoints[endpoint].path,
    body,
    sameName: equivalent,
  })),
  { rule: 'A-08', endpoint: 'clientByEmail', limit: 'search', path: `/api/clients/by-email/${email}` },
  { rule: 'A-29', endpoint: 'placesAutocomplete', limit: 'search', path: '/api/places/autocomplete?input=Siena' },
] as const satisfies readonly Limited[]

interface Limited {
  readonly rule: string
  readonly endpoint: EndpointName
  readonly limit: RateLimitBucket
  readonly path: string
  readonly body?: object
  readonly sameName?: object
}

const perAddress = 8
const perKey = 3
let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let sources = 0
beforeAll(async () => {
  const names = Object.keys(rateLimitSettings)
  const settings = Object.fromEntries(
    names.map((name) => [name, String(name.endsWith('_ADDRESS') ? perAddress : perKey)]),
  )
  const recoverySettings = {
    TRUST_PROXY: '127.0.0.1',
    RECOVERY_LOOKUPS_PER_HOUR: '1000',
    RECOVERY_EMAILS_PER_HOUR: '1000',
  }
  garbo = await startTestGarbo({ ...settings, ...recoverySettings }, 'as set')
})
afterAll(() => garbo.stop())

const newAddress = () => `203.0.113.${++sources}`
const send = (endpoint: EndpointName, path: string, body: object | undefined, from: string) =>
  garbo.visitor().send(endpoints[endpoint].method, path, body, { 'x-forwarded-for': from })
const rejection = { code: 'TooManyRequests', message: 'Troppe richieste. Attendi un momento e riprova.' }

describe('Q-23: rate limits', () => {
  it.each<Limited>(limited)(
    '$rule apply to $call by address, with the time to retry',
    async ({ endpoint, limit, path, body }) => {
      const from = newAddress()
      const emptyBody = body === undefined ? undefined : {}
      for (let n = 0; n < perAddress; n++) expect((await send(endpoint, path, emptyBody, from)).status).not.toBe(429)
      const response = await send(endpoint, path, emptyBody, from)
      expect(response).toMatchObject({ status: 429, body: rejection })
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60)
      expect((await send(endpoint, path, emptyBody, newAddress())).status).not.toBe(429)
      expect((endpoints[endpoint] as Endpoint).rateLimit).toBe(limit)
    },
  )

  const limitedByKey = limited.filter(({ endpoint }) => (endpoints[endpoint] as Endpoint).rateLimitKey !== undefined)
  it.each<Limited>(limitedByKey)(
    '$rule, Q-130: apply to $call by target account, per address and at ten times the limit in all',
    async ({ endpoint, path, body, sameName: equivalent }) => {
      for (const stranger of [newAddress(), newAddress()]) {
        for (let n = 0; n < perKey; n++) expect((await send(endpoint, path, body, stranger)).status).not.toBe(429)
        const response = await send(endpoint, path, { ...body, ...equivalent }, stranger)
        expect(response).toMatchObject({ status: 429, body: rejection })
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      const counted = 2 * perKey
      for (let n = counted; n < 10 * perKey; n++)
        expect((await send(endpoint, path, body, newAddress())).status).not.toBe(429)
      expect(await send(endpoint, path, body, newAddress())).toMatchObject({ status: 429, body: rejection })
    },
  )

  it('A-08, Q-02: also apply by account when signed in', async () => {
    const { browser } = await signUpClient(garbo, 'ana')
    const lookUp = () =>
      browser.send('GET', `/api/clients/by-email/${email}`, undefined, { 'x-forwarded-for': newAddress() })
    for (let n = 0; n < perKey; n++) expect((await lookUp()).status).toBe(404)
    expect(await lookUp()).toMatchObject({ status: 429, body: rejection })
  })

  it('A-68: apply to advertisement clicks, by account and by address', async () => {
    const click = (browser: ApiClient, from: string) =>
      browser.send('POST', '/api/advertisements/100200/click', undefined, { 'x-forwarded-for': from })
    const { browser } = await signUpClient(garbo, 'lia')
    for (let n = 0; n < perKey; n++) expect((await click(browser, newAddress())).status).toBe(404)
    expect(await click(browser, newAddress())).toMatchObject({ status: 429, body: rejection })

    const clients = await Promise.all(['ugo', 'ida', 'leo'].map((name) => signUpClient(garbo, name)))
    const sharedAddress = newAddress()
    const browsers = clients.flatMap((client) => Array.from({ length: perKey }, () => client.browser))
    const statuses: number[] = []
    for (const each of browsers) statuses.push((await click(each, sharedAddress)).status)
    expect(statuses).toEqual([...Array.from({ length: perAddress }, () => 404), 429])
  })

  it('D-69: apply to reads of the log by each member of staff, and to the openings of each administrator', async () => {
    const [rita, ada] = [await signUpStaff(garbo, 'rita', 'REVISORE'), await signUpStaff(garbo, 'ada', 'ADMIN')]
    const stream = `account-${rita.id}`
    const read = ({ browser }: typeof rita, what: string) =>
      browser.send('GET', `/api/audit/${what}`, undefined, { 'x-forwarded-for': newAddress() })
    const open = () => {
      const headers = { ...ada.browser.idempotencyKey(), 'x-forwarded-for': newAddress() }
      return ada.browser.send('POST', '/api/audit/openings', { stream, reason: 'Richiesta della Procura.' }, headers)
    }
    const reads = ['search', `streams/${stream}`, 'access-log']
    expect(reads).toHaveLength(perKey)
    for (const what of reads) expect([what, (await read(rita, what)).status]).not.toEqual([what, 429])
    for (const what of [...reads, 'read-models', 'correlations/x', `proofs/${crypto.randomUUID()}`])
      expect(await read(rita, what)).toMatchObject({ status: 429, body: rejection })
    expect((await read(ada, 'search')).status).toBe(200)
    for (let n = 0; n < perKey; n++) expect((await open()).status).not.toBe(429)
    expect(await open()).toMatchObject({ status: 429, body: rejection })
    expect((await read(rita, 'checkpoints')).status).toBe(200)
    const write = await ada.browser.send('PATCH', '/api/user/profile', {}, { 'x-forwarded-for': newAddress() })
    expect(write.status).not.toBe(429)
  })

  it('cover every call that signs in or sends a message', () => {
    const allEndpoints = Object.entries(endpoints) as readonly [EndpointName, Endpoint][]
    const unlimited = allEndpoints.filter(
      ([, { access, method, rateLimit }]) => access === 'anyone' && method === 'POST' && rateLimit === undefined,
    )
    expect(unlimited.map(([name]) => name)).toEqual(['logout'])
  })
})

describe('Q-23: the setting', () => {
  it.each(Object.keys(rateLimitSettings))('%s changes exactly one limit', (name) => {
    const defaults = Object.values(rateLimitsOf(readConfig({}))).flatMap(Object.values)
    expect(defaults.every((max) => max >= 10)).toBe(true)
    const configured = Object.values(rateLimitsOf(readConfig({ [name]: '7' }))).flatMap(Object.values)
    expect(configured.filter((max) => max === 7)).toHaveLength(1)
    expect(() => readConfig({ [name]: '0' })).toThrow(name)
  })
})
