import { afterAll, expect, it } from 'vitest'
import type { EventStore } from '../../application/ports/event-store.ts'
import { E, TE } from '../../domain/kernel/fp.ts'
import { readingLies } from '../contract/event-store/reading-liars.ts'
import { type Lie, writingLies } from '../contract/event-store/writing-liars.ts'
import { testDatabase } from '../support/database.ts'
import { contention } from './contention.ts'
import { idempotency } from './idempotency.ts'
import { openTransactions } from './open-transactions.ts'
import { ordering } from './ordering.ts'
import { memoryTestStore, postgresTestStore, type TestStore } from './stores.ts'
import type { TrialResult } from './trial.ts'

const database = await testDatabase()
afterAll(database.drop)

const withLie = <G extends TestStore>(testStore: G, lie: Lie): G => {
  const open = (): EventStore => {
    const honest = testStore.open()
    return { ...honest, ...lie(honest) }
  }
  return { ...testStore, open }
}

const isFaulty = (verdict: Promise<TrialResult>): Promise<boolean> =>
  verdict.then(
    ({ faults }) => faults.length > 0,
    () => true,
  )

const smallTrials = {
  R5: (testStore: TestStore) => contention(testStore, { writers: 8, appends: 4, stores: 2 }),
  R6: (testStore: TestStore) => idempotency(testStore, { streams: 6, appends: 4, otherEvents: 50 }),
  R7: (testStore: TestStore) => ordering(testStore, { writers: 8, appends: 6 }),
} as const

it.each(Object.entries(smallTrials))('%s: an honest store passes', async (_, trial) =>
  expect((await trial(memoryTestStore())).faults).toEqual([]),
)

it.each([
  ['R5', 'stores nothing'],
  ['R5', 'refuses `any` in races'],
  ['R5', 'counts from zero'],
  ['R5', 'returns every event twice'],
  ['R6', 'forgets earlier appends'],
  ['R6', 'forgets appends without a version'],
  ['R6', 'stores repeated appends again'],
  ['R6', 'forgets an append once later ones follow'],
  ['R6', 'accepts part of an append as a repeat'],
  ['R7', 'repeats the event at the requested position'],
  ['R7', 'skips an event between two pages'],
  ['R7', 'reorders the events it reads'],
  ['R7', 'sends subscribers every event twice'],
  ['R7', 'sends subscribers pages in reverse'],
  ['R7', 'ends a subscription after its first page'],
] as const)('%s: a store that %s is detected', async (which, liar) => {
  const lie = { ...writingLies, ...readingLies }[liar]
  if (lie === undefined) throw new Error(`no lie ${liar}`)
  expect(await isFaulty(smallTrials[which](withLie(memoryTestStore(), lie)))).toBe(true)
})

it('R8: a store that hides events while older transactions are open is detected', async () => {
  const testStore = await postgresTestStore(database.url)
  const hidesRecentEvents: Lie = (honest) => ({
    readAll: (after, limit) =>
      TE.chain(() => async () => {
        const [first] = await testStore.run<{ position: string | null }>(
          `select max(position) as position from log.events where xmin::text::bigint < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
        )
        const page = await honest.readAll(after, limit)()
        return E.map((events: readonly { readonly position: string }[]) =>
          events.filter(({ position }) => Number(position) <= Number(first?.position ?? 0)),
        )(page) as typeof page
      })(TE.right(undefined)),
  })
  expect(await isFaulty(openTransactions(withLie(testStore, hidesRecentEvents), database.url, { openFor: 0 }))).toBe(
    true,
  )
  await testStore.close()
})
