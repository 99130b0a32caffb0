import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo()
})
afterAll(() => garbo.stop())

const ana = { firstName: 'Ana', lastName: 'Bianchi', phone: '+39 333 7654321', password }
const lido = {
  username: 'lido',
  password,
  businessName: 'Lido',
  businessType: 'altro',
  location: 'Lungomare 1, Rimini',
  province: 'RN',
}

const calls = {
  'of a client': ['/api/auth/register-client', (name: string) => ({ ...ana, email: `${name}@example.it` })],
  'of a client with profile details': [
    '/api/clients',
    (name: string) => ({ ...ana, email: `${name}@example.it`, privacyConsent: true }),
  ],
  'of a business': ['/api/auth/register', (name: string) => ({ ...lido, username: name, email: `${name}@example.it` })],
} as const

const register = ([path, bodyOf]: (typeof calls)[keyof typeof calls], name: string, key: string) =>
  garbo.visitor().post(path, bodyOf(name), { 'idempotency-key': key })

/** As if the process died after it had reserved the names. */
const interrupted = async <A>(work: () => Promise<A>): Promise<A> => {
  await garbo.database.pool.query('alter table access.credentials rename to credentials_away')
  try {
    return await work()
  } finally {
    await garbo.database.pool.query('alter table access.credentials_away rename to credentials')
  }
}

const registrations = async (): Promise<number> => {
  const { rows } = await garbo.database.pool.query<{ count: number }>(
    `select count(*)::int from log.events e join log.types t using (type_no)
     where t.name in ('ClientRegistered', 'BusinessRegistered')`,
  )
  return rows[0]?.count ?? 0
}

describe.each(Object.entries(calls))('a registration %s', (kind, call) => {
  const name = kind.replaceAll(' ', '')

  it('that was interrupted is completed by the same request, and only by it', async () => {
    const key = randomUUID()
    const first = await interrupted(() => register(call, name, key))
    expect(first.status).toBeGreaterThanOrEqual(500)
    const another = await register(call, name, randomUUID())
    expect([another.status, another.body]).toMatchObject([409, { code: 'EmailTaken' }])
    expect((await register(call, name, key)).status).toBe(201)
  })

  it('that is repeated because its response was lost gets the same answer and creates nothing', async () => {
    const key = randomUUID()
    const first = await register(call, `${name}-lost`, key)
    const before = await registrations()
    const second = await register(call, `${name}-lost`, key)
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(second.headers.get('x-garbo-position'), 'the read models need not show the account yet').toBeTruthy()
    expect(await registrations()).toBe(before)
  })

  it('that is sent twice at the same time creates one account', async () => {
    const before = await registrations()
    const key = randomUUID()
    const both = await Promise.all([1, 2].map(() => register(call, `${name}-twice`, key)))
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(await registrations()).toBe(before + 1)
  })

  it('that is sent more often at the same time than a password may be tried never calls its own address taken', async () => {
    const before = await registrations()
    const key = randomUUID()
    const all = await Promise.all(Array.from({ length: 14 }, () => register(call, `${name}-often`, key)))
    const statuses = new Set(all.map(({ status }) => status))
    expect(statuses).toContain(201)
    expect([...statuses].filter((status) => status !== 201 && status !== 429)).toEqual([])
    expect((await register(call, `${name}-often`, key)).status).toBe(201)
    expect(await registrations()).toBe(before + 1)
  })

  it('whose key is used for another address is another registration', async () => {
    const key = randomUUID()
    expect((await register(call, `${name}-one`, key)).status).toBe(201)
    expect((await register(call, `${name}-two`, key)).status).toBe(201)
  })
})

it('a repeated registration does not open an account whose password has been changed', async () => {
  const [call, key] = [calls['of a business'], randomUUID()]
  const browser = garbo.visitor()
  const body = { ...call[1]('cambiata') }
  expect((await browser.post(call[0], body, { 'idempotency-key': key })).status).toBe(201)
  const newPassword = 'Tutt’altra.2026!'
  const changed = await browser.post('/api/auth/change-password', { currentPassword: password, newPassword })
  expect(changed.status).toBeLessThan(300)
  const repeated = await register(call, 'cambiata', key)
  expect([repeated.status, repeated.body]).toMatchObject([409, { code: 'EmailTaken' }])
})
