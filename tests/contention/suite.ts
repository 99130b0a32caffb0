import { contention, type ContentionSize } from './contention.ts'
import { idempotency, type IdempotencySize } from './idempotency.ts'
import { openTransactions, type OpenTransactionsSize } from './open-transactions.ts'
import { ordering, type OrderingSize, orderingWithDelays } from './ordering.ts'
import { eventStoreDbTestStore, memoryTestStore, type PostgresTestStore, type TestStore } from './stores.ts'
import type { TrialResult } from './trial.ts'

export interface SuiteSizes {
  /** `competing`: two stores append to one EventStoreDB stream, each with the version it knows. */
  readonly contention: Readonly<Record<'postgres' | 'memory' | 'eventStoreDb' | 'competing', ContentionSize>>
  readonly repeats: Readonly<Record<'postgres' | 'memory' | 'eventStoreDb', IdempotencySize>>
  readonly order: Readonly<Record<'postgres' | 'memory' | 'eventStoreDb', OrderingSize>>
  readonly openTransactions: OpenTransactionsSize
}

const contentionSize = { writers: 64, appends: 1_000 }
const idempotencySize = { streams: 40, appends: 25 }
const million = 1_000_000

/** The full suite takes four to six minutes. */
export const fullSizes: SuiteSizes = {
  contention: {
    postgres: { ...contentionSize, stores: 4 },
    memory: { ...contentionSize, stores: 1 },
    eventStoreDb: { ...contentionSize, stores: 1 },
    competing: { ...contentionSize, appends: 100, stores: 2 },
  },
  repeats: {
    postgres: { ...idempotencySize, otherEvents: million },
    memory: { ...idempotencySize, otherEvents: million },
    eventStoreDb: { ...idempotencySize, otherEvents: million },
  },
  order: {
    postgres: { writers: 32, appends: 100 },
    memory: { writers: 32, appends: 1_000 },
    eventStoreDb: { writers: 32, appends: 100 },
  },
  openTransactions: { openFor: 60_000 },
}

/** The same numbers of writers and readers, with smaller sizes where the full ones take long. */
export const shortSizes: SuiteSizes = {
  contention: {
    ...fullSizes.contention,
    eventStoreDb: { ...contentionSize, appends: 100, stores: 1 },
    competing: { ...contentionSize, appends: 20, stores: 2 },
  },
  repeats: {
    ...fullSizes.repeats,
    memory: { ...idempotencySize, otherEvents: 100_000 },
    eventStoreDb: { ...idempotencySize, appends: 10, otherEvents: 20_000 },
  },
  order: {
    postgres: { writers: 32, appends: 15 },
    memory: { writers: 32, appends: 40 },
    eventStoreDb: { writers: 32, appends: 5 },
  },
  openTransactions: { openFor: 3_000 },
}

export interface SuiteResources {
  /** Creates an empty log. */
  readonly postgres: () => Promise<PostgresTestStore>
  /** Another database on the same server. */
  readonly otherDatabaseUrl: string
}

/** Trials by the guarantee they test. The EventStoreDB adapter runs against the stand-in, which proves the adapter only. */
export const contentionSuite = ({ postgres, otherDatabaseUrl }: SuiteResources, size: SuiteSizes) => {
  const testStores = { postgres, memory: () => Promise.resolve(memoryTestStore()), eventStoreDb: eventStoreDbTestStore }
  const r5 = 'R5: 64 writers to one stream with `any` are never refused, and no version is missing'
  const r6 = 'R6: sent again one to three times, immediately and after many other events'
  const restarted = `${r6}, and after a restart, an append is one append`
  const r7 = 'R7: with 32 writers at random intervals, four readers see each event once in order'
  return {
    [`${r5} (Postgres)`]: withStore(testStores.postgres, (testStore) =>
      contention(testStore, size.contention.postgres),
    ),
    [`${r5} (memory)`]: withStore(testStores.memory, (testStore) => contention(testStore, size.contention.memory)),
    [`${r5} (EventStoreDB)`]: withStore(testStores.eventStoreDb, (testStore) =>
      contention(testStore, size.contention.eventStoreDb),
    ),
    [`${r5} (EventStoreDB, two processes)`]: withStore(testStores.eventStoreDb, (testStore) =>
      contention(testStore, size.contention.competing),
    ),
    [`${restarted} (Postgres)`]: withStore(testStores.postgres, (testStore) =>
      idempotency(testStore, size.repeats.postgres),
    ),
    [`${r6}, an append is one append (memory)`]: withStore(testStores.memory, (testStore) =>
      idempotency(testStore, size.repeats.memory),
    ),
    [`${restarted} (EventStoreDB)`]: withStore(testStores.eventStoreDb, (testStore) =>
      idempotency(testStore, size.repeats.eventStoreDb),
    ),
    [`${r7} (Postgres, with delays inside transactions)`]: withStore(testStores.postgres, (testStore) =>
      orderingWithDelays(testStore, size.order.postgres),
    ),
    [`${r7} (memory)`]: withStore(testStores.memory, (testStore) => ordering(testStore, size.order.memory)),
    [`${r7} (EventStoreDB)`]: withStore(testStores.eventStoreDb, (testStore) =>
      ordering(testStore, size.order.eventStoreDb),
    ),
    'R8: open, idle and dumping transactions in this and another database delay nothing (Postgres)': withStore(
      testStores.postgres,
      (testStore) => openTransactions(testStore, otherDatabaseUrl, size.openTransactions),
    ),
  }
}

const withStore =
  <G extends TestStore>(make: () => Promise<G>, trial: (testStore: G) => Promise<TrialResult>) =>
  async (): Promise<TrialResult> => {
    const testStore = await make()
    try {
      return await trial(testStore)
    } finally {
      await testStore.close()
    }
  }
