import type { RecordedEvent, Version } from '../../../application/ports/event-store.ts'
import type { EventTypes } from './event-types.ts'
import type { Heads } from './heads.ts'
import { latest } from './latest.ts'
import { positionOf } from './position.ts'
import type { Query } from './query.ts'
import * as statements from './statements.ts'
import { storedIn, storedOf, type Stored } from './stored.ts'

/** What can be asked of the log; places count from 1. Rejects when the database does, or when the log is not whole. */
export interface Reader {
  readonly stream: (stream: string, from: Version) => Promise<readonly RecordedEvent[]>
  readonly after: (place: number, limit: number) => Promise<readonly RecordedEvent[]>
  /** The place of the last event; 0 when there is none. */
  readonly head: () => Promise<number>
}

/** The log ends early or has a hole: a reader who went on would miss events for ever. */
export const brokenLog = (why: string): Error => Object.assign(new Error(why), { name: 'BrokenLog' })
export const isBrokenLog = (error: unknown): error is Error => error instanceof Error && error.name === 'BrokenLog'

const knownNames = 20_000
/** From so many rows on, a plan of its own for each COPY is cheap. */
const many = 100

export interface Sources {
  readonly query: Query
  /** What a `copy … to stdout` gives out. */
  readonly copy: (statement: string) => Promise<Buffer>
}

/** The place of the log's last event; 0 when there is none. */
const headBy = (query: Query) => async (): Promise<number> => {
  const [[position] = []] = await query(statements.head, [])
  return Number(position ?? 0)
}

export const reader = ({ query, copy }: Sources, types: EventTypes, heads: Heads): Reader => {
  const names = latest<number, string>(knownNames)
  const head = headBy(query)

  const recorded = async (
    rows: readonly Stored[],
    streamOf: (no: number) => string | undefined,
  ): Promise<readonly RecordedEvent[]> => {
    if (rows.some(({ typeNo }) => types.nameOf(typeNo) === undefined)) await types.learn(query)
    return rows.map(({ id, typeNo, data, meta, no, version, place }) => ({
      id,
      type: types.nameOf(typeNo) ?? '',
      data,
      meta,
      stream: streamOf(no) ?? '',
      version,
      position: positionOf(place),
    }))
  }

  /** The names of these events' streams by number; a stream's first event brings its name along. */
  const namesOf = async (rows: readonly Stored[]): Promise<ReadonlyMap<number, string>> => {
    const found = new Map<number, string>()
    const unknown = new Set<number>()
    for (const { no, name } of rows) {
      if (found.has(no)) continue
      const known = name ?? names.get(no)
      if (known === undefined) unknown.add(no)
      else found.set(no, known)
    }
    if (unknown.size > 0)
      for (const [no, name] of await query(statements.names, [[...unknown]]))
        if (typeof name === 'string') found.set(Number(no), name)
    for (const [no, name] of found) names.set(no, name)
    return found
  }

  const rowsAfter = async (place: number, limit: number): Promise<readonly Stored[]> =>
    limit < many
      ? (await query(statements.readAll, [place, limit])).map(storedOf)
      : storedIn(await copy(statements.copyAll(place, limit)))

  return {
    head,
    stream: async (stream, from) => {
      const rows = (await query(statements.readStream, [stream, Math.max(from, 1)])).map(storedOf)
      const last = rows.at(-1)
      if (last) heads.seen(stream, { no: last.no, version: last.version })
      return recorded(rows, () => stream)
    },
    after: async (place, limit) => {
      const rows = await rowsAfter(place, limit)
      const hole = rows.findIndex((row, n) => row.place !== place + n + 1)
      if (hole >= 0) throw brokenLog(`position ${place + hole + 1} is missing: the log goes on at ${rows[hole]?.place}`)
      if (rows.length === 0 && place > 0) {
        const last = await head()
        if (last < place) throw brokenLog(`the log ends at ${last}, before ${place}: is it an older copy?`)
      }
      const found = await namesOf(rows)
      return recorded(rows, (no) => found.get(no))
    },
  }
}
