import { expect, it } from 'vitest'
import { memoryEventStore } from '../../../infrastructure/event-store/memory/memory-event-store.ts'
import { measureLags } from '../../../infrastructure/projections/projection-engine.ts'
import { events, ok } from '../../contract/event-store/test-kit.ts'

const occurredAt = (n: number) => `2026-01-01T00:${String(n % 60).padStart(2, '0')}:00.000Z`

/** A log of `count` events, and a store that counts the events it returns. */
const logOf = async (count: number) => {
  const store = memoryEventStore()
  for (let n = 0; n < count; n += 60)
    await ok(
      store.append(
        `stream-${n}`,
        'none',
        events(Math.min(60, count - n)).map((one, m) => ({
          ...one,
          meta: JSON.stringify({ occurredAt: occurredAt(n + m) }),
        })),
      ),
    )
  let returned = 0
  const counted: Pick<typeof store, 'readAll' | 'head'> = {
    head: store.head,
    readAll: (after, limit) => async () => {
      const page = await store.readAll(after, limit)()
      if (page._tag === 'Right') returned += page.right.length
      return page
    },
  }
  const positions = (await ok(store.readAll(null, count))).map(({ position }) => position)
  return { store, counted, positions, returned: () => returned }
}

it('readers count what they have not read, up to 1,000, and since when', async () => {
  const { counted, positions } = await logOf(1_500)
  const reached = [null, 299, 1_000, 1_498, 1_499].map((n) => (n === null ? null : (positions[n] ?? null)))
  const lags = await measureLags(counted, reached)
  expect(reached.map((position) => lags.get(position)?.events)).toEqual([1_000, 1_000, 499, 1, 0])
  expect(reached.map((position) => lags.get(position)?.since)).toEqual([
    occurredAt(0),
    occurredAt(300),
    occurredAt(1_001),
    occurredAt(1_499),
    null,
  ])
})

it('forty readers at almost the same place cost hardly more than one', async () => {
  const { counted, positions, returned } = await logOf(1_500)
  await measureLags(counted, positions.slice(100, 140))
  expect(returned()).toBeLessThanOrEqual(1_040)
})

it('of a log that is unavailable nothing is known', async () => {
  const { store, counted, positions } = await logOf(10)
  await store.close()
  expect([...(await measureLags(counted, positions))]).toEqual([])
})
