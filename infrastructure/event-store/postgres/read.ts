import type { RecordedEvent, Version } from '../../../application/ports/event-store.ts'
import type { EventTypes } from './event-types.ts'
import type { Heads } from './heads.ts'
import { latest } from './latest.ts'
import { positionOf } from './position.ts'
import type { Query, Row } from './query.ts'
import * as statements from './statements.ts'

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

export const reader = (query: Query, types: EventTypes, heads: Heads): Reader => {
  const names = latest<string>(knownNames)

  const recorded = async (
    rows: readonly Row[],
    streamOf: (row: Row) => string | undefined,
  ): Promise<readonly RecordedEvent[]> => {
    if (rows.some((row) => types.nameOf(row[2] ?? '') === undefined)) await types.learn(query)
    return rows.map((row) => ({
      id: row[3] ?? '',
      type: types.nameOf(row[2] ?? '') ?? '',
      data: row[4] ?? '',
      meta: row[5] ?? '',
      stream: streamOf(row) ?? '',
      version: Number(row[1]),
      position: positionOf(row[0] ?? 0),
    }))
  }

  /** The names of these events' streams by number; a stream's first event brings its name along. */
  const namesOf = async (rows: readonly Row[]): Promise<ReadonlyMap<string, string>> => {
    const found = new Map<string, string>()
    const unknown = new Set<string>()
    for (const [, , , , , , no, name] of rows) {
      if (typeof no !== 'string' || found.has(no)) continue
      const known = name ?? names.get(no)
      if (known === undefined) unknown.add(no)
      else found.set(no, known)
    }
    if (unknown.size > 0)
      for (const [no, name] of await query(statements.names, [[...unknown]]))
        if (typeof no === 'string' && typeof name === 'string') found.set(no, name)
    for (const [no, name] of found) names.set(no, name)
    return found
  }

  const head = async () => {
    const [[position] = []] = await query(statements.head, [])
    return Number(position ?? 0)
  }

  return {
    head,
    stream: async (stream, from) => {
      const rows = await query(statements.readStream, [stream, Math.max(from, 1)])
      const last = rows.at(-1)
      if (last) heads.seen(stream, { no: Number(last[6]), version: Number(last[1]) })
      return recorded(rows, () => stream)
    },
    after: async (place, limit) => {
      const rows = await query(statements.readAll, [place, limit])
      const hole = rows.findIndex((row, n) => Number(row[0]) !== place + n + 1)
      if (hole >= 0) throw brokenLog(`position ${place + hole + 1} is missing: the log goes on at ${rows[hole]?.[0]}`)
      if (rows.length === 0 && place > 0) {
        const last = await head()
        if (last < place) throw brokenLog(`the log ends at ${last}, before ${place}: is it an older copy?`)
      }
      const found = await namesOf(rows)
      return recorded(rows, ([, , , , , , no]) => found.get(no ?? ''))
    },
  }
}
