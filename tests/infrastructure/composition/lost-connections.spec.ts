import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestGarbo } from '../../support/test-garbo.ts'
import { signUpBusiness, signUpClient } from '../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let hotelId: string
let guests: readonly Awaited<ReturnType<typeof signUpClient>>[]
beforeAll(async () => {
  garbo = await startTestGarbo({ REVIEW_INTERVAL_DAYS: '0' })
  hotelId = (await signUpBusiness(garbo, 'hotel')).id
  guests = await Promise.all(['ada', 'bea', 'cleo'].map((name) => signUpClient(garbo, name)))
})
afterAll(() => garbo.stop())

const review = { rating: 4, reasonCode: 'SERVICE', targetType: 'BUSINESS' }

/** Sends the same request until it succeeds, as the web app lets its user do; returns all statuses. */
const sendUntilAccepted = async (
  { browser }: (typeof guests)[number],
  { statuses, ids }: { readonly statuses: number[]; readonly ids: string[] },
) => {
  const idempotencyKey = browser.idempotencyKey()
  for (;;) {
    const { status, body } = await browser.post('/api/reviews', { ...review, targetId: hotelId }, idempotencyKey)
    statuses.push(status)
    if (status === 201) return void ids.push((body as { id: string }).id)
    if (status !== 503 && status !== 409) return
    await pause(20)
  }
}

describe('R26: when all database connections are terminated again and again', () => {
  it('requests can be repeated with the same key until accepted, nothing accepted is lost, and no restart is needed', async () => {
    const sent = { statuses: [] as number[], ids: [] as string[] }
    const stopping = new AbortController()
    const load = guests.map(async (guest) => {
      while (!stopping.signal.aborted) await sendUntilAccepted(guest, sent)
    })
    for (let round = 0; round < 12; round++) {
      await pause(150 + Math.random() * 300)
      await garbo.database.pool
        .query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
        )
        .catch(() => undefined)
    }
    stopping.abort()
    await Promise.all(load)
    const expected = new Set([201, 503, 409])
    expect(sent.statuses.filter((status) => !expected.has(status))).toEqual([])
    expect(sent.statuses).toContain(201)
    expect(new Set(sent.ids).size).toBe(sent.ids.length)
    const stored = await garbo.database.pool.query<{ id: string }>(
      `select e.data::json ->> 'reviewId' as id
       from log.events e join log.types t using (type_no) where t.name = 'ReviewSubmitted'`,
    )
    expect(stored.rows.map(({ id }) => id).toSorted()).toEqual(sent.ids.toSorted())
    await vi.waitFor(async () => expect((await fetch(`${garbo.address}/readyz`)).status).toBe(200), { timeout: 60_000 })
  })
})
