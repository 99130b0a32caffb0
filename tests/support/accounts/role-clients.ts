import { expect } from 'vitest'
import type { Role } from '../../../infrastructure/docs-generator/role-matrix.ts'
import type { ApiClient } from '../api-client.ts'
import { temporaryPasswordIn, waitForMessageMatching } from '../dev-mailbox.ts'
import type { startTestGarbo } from '../test-garbo.ts'
import { password, signUpBusiness, signUpClient, signUpStaff } from '../users.ts'

type TestGarbo = Awaited<ReturnType<typeof startTestGarbo>>

/** One browser per role, each with a separate account. */
export const clientsByRole = async (garbo: TestGarbo): Promise<Readonly<Record<Role, ApiClient>>> => ({
  visitor: garbo.visitor(),
  'unconfirmed client': await unconfirmedClient(garbo),
  client: (await signUpClient(garbo, 'ana')).browser,
  'unconfirmed business': await unconfirmedBusiness(garbo),
  business: (await signUpBusiness(garbo, 'rosa')).browser,
  'temporary password': await temporaryPasswordClient(garbo),
  suspended: await suspendedClient(garbo),
  auditor: (await signUpStaff(garbo, 'rita', 'REVISORE')).browser,
  moderator: (await signUpStaff(garbo, 'mario', 'MODERATORE')).browser,
  admin: (await signUpStaff(garbo, 'ada', 'ADMIN')).browser,
})

const unconfirmedClient = async (garbo: TestGarbo): Promise<ApiClient> => {
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

const unconfirmedBusiness = async (garbo: TestGarbo): Promise<ApiClient> => {
  const browser = garbo.visitor()
  const place = { businessName: 'Hotel Ida', businessType: 'hotel', location: 'Via del Corso 12, Roma', province: 'RM' }
  const account = { username: 'ida', email: 'ida@example.it', password, ...place }
  expect(await browser.post('/api/auth/register', account)).toMatchObject({
    status: 201,
    body: { user: { emailVerified: false } },
  })
  return browser
}

const temporaryPasswordClient = async (garbo: TestGarbo): Promise<ApiClient> => {
  const { browser, email } = await signUpClient(garbo, 'tea')
  await browser.post('/api/auth/send-temp-password', { email, userType: 'client' })
  const mailed = temporaryPasswordIn(await waitForMessageMatching(browser, email, /password provvisoria è/))
  expect(await browser.post('/api/auth/login-client', { email, password: mailed })).toMatchObject({
    body: { mustChangePassword: true },
  })
  return browser
}

const suspendedClient = async (garbo: TestGarbo): Promise<ApiClient> => {
  const { browser } = await signUpClient(garbo, 'sia')
  const { id: userId } = (await browser.get('/api/auth/user')).body as { id: string }
  const { browser: moderatorBrowser } = await signUpStaff(garbo, 'severo', 'MODERATORE')
  const sanction = { userId, reason: 'SPAM', severity: 'PERMANENT' }
  expect((await moderatorBrowser.post('/api/admin/sanctions', sanction)).status).toBe(201)
  return browser
}
