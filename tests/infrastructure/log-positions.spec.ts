import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { logPositions } from '../../infrastructure/log-positions.ts'
import { E } from '../../domain/kernel/fp.ts'

const at = (count: number) => String(count).padStart(20, '0')

/** A log whose head is read as it is when the query starts. */
const logWithHead = (count: number | null) => {
  const log = { head: count, queries: 0, inFlight: 0, mostInFlight: 0, available: true }
  const positions = logPositions({
    head: () => async () => {
      const { head, available } = log
      log.queries++
      log.mostInFlight = Math.max(log.mostInFlight, ++log.inFlight)
      await pause(5)
      log.inFlight--
      if (!available) return E.left({ type: 'Unavailable', cause: null })
      return E.right(head === null ? null : at(head))
    },
  })
  return { log, ...positions }
}

it('the log has reached its head and all before, and nothing beyond', async () => {
  const { isReached } = logWithHead(7)
  expect(await Promise.all([1, 6, 7, 8, 100].map((count) => isReached(at(count))))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(await logWithHead(null).isReached(at(1))).toBe(false)
})

it('known positions need no query', async () => {
  const { log, isReached, record } = logWithHead(7)
  record(at(7))
  record(at(3))
  for (const count of [7, 3, 1]) expect(await isReached(at(count))).toBe(true)
  expect(log.queries).toBe(0)
  expect(await isReached(at(8))).toBe(false)
  expect(log.queries).toBe(1)
})

it('any number of forged positions cause one query at a time', async () => {
  const { log, isReached } = logWithHead(7)
  const forged = await Promise.all(Array.from({ length: 500 }, (_, n) => isReached(at(1_000 + n))))
  expect(new Set(forged)).toEqual(new Set([false]))
  expect(log).toMatchObject({ queries: 1, mostInFlight: 1 })
  await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      await pause(n % 4)
      await isReached(at(2_000 + n))
    }),
  )
  expect(log.queries).toBeLessThanOrEqual(4)
  expect(log.mostInFlight).toBe(1)
})

it('a position written while a query is in flight is reached', async () => {
  const { log, isReached } = logWithHead(7)
  const earlier = isReached(at(8))
  await pause(1)
  log.head = 8
  const later = isReached(at(8))
  expect(await Promise.all([earlier, later])).toEqual([false, true])
  expect(log.queries).toBe(2)
})

it('an unavailable log is an error, and is asked again', async () => {
  const { log, isReached } = logWithHead(7)
  log.available = false
  await expect(isReached(at(7))).rejects.toThrow('The event log is unavailable')
  log.available = true
  expect(await isReached(at(7))).toBe(true)
})
