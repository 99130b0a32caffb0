import { describe, expect, it } from 'vitest'
import { aggregates } from '../../domain/all.ts'
import type { AnyEvent } from '../../domain/kernel/event.ts'
import { sampleOf } from '../support/event-samples.ts'

/** Aggregates whose state has a list with a natural limit, or whose stream ends. */
const bounded: Readonly<Record<string, string>> = {
  account: 'few identities and roles, and streams of settings',
  appeal: 'one appeal per appellant, until it is decided',
  case: 'the excluded accounts of one case, until it is closed; every event lists them all',
  dispute: 'the statements of one dispute, until it is decided',
  erasure: 'one entry per store',
  exclusion: 'at most one anomaly a day',
  opinion: 'reviews of one target by one author, at intervals of days',
  payout: 'the transactions of one batch, until it is paid',
  rulebook: 'rule sets drafted by administrators',
  affiliate: 'programmes drafted by administrators',
}
const cycles = 2_000
const measuredCycles = 20
/** The nodes on the paths of a few changed collections, with 32 slots each, and the event. */
const maxSlots = 500

describe('the state of a long stream', () => {
  const all = Object.entries(aggregates)

  it('is measured for every aggregate, or is bounded', () => {
    const measured = all.map(([category]) => category).filter((category) => !(category in bounded))
    expect(measured).toEqual(expect.arrayContaining(['wallet', 'rewards', 'conduct', 'review', 'release', 'referral']))
    expect(Object.keys(bounded).filter((category) => !all.some(([known]) => known === category))).toEqual([])
  })

  it.each(all.filter(([category]) => !(category in bounded)))(
    'shares all but the change with the state before, however long the stream is: %s',
    (_, aggregate) => {
      const { initial, evolve, events } = aggregate as unknown as {
        readonly initial: unknown
        readonly evolve: (state: unknown, event: AnyEvent) => unknown
        readonly events: { readonly codecs: ReadonlyMap<string, unknown> }
      }
      const types = [...events.codecs.keys()]
      let state = initial
      for (let cycle = 0; cycle < cycles; cycle++)
        for (const type of typesOf(types, cycle)) state = evolve(state, eventOf(type, cycle))

      const known = new Set<object>()
      countNewSlots(state, known)
      const slots = new Map<string, number>()
      for (let cycle = cycles; cycle < cycles + measuredCycles; cycle++)
        for (const type of typesOf(types, cycle)) {
          const event = eventOf(type, cycle)
          state = evolve(state, event)
          slots.set(type, (slots.get(type) ?? 0) + countNewSlots(state, known))
        }
      expect([...slots].filter(([, count]) => count / measuredCycles > maxSlots)).toEqual([])
    },
  )

  it('would be found to copy a list that grows', () => {
    const known = new Set<object>()
    const list = Array.from({ length: cycles }, (_, i) => `${i}`)
    countNewSlots({ list }, known)
    expect(countNewSlots({ list: [...list, 'one more'] }, known)).toBeGreaterThan(maxSlots)
    expect(countNewSlots({ list: new Set([...list, 'one more']) }, known)).toBeGreaterThan(maxSlots)
  })
})

/** Streams begin once; everything else repeats with other ids. */
const typesOf = (types: readonly string[], cycle: number) =>
  cycle === 0 ? types : types.filter((type) => type !== 'ReviewSubmitted')

const eventOf = (type: string, cycle: number): AnyEvent => ({ type, data: withOtherIds(sampleOf(type) ?? {}, cycle) })

/** The ids of things inside the aggregate, such as `flagId`, belong to the cycle. */
const withOtherIds = (data: Readonly<Record<string, unknown>>, cycle: number): unknown =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (name === 'number') return [name, cycle]
      if (Array.isArray(value)) return [name, value.map((item: unknown) => withCycle(item, cycle))]
      return [name, /Id$|^code$/.test(name) ? withCycle(value, cycle) : value]
    }),
  )

const withCycle = (value: unknown, cycle: number) => (typeof value === 'string' ? `${value}-${cycle}` : value)

/** Fields and elements of the objects reachable from `value` that are not known yet; knows them from then on. */
const countNewSlots = (value: unknown, known: Set<object>): number => {
  const open: unknown[] = [value]
  let slots = 0
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next !== 'object' || next === null || known.has(next)) continue
    known.add(next)
    const parts = next instanceof Map || next instanceof Set ? [...next] : Object.values(next)
    slots += parts.length
    open.push(...parts)
  }
  return slots
}
