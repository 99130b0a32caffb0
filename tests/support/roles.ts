import { expect } from 'vitest'
import type { Role } from '../../infrastructure/composition/docs/roles.ts'
import type { wholeGarbo } from './garbo.ts'
import { letterSaying, temporaryPasswordIn } from './letters.ts'
import { password, registeredBusiness, registeredClient, staff } from './people.ts'
import type { Visitor } from './visitor.ts'

type Whole = Awaited<ReturnType<typeof wholeGarbo>>

/** A browser for every role there is, each with an account of its own. */
export const everyRole = async (garbo: Whole): Promise<Readonly<Record<Role, Visitor>>> => ({
  visitor: garbo.visitor(),
  'unconfirmed client': await unconfirmedClient(garbo),
  client: (await registeredClient(garbo, 'ana')).browser,
  'unconfirmed business': await unconfirmedBusiness(garbo),
  business: (await registeredBusiness(garbo, 'rosa')).browser,
  'temporary password': await withTemporaryPassword(garbo),
  suspended: await suspendedClient(garbo),
  reviewer: (await staff(garbo, 'rita', 'REVISORE')).browser,
  moderator: (await staff(garbo, 'mario', 'MODERATORE')).browser,
  admin: (await staff(garbo, 'ada', 'ADMIN')).browser,
})

const unconfirmedClient = async (garbo: Whole): Promise<Visitor> => {
  const browser = garbo.visitor()
  const email = 'ugo@example.it'
  const person = { firstName: 'Ugo', lastName: 'Bianchi', email, phone: '+39 333 1234567', password }
  expect((await browser.post('/api/auth/register-client', person)).status).toBe(201)
  expect(await browser.post('/api/auth/login-client', { email, password })).toMatchObject({
    status: 200,
    body: { emailVerified: false },
  })
  return browser
}

const unconfirmedBusiness = async (garbo: Whole): Promise<Visitor> => {
  const browser = garbo.visitor()
  const place = { businessName: 'Hotel Ida', businessType: 'hotel', location: 'Via del Corso 12, Roma' }
  const account = { username: 'ida', email: 'ida@example.it', password, ...place }
  expect(await browser.post('/api/auth/register', account)).toMatchObject({
    status: 201,
    body: { user: { emailVerified: false } },
  })
  return browser
}

const withTemporaryPassword = async (garbo: Whole): Promise<Visitor> => {
  const { browser, email } = await registeredClient(garbo, 'tea')
  await browser.post('/api/auth/send-temp-password', { email, userType: 'client' })
  const mailed = temporaryPasswordIn(await letterSaying(browser, email, /password provvisoria è/))
  expect(await browser.post('/api/auth/login-client', { email, password: mailed })).toMatchObject({
    body: { mustChangePassword: true },
  })
  return browser
}

const suspendedClient = async (garbo: Whole): Promise<Visitor> => {
  const { browser } = await registeredClient(garbo, 'sia')
  const { id: userId } = (await browser.get('/api/auth/user')).body as { id: string }
  const { browser: moderating } = await staff(garbo, 'severo', 'MODERATORE')
  const sanction = { userId, reason: 'SPAM', severity: 'PERMANENT' }
  expect((await moderating.post('/api/admin/sanctions', sanction)).status).toBe(201)
  return browser
}
