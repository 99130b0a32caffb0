import { closedLoop, preparedLoop } from '../load.ts'
import { sighting } from '../sighting.ts'
import { answer, setting } from '../subject.ts'
import { added, docOf, meta, newId, newStream, reviewOf, type Doc } from '../workload.ts'
import { emmett, emmettPostgres, Pool, type EmmettEvent } from './emmett/library.ts'
import type { Appends } from './ours/appending.ts'
import type { Commands } from './ours/commanding.ts'
import type { Seeing } from './ours/following.ts'

const { url, pool: max } = setting() as { readonly url: string; readonly pool: number }
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

const tasks = {
  append: ({ callers, events, extent }: Appends) =>
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
    if (filled.failed > 0) throw new Error(filled.complaint ?? 'the log could not be filled')
    return filled.operations
  },

  /** Its consumer and reactor as they come. */
  see: async ({ perSecond, events }: Seeing) => {
    const sight = sighting(1)
    const idOf = ({ data }: EmmettEvent) => (data as { readonly reviewId: string }).reviewId
    const consumer = store.consumer()
    consumer.reactor({
      processorId: `bench-${newId()}`,
      startFrom: 'END',
      eachMessage: (event) => Promise.resolve(sight.seen(idOf(event))),
    })
    const running = consumer.start()
    const latency = await sight.watch(perSecond, events, async () => {
      const event = newEvent('doc-0000001')
      const seen = sight.begin(idOf(event))
      await append(newStream(), [event])
      await seen
    })
    await consumer.stop()
    await running
    return latency
  },

  command: async ({ callers, commands, past }: Commands) => {
    const ids = Array.from({ length: commands }, newId)
    const filled = await closedLoop(16, { operations: commands }, (nth) =>
      append(
        `review-${ids[nth]}`,
        Array.from({ length: past }, () => newEvent('doc-0000001')),
      ),
    )
    if (filled.failed > 0) throw new Error(filled.complaint ?? 'the streams could not be filled')
    const handle = emmett.CommandHandler<Doc | null>({ evolve: added, initialState: () => null })
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

  /** Into Pongo documents, in batches of a thousand: at its default of a hundred it is slower. */
  rebuild: async () => {
    const projection = emmettPostgres.pongoMultiStreamProjection<Doc>({
      collectionName: 'docs',
      canHandle: ['ReviewGiven'],
      getDocumentId: ({ data }: { readonly data: Doc }) => data.docId,
      evolve: added,
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
export type EmmettTasks = typeof tasks

answer(tasks, async () => {
  await store.close()
  await pool.end()
})
