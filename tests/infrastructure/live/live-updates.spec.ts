import { afterEach, expect, it } from 'vitest'
import { eventRegistry } from '../../../application/event-registry.ts'
import type { EventStore } from '../../../application/ports/event-store.ts'
import type { Projections } from '../../../application/ports/projections.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { liveUpdates } from '../../../infrastructure/live/live-updates.ts'
import { reviewSamples } from '../../support/reviews/event-samples.ts'
import { memoryTestLog } from '../projections/test-log.ts'

const opened: ReturnType<typeof liveUpdates>[] = []
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close()
})

const startLive = () => {
  const log = memoryTestLog(eventRegistry)
  let followers = 0
  const waits: (Position | null)[] = []
  async function* subscribe(...[after, signal]: Parameters<EventStore['subscribe']>) {
    followers++
    try {
      yield* log.store.subscribe(after, signal)
    } finally {
      followers--
    }
  }
  const projections: Projections = {
    waitFor: (_names, position) => {
      waits.push(position)
      return Promise.resolve({ type: 'Reached' })
    },
  }
  const live = liveUpdates({ ...log, store: { ...log.store, subscribe }, projections, projectionNames: ['reviews'] })
  opened.push(live)
  return { ...log, live, waits, followers: () => followers }
}

const submitted = { type: 'ReviewSubmitted', data: reviewSamples.ReviewSubmitted } as const
const flagged = { type: 'ReviewFlagged', data: reviewSamples.ReviewFlagged } as const
const aurora = { accountId: submitted.data.targetId, clientId: null }

it('tell the reviewed business of a review once the read models show it', async () => {
  const { live, write, waits, followers } = startLive()
  const topics: string[] = []
  live.subscribeToAccount(aurora, (topic) => topics.push(topic))
  await expect.poll(followers).toBe(1)
  const position = await write(submitted)
  await expect.poll(() => topics).toEqual(['reviews'])
  expect(waits).toEqual([position])
})

it('neither decode nor wait for events that no personal screen shows', async () => {
  const { live, write, waits, followers } = startLive()
  const topics: string[] = []
  live.subscribeToAccount(aurora, (topic) => topics.push(topic))
  await expect.poll(followers).toBe(1)
  await write(flagged)
  const position = await write(submitted)
  await write(flagged)
  await expect.poll(() => topics).toEqual(['reviews'])
  expect(waits).toEqual([position])
})

it('follow the log only while a screen listens', async () => {
  const { live, write, followers } = startLive()
  await write(submitted)
  expect(followers()).toBe(0)
  const leave = [1, 2].map(() => live.subscribeToAccount(aurora, () => undefined))
  await expect.poll(followers).toBe(1)
  leave[0]?.()
  await write(submitted)
  expect(followers()).toBe(1)
  leave[1]?.()
  await expect.poll(followers).toBe(0)

  const topics: string[] = []
  live.subscribeToAccount(aurora, (topic) => topics.push(topic))
  await expect.poll(followers).toBe(1)
  await write(submitted)
  await expect.poll(() => topics).toEqual(['reviews'])
})
