import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { SharedRateLimits } from '../../../application/ports/shared-rate-limits.ts'

/** The same counters as seen by two processes. */
export interface RateLimitsPair {
  readonly here: SharedRateLimits
  readonly there: SharedRateLimits
}
export type Guarantees = Readonly<Record<string, (pair: RateLimitsPair) => Promise<void>>>

const minute = 60_000
const newKey = () => `login address ${randomUUID()}`
/** Sends requests one after the other; true for each allowed one. */
const requests = async (limits: SharedRateLimits, count: number, key: string, max: number) => {
  const allowed: boolean[] = []
  for (let n = 0; n < count; n++) allowed.push((await limits.consume([{ key, max }], minute)) === null)
  return allowed
}

const counting: Guarantees = {
  'allows requests up to the maximum and refuses further ones': async ({ here }) => {
    expect(await requests(here, 5, newKey(), 3)).toEqual([true, true, true, false, false])
    expect(await requests(here, 2, newKey(), 1)).toEqual([true, false])
  },

  'counts the requests to all processes together': async ({ here, there }) => {
    const key = newKey()
    expect(await requests(here, 2, key, 3)).toEqual([true, true])
    expect(await requests(there, 2, key, 3)).toEqual([true, false])
    expect(await requests(here, 1, key, 3)).toEqual([false])
  },

  'counts simultaneous requests one by one': async ({ here, there }) => {
    const limit = { key: newKey(), max: 10 }
    const waits = await Promise.all(
      Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? here : there).consume([limit], minute)),
    )
    expect(waits.filter((wait) => wait === null)).toHaveLength(10)
  },

  'counts every key separately': async ({ here }) => {
    const key = newKey()
    const keys = [key, `${key} `, key.toUpperCase(), `${key}è🙂"'\\{}:*`, key.slice(0, -1)]
    for (const each of keys) expect(await requests(here, 2, each, 1)).toEqual([true, false])
  },

  'counts a request under each of its limits': async ({ here, there }) => {
    const [address, account] = [newKey(), newKey()]
    const limits = [
      { key: address, max: 3 },
      { key: account, max: 2 },
    ]
    const waits = [
      await here.consume(limits, minute),
      await there.consume(limits, minute),
      await here.consume(limits, minute),
    ]
    expect(waits.map((wait) => wait === null)).toEqual([true, true, false])
    expect(await requests(here, 1, address, 3)).toEqual([false])
  },

  'does not count a request under the limits after the one it exceeds': async ({ here, there }) => {
    const [address, account] = [newKey(), newKey()]
    const limits = [
      { key: address, max: 1 },
      { key: account, max: 2 },
    ]
    for (const process of [here, there, here, there]) await process.consume(limits, minute)
    expect(await requests(here, 2, account, 2)).toEqual([true, false])
  },

  'allows a request without limits': async ({ here }) => expect(await here.consume([], minute)).toBeNull(),
}

const waiting: Guarantees = {
  'states the milliseconds until the window ends': async ({ here }) => {
    const limit = { key: newKey(), max: 1 }
    await here.consume([limit], minute)
    const wait = await here.consume([limit], minute)
    expect(wait).toBeGreaterThan(minute / 2)
    expect(wait).toBeLessThanOrEqual(minute)
  },

  'begins a window with its first request and does not extend it': async ({ here, there }) => {
    const limit = { key: newKey(), max: 1 }
    await here.consume([limit], minute)
    await pause(30)
    const first = (await there.consume([limit], minute)) ?? 0
    expect(first).toBeLessThan(minute - 10)
    await pause(30)
    expect(await here.consume([limit], minute)).toBeLessThan(first - 10)
  },

  'allows requests again in the next window': async ({ here }) => {
    const limit = { key: newKey(), max: 1 }
    for (let window = 0; window < 3; window++) {
      expect(await here.consume([limit], 40)).toBeNull()
      await pause(60)
    }
  },
}

/** The contract of every implementation of shared rate limits. */
export const guarantees: Guarantees = { ...counting, ...waiting }

export const sharedRateLimitsContract = (adapter: string, pair: () => RateLimitsPair) =>
  describe(`${adapter} fulfils the contract of shared rate limits`, () => {
    it.each(Object.entries(guarantees))('%s', (_, check) => check(pair()))
  })
