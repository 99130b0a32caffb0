import { describe, expect, it } from 'vitest'
import { compareStates, shownState } from '../../../application/audit/stream-states.ts'
import { OrderedMap, PersistentMap, PersistentSet } from '../../../domain/kernel/collections.ts'

/** As `sealedPlaceholder` writes it. */
const sealedText = (subject: string) => `\0${subject}\0`
const changesOf = (before: unknown, after: unknown) => compareStates(before, after).changes

describe('a state as auditors see it', () => {
  it('has objects for maps and sets, and says whose text is sealed', () => {
    const state = {
      name: sealedText('ana'),
      tags: [sealedText('bea')],
      flags: OrderedMap([[7, { open: true }]]),
      ids: PersistentSet(['one']),
      [`phone ${sealedText('ana')}`]: null,
    }
    expect(shownState(state)).toEqual({
      state: {
        name: { sealed: true, subject: 'ana' },
        tags: [{ sealed: true, subject: 'bea' }],
        flags: { 7: { open: true } },
        ids: { one: true },
        'phone (sealed)': null,
      },
      omitted: 0,
    })
  })

  it('may be a text, a set or nothing', () => {
    expect([sealedText('ana'), PersistentSet(['one']), null, 4].map((state) => shownState(state).state)).toEqual([
      { sealed: true, subject: 'ana' },
      { one: true },
      null,
      4,
    ])
  })

  it('has at most twenty thousand entries, of each collection the newest thousand', () => {
    const lists = Array.from({ length: 30 }, () => OrderedMap(Array.from({ length: 1_100 }, (_, n) => [`k${n}`, n])))
    const { state, omitted } = shownState(lists)
    const [first = {}] = state as readonly object[]
    expect([Object.keys(first).length, Object.keys(first)[0]]).toEqual([1_000, 'k100'])
    const shown = (state as readonly object[]).reduce((sum, list) => sum + Object.keys(list).length, 0)
    expect([shown + 30, shown + omitted]).toEqual([20_000, 33_000])
  })
})

describe('the difference between two states', () => {
  it('escapes the names in its pointers as RFC 6901 says', () => {
    const before = PersistentMap<string, unknown>([['a/b', { 'c~d': [1, 2] }]])
    const after = before.set('a/b', { 'c~d': [1, 3, 4] })
    expect(changesOf(before, after)).toEqual([
      { path: '/a~1b/c~0d/1', before: 2, after: 3 },
      { path: '/a~1b/c~0d/2', before: null, after: 4 },
    ])
  })

  it('is the whole state where its kind changes, and nothing between equal states', () => {
    expect(changesOf({ status: 'NONE' }, 'x')).toEqual([{ path: '', before: { status: 'NONE' }, after: 'x' }])
    expect(changesOf({ a: [{ b: 1 }] }, { a: [{ b: 1 }] })).toEqual([])
    expect(changesOf({ a: null }, { a: PersistentSet(['x']) })).toEqual([
      { path: '/a', before: null, after: { x: true } },
    ])
  })

  it('shows sealed text as sealed, also in pointers', () => {
    const before = { byHash: OrderedMap([[`phone ${sealedText('ana')}`, { until: null }]]) }
    const after = { byHash: OrderedMap([[`phone ${sealedText('ana')}`, { until: sealedText('ana') }]]) }
    expect(changesOf(before, after)).toEqual([
      { path: '/byHash/phone (sealed)/until', before: null, after: { sealed: true, subject: 'ana' } },
    ])
  })
})
