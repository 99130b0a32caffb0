import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, apiClient } from '../support/api-client.ts'
import { codeIn, tokenIn, waitForMessage } from '../support/dev-mailbox.ts'

interface Intent {
  readonly key: string
  readonly path: string
  readonly body: unknown
}

export interface LoadGenerator {
  /** Reviews and ratings answered with 201, by idempotency key; their ids must be in the log exactly once. */
  readonly acknowledged: ReadonlyMap<string, { readonly id: string; readonly path: string }>
  /** Addresses of clients whose registration was answered with 201; each must receive an e-mail. */
  readonly registered: ReadonlySet<string>
  /** Sends to the addresses at random until `signal` aborts. Requests without an answer are repeated first in the next call. */
  readonly run: (addresses: readonly string[], signal: AbortSignal) => Promise<void>
  /** Sends a review to one address until it is accepted there, or until `signal` aborts. */
  readonly probe: (address: string, signal: AbortSignal) => Promise<void>
  /** The longest time between two accepted requests since the last call. */
  readonly longestGapMs: () => number
  readonly rejected: readonly string[]
}

export interface LoadOptions {
  /** Pause of each member between two requests. */
  readonly pauseMs?: number
  /** After this time without an answer a member repeats the request, perhaps elsewhere. */
  readonly timeoutMs?: number
  /** Waits for the e-mail to an address; reads the development mailbox by default. */
  readonly readMail?: ReadMail
  /** Whether new clients register continuously. */
  readonly registers?: boolean
}

type ReadMail = (browser: ApiClient, email: string) => Promise<string>

const password = 'Benvenuti.2026!'
const businessCount = 4
const clientCount = 8
/** Clients who send only the reviews of `probe`; each sends one at a time, as people do. */
const proberCount = 4
const retryMs = 50

/** Businesses and clients who rate and review one another continuously, each request with its own idempotency key. */
export const createLoadGenerator = async (address: string, options: LoadOptions = {}): Promise<LoadGenerator> => {
  const { pauseMs = 0, timeoutMs = 60_000, readMail = waitForMessage, registers = false } = options
  const businesses = await Promise.all(
    Array.from({ length: businessCount }, (_, n) => signUpBusiness(address, readMail, n)),
  )
  const guests = await Promise.all(
    Array.from({ length: clientCount + proberCount }, (_, n) => signUpClient(address, readMail, n)),
  )
  const [clients, probers] = [guests.slice(0, clientCount), guests.slice(clientCount)]
  const acknowledged = new Map<string, { id: string; path: string }>()
  const registered = new Set<string>()
  const rejected: string[] = []
  const gaps = gapRecorder()
  let stays = 0
  let newcomers = 0
  let probes = 0

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
  const registration = (): Intent => ({
    key: randomUUID(),
    path: registrationPath,
    body: newClient('Newcomer', `newcomer-${newcomers++}@example.it`),
  })
  const members: readonly Member[] = [
    ...clients.map(({ cookie }) => ({ cookie, next: review, unanswered: null })),
    ...businesses.map(({ cookie }) => ({ cookie, next: rating, unanswered: null })),
    ...(registers ? [{ cookie: '', next: registration, unanswered: null }] : []),
  ]

  const recordAnswer = ({ key, path, body }: Intent, { status, body: answer }: Answer) => {
    const id = answer?.id ?? answer?.rating?.id
    if (status === 201) gaps.record()
    if (status === 201 && path === registrationPath) registered.add((body as { readonly email: string }).email)
    else if (status === 201 && id) acknowledged.set(key, { id, path })
    else rejected.push(`${path} ${status} ${answer?.code ?? ''}`)
  }

  /** Sends the member's request once; the member repeats it next time if the outcome is unknown. */
  const sendNext = async (member: Member, at: string, signal: AbortSignal): Promise<boolean> => {
    const intent = member.unanswered ?? member.next()
    member.unanswered = intent
    const answer = await sendRequest(
      at,
      member.cookie,
      intent,
      AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    )
    if (answer === null || answer.status >= 500 || answer.body?.code === 'StillRunning') return false
    member.unanswered = null
    recordAnswer(intent, answer)
    return true
  }

  return {
    acknowledged,
    registered,
    rejected,
    longestGapMs: gaps.longestMs,
    run: async (addresses, signal) => {
      const keepSending = async (member: Member) => {
        while (!signal.aborted) {
          const at = addresses[Math.floor(Math.random() * addresses.length)] ?? address
          const isAnswered = await sendNext(member, at, neverAborts)
          await pause(isAnswered ? pauseMs : retryMs)
        }
      }
      await Promise.all(members.map(keepSending))
    },
    probe: async (at, signal) => {
      const { cookie = '' } = probers[probes++ % proberCount] ?? {}
      const member: Member = { cookie, next: review, unanswered: null }
      while (!signal.aborted && !(await sendNext(member, at, signal))) await pause(retryMs)
    },
  }
}

interface Member {
  readonly cookie: string
  readonly next: () => Intent
  unanswered: Intent | null
}

const neverAborts = new AbortController().signal

/** Records the longest time between two events. */
const gapRecorder = () => {
  let last = performance.now()
  let longest = 0
  const record = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  return {
    record,
    longestMs: () => {
      const result = longest
      longest = 0
      return result
    },
  }
}

interface Answer {
  readonly status: number
  readonly body: {
    readonly id?: string
    readonly code?: string
    readonly rating?: { readonly id: string }
  } | null
}

/** Null if the connection failed or there was no answer in time. */
const sendRequest = async (
  address: string,
  cookie: string,
  { key, path, body }: Intent,
  signal: AbortSignal,
): Promise<Answer | null> => {
  try {
    const headers = {
      'idempotency-key': key,
      ...(cookie !== '' && { cookie }),
      origin: address,
      'content-type': 'application/json',
    }
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body), signal })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  } catch {
    return null
  }
}

const registrationPath = '/api/auth/register-client'
const newClient = (firstName: string, email: string) => ({
  firstName,
  lastName: 'Neri',
  email,
  phone: '+393331234567',
  password,
})

const signUpBusiness = async (address: string, readMail: ReadMail, n: number) => {
  const browser = apiClient(address)
  const email = `venue-${n}@example.it`
  const place = { location: 'Via Roma 1, Milano', province: 'MI', businessType: 'hotel', businessName: `Hotel ${n}` }
  const { body } = await browser.post('/api/auth/register', { username: `venue-${n}`, email, password, ...place })
  await browser.post('/api/auth/confirm-email', { token: tokenIn(await readMail(browser, email)) })
  return { id: (body as { user: { id: string } }).user.id, cookie: browser.cookie() }
}

const signUpClient = async (address: string, readMail: ReadMail, n: number) => {
  const browser = apiClient(address)
  const email = `guest-${n}@example.it`
  const { body } = await browser.post(registrationPath, newClient(`Guest ${n}`, email))
  const verificationCode = codeIn(await readMail(browser, email))
  await browser.post('/api/auth/verify-email', { clientId: (body as { clientId: string }).clientId, verificationCode })
  return { email, cookie: browser.cookie() }
}
