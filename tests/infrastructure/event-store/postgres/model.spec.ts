import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { EventStore, Expected, NewEvent } from '../../../../application/ports/event-store.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import { memoryEventStore } from '../../../../infrastructure/event-store/memory/memory-event-store.ts'
import { everythingAfter, listen, ok, ownedBy } from '../../../contract/event-store/test-kit.ts'
import { logDatabase } from './log-database.ts'

/** The specification as a plain array of appended events. */
interface Model {
  readonly log: { readonly stream: string; readonly id: string; readonly data: string }[]
  readonly sent: {
    readonly stream: string
    readonly expected: Expected
    readonly events: readonly NewEvent[]
    readonly version: number
  }[]
}

interface Real {
  readonly store: EventStore
  /** Separates the streams of this run from those of others. */
  readonly prefix: string
  readonly start: string | null
}

type Step = fc.AsyncCommand<Model, Real>
const eventsOf = (model: Model, stream: string) => model.log.filter((logged) => logged.stream === stream)

const appendStep = (stream: string, expected: Expected, events: readonly NewEvent[]): Step => ({
  check: ({ log }) => events.every(({ id }) => log.every((logged) => logged.id !== id)),
  run: async (model, { store, prefix }) => {
    const actual = eventsOf(model, stream).length
    const fits = { none: actual === 0, exists: actual > 0, any: true }
    const outcome = await store.append(prefix + stream, expected, events)()
    if (!(typeof expected === 'number' ? expected === actual : fits[expected]))
      return expect(outcome).toEqual(E.left({ type: 'WrongVersion', expected, actual }))
    const version = actual + events.length
    expect(outcome).toMatchObject({ right: { version } })
    model.log.push(...events.map(({ id, data }) => ({ stream, id, data })))
    model.sent.push({ stream, expected, events, version })
  },
  toString: () => `append ${events.length} to ${stream} expecting ${expected}`,
})

const repeatStep = (index: number): Step => ({
  check: ({ sent }) => sent.length > 0,
  run: async ({ sent }, { store, prefix }) => {
    const append = sent[index % sent.length]
    if (append === undefined) return
    const { version, position } = await ok(store.append(prefix + append.stream, append.expected, append.events))
    expect(version).toBe(append.version)
    expect((await ok(store.read(prefix + append.stream, version)))[0]?.position).toBe(position)
  },
  toString: () => `repeat append ${index}`,
})

const readStep = (stream: string, from: number): Step => ({
  check: () => true,
  run: async (model, { store, prefix }) => {
    const read = await ok(store.read(prefix + stream, from))
    const kept = eventsOf(model, stream).map(({ id, data }, n) => ({ id, data, version: n + 1 }))
    expect(read.map(({ id, data, version }) => ({ id, data, version }))).toEqual(kept.slice(from - 1))
  },
  toString: () => `read ${stream} from ${from}`,
})

const withoutPrefix = (
  prefix: string,
  events: readonly { readonly stream: string; readonly id: string; readonly data: string }[],
) => events.map(({ stream, id, data }) => ({ stream: stream.replace(prefix, ''), id, data }))

const readAllStep = (limit: number): Step => ({
  check: () => true,
  run: async ({ log }, { store, prefix, start }) => {
    expect(withoutPrefix(prefix, ownedBy(prefix, await everythingAfter(store, start, limit)))).toEqual(log)
  },
  toString: () => `read all by ${limit}`,
})

const subscribeStep = (): Step => ({
  check: () => true,
  run: async ({ log }, { store, prefix, start }) => {
    const follower = listen(store, prefix, start)
    await follower.until(log.length)
    expect(withoutPrefix(prefix, await follower.stop())).toEqual(log)
  },
  toString: () => 'subscribe',
})

const stream = fc.constantFrom('a', 'b', 'c')
const newEvent = fc.record({
  id: fc.uuid(),
  type: fc.constantFrom('Opened', 'Changed', 'Closed'),
  data: fc.json(),
  meta: fc.json(),
})
const expectation = fc.oneof(fc.constantFrom<Expected>('none', 'exists', 'any'), fc.nat(6))
const steps = fc.commands(
  [
    fc
      .tuple(stream, expectation, fc.array(newEvent, { minLength: 1, maxLength: 4 }))
      .map((appendArgs) => appendStep(...appendArgs)),
    fc
      .tuple(stream, fc.constant('any' as const), fc.array(newEvent, { minLength: 1, maxLength: 2 }))
      .map((appendArgs) => appendStep(...appendArgs)),
    fc.nat(50).map(repeatStep),
    fc.tuple(stream, fc.integer({ min: 1, max: 6 })).map((appendArgs) => readStep(...appendArgs)),
    fc.integer({ min: 1, max: 9 }).map(readAllStep),
    fc.constant(subscribeStep()),
  ],
  { maxCommands: 40, size: 'max' },
)

const database = await logDatabase()
afterAll(database.drop)

describe('R1: the event store behaves like an array under any sequence of operations', () => {
  it.each([
    ['in memory', memoryEventStore(), 60],
    ['on Postgres', database.open(), 25],
  ])('%s', async (_, store, numRuns) => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(steps, async (commands) => {
        const start = await ok(store.head())
        const prefix = `run-${run++}-`
        await fc.asyncModelRun(() => ({ model: { log: [], sent: [] }, real: { store, prefix, start } }), commands)
      }),
      { numRuns },
    )
  })
})
