import { createRequire } from 'node:module'
import { closedLoop, deliveryTimer, preparedLoop } from '../load.ts'
import { serveTasks, startOptions } from '../subject.ts'
import { type Doc, docOf, evolveDoc, meta, newId, newStream, reviewOf } from '../workload.ts'
import type { AppendOrder, CommandOrder, DeliveryOrder } from './event-store/log-tasks.ts'

/** The parts of emmett 0.42 used here; it is installed in `peers/`, where the compiler does not see its types. */
export interface EmmettEvent {
  readonly type: string
  readonly data: unknown
  readonly metadata?: unknown
}

export interface Consumer {
  readonly reactor: (options: {
    readonly processorId: string
    readonly startFrom?: 'BEGINNING' | 'END'
    readonly eachMessage: (event: EmmettEvent) => Promise<void>
  }) => unknown
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface EmmettStore {
  readonly appendToStream: (
    stream: string,
    events: readonly EmmettEvent[],
    options: { readonly expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' | 'NO_CONCURRENCY_CHECK' },
  ) => Promise<unknown>
  readonly consumer: () => Consumer
  readonly schema: { readonly migrate: () => Promise<unknown> }
  readonly close: () => Promise<void>
}

type Decide<S> = (state: S) => EmmettEvent
interface Emmett {
  readonly CommandHandler: <S>(options: {
    readonly evolve: (state: S, event: never) => S
    readonly initialState: () => S
  }) => (store: EmmettStore, id: string, decide: Decide<S>) => Promise<{ readonly nextExpectedStreamVersion: bigint }>
}

interface EmmettPostgres {
  readonly getPostgreSQLEventStore: (
    url: string,
    options: { readonly connectionOptions: { readonly pool: unknown } },
  ) => EmmettStore
  readonly pongoMultiStreamProjection: <S>(options: {
    readonly collectionName: string
    readonly canHandle: readonly string[]
    readonly getDocumentId: (event: never) => string
    readonly evolve: (doc: S | null, event: never) => S
  }) => unknown
  readonly rebuildPostgreSQLProjections: (options: {
    readonly connectionString: string
    readonly pulling: { readonly batchSize: number }
    readonly projections: readonly unknown[]
  }) => { readonly start: () => Promise<void>; readonly close: () => Promise<void> }
}

interface Postgres {
  readonly Pool: new (options: { readonly connectionString: string; readonly max: number }) => {
    readonly end: () => Promise<void>
    readonly on: (event: 'error', listener: () => void) => void
  }
}

const peers = createRequire(new URL('../peers/package.json', import.meta.url))
const emmett = peers('@event-driven-io/emmett') as Emmett
const emmettPostgres = peers('@event-driven-io/emmett-postgresql') as EmmettPostgres
const { Pool } = peers('pg') as Postgres

const { url, pool: max } = startOptions() as { readonly url: string; readonly pool: number }
const pool = new Pool({ connectionString: url, max })
pool.on('error', () => undefined)
const store = emmettPostgres.getPostgreSQLEventStore(url, { connectionOptions: { pool } })
await store.schema.migrate()

const acknowledged = { events: 0 }
const newEvent = (docId: string, metadata: unknown = meta): EmmettEvent => ({ ...reviewOf(docId), metadata })
const append = async (stream: string, events: readonly EmmettEvent[]) => {
  await store.appendToStream(stream, events, { expectedStreamVersion: 'STREAM_DOES_NOT_EXIST' })
  acknowledged.events += events.length
}
const requestMeta = () => ({
  correlationId: newId(),
  causationId: null,
  actor: { id: 'account-0000001', role: 'client' },
  occurredAt: '2026-11-20T10:00:00.000Z',
  v: 1,
})

const emmettTasks = {
  append: ({ callers, events, extent }: AppendOrder) =>
    preparedLoop(callers, extent, (nth) => {
      const all = Array.from({ length: events }, () => newEvent(docOf(nth, 1_000)))
      const stream = newStream()
      return () => append(stream, all)
    }),

  fill: async ({ events, docs }: { readonly events: number; readonly docs: number }) => {
    const size = Math.min(100, events)
    const filled = await closedLoop(8, { operations: Math.ceil(events / size) }, (nth) => {
      const count = Math.min(size, events - nth * size)
      return append(
        newStream(),
        Array.from({ length: count }, (_, n) => newEvent(docOf(nth * size + n, docs))),
      )
    })
    if (filled.failed > 0) throw new Error(filled.firstError ?? 'the log could not be filled')
    return filled.operations
  },

  /** Uses emmett's consumer and reactor with their defaults. */
  measureDelivery: async ({ perSecond, events }: DeliveryOrder) => {
    const timer = deliveryTimer(1)
    const idOf = ({ data }: EmmettEvent) => (data as { readonly reviewId: string }).reviewId
    const consumer = store.consumer()
    consumer.reactor({
      processorId: `bench-${newId()}`,
      startFrom: 'END',
      eachMessage: (event) => Promise.resolve(timer.delivered(idOf(event))),
    })
    const running = consumer.start()
    const latency = await timer.measure(perSecond, events, async () => {
      const event = newEvent('doc-0000001')
      const received = timer.start(idOf(event))
      await append(newStream(), [event])
      await received
    })
    await consumer.stop()
    await running
    return latency
  },

  command: async ({ callers, commands, past }: CommandOrder) => {
    const ids = Array.from({ length: commands }, newId)
    const filled = await closedLoop(16, { operations: commands }, (nth) =>
      append(
        `review-${ids[nth]}`,
        Array.from({ length: past }, () => newEvent('doc-0000001')),
      ),
    )
    if (filled.failed > 0) throw new Error(filled.firstError ?? 'the streams could not be filled')
    const handle = emmett.CommandHandler<Doc | null>({ evolve: evolveDoc, initialState: () => null })
    const measured = await closedLoop(callers, { operations: commands }, async (nth) => {
      const { nextExpectedStreamVersion: version } = await handle(store, `review-${ids[nth]}`, (doc) => {
        if ((doc?.reviews ?? 0) >= 1_000) throw new Error('TooMany')
        return newEvent('doc-0000001', requestMeta())
      })
      if (version !== BigInt(past + 1)) throw new Error(`version ${version} instead of ${past + 1}`)
    })
    acknowledged.events += measured.operations
    return measured
  },

  /** Rebuilds Pongo documents in batches of 1,000, which is faster than the default of 100. */
  rebuild: async () => {
    const projection = emmettPostgres.pongoMultiStreamProjection<Doc>({
      collectionName: 'docs',
      canHandle: ['ReviewGiven'],
      getDocumentId: ({ data }: { readonly data: Doc }) => data.docId,
      evolve: evolveDoc,
    })
    const consumer = emmettPostgres.rebuildPostgreSQLProjections({
      connectionString: url,
      pulling: { batchSize: 1_000 },
      projections: [projection],
    })
    const from = performance.now()
    await consumer.start()
    const seconds = (performance.now() - from) / 1_000
    await consumer.close()
    return { seconds }
  },

  acknowledged: () => Promise.resolve(acknowledged.events),
}
export type EmmettTasks = typeof emmettTasks

serveTasks(emmettTasks, async () => {
  await store.close()
  await pool.end()
})
