import { afterEach, expect, it } from 'vitest'
import { eventRegistry } from '../../../application/event-registry.ts'
import type { EventStore } from '../../../application/ports/event-store.ts'
import type { Projections } from '../../../application/ports/projections.ts'
import type { Position } from '../../../domain/kernel/event-envelope.ts'
import { liveUpdates } from '../../../infrastructure/live/live-updates.ts'
import { FlagClosed } from '../../../domain/reviews/review-state.ts'
import { reviewSamples } from '../../support/reviews/event-samples.ts'
import { caseSamples } from '../../support/moderation/event-samples.ts'
import { memoryTestLog } from '../projections/test-log.ts'

const opened: ReturnType<typeof liveUpdates>[] = []
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close()
})

/** `failures` are thrown by the first subscriptions to the log. */
const startLive = (failures: Error[] = []) => {
  const log = memoryTestLog(eventRegistry)
  const reported: unknown[] = []
  let followers = 0
  const waits: (Position | null)[] = []
  async function* subscribe(...[after, signal]: Parameters<EventStore['subscribe']>) {
    followers++
    const failure = failures.shift()
    try {
      if (failure) throw failure
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
  const live = liveUpdates({
    ...log,
    store: { ...log.store, subscribe },
    projections,
    projectionNames: ['reviews'],
    onFailure: (error) => reported.push(error),
  })
  opened.push(live)
  return { ...log, live, waits, reported, followers: () => followers }
}

const submitted = { type: 'ReviewSubmitted', data: reviewSamples.ReviewSubmitted } as const
const appealApplied = { type: 'AppealApplied', data: reviewSamples.AppealApplied } as const
const caseOpened = { type: 'CaseOpened', data: caseSamples.CaseOpened } as const
const aurora = { accountId: submitted.data.targetId, clientId: null }

it('tell the reviewed business of a review once the read models show it', async () => {
  const { live, write, waits, followers } = startLive()
  const topics: string[] = []
  live.subscribeToAccount(aurora, (topic) => topics.push(topic))
  await expect.poll(followers).toBe(1)
  const position = await write(submitted)
  await expect.poll(() => topics).toEqual(['reviews', 'notifications'])
  expect(waits).toEqual([position])
})

it.each([FlagClosed.type, 'FlagDismissed', 'FlagUpheld'] as const)(
  'S-14: tell the reporter that a flag was decided (%s)',
  async (type) => {
    const { live, write, followers } = startLive()
    const flagDecided = { type, data: reviewSamples[type] } as const
    const topics: string[] = []
    live.subscribeToAccount({ accountId: flagDecided.data.reporterId, clientId: null }, (topic) => topics.push(topic))
    await expect.poll(followers).toBe(1)
    await write(flagDecided)
    await expect.poll(() => topics).toEqual(['reviews', 'notifications'])
  },
)

it('neither decode nor wait for events after which no personal screen refetches', async () => {
  const { live, write, waits, followers } = startLive()
  const topics: string[] = []
  live.subscribeToAccount(aurora, (topic) => topics.push(topic))
  await expect.poll(followers).toBe(1)
  await write(appealApplied)
  const position = await write(submitted)
  await write(appealApplied)
  await expect.poll(() => topics).toEqual(['reviews', 'notifications'])
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
  await expect.poll(() => topics).toEqual(['reviews', 'notifications'])
})

it('of the queue continue with new events after a position that the log does not have', async () => {
  const { live, write, followers } = startLive()
  const changes: string[] = []
  await write(caseOpened)
  live.subscribeToQueue('9'.repeat(20), ({ change }) => void changes.push(change))
  await expect.poll(followers).toBe(1)
  await write(caseOpened)
  await expect.poll(() => changes).toEqual(['opened'])
})

it.each(['accounts', 'queue'] as const)('of %s report that the log cannot be followed, and continue', async (which) => {
  const broken = new Error('the log ends at 1, before 7')
  const { live, write, reported, followers } = startLive([broken])
  const changes: string[] = []
  if (which === 'queue') live.subscribeToQueue('00000000000000000007', ({ change }) => void changes.push(change))
  else live.subscribeToAccount(aurora, (topic) => changes.push(topic))
  await expect.poll(() => reported).toEqual([broken])
  await expect.poll(followers, { timeout: 10_000 }).toBe(1)
  await write(which === 'queue' ? caseOpened : submitted)
  await expect.poll(() => changes.length).toBeGreaterThan(0)
})
