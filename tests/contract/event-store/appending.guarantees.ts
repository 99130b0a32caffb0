import { expect } from 'vitest'
import type { Expected, NewEvent } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { type Check, event, events, everythingAfter, idsOf, ok, ownedBy, type Guarantees } from './test-kit.ts'

const everyExpectation: readonly Expected[] = ['none', 'exists', 'any', 0, 1, 2, 4, 5, 6, 99, Number.MAX_SAFE_INTEGER]

/** R3: a stream of this length accepts exactly the expectations in `matching`. */
const acceptsOnly =
  (length: number, ...matching: readonly Expected[]): Check =>
  async (store, stream) => {
    for (const expected of everyExpectation) {
      const name = `${stream}-${expected}`
      const existing = events(length)
      if (length > 0) await ok(store.append(name, 0, existing))
      const fresh = event()
      const outcome = await store.append(name, expected, [fresh])()
      const isMatching = matching.includes(expected)
      if (isMatching) expect(outcome).toMatchObject({ _tag: 'Right', right: { version: length + 1 } })
      else expect(outcome).toEqual(E.left({ type: 'WrongVersion', expected, actual: length }))
      expect(idsOf(await ok(store.read(name)))).toEqual(idsOf(isMatching ? [...existing, fresh] : existing))
    }
  }

const longText = 'x'.repeat(1_000_001)
/** R16: appends that no store accepts, by reason. */
const malformed = {
  'no event': () => [],
  'an id that is not a UUID': () => [{ ...event(), id: 'one' }],
  'an event without a type': () => [{ ...event(), type: '' }],
  'a type of 201 characters': () => [{ ...event(), type: 'T'.repeat(201) }],
  'a line break in a type': () => [{ ...event(), type: 'Hap\npened' }],
  'half a character in the data': () => [{ ...event(), data: '{"name":"\ud83d"}' }],
  'half a character in the metadata': () => [{ ...event(), meta: '{"name":"\ude00"}' }],
  'a NUL in the data': () => [{ ...event(), data: '{"name":"\0"}' }],
  'a NUL in the metadata': () => [{ ...event(), meta: '{"name":"\0"}' }],
  'a record separator in the data': () => [{ ...event(), data: '{"name":"\u001e"}' }],
  'a record separator in the metadata': () => [{ ...event(), meta: '{"name":"\u001e"}' }],
  'ten megabytes in one event': () => [{ ...event(), data: `{"x":"${longText.repeat(10)}"}` }],
  'more than a megabyte in one event': () => [{ ...event(), data: `{"x":"${longText}"}` }],
  'more than a megabyte in many events': () =>
    events(11).map((small) => ({ ...small, data: `{"x":"${longText.slice(0, 100_000)}"}` })),
  'more than a megabyte of two-byte characters': () => [{ ...event(), data: `"${'è'.repeat(500_001)}"` }],
  'the same id twice': () => {
    const first = event()
    return [first, { ...event(), id: first.id }]
  },
} satisfies Readonly<Record<string, () => readonly NewEvent[]>>

/** Sends a malformed append together with ninety-nine valid ones, which a store may write in the same batch. */
const isRefusedAlone =
  (make: () => readonly NewEvent[]): Check =>
  async (store, stream) => {
    const malformedEvents = make()
    const validEvents = events(99)
    const before = await ok(store.head())
    const outcomes = await Promise.all(
      [...validEvents.slice(0, 50), null, ...validEvents.slice(50)].map((valid, n) =>
        valid === null
          ? store.append(
              `${stream}-bad`,
              'none',
              malformedEvents.length > 0 ? [event(), ...malformedEvents] : malformedEvents,
            )()
          : store.append(`${stream}-${n}`, 'none', [valid])(),
      ),
    )
    expect(outcomes[50]).toMatchObject({ _tag: 'Left', left: { type: 'Malformed' } })
    expect(outcomes.filter(E.isRight)).toHaveLength(99)
    const stored = ownedBy(stream, await everythingAfter(store, before))
    expect(idsOf(stored).toSorted()).toEqual(idsOf(validEvents).toSorted())
    expect(new Set(stored.map((recorded) => recorded.stream)).size).toBe(99)
    expect(await ok(store.read(`${stream}-bad`))).toEqual([])
  }

const refusals: Guarantees = Object.fromEntries(
  Object.entries(malformed).map(([mistake, make]) => [
    `R16: an append with ${mistake} is refused alone: it stores nothing, and the ninety-nine others are stored`,
    isRefusedAlone(make),
  ]),
)

const everyMistake = (): readonly NewEvent[] => [
  ...malformed['a NUL in the data'](),
  ...malformed['half a character in the data'](),
  ...malformed['ten megabytes in one event'](),
  ...malformed['the same id twice'](),
]

export const appending: Guarantees = {
  'R3: a missing stream accepts matching expectations and refuses others': acceptsOnly(0, 'none', 'any', 0),
  'R3: a stream with one event accepts matching expectations and refuses others': acceptsOnly(1, 'exists', 'any', 1),
  'R3: a stream with five events accepts matching expectations and refuses others': acceptsOnly(5, 'exists', 'any', 5),
  ...refusals,
  'R16: an append with several mistakes is refused alone, and the ninety-nine others are stored':
    isRefusedAlone(everyMistake),
  'R16: an append that shares an id with a simultaneous one is refused alone': async (store, stream) => {
    const [shared, validEvents] = [event(), events(98)]
    const [first, second, ...others] = await Promise.all([
      store.append(stream, 'any', [shared, event()])(),
      store.append(stream, 'any', [shared, event()])(),
      ...validEvents.map((valid) => store.append(stream, 'any', [valid])()),
    ])
    expect([first, second].filter(E.isLeft)).toEqual([E.left({ type: 'IdsAlreadyUsed', stream })])
    expect(others.filter(E.isRight)).toHaveLength(98)
    const storedIds = idsOf(await ok(store.read(stream)))
    expect(storedIds).toHaveLength(100)
    expect(storedIds).toEqual(expect.arrayContaining([shared.id, ...idsOf(validEvents)]))
  },

  'versions start at one, and an append returns the version and position of its last event': async (store, stream) => {
    const first = await ok(store.append(stream, 0, [event()]))
    const second = await ok(store.append(stream, 1, events(3)))
    const read = await ok(store.read(stream))
    expect(read.map(({ version }) => version)).toEqual([1, 2, 3, 4])
    expect([first.version, second.version]).toEqual([1, 4])
    expect([first.position, second.position]).toEqual([read[0]?.position, read[3]?.position])
  },

  'one of twenty-four writers wins, on new and existing streams, and the others store nothing': async (
    store,
    stream,
  ) => {
    for (const expected of [0, 1, 2]) {
      const racingEvents = events(24)
      const outcomes = await Promise.all(racingEvents.map((racer) => store.append(stream, expected, [racer])()))
      const winners = racingEvents.filter((_, n) => outcomes.at(n)?._tag === 'Right')
      expect(winners).toHaveLength(1)
      for (const lost of outcomes.filter(E.isLeft))
        expect(lost).toEqual(E.left({ type: 'WrongVersion', expected, actual: expected + 1 }))
      const read = await ok(store.read(stream))
      expect(read).toHaveLength(expected + 1)
      expect(read.at(-1)?.id).toBe(winners[0]?.id)
    }
    expect(ownedBy(stream, await everythingAfter(store, null))).toHaveLength(3)
  },

  'R4: read-modify-write by several writers loses no update': async (store, stream) => {
    const writer = async (name: number) => {
      for (let [updates, attempts] = [0, 0]; updates < 3; attempts++) {
        if (attempts > 40) throw new Error('a writer never succeeds')
        const { length } = await ok(store.read(stream))
        const outcome = await store.append(stream, length, [{ ...event(name), data: `{"after":${length}}` }])()
        if (E.isRight(outcome)) updates++
        else expect(outcome.left.type).toBe('WrongVersion')
      }
    }
    await Promise.all([1, 2, 3, 4, 5, 6].map(writer))
    const read = await ok(store.read(stream))
    expect(read.map(({ data }) => data)).toEqual(Array.from({ length: 18 }, (_, n) => `{"after":${n}}`))
  },

  'new and existing streams are written simultaneously without interference': async (store, stream) => {
    const names = Array.from({ length: 30 }, (_, n) => `${stream}-${n}`)
    const isExisting = (n: number) => n % 3 > 0
    for (const [n, name] of names.entries()) if (isExisting(n)) await ok(store.append(name, 'none', events(2)))
    const answers = await Promise.all(
      names.map((name, n) =>
        ok(store.append(name, isExisting(n) ? ((['any', 2] as const)[n % 2] ?? 2) : 'none', events(2))),
      ),
    )
    for (const [n, name] of names.entries()) {
      const read = await ok(store.read(name))
      expect(read.map(({ version }) => version)).toEqual(isExisting(n) ? [1, 2, 3, 4] : [1, 2])
      expect(answers[n]).toEqual({ version: read.length, position: read.at(-1)?.position })
    }
  },

  'R5: with `any`, no append of many concurrent writers is refused, and no version is missing': async (
    store,
    stream,
  ) => {
    const batches = Array.from({ length: 64 }, (_, n) => events((n % 3) + 1))
    const answers = await Promise.all(batches.map((batch) => ok(store.append(stream, 'any', batch))))
    const read = await ok(store.read(stream))
    const total = batches.flat().length
    expect(read.map(({ version }) => version)).toEqual(Array.from({ length: total }, (_, n) => n + 1))
    for (const [n, batch] of batches.entries()) {
      const { version = 0, position } = answers.at(n) ?? {}
      expect(idsOf(read.slice(version - batch.length, version))).toEqual(idsOf(batch))
      expect(read[version - 1]?.position).toBe(position)
    }
  },

  'a refused append of several events stores none of them': async (store, stream) => {
    await ok(store.append(stream, 'none', events(2)))
    for (const expected of ['none', 1, 3] as const)
      expect(await store.append(stream, expected, events(3))()).toEqual(
        E.left({ type: 'WrongVersion', expected, actual: 2 }),
      )
    expect(await store.append(`${stream}-missing`, 'exists', events(3))()).toEqual(
      E.left({ type: 'WrongVersion', expected: 'exists', actual: 0 }),
    )
    expect(ownedBy(stream, await everythingAfter(store, null))).toHaveLength(2)
  },

  'an append of nearly a megabyte is stored': async (store, stream) => {
    const large = { ...event(), data: `{"x":"${longText.slice(0, 990_000)}"}` }
    await ok(store.append(stream, 'none', [large]))
    expect((await ok(store.read(stream)))[0]).toMatchObject(large)
  },
}
