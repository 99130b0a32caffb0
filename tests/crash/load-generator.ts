import { randomUUID } from 'node:crypto'
import { apiClient } from '../support/api-client.ts'
import { codeIn, tokenIn, waitForMessage } from '../support/dev-mailbox.ts'

interface Intent {
  readonly key: string
  readonly path: string
  readonly body: unknown
}

export interface LoadGenerator {
  /** Requests answered with 201, by intent; their ids must be in the log exactly once. */
  readonly acknowledged: ReadonlyMap<string, { readonly id: string; readonly path: string }>
  /** Sends until `signal` aborts. Requests without an answer are repeated first in the next call. */
  readonly run: (address: string, signal: AbortSignal) => Promise<void>
  readonly rejected: readonly string[]
}

const password = 'Benvenuti.2026!'
const businessCount = 4
const clientCount = 8

/** Businesses and clients who rate and review one another continuously, each request with its own idempotency key. */
export const createLoadGenerator = async (address: string): Promise<LoadGenerator> => {
  const businesses = await Promise.all(Array.from({ length: businessCount }, (_, n) => signUpBusiness(address, n)))
  const clients = await Promise.all(Array.from({ length: clientCount }, (_, n) => signUpClient(address, n)))
  const acknowledged = new Map<string, { id: string; path: string }>()
  const rejected: string[] = []
  let stays = 0

  const review = (): Intent => ({
    key: randomUUID(),
    path: '/api/reviews',
    body: {
      rating: 1 + Math.floor(Math.random() * 5),
      comment: 'Sotto carico',
      targetType: 'BUSINESS',
      targetId: businesses[Math.floor(Math.random() * businessCount)]?.id,
      reasonCode: 'OTHER',
    },
  })
  const rating = (): Intent => {
    const stayDate = new Date(Date.UTC(2020, 0, 1 + stays++)).toISOString().slice(0, 10)
    const scores = { overallRating: 5, punctualityScore: 8, kindnessScore: 8, paymentScore: 8, roomConditionScore: 8 }
    const clientEmail = clients[Math.floor(Math.random() * clientCount)]?.email
    return { key: randomUUID(), path: '/api/ratings', body: { clientEmail, ...scores, stayType: 'leisure', stayDate } }
  }
  const members = [
    ...clients.map(({ cookie }) => ({ cookie, next: review, unanswered: null as Intent | null })),
    ...businesses.map(({ cookie }) => ({ cookie, next: rating, unanswered: null as Intent | null })),
  ]

  const keepSending = async (member: (typeof members)[number], at: string, signal: AbortSignal) => {
    while (!signal.aborted) {
      const intent = member.unanswered ?? member.next()
      member.unanswered = intent
      const answer = await sendRequest(at, member.cookie, intent)
      if (answer === null || answer.status >= 500 || answer.body?.code === 'StillRunning') {
        await new Promise((resolve) => setTimeout(resolve, 50))
        if (answer === null) return
        continue
      }
      member.unanswered = null
      const id = answer.body?.id ?? answer.body?.rating?.id
      if (answer.status === 201 && id) acknowledged.set(intent.key, { id, path: intent.path })
      else rejected.push(`${intent.path} ${answer.status} ${answer.body?.code ?? ''}`)
    }
  }

  return {
    acknowledged,
    rejected,
    run: async (at, signal) => {
      await Promise.all(members.map((member) => keepSending(member, at, signal)))
    },
  }
}

interface Body {
  readonly id?: string
  readonly code?: string
  readonly rating?: { readonly id: string }
}

/** Null if the connection failed. */
const sendRequest = async (address: string, cookie: string, { key, path, body }: Intent) => {
  try {
    const headers = { cookie, origin: address, 'content-type': 'application/json', 'idempotency-key': key }
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Body | null }
  } catch {
    return null
  }
}

const signUpBusiness = async (address: string, n: number) => {
  const browser = apiClient(address)
  const email = `venue-${n}@example.it`
  const place = { location: 'Via Roma 1, Milano', province: 'MI', businessType: 'hotel', businessName: `Hotel ${n}` }
  const { body } = await browser.post('/api/auth/register', { username: `venue-${n}`, email, password, ...place })
  await browser.post('/api/auth/confirm-email', { token: tokenIn(await waitForMessage(browser, email)) })
  return { id: (body as { user: { id: string } }).user.id, cookie: browser.cookie() }
}

const signUpClient = async (address: string, n: number) => {
  const browser = apiClient(address)
  const email = `guest-${n}@example.it`
  const person = { firstName: `Guest ${n}`, lastName: 'Neri', email, phone: '+393331234567', password }
  const { body } = await browser.post('/api/auth/register-client', person)
  const verificationCode = codeIn(await waitForMessage(browser, email))
  await browser.post('/api/auth/verify-email', { clientId: (body as { clientId: string }).clientId, verificationCode })
  return { email, cookie: browser.cookie() }
}
