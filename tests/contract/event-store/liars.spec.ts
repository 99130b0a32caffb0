import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EventStore } from '../../../application/ports/event-store.ts'
import { memoryEventStore } from '../../../infrastructure/event-store/memory/memory-event-store.ts'
import { guarantees } from './event-store.contract.ts'
import { readingLies } from './reading-liars.ts'
import type { Check } from './test-kit.ts'
import { type Lie, writingLies } from './writing-liars.ts'

/** Stores with exactly one fault, each of which the contract must detect. */
const liars: Readonly<Record<string, Lie>> = { ...writingLies, ...readingLies }

const lyingStore = (lie: Lie): EventStore => {
  const honest = memoryEventStore()
  return { ...honest, ...lie(honest) }
}

/** In memory, a call that has not settled once the event loop is idle never will. */
const isBroken = async (check: Check, store: EventStore): Promise<boolean> => {
  const outcome = { broken: null as boolean | null }
  void check(store, 'stream').then(
    () => (outcome.broken = false),
    () => (outcome.broken = true),
  )
  for (let turns = 0; outcome.broken === null; turns++) {
    await new Promise(setImmediate)
    if (turns > 20) vi.advanceTimersToNextTimer()
  }
  return outcome.broken
}

const breaches: { readonly liar: string; readonly guarantee: string }[] = []

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const [liar, lie] of Object.entries(liars))
    for (const [guarantee, check] of Object.entries(guarantees))
      if (await isBroken(check, lyingStore(lie))) breaches.push({ liar, guarantee })
}, 120_000)
afterAll(() => {
  vi.useRealTimers()
})

describe('the event store contract', () => {
  it.each(Object.entries(guarantees))('accepts an honest store: %s', async (_, check) => {
    expect(await isBroken(check, memoryEventStore())).toBe(false)
  })

  it.each(Object.keys(guarantees))('has a liar that breaks: %s', (guarantee) => {
    expect(breaches.filter((breach) => breach.guarantee === guarantee)).not.toEqual([])
  })

  it.each(Object.keys(liars))('detects a store that %s, but not by every guarantee', (liar) => {
    const brokenGuarantees = breaches.filter((breach) => breach.liar === liar)
    expect(brokenGuarantees).not.toEqual([])
    expect(brokenGuarantees.length).toBeLessThan(Object.keys(guarantees).length)
  })
})
