import { randomInt } from 'node:crypto'
import { openLoop } from '../../load.ts'
import { stopwatch } from '../../statistics.ts'
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
    const watch = stopwatch()
    const begun = new Map<string, number>()
    const head = right(await ours.store.head()())
    let seen = 0
    const all = Promise.withResolvers<void>()
    const follow = async () => {
      for await (const page of ours.store.subscribe(head, leaving.signal))
        for (const { id } of page) {
          const from = begun.get(id)
          if (from === undefined) continue
          watch.record(performance.now() - from)
          if (++seen === events * subscribers) all.resolve()
        }
    }
    const following = Promise.all(Array.from({ length: subscribers }, follow))
    await openLoop(perSecond, events, async () => {
      // Not in step with anybody's polling.
      await new Promise((resolve) => setTimeout(resolve, randomInt(Math.ceil(500 / perSecond) + 1)))
      const event = newEvent('doc-0000001')
      begun.set(event.id, performance.now())
      await store(ours, newStream(), 'none', [event])
    })
    await all.promise
    leaving.abort()
    await following
    return watch.read()
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
