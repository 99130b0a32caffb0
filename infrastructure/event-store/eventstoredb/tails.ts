import type { NewEvent, Version } from '../../../application/ports/event-store.ts'
import type { Connection } from './connection.ts'
import type { Trace } from './messages.ts'
import { readStream, readStreamBack } from './reads.ts'

/** How a stream ends, as far as this process knows: its version, and where the ids of the last hour stand. */
export interface Tail {
  readonly version: Version
  readonly places: Map<string, Version>
}

/** A little more than the hour the port promises: clocks differ. */
const rememberedMs = 70 * 60_000
/** Events of a stream that are remembered however old they are. */
const pageSize = 1_000
const mostStreams = 1_000

export interface Tails {
  /** From memory, else from the server. */
  readonly of: (stream: string) => Promise<Tail>
  /** After a lost race: reads on from where this process stood. */
  readonly catchUp: (stream: string, tail: Tail, actual: Version) => Promise<void>
  readonly add: (stream: string, tail: Tail, version: Version, events: readonly NewEvent[]) => void
  readonly forget: (stream: string) => void
}

export const tails = (connection: Connection): Tails => {
  const known = new Map<string, Tail>()

  const keep = (stream: string, version: Version, places: Map<string, Version>): Tail => {
    const tail = { version, places }
    known.delete(stream)
    known.set(stream, tail)
    for (const oldest of known.keys()) {
      if (known.size <= mostStreams) break
      known.delete(oldest)
    }
    return tail
  }

  return {
    of: async (stream) => known.get(stream) ?? keep(stream, ...(await readTail(connection, stream))),
    catchUp: async (stream, { version, places }, actual) => {
      const news = await readStream(connection, stream, version + 1)
      for (const one of news) places.set(one.id, one.version)
      keep(stream, Math.max(actual, news.at(-1)?.version ?? 0), places)
    },
    add: (stream, { places }, version, events) => {
      const before = version - events.length
      for (const [n, { id }] of events.entries()) places.set(id.toLowerCase(), before + n + 1)
      keep(stream, version, places)
    },
    forget: (stream) => known.delete(stream),
  }
}

const readTail = async (connection: Connection, stream: string): Promise<[Version, Map<string, Version>]> => {
  const recent: Trace[] = []
  for (let below: Version | null = null; ;) {
    const page = await readStreamBack(connection, stream, below, pageSize)
    recent.push(...page)
    const oldest = page.at(-1)
    if (!oldest || page.length < pageSize || oldest.createdAt < Date.now() - rememberedMs) break
    below = oldest.version
  }
  return [recent[0]?.version ?? 0, new Map(recent.toReversed().map(({ id, version }) => [id, version]))]
}
