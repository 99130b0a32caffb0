import { expect } from 'vitest'
import type { wholeGarbo } from './garbo.ts'
import { codeIn, letterTo, tokenIn } from './letters.ts'
import { operator } from './operator.ts'

type Whole = Awaited<ReturnType<typeof wholeGarbo>>
type Door = Pick<Whole, 'visitor'>

export const password = 'Benvenuti.2026!'

/** Registers a business as a person does, and follows the link in its letter. */
export const registeredBusiness = async (
  garbo: Door,
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
  const confirmed = await browser.post('/api/auth/confirm-email', { token: tokenIn(await letterTo(browser, email)) })
  expect(confirmed.status).toBe(204)
  return { browser, email, id: (answer.body as { user: { id: string } }).user.id }
}

/** Registers a client as a person does, and types the code from the letter. */
export const registeredClient = async (garbo: Door, name: string, more: Readonly<Record<string, unknown>> = {}) => {
  const browser = garbo.visitor()
  const email = `${name}@example.it`
  const person = { firstName: name, lastName: 'Bianchi', email, phone: '+39 333 1234567', password }
  const answer = await browser.post('/api/auth/register-client', { ...person, ...more })
  expect(answer.status).toBe(201)
  const { clientId } = answer.body as { clientId: string }
  const verificationCode = codeIn(await letterTo(browser, email))
  const verified = await browser.post('/api/auth/verify-email', { clientId, verificationCode })
  expect(verified.status).toBe(204)
  return { browser, email, clientId }
}

type StaffRole = 'MODERATORE' | 'ADMIN' | 'REVISORE'

/** A business given a staff role by the operator's command line. */
export const staff = async (garbo: Whole, username: string, role: StaffRole) => {
  const business = await registeredBusiness(garbo, username)
  await operator(garbo, 'role', 'grant', business.email, role)
  return business
}

export const moderator = (garbo: Whole, username: string) => staff(garbo, username, 'MODERATORE')
