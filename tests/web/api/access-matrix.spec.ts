import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessMatrix, roles, type Role } from '../../../infrastructure/composition/docs/access-matrix.ts'
import type { Call } from '../../../web/contract/call.ts'
import { wholeGarbo } from '../../support/garbo.ts'
import { letterSaying, temporaryPasswordIn } from '../../support/letters.ts'
import { moderator, password, registeredBusiness, registeredClient, staff } from '../../support/people.ts'
import type { Visitor } from '../../support/visitor.ts'

let garbo: Awaited<ReturnType<typeof wholeGarbo>>
let people: Readonly<Record<Role, Visitor>>

const newClient = async () => {
  const browser = garbo.visitor()
  const email = 'nuova@example.it'
  const phone = '+39 333 7654321'
  await browser.post('/api/auth/register-client', { firstName: 'Nuova', lastName: 'Neri', email, phone, password })
  expect((await browser.post('/api/auth/login-client', { email, password })).status).toBe(200)
  return browser
}
const newBusiness = async () => {
  const browser = garbo.visitor()
  const place = { businessName: 'Locanda', businessType: 'hotel', location: 'Via del Corso 12, Roma', province: 'RM' }
  const words = { username: 'locanda', email: 'locanda@example.it', password, ...place }
  expect((await browser.post('/api/auth/register', words)).status).toBe(201)
  return browser
}
const withTemporaryPassword = async () => {
  const { email } = await registeredClient(garbo, 'smemorata')
  const browser = garbo.visitor()
  await browser.post('/api/auth/send-temp-password', { email, userType: 'client' })
  const temporary = temporaryPasswordIn(await letterSaying(browser, email, /password provvisoria è/))
  expect((await browser.post('/api/auth/login-client', { email, password: temporary })).status).toBe(200)
  return browser
}

beforeAll(async () => {
  garbo = await wholeGarbo()
  people = {
    visitor: garbo.visitor(),
    'new client': await newClient(),
    client: (await registeredClient(garbo, 'ana')).browser,
    'new business': await newBusiness(),
    business: (await registeredBusiness(garbo, 'rosa')).browser,
    moderator: (await moderator(garbo, 'mario')).browser,
    admin: (await staff(garbo, 'amelia', 'ADMIN')).browser,
    'temporary password': await withTemporaryPassword(),
  }
})
afterAll(() => garbo.stop())

const nobody = '00000000-0000-4000-8000-000000000000'
/** Bodies that reach the application, where it looks at more than the door does. */
const bodies: Readonly<Record<string, unknown>> = {
  submitReview: { rating: 5, targetType: 'BUSINESS', targetId: nobody, reasonCode: 'SERVICE' },
  editReview: { rating: 4 },
  openDispute: { reason: 'OTHER', message: 'Non siamo noi la struttura recensita.' },
  bookHotel: { hotelId: nobody, destination: 'Roma', checkIn: '2999-01-10', checkOut: '2999-01-13', guests: 2 },
}
/** An address of the call's form that names nothing there is. */
const pathOf = ({ path }: Call) =>
  path.replaceAll(
    /:(\w+)/g,
    (_, name: string) => ({ code: 'ABCDEFGHJK', targetType: 'BUSINESS', email: 'x@example.it' })[name] ?? nobody,
  )

const answered = async (name: string, call: Call, role: Role): Promise<number> => {
  const body = bodies[name] ?? (call.body === undefined ? undefined : {})
  if (call.stream !== true) return (await people[role].send(call.method, pathOf(call), body)).status
  const leaving = new AbortController()
  const cookie = people[role].cookie()
  const { status } = await fetch(garbo.address + pathOf(call), { headers: { cookie }, signal: leaving.signal })
  leaving.abort()
  return status
}
const seen = (status: number) => (status === 401 || status === 403 ? String(status) : 'yes')

describe('Who may call what (docs/generated/access.md)', () => {
  // whoever signs out is a visitor afterwards
  const calls = accessMatrix().toSorted((one, other) => Number(one.name === 'logout') - Number(other.name === 'logout'))

  it.each(calls)('$call.method $call.path', async ({ name, call, cells }) => {
    const statuses = await Promise.all(roles.map(async (role) => [role, await answered(name, call, role)] as const))
    expect(Object.fromEntries(statuses.map(([role, status]) => [role, seen(status)]))).toEqual(cells)
    for (const [role, status] of statuses) expect(status, role).toBeLessThan(500)
  })

  it('no call grants a role (Q-11)', () => {
    expect(calls.filter(({ call: { path } }) => /role|grant|staff/i.test(path))).toEqual([])
  })
})
