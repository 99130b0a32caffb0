import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { codeIn, tokenIn, waitForMessage } from './dev-mailbox.ts'
import { runOperatorCommand, type startTestGarbo } from './test-garbo.ts'

type TestGarbo = Awaited<ReturnType<typeof startTestGarbo>>
type ClientFactory = Pick<TestGarbo, 'visitor'>

export const password = 'Benvenuti.2026!'

/** A mobile number of one's own: accounts that share one are connected. */
const phoneOf = (email: string) =>
  `+39 333 ${(createHash('sha256').update(email).digest().readUInt32BE() % 9_000_000) + 1_000_000}`

/** Registers a business and follows the confirmation link of its e-mail. */
export const signUpBusiness = async (
  garbo: ClientFactory,
  username: string,
  more: Readonly<Record<string, unknown>> = {},
) => {
  const browser = garbo.visitor()
  const email = `${username}@example.it`
  const place = {
    businessName: `Hotel ${username}`,
    businessType: 'hotel',
    location: 'Via del Corso 12, Roma',
    province: 'RM',
  }
  const answer = await browser.post('/api/auth/register', { username, email, password, ...place, ...more })
  expect(answer).toMatchObject({ status: 201, body: { user: { role: 'ESERCENTE', emailVerified: false } } })
  const confirmed = await browser.post('/api/auth/confirm-email', {
    token: tokenIn(await waitForMessage(browser, email)),
  })
  expect(confirmed.status).toBe(204)
  return { browser, email, id: (answer.body as { user: { id: string } }).user.id }
}

/** Registers a client and enters the code of its e-mail. */
export const signUpClient = async (
  garbo: ClientFactory,
  name: string,
  more: Readonly<Record<string, unknown>> = {},
) => {
  const browser = garbo.visitor()
  const email = `${name}@example.it`
  const person = { firstName: name, lastName: 'Bianchi', email, phone: phoneOf(email), password }
  const answer = await browser.post('/api/auth/register-client', { ...person, ...more })
  expect(answer.status).toBe(201)
  const { clientId } = answer.body as { clientId: string }
  const verificationCode = codeIn(await waitForMessage(browser, email))
  const verified = await browser.post('/api/auth/verify-email', { clientId, verificationCode })
  expect(verified.status).toBe(204)
  return { browser, email, clientId }
}

/** Different ones, so that no member of staff competes with another. */
const provincesOfStaff = [
  'AO',
  'AQ',
  'BZ',
  'CB',
  'CZ',
  'EN',
  'FG',
  'GO',
  'IM',
  'KR',
  'LT',
  'MT',
  'NU',
  'OR',
  'PZ',
  'TN',
]
let staff = 0

type StaffRole = 'MODERATORE' | 'ADMIN' | 'REVISORE'

/** Registers a business that competes with no other and grants it a staff role with the operator's command line. */
export const signUpStaff = async (garbo: TestGarbo, username: string, role: StaffRole) => {
  const business = await signUpBusiness(garbo, username, {
    businessType: 'altro',
    province: provincesOfStaff[staff++ % provincesOfStaff.length],
  })
  await runOperatorCommand(garbo, 'role', 'grant', business.email, role)
  return business
}

export const signUpModerator = (garbo: TestGarbo, username: string) => signUpStaff(garbo, username, 'MODERATORE')
