import { contention, type ContentionSize } from './contention.ts'
import { idempotency, type IdempotencySize } from './idempotency.ts'
import { openTransactions, type OpenTransactionsSize } from './open-transactions.ts'
import { ordering, type OrderingSize, orderingWithDelays } from './ordering.ts'
import { eventStoreDbTestStore, memoryTestStore, type PostgresTestStore, type TestStore } from './stores.ts'
import type { TrialResult } from './trial.ts'

export interface SuiteSizes {
  /** `rivals`: two processes that write to one stream of EventStoreDB, each by the version it knows. */
  readonly contention: Readonly<Record<'postgres' | 'memory' | 'eventStoreDb' | 'rivals', ContentionSize>>
  readonly repeats: Readonly<Record<'postgres' | 'memory' | 'eventStoreDb', IdempotencySize>>
  readonly order: Readonly<Record<'postgres' | 'memory' | 'eventStoreDb', OrderingSize>>
  readonly foreign: OpenTransactionsSize
}

const contentionSize = { writers: 64, appends: 1_000 }
const idempotencySize = { streams: 40, appends: 25 }
const million = 1_000_000

/** All of it takes four to six minutes. */
export const fullSizes: SuiteSizes = {
  contention: {
    postgres: { ...contentionSize, stores: 4 },
    memory: { ...contentionSize, stores: 1 },
    eventStoreDb: { ...contentionSize, stores: 1 },
    rivals: { ...contentionSize, appends: 100, stores: 2 },
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
  foreign: { openFor: 60_000 },
}

/** The same writers, readers and, on Postgres, numbers; less where it would take long. */
export const shortSizes: SuiteSizes = {
  contention: {
    ...fullSizes.contention,
    eventStoreDb: { ...contentionSize, appends: 100, stores: 1 },
    rivals: { ...contentionSize, appends: 20, stores: 2 },
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
  foreign: { openFor: 3_000 },
}

export interface SuiteResources {
  /** An empty log each time. */
  readonly postgres: () => Promise<PostgresTestStore>
  /** Another database beside them. */
  readonly elsewhere: string
}

/** By what they hold. The EventStoreDB adapter runs against our stand-in: it proves the adapter, not the real server. */
export const enduranceSuite = ({ postgres, elsewhere }: SuiteResources, size: SuiteSizes) => {
  const grounds = { postgres, memory: () => Promise.resolve(memoryTestStore()), eventStoreDb: eventStoreDbTestStore }
  const r5 = 'R5: 64 writers to one stream with `any` are never refused, and no version is missing'
  const r6 = 'R6: sent again one to three times, immediately and after many other events'
  const restarted = `${r6}, and after a restart, an append is one append`
  const r7 = 'R7: with 32 writers at random intervals, four readers see each event once in order'
  return {
    [`${r5} (Postgres)`]: withStore(grounds.postgres, (ground) => contention(ground, size.contention.postgres)),
    [`${r5} (memory)`]: withStore(grounds.memory, (ground) => contention(ground, size.contention.memory)),
    [`${r5} (EventStoreDB)`]: withStore(grounds.eventStoreDb, (ground) =>
      contention(ground, size.contention.eventStoreDb),
    ),
    [`${r5} (EventStoreDB, two processes)`]: withStore(grounds.eventStoreDb, (ground) =>
      contention(ground, size.contention.rivals),
    ),
    [`${restarted} (Postgres)`]: withStore(grounds.postgres, (ground) => idempotency(ground, size.repeats.postgres)),
    [`${r6}, an append is one append (memory)`]: withStore(grounds.memory, (ground) =>
      idempotency(ground, size.repeats.memory),
    ),
    [`${restarted} (EventStoreDB)`]: withStore(grounds.eventStoreDb, (ground) =>
      idempotency(ground, size.repeats.eventStoreDb),
    ),
    [`${r7} (Postgres, which rests inside transactions too)`]: withStore(grounds.postgres, (ground) =>
      orderingWithDelays(ground, size.order.postgres),
    ),
    [`${r7} (memory)`]: withStore(grounds.memory, (ground) => ordering(ground, size.order.memory)),
    [`${r7} (EventStoreDB)`]: withStore(grounds.eventStoreDb, (ground) => ordering(ground, size.order.eventStoreDb)),
    'R8: open, idle and dumping transactions in this and another database delay nothing (Postgres)': withStore(
      grounds.postgres,
      (ground) => openTransactions(ground, elsewhere, size.foreign),
    ),
  }
}

const withStore =
  <G extends TestStore>(make: () => Promise<G>, trial: (ground: G) => Promise<TrialResult>) =>
  async (): Promise<TrialResult> => {
    const ground = await make()
    try {
      return await trial(ground)
    } finally {
      await ground.close()
    }
  }
