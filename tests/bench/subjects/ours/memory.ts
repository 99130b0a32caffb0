import { closedLoop } from '../../load.ts'
import { rise } from '../../statistics.ts'
import { docOf, newStream } from '../../workload.ts'
import { newEvent, right, store, type Surroundings } from './surroundings.ts'

const eventsAnAppend = 10
/** What the garbage collector leaves and takes from second to second must not count. */
const samples = 2_000

export const memory = (ours: Surroundings) => ({
  /** So many events appended and, at the same time, consumed: how much memory rises meanwhile, in MB. */
  endure: async ({ events }: { readonly events: number }) => {
    const leaving = new AbortController()
    const points: [number, number][] = []
    const head = right(await ours.store.head()())
    const consume = async () => {
      let consumed = 0
      for await (const page of ours.store.subscribe(head, leaving.signal)) {
        consumed += page.length
        if (consumed >= (events * points.length) / samples)
          points.push([consumed, process.memoryUsage().rss / 1_048_576])
        if (consumed >= events) return consumed
      }
      return consumed
    }
    const consuming = consume()
    const appended = await closedLoop(16, { operations: events / eventsAnAppend }, (nth) =>
      store(
        ours,
        newStream(),
        'none',
        Array.from({ length: eventsAnAppend }, (_, n) => newEvent(docOf(nth * eventsAnAppend + n, 1_000))),
      ),
    )
    const consumed = await consuming
    leaving.abort()
    return { consumed, failed: appended.failed, riseMb: rise(points), lastMb: points.at(-1)?.[1] ?? 0 }
  },
})
