import { expect } from 'vitest'
import type { Expected } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { event, events, idsOf, ok, type Guarantees } from './test-kit.ts'

const exactExpectations: readonly (readonly [Expected, number])[] = [
  ['none', 0],
  [0, 0],
  [2, 2],
]
const looseExpectations: readonly (readonly [Expected, number])[] = [
  ['any', 0],
  ['any', 2],
  ['exists', 2],
]

/** R6: a repeated append returns its first result, because the first response may have been lost. */
export const repeating: Guarantees = {
  'R6: an append repeated immediately is stored once and returns the same result': async (store, stream) => {
    for (const [n, [expected, length]] of [...exactExpectations, ...looseExpectations].entries()) {
      const name = `${stream}-${n}`
      if (length > 0) await ok(store.append(name, 0, events(length)))
      const batch = events(3)
      const first = await ok(store.append(name, expected, batch))
      expect(await ok(store.append(name, expected, batch))).toEqual(first)
      expect(await ok(store.append(name, expected, batch))).toEqual(first)
      expect(await ok(store.read(name))).toHaveLength(length + 3)
    }
  },

  'R6: an append repeated after many others returns the same result': async (store, stream) => {
    for (const [n, [expected, length]] of [...exactExpectations, ...looseExpectations].entries()) {
      const name = `${stream}-${n}`
      if (length > 0) await ok(store.append(name, 0, events(length)))
      const batch = events(2)
      const first = await ok(store.append(name, expected, batch))
      await ok(store.append(name, length + 2, events(120)))
      for (let other = 0; other < 5; other++) await ok(store.append(`${stream}-other`, 'any', events(20)))
      expect(await ok(store.append(name, expected, batch))).toEqual(first)
      expect(await ok(store.read(name))).toHaveLength(length + 122)
    }
  },

  'R6: an append sent many times simultaneously is stored once': async (store, stream) => {
    for (const [n, [expected, length]] of [...exactExpectations, ...looseExpectations].entries()) {
      const name = `${stream}-${n}`
      if (length > 0) await ok(store.append(name, 0, events(length)))
      const batch = events(2)
      const answers = await Promise.all(Array.from({ length: 8 }, () => ok(store.append(name, expected, batch))))
      for (const answer of answers) expect(answer).toEqual(answers[0])
      expect(idsOf(await ok(store.read(name))).slice(length)).toEqual(idsOf(batch))
    }
  },

  'R6: simultaneous appends are recognised individually when repeated': async (store, stream) => {
    await ok(store.append(stream, 'none', events(2)))
    const batches = [1, 2, 3, 1].map(events)
    const appendAll = () => Promise.all(batches.map((batch) => ok(store.append(stream, 'any', batch))))
    const first = await appendAll()
    expect(await appendAll()).toEqual(first)
    for (const [n, batch] of batches.entries()) expect(await ok(store.append(stream, 'any', batch))).toEqual(first[n])
    expect(await ok(store.read(stream))).toHaveLength(9)
  },

  'R6: a repeated append is distinguished from a lost race, even simultaneously': async (store, stream) => {
    const winner = event()
    const first = await ok(store.append(stream, 0, [winner]))
    const [repeated, late] = await Promise.all([
      store.append(stream, 0, [winner])(),
      store.append(stream, 0, [event()])(),
    ])
    expect(repeated).toEqual(E.right(first))
    expect(late).toEqual(E.left({ type: 'WrongVersion', expected: 0, actual: 1 }))
    expect(await ok(store.read(stream))).toHaveLength(1)
  },

  'R6: an append that shares only some ids with the stream is neither new nor a replay': async (store, stream) => {
    for (const [n, [expected, length]] of [...exactExpectations, ...looseExpectations].entries()) {
      const name = `${stream}-${n}`
      if (length > 0) await ok(store.append(name, 0, events(length)))
      const [known, alsoKnown] = [event(), event()]
      await ok(store.append(name, expected, [known, alsoKnown]))
      const refusal = E.left({ type: 'IdsAlreadyUsed', stream: name })
      expect(await store.append(name, expected, [known, event()])()).toEqual(refusal)
      expect(await store.append(name, expected, [known, alsoKnown, event()])()).toEqual(refusal)
      expect(await ok(store.read(name))).toHaveLength(length + 2)
    }
  },
}
