import { afterEach, vi } from 'vitest'
import { avaRuleSetsResponse } from '../../../../web/api/ava/responses.ts'
import { emptyAnalytics } from './analytics.ts'
import type { RuleSettings } from '../../../../web/contract/rule-settings.ts'

export interface RecordedRequest {
  readonly line: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly credentials: string | undefined
  readonly body: unknown
}
export interface StubReply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}
type Answer = StubReply | Promise<StubReply> | ((asked: RecordedRequest) => StubReply | Promise<StubReply>)
/** Responses by request, for example `GET /api/ratings`. */
export type Answers = Readonly<Record<string, Answer>>

export const ok = (body: unknown, headers: Readonly<Record<string, string>> = {}): StubReply => ({
  status: 200,
  body,
  headers,
})
export const created = (body: unknown, headers: Readonly<Record<string, string>> = {}): StubReply => ({
  status: 201,
  body,
  headers,
})
export const noContent: StubReply = { status: 204, body: null }
export const failure = (
  status: number,
  message: string,
  code = 'Rejected',
  fields?: Readonly<Record<string, string>>,
): StubReply => ({
  status,
  body: { message, code, ...(fields === undefined ? {} : { fields }) },
})
/** A response that never arrives. */
export const neverAnswers: Promise<StubReply> = new Promise(() => undefined)

export const ruleSettings: RuleSettings = {
  bookingsPerDay: 10,
  commissionApprovalAbove: 30,
  disputeWorkingDays: 5,
  ratingCountsEveryDays: 30,
  ratingStayMaxDays: 90,
  reviewIntervalDays: 7,
  rewardMonths: 12,
  sessionMaxDays: 30,
  promotion: 'I primi 100 clienti ricevono il 50% di punti extra.',
}

/** Default responses to requests of every dashboard; tests about them override these. */
const defaultAnswers: Answers = {
  'GET /api/advertisements': ok([]),
  'GET /api/notifications': ok({ items: [], unread: 0, nextCursor: null }),
  'GET /api/analytics': ok(emptyAnalytics),
  'GET /api/ava/history': ok({ points: [] }),
  'GET /api/standing/history': ok([]),
  'GET /api/ava/rules': ok(avaRuleSetsResponse([])),
  'GET /api/rule-settings': ok(ruleSettings),
  'GET /api/rewards/counts': ok({ issued: 0, active: 0, suspended: 0, redeemed: 0, ended: 0 }),
}

/** Fakes the API at the HTTP level and records the requests. */
export const stubServer = (answers: Answers) => {
  const asked: RecordedRequest[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://garbo.test')
    const one: RecordedRequest = {
      line: `${init.method ?? 'GET'} ${url.pathname}`,
      query: url.search,
      headers: Object.fromEntries([...new Headers(init.headers)].map(([name, value]) => [name.toLowerCase(), value])),
      credentials: init.credentials,
      body:
        typeof init.body === 'string'
          ? JSON.parse(init.body)
          : init.body instanceof FormData
            ? Object.fromEntries(init.body)
            : undefined,
    }
    asked.push(one)
    const answer = answers[one.line] ?? defaultAnswers[one.line] ?? failure(404, `nothing answers ${one.line}`)
    const { status, body, headers } = await (typeof answer === 'function' ? answer(one) : answer)
    return new Response(body === null ? null : JSON.stringify(body), { status, headers: { ...headers } })
  })
  return { to: (line: string) => asked.filter((one) => one.line === line) }
}

afterEach(() => vi.unstubAllGlobals())
