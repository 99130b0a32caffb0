import { expect, it } from 'vitest'
import type { EventStoreFailure, Expected } from '../../../../application/ports/event-store.ts'
import { E } from '../../../../domain/kernel/fp.ts'
import type { PendingAppend } from '../../../../infrastructure/event-store/postgres/batch-composition.ts'
import { resolveConflicts } from '../../../../infrastructure/event-store/postgres/conflict-resolution.ts'
import { event } from '../../../contract/event-store/test-kit.ts'

/** Resolves conflicting appends against a log in which their stream ends at this version. */
const resolveAt = async (version: number, ...expectations: readonly Expected[]) => {
  const refused = new Map<number, EventStoreFailure>()
  const appends = expectations.map((expected, n): PendingAppend => ({
    stream: 'race',
    expected,
    events: [event()],
    answer: (outcome) => {
      if (E.isLeft(outcome)) refused.set(n, outcome.left)
    },
  }))
  const rows = appends.map(() => [version === 0 ? null : '7', String(version), null, null, null])
  const writable = await resolveConflicts(
    async () => rows,
    () => undefined,
    appends,
  )
  return { writable: writable.map((append) => appends.indexOf(append)), refused: Object.fromEntries(refused) }
}

it('neither of two appends for the same version is refused before the other is written', async () => {
  expect(await resolveAt(0, 0, 0)).toEqual({ writable: [0, 1], refused: {} })
})

it('the losing append is refused with the current version of the stream', async () => {
  const lost = { type: 'WrongVersion', expected: 0, actual: 3 }
  expect(await resolveAt(3, 0, 3)).toEqual({ writable: [1], refused: { 0: lost } })
})

it('a dependent append is written after its predecessor, and one that leaves a gap is refused', async () => {
  const gap = { type: 'WrongVersion', expected: 5, actual: 3 }
  expect(await resolveAt(3, 3, 4, 5, 7)).toMatchObject({ writable: [0, 1, 2], refused: { 3: { ...gap, expected: 7 } } })
  expect(await resolveAt(3, 5)).toEqual({ writable: [], refused: { 0: gap } })
})
