import { contention, type Contention } from './contention.ts'
import { orderOfDawdlers } from './dawdling.ts'
import { foreign, type Foreign } from './foreign.ts'
import { eventStoreDbGround, memoryGround, type Ground, type PostgresGround } from './ground.ts'
import { order, type Order } from './order.ts'
import { repeats, type Repeats } from './repeats.ts'
import type { Verdict } from './verdict.ts'

export interface Sizes {
  /** `rivals`: two processes that write to one stream of EventStoreDB, each by the version it knows. */
  readonly contention: Readonly<Record<'postgres' | 'memory' | 'eventStoreDb' | 'rivals', Contention>>
  readonly repeats: Readonly<Record<'postgres' | 'memory' | 'eventStoreDb', Repeats>>
  readonly order: Readonly<Record<'postgres' | 'memory' | 'eventStoreDb', Order>>
  readonly foreign: Foreign
}

const contended = { writers: 64, appends: 1_000 }
const repeated = { streams: 40, appends: 25 }
const million = 1_000_000

/** All of it takes four to six minutes. */
export const full: Sizes = {
  contention: {
    postgres: { ...contended, stores: 4 },
    memory: { ...contended, stores: 1 },
    eventStoreDb: { ...contended, stores: 1 },
    rivals: { ...contended, appends: 100, stores: 2 },
  },
  repeats: {
    postgres: { ...repeated, meanwhile: million },
    memory: { ...repeated, meanwhile: million },
    eventStoreDb: { ...repeated, meanwhile: million },
  },
  order: {
    postgres: { writers: 32, appends: 100 },
    memory: { writers: 32, appends: 1_000 },
    eventStoreDb: { writers: 32, appends: 100 },
  },
  foreign: { openFor: 60_000 },
}

/** The same writers, readers and, on Postgres, numbers; less where it would take long. */
export const short: Sizes = {
  contention: {
    ...full.contention,
    eventStoreDb: { ...contended, appends: 100, stores: 1 },
    rivals: { ...contended, appends: 20, stores: 2 },
  },
  repeats: {
    ...full.repeats,
    memory: { ...repeated, meanwhile: 100_000 },
    eventStoreDb: { ...repeated, appends: 10, meanwhile: 20_000 },
  },
  order: {
    postgres: { writers: 32, appends: 15 },
    memory: { writers: 32, appends: 40 },
    eventStoreDb: { writers: 32, appends: 5 },
  },
  foreign: { openFor: 3_000 },
}

export interface Surroundings {
  /** An empty log each time. */
  readonly postgres: () => Promise<PostgresGround>
  /** Another database beside them. */
  readonly elsewhere: string
}

/** By what they hold. The EventStoreDB adapter runs against our stand-in: it proves the adapter, not the real server. */
export const trials = ({ postgres, elsewhere }: Surroundings, size: Sizes) => {
  const grounds = { postgres, memory: () => Promise.resolve(memoryGround()), eventStoreDb: eventStoreDbGround }
  const r5 = 'R5: 64 writers to one stream with `any` are never refused, and no version is missing'
  const r6 = 'R6: sent again one to three times, immediately and after many other events'
  const restarted = `${r6}, and after a restart, an append is one append`
  const r7 = 'R7: with 32 writers at random intervals, four readers see each event once in order'
  return {
    [`${r5} (Postgres)`]: on(grounds.postgres, (ground) => contention(ground, size.contention.postgres)),
    [`${r5} (memory)`]: on(grounds.memory, (ground) => contention(ground, size.contention.memory)),
    [`${r5} (EventStoreDB)`]: on(grounds.eventStoreDb, (ground) => contention(ground, size.contention.eventStoreDb)),
    [`${r5} (EventStoreDB, two processes)`]: on(grounds.eventStoreDb, (ground) =>
      contention(ground, size.contention.rivals),
    ),
    [`${restarted} (Postgres)`]: on(grounds.postgres, (ground) => repeats(ground, size.repeats.postgres)),
    [`${r6}, an append is one append (memory)`]: on(grounds.memory, (ground) => repeats(ground, size.repeats.memory)),
    [`${restarted} (EventStoreDB)`]: on(grounds.eventStoreDb, (ground) => repeats(ground, size.repeats.eventStoreDb)),
    [`${r7} (Postgres, which rests inside transactions too)`]: on(grounds.postgres, (ground) =>
      orderOfDawdlers(ground, size.order.postgres),
    ),
    [`${r7} (memory)`]: on(grounds.memory, (ground) => order(ground, size.order.memory)),
    [`${r7} (EventStoreDB)`]: on(grounds.eventStoreDb, (ground) => order(ground, size.order.eventStoreDb)),
    'R8: open, idle and dumping transactions in this and another database delay nothing (Postgres)': on(
      grounds.postgres,
      (ground) => foreign(ground, elsewhere, size.foreign),
    ),
  }
}

const on =
  <G extends Ground>(make: () => Promise<G>, trial: (ground: G) => Promise<Verdict>) =>
  async (): Promise<Verdict> => {
    const ground = await make()
    try {
      return await trial(ground)
    } finally {
      await ground.close()
    }
  }
