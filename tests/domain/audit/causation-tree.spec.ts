import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { causationTrees, maxCausationLevels, type WithConsequences } from '../../../domain/audit/causation-tree.ts'

interface Event {
  readonly id: string
  readonly causationId: string | null
}
const event = (id: string, causationId: string | null = null): Event => ({ id, causationId })

/** `a(b(c),d)` */
const outline = (trees: readonly WithConsequences<Event>[]): string =>
  trees.map(({ id, children }) => (children.length === 0 ? id : `${id}(${outline(children)})`)).join(',')

const flatten = (trees: readonly WithConsequences<Event>[]): readonly string[] =>
  trees.flatMap(({ id, children }) => [id, ...flatten(children)])
const levels = (trees: readonly WithConsequences<Event>[]): number =>
  Math.max(0, ...trees.map(({ children }) => 1 + levels(children)))

describe('what events led to (D-49)', () => {
  it('is below the event that caused it, in the order of the log', () => {
    const events = [event('a'), event('b', 'a'), event('c', 'b'), event('d', 'a'), event('e')]
    expect(outline(causationTrees(events))).toBe('a(b(c),d),e')
  })

  it('has a root for an event whose cause is elsewhere', () =>
    expect(outline(causationTrees([event('a', 'unknown'), event('b', 'a')]))).toBe('a(b)'))

  it('has no cycle if events name each other, or themselves, as their cause', () =>
    expect(outline(causationTrees([event('a', 'b'), event('b', 'a'), event('c', 'c')]))).toBe('a(b),c'))

  it('lists what is nested too deeply next to its cause, which it still names', () => {
    const chain = Array.from({ length: 5_000 }, (_, n) => event(String(n), n === 0 ? null : String(n - 1)))
    const trees = causationTrees(chain)
    expect(levels(trees)).toBe(maxCausationLevels)
    expect(flatten(trees)).toEqual(chain.map(({ id }) => id))
  })

  it('contains every event once, whatever causes they name', () =>
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 40 }), (causes) => {
        const events = causes.map((cause, n) => event(String(n), cause === 40 ? null : String(cause)))
        expect(flatten(causationTrees(events)).toSorted()).toEqual(events.map(({ id }) => id).toSorted())
      }),
    ))
})
