import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { postFlaggedReviews, signUpModerators } from '../../../support/moderation/queue-setup.ts'
import { messagesTo, waitForMessageMatching } from '../../../support/outbox.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { password, signUpBusiness, signUpClient } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let ana: ApiClient
let rosa: ApiClient
let mario: Awaited<ReturnType<typeof signUpModerators>>[number]
let marta: Awaited<ReturnType<typeof signUpModerators>>[number]
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = (await signUpBusiness(garbo, 'rosa')).browser
  ana = (await signUpClient(garbo, 'ana')).browser
  const [first, second] = await signUpModerators(garbo, ['mario', 'marta'])
  if (!first || !second) throw new Error('no moderators')
  mario = first
  marta = second
}, 240_000)
afterAll(() => garbo.stop())

interface Heard {
  readonly id: string
  readonly data: { readonly caseId: string; readonly change: string; readonly targetId: string }
}

interface Late {
  readonly overdue: boolean
  readonly claimedBy: string | null
  readonly why: readonly { readonly part: string }[]
}

/** Subscribes to the queue's event stream like a browser, optionally after an event id. */
const listen = async (who: ApiClient, after?: string) => {
  const going = new AbortController()
  const response = await fetch(`${garbo.address}/api/admin/queue/events`, {
    headers: { cookie: who.cookie(), ...(after === undefined ? {} : { 'last-event-id': after }) },
    signal: going.signal,
  })
  expect(response.status).toBe(200)
  const heard: Heard[] = []
  const reading = (async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk)
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      for (const block of whole) {
        const [, id, data] = /^id: (\S+)\ndata: (.+)$/.exec(block) ?? []
        if (id !== undefined && data !== undefined) heard.push({ id, data: JSON.parse(data) as Heard['data'] })
      }
    }
  })().catch(() => undefined)
  return {
    heard,
    until: async (count: number) => {
      for (let tries = 0; heard.length < count && tries < 600; tries++) await pause(50)
      expect(heard.length).toBeGreaterThanOrEqual(count)
    },
    leave: async () => {
      going.abort()
      await reading
    },
  }
}

/** Number of case events of the given types in the log. */
const written = async (like = '^(Case|Claim)') => {
  const { rows } = await garbo.database.pool.query<{ n: number }>(
    'select count(*)::int as n from log.events join log.types using (type_no) where types.name ~ $1',
    [like],
  )
  return rows[0]?.n ?? 0
}

describe('the live queue', () => {
  it('R22: shows one moderator the other’s actions immediately', async () => {
    const listening = await listen(marta.browser)
    await pause(300) // the stream starts at the end of the log
    const [reviewId] = await postFlaggedReviews(garbo, ana, rosa, 1)
    const caseId = `flag-${reviewId ?? ''}-1`
    await mario.browser.post(`/api/admin/queue/${caseId}/claim`)
    await mario.browser.post(`/api/admin/queue/${caseId}/release`)
    await listening.until(3)
    await listening.leave()
    expect(listening.heard.map(({ data }) => [data.caseId, data.change])).toEqual([
      [caseId, 'opened'],
      [caseId, 'claimed'],
      [caseId, 'released'],
    ])
  })

  it('points settled 9: resumes from Last-Event-ID without missing or duplicate events', async () => {
    const before = await written()
    const first = await listen(marta.browser)
    await pause(300)
    const [reviewId] = await postFlaggedReviews(garbo, ana, rosa, 1)
    await first.until(1)
    await first.leave()
    const last = first.heard.at(-1)?.id

    // no subscriber
    await mario.browser.post('/api/admin/queue/next', { lane: 'flags' })
    await postFlaggedReviews(garbo, ana, rosa, 2)

    const second = await listen(marta.browser, last)
    const total = (await written()) - before
    await second.until(total - first.heard.length)
    const { body } = await mario.browser.get('/api/admin/reviews')
    const flag = (body as { id: string; flags: { id: string }[] }[]).find(({ id }) => id === reviewId)?.flags[0]
    const decided = await mario.browser.patch(`/api/admin/flags/${flag?.id ?? ''}`, { status: 'DISMISSED' })
    expect(decided.status).toBe(200)
    await second.until(total - first.heard.length + 1)
    await second.leave()

    const all = [...first.heard, ...second.heard]
    expect(all).toHaveLength((await written()) - before)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.at(-1)?.data).toMatchObject({ caseId: `flag-${reviewId ?? ''}-1`, change: 'closed' })
  })

  it('is for moderators only', async () => {
    const answers = await Promise.all([rosa.get('/api/admin/queue/events'), ana.get('/api/admin/queue/events')])
    expect(answers.map(({ status }) => status)).toEqual([403, 403])
  })
})

describe('the queue after two weeks (B-47)', () => {
  it('starts with the clock moved: late cases are overdue, claims have expired and each moderator gets one letter', async () => {
    await mario.browser.post('/api/admin/queue/next', {})
    const waiting = ((await mario.browser.get('/api/admin/queue')).body as { items: unknown[] }).items.length
    expect(waiting).toBeGreaterThan(0)
    await garbo.restart({ GARBO_CLOCK_OFFSET_DAYS: '14' })

    const later = garbo.visitor()
    const signedIn = await later.post('/api/auth/login', { username: 'mario', password })
    expect(signedIn.status).toBe(200)
    const told = await waitForMessageMatching(later, mario.email, /coda di moderazione/)
    expect(told).toContain(`- ${waiting} casi scaduti`)
    expect(told).not.toMatch(/ana|rosa|Bianchi/i)

    const look = async () =>
      (await later.get('/api/admin/queue?lane=overdue')).body as {
        items: readonly Late[]
        counts: { overdue: number }
      }
    const knows = ({ why }: Late) => why.some(({ part }) => part === 'deadline')
    let overdue = await look()
    for (let tries = 0; !overdue.items.every(knows) && tries < 200; tries++) {
      await pause(50)
      overdue = await look()
    }
    expect([await written('^CaseBecameOverdue'), await written('^CaseDueSoon')]).toEqual([waiting, 0])
    expect(overdue.counts.overdue).toBe(waiting)
    for (const one of overdue.items) {
      expect(one).toMatchObject({ overdue: true, claimedBy: null })
      expect(one.why.map(({ part }) => part)).toContain('deadline')
    }

    // after a restart the check finds nothing new
    await garbo.restart({ GARBO_CLOCK_OFFSET_DAYS: '14' })
    await pause(2_000)
    const digests = (await messagesTo(garbo.visitor(), mario.email)).filter((text) => /coda di moderazione/.test(text))
    expect([digests.length, await written('^CaseBecameOverdue')]).toEqual([1, waiting])
  }, 120_000)
})
