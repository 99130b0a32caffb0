import { closedLoop, preparedLoop, type Extent } from '../../load.ts'
import { docOf, newStream } from '../../workload.ts'
import { newEvent, store, type Surroundings } from './surroundings.ts'

export interface Appends {
  readonly callers: number
  /** Of one append. */
  readonly events: number
  /** `own`: a new stream each append; `hot`: one stream for all, and no version named. */
  readonly streams: 'own' | 'hot'
  readonly extent: Extent
}

export const appending = (ours: Surroundings) => ({
  append: ({ callers, events, streams, extent }: Appends) =>
    preparedLoop(callers, extent, (nth) => {
      const all = Array.from({ length: events }, () => newEvent(docOf(nth, 1_000)))
      const stream = newStream()
      return () => (streams === 'own' ? store(ours, stream, 'none', all) : store(ours, 'review-hot', 'any', all))
    }),

  /** So many events of so many documents, their events mixed. */
  fill: async ({ events, docs }: { readonly events: number; readonly docs: number }) => {
    const size = Math.min(100, events)
    const filled = await closedLoop(8, { operations: Math.ceil(events / size) }, (nth) => {
      const count = Math.min(size, events - nth * size)
      const all = Array.from({ length: count }, (_, n) => newEvent(docOf(nth * size + n, docs)))
      return store(ours, newStream(), 'none', all)
    })
    if (filled.failed > 0) throw new Error(filled.complaint ?? 'the log could not be filled')
    return filled.operations
  },
})
