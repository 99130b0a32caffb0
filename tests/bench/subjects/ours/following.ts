import { sighting } from '../../sighting.ts'
import { newStream } from '../../workload.ts'
import { newEvent, right, store, type Surroundings } from './surroundings.ts'

export interface Seeing {
  readonly subscribers: number
  readonly perSecond: number
  readonly events: number
}

export const following = (ours: Surroundings) => ({
  /** How long after an append began each subscriber's handler had its event. */
  see: async ({ subscribers, perSecond, events }: Seeing) => {
    const leaving = new AbortController()
    const sight = sighting(subscribers)
    const head = right(await ours.store.head()())
    const follow = async () => {
      for await (const page of ours.store.subscribe(head, leaving.signal)) for (const { id } of page) sight.seen(id)
    }
    const following = Promise.all(Array.from({ length: subscribers }, follow))
    const give = async () => {
      const event = newEvent('doc-0000001')
      const seen = sight.begin(event.id)
      await store(ours, newStream(), 'none', [event])
      await seen
    }
    const latency = await sight.watch(perSecond, events, give)
    leaving.abort()
    await following
    return latency
  },

  /** From the start of the log to its end by a handler that does nothing. */
  catchUp: async () => {
    const end = right(await ours.store.head()())
    const leaving = new AbortController()
    let events = 0
    const from = performance.now()
    for await (const page of ours.store.subscribe(null, leaving.signal)) {
      events += page.length
      if (page.at(-1)?.position === end) break
    }
    const seconds = (performance.now() - from) / 1_000
    leaving.abort()
    return { events, rate: events / seconds }
  },
})
