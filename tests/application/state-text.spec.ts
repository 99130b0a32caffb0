import { describe, expect, it } from 'vitest'
import { readState, writeState } from '../../application/state-text.ts'
import { OrderedMap, PersistentMap, PersistentSet } from '../../domain/kernel/collections.ts'

describe('a state written as text', () => {
  it('comes back with its collections, in order', () => {
    const state = {
      list: ['a', { deep: PersistentSet(['x']) }],
      ordered: OrderedMap<string, number>([
        ['b', 1],
        ['a', 2],
      ]).set('c', 3),
      byId: PersistentMap<string, object>([['a', { count: 1, none: null }]]),
    }
    const read = readState(writeState(state) ?? '') as typeof state
    expect(read).toEqual(state)
    expect([...read.ordered.keys()]).toEqual(['b', 'a', 'c'])
    expect(read.byId.set('b', { count: 2, none: null }).size).toBe(2)
  })

  it.each([
    ['a native map', { at: new Map() }],
    ['a native set', PersistentMap({ a: new Set() })],
    ['a date', [new Date(0)]],
    ['undefined', { at: undefined }],
    ['a fraction that is no number', Number.NaN],
    ['a field that looks like a collection', { $: 'map', parts: [] }],
  ])('is not written if it would come back changed: %s', (_, state) => expect(writeState(state)).toBeNull())

  it('leaves the state as it is', () => {
    const state = { list: [PersistentSet(['x'])] }
    writeState(state)
    expect(state).toEqual({ list: [PersistentSet(['x'])] })
  })
})
