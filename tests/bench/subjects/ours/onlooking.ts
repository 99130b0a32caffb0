import { setTimeout as pause } from 'node:timers/promises'
import { projections } from '../../../../projections/all.ts'
import { awaitedProjections } from '../../../../infrastructure/projections/wait-for.ts'
import { stopwatch } from '../../statistics.ts'
import { readingOf } from './projecting.ts'
import { right, type Surroundings } from './surroundings.ts'

export interface Onlooking {
  /** Events of this type are waited for, in this read model and in all. */
  readonly type: string
  readonly row: string
}

const names = Object.values(projections).map(({ name }) => name)

/** From when an event came out of the log until the read models, kept by somebody else, have it. */
export const onlooking = (ours: Surroundings) => {
  const looking = { seen: 0, row: stopwatch(), all: stopwatch(), leave: new AbortController(), done: Promise.resolve() }

  const look = async ({ type, row }: Onlooking, from: string | null, until: AbortSignal) => {
    const reading = readingOf(ours)
    const { waitFor } = awaitedProjections(reading)
    const shown = async (position: string, which: readonly string[], watch: ReturnType<typeof stopwatch>) => {
      const began = performance.now()
      const reached = await waitFor(which, position, 60_000)
      if (reached.type === 'Behind') throw new Error(`behind: ${JSON.stringify(reached.progress)}`)
      watch.record(performance.now() - began)
    }
    const waiting: Promise<void>[] = []
    for await (const page of ours.store.subscribe(from, until))
      for (const { position } of page.filter((event) => event.type === type)) {
        looking.seen++
        waiting.push(shown(position, [row], looking.row), shown(position, names, looking.all))
      }
    await Promise.all(waiting)
    await reading.close()
  }

  return {
    onlook: async (order: Onlooking) => {
      const head = right(await ours.store.head()())
      Object.assign(looking, { seen: 0, row: stopwatch(), all: stopwatch(), leave: new AbortController() })
      looking.done = look(order, head, looking.leave.signal)
      looking.done.catch(() => undefined)
    },
    /** When so many events have come. */
    onlooked: async ({ events }: { readonly events: number }) => {
      for (const until = performance.now() + 60_000; looking.seen < events && performance.now() < until;)
        await pause(20)
      looking.leave.abort()
      await looking.done
      return { events: looking.seen, row: looking.row.read(), all: looking.all.read() }
    },
  }
}
