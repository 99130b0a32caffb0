import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openLoop } from './load.ts'
import { stopwatch, type Latency } from './statistics.ts'

/** How long handlers wait for what was appended; several may have to see the same event. */
export interface Sighting {
  /** An append of this event begins; resolves when every handler has seen it. */
  readonly begin: (id: string) => Promise<void>
  readonly seen: (id: string) => void
  /** So many appends a second, once all handlers are known to listen; `give` appends and resolves when all have seen it. */
  readonly watch: (perSecond: number, events: number, give: () => Promise<void>) => Promise<Latency>
}

export const sighting = (handlers: number): Sighting => {
  const begun = new Map<string, { readonly from: number; left: number; readonly all: () => void }>()
  let stopped = stopwatch()

  return {
    begin: (id) =>
      new Promise((all) => {
        begun.set(id, { from: performance.now(), left: handlers, all })
      }),
    seen: (id) => {
      const one = begun.get(id)
      if (one === undefined) return
      stopped.record(performance.now() - one.from)
      if (--one.left > 0) return
      begun.delete(id)
      one.all()
    },
    watch: async (perSecond, events, give) => {
      for (let listening = false; !listening;)
        listening = await Promise.race([give().then(() => true), pause(2_000, false)])
      stopped = stopwatch()
      await openLoop(perSecond, events, async () => {
        // In step with nobody's polling.
        await pause(randomInt(Math.ceil(500 / perSecond) + 1))
        await give()
      })
      return stopped.read()
    },
  }
}
