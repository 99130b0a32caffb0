import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { postFlaggedReviews, signUpModerators } from '../../../support/moderation/queue-setup.ts'
import { messagesTo, waitForMessageMatching } from '../../../support/dev-mailbox.ts'
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

interface QueueEvent {
  readonly id: string
  readonly data: { readonly kind: string; readonly change: string }
}

interface OverdueCase {
  readonly overdue: boolean
  readonly claimedBy: string | null
  readonly why: readonly { readonly part: string }[]
}

/** Subscribes to the queue's event stream like a browser, optionally after an event id. */
const subscribe = async (browser: ApiClient, after?: string) => {
  const stopping = new AbortController()
  const response = await fetch(`${garbo.address}/api/admin/queue/events`, {
    headers: { cookie: browser.cookie(), ...(after === undefined ? {} : { 'last-event-id': after }) },
    signal: stopping.signal,
  })
  expect(response.status).toBe(200)
  const received: QueueEvent[] = []
  const reading = (async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk)
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const [, id, data] = /^id: (\S+)\ndata: (.+)$/.exec(block) ?? []
        if (id !== undefined && data !== undefined) received.push({ id, data: JSON.parse(data) as QueueEvent['data'] })
      }
    }
  })().catch(() => undefined)
  return {
    received,
    until: async (count: number) => {
      for (let tries = 0; received.length < count && tries < 600; tries++) await pause(50)
      expect(received.length).toBeGreaterThanOrEqual(count)
    },
    stop: async () => {
      stopping.abort()
      await reading
    },
  }
}

/** Number of case events of the given types in the log. */
const countEvents = async (typePattern = '^(Case|Claim)') => {
  const { rows } = await garbo.database.pool.query<{ n: number }>(
    'select count(*)::int as n from log.events join log.types using (type_no) where types.name ~ $1',
    [typePattern],
  )
  return rows[0]?.n ?? 0
}

describe('the live queue', () => {
  it('D-09, Q-128: shows one moderator the other’s actions immediately, and names nobody', async () => {
    const subscription = await subscribe(marta.browser)
    await pause(300) // The stream starts at the end of the log.
    const [reviewId] = await postFlaggedReviews(garbo, ana, rosa, 1)
    const caseId = `flag-${reviewId ?? ''}-1`
    await mario.browser.post(`/api/admin/queue/${caseId}/claim`)
    await mario.browser.post(`/api/admin/queue/${caseId}/release`)
    await subscription.until(3)
    await subscription.stop()
    expect(subscription.received.map(({ data }) => data)).toEqual([
      { kind: 'FLAG', change: 'opened' },
      { kind: 'FLAG', change: 'claimed' },
      { kind: 'FLAG', change: 'released' },
    ])
  })

  it('D-09: resumes from Last-Event-ID without missing or duplicate events', async () => {
    const before = await countEvents()
    const first = await subscribe(marta.browser)
    await pause(300)
    const [reviewId] = await postFlaggedReviews(garbo, ana, rosa, 1)
    await first.until(1)
    await first.stop()
    const last = first.received.at(-1)?.id

    // These events are written while nobody is subscribed.
    await mario.browser.post('/api/admin/queue/next', { lane: 'flags' })
    await postFlaggedReviews(garbo, ana, rosa, 2)

    const second = await subscribe(marta.browser, last)
    const total = (await countEvents()) - before
    await second.until(total - first.received.length)
    const { body } = await mario.browser.get('/api/admin/reviews')
    const flag = (body as { id: string; flags: { id: string }[] }[]).find(({ id }) => id === reviewId)?.flags[0]
    const decided = await mario.browser.patch(`/api/admin/flags/${flag?.id ?? ''}`, { status: 'DISMISSED' })
    expect(decided.status).toBe(200)
    await second.until(total - first.received.length + 1)
    await second.stop()

    const all = [...first.received, ...second.received]
    expect(all).toHaveLength((await countEvents()) - before)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.at(-1)?.data).toEqual({ kind: 'FLAG', change: 'closed' })
  })

  it.each(['00000000000000099999', '9'.repeat(20)])(
    'continues with new events after an id that the log does not have: %s',
    async (id) => {
      const subscription = await subscribe(marta.browser, id)
      const [reviewId] = await postFlaggedReviews(garbo, ana, rosa, 1)
      for (let tries = 0; subscription.received.length === 0 && tries < 100; tries++) {
        await mario.browser.post(`/api/admin/queue/flag-${reviewId ?? ''}-1/claim`)
        await mario.browser.post(`/api/admin/queue/flag-${reviewId ?? ''}-1/release`)
        await pause(50)
      }
      await subscription.until(1)
      await subscription.stop()
    },
  )

  it('is for moderators only', async () => {
    const responses = await Promise.all([rosa.get('/api/admin/queue/events'), ana.get('/api/admin/queue/events')])
    expect(responses.map(({ status }) => status)).toEqual([403, 403])
  })
})

describe('the queue after two weeks (B-47)', () => {
  it('has overdue cases and no claims, and each moderator gets one e-mail', async () => {
    await mario.browser.post('/api/admin/queue/next', {})
    const waiting = ((await mario.browser.get('/api/admin/queue')).body as { items: unknown[] }).items.length
    expect(waiting).toBeGreaterThan(0)
    await garbo.restart({ GARBO_CLOCK_OFFSET_DAYS: '14' })

    const visitor = garbo.visitor()
    const login = await visitor.post('/api/auth/login', { username: 'mario', password })
    expect(login.status).toBe(200)
    const digest = await waitForMessageMatching(visitor, mario.email, /coda di moderazione/)
    expect(digest).toContain(`- ${waiting} casi in ritardo`)
    expect(digest).not.toMatch(/ana|rosa|Bianchi/i)

    const readOverdue = async () =>
      (await visitor.get('/api/admin/queue?lane=overdue')).body as {
        items: readonly OverdueCase[]
        counts: { overdue: number }
      }
    const hasDeadlinePart = ({ why }: OverdueCase) => why.some(({ part }) => part === 'deadline')
    let overdue = await readOverdue()
    for (let tries = 0; !overdue.items.every(hasDeadlinePart) && tries < 200; tries++) {
      await pause(50)
      overdue = await readOverdue()
    }
    expect([await countEvents('^CaseBecameOverdue'), await countEvents('^CaseDueSoon')]).toEqual([waiting, 0])
    expect(overdue.counts.overdue).toBe(waiting)
    for (const item of overdue.items) {
      expect(item).toMatchObject({ overdue: true, claimedBy: null })
      expect(item.why.map(({ part }) => part)).toContain('deadline')
    }

    // After a restart, the check finds nothing new.
    await garbo.restart({ GARBO_CLOCK_OFFSET_DAYS: '14' })
    await pause(2_000)
    const digests = (await messagesTo(garbo.visitor(), mario.email)).filter((text) => /coda di moderazione/.test(text))
    expect([digests.length, await countEvents('^CaseBecameOverdue')]).toEqual([1, waiting])
  }, 120_000)
})
