import type { RecordedEvent, Version } from '../../../application/ports/event-store.ts'
import { together } from '../../postgres/together.ts'
import type { EventTypes } from './event-types.ts'
import type { Heads } from './heads.ts'
import { latest } from './latest.ts'
import { positionOf } from './position.ts'
import type { Query } from './query.ts'
import * as statements from './statements.ts'
import { storedIn, type Stored } from './stored.ts'

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

/** The place of the log's last event; 0 when there is none. */
const headBy = (query: Query) => async (): Promise<number> => {
  const [[position] = []] = await query(statements.head, [])
  return Number(position ?? 0)
}

/** The names of these events' streams, event by event; a stream's first event brings its name along. */
const namesBy = (query: Query) => {
  const names = latest<number, string>(knownNames, (no) => no)
  return async ({ streamNos, versions, names: brought }: Stored): Promise<readonly (string | undefined)[]> => {
    let begun = 0
    const found = streamNos.map((no, n) => {
      if (versions[n] === 1) names.set(no, brought[begun++] ?? '')
      return names.get(no)
    })
    const unknown = streamNos.filter((_, n) => found[n] === undefined)
    if (unknown.length === 0) return found
    const rows = await query(statements.names, [[...new Set(unknown)]])
    const looked = new Map(rows.map(([no, name]) => [Number(no), name ?? '']))
    for (const [no, name] of looked) names.set(no, name)
    return found.map((name, n) => name ?? looked.get(streamNos[n] ?? 0))
  }
}

/** Events from how they lie there; of this stream, or of whichever they are. */
const recordedBy = (query: Query, types: EventTypes) => {
  const namesOf = namesBy(query)
  return async (stored: Stored, stream?: string): Promise<readonly RecordedEvent[]> => {
    const { places, versions, typeNos, ids, datas, metas } = stored
    if (datas.length !== places.length || metas.length !== places.length)
      throw brokenLog('a text holds the character that parts texts')
    if (typeNos.some((no) => types.nameOf(no) === undefined)) await types.learn(query)
    const found = stream === undefined ? await namesOf(stored) : null
    return places.map((place, n) => ({
      id: ids[n] ?? '',
      type: types.nameOf(typeNos[n] ?? 0) ?? '',
      data: datas[n] ?? '',
      meta: metas[n] ?? '',
      stream: stream ?? found?.[n] ?? '',
      version: versions[n] ?? 0,
      position: positionOf(place),
    }))
  }
}

export const reader = (query: Query, types: EventTypes, heads: Heads): Reader => {
  const head = headBy(query)
  const recorded = recordedBy(query, types)

  const part = async (place: number, limit: number): Promise<readonly RecordedEvent[]> => {
    const pieces: (readonly RecordedEvent[])[] = []
    let read = 0
    for (const row of await query(statements.readAll, [place, limit])) {
      const stored = storedIn(row)
      const [first, last] = stored.places
      const places = stored.ids.map((_, n) => place + read + n + 1)
      if (first !== places.at(0) || last !== places.at(-1)) throw await withHole(place, limit)
      pieces.push(await recorded({ ...stored, places }))
      read += places.length
    }
    return pieces.flat()
  }

  const withHole = async (place: number, limit: number): Promise<Error> => {
    const [[before, next] = []] = await query(statements.hole, [place, limit])
    return brokenLog(`position ${Number(before) + 1} is missing: the log goes on at ${next}`)
  }

  const rowOf = together((asked: readonly { readonly stream: string; readonly from: Version }[]) =>
    query(statements.readStreams, [asked.map(({ stream }) => stream), asked.map(({ from }) => from), statements.most]),
  )

  const partOf = async (stream: string, from: Version): Promise<readonly RecordedEvent[]> => {
    const stored = storedIn(await rowOf({ stream, from }))
    const [no, version] = [stored.streamNos.at(-1), stored.versions.at(-1)]
    if (no !== undefined && version !== undefined) heads.seen(stream, { no, version })
    return recorded(stored, stream)
  }

  return {
    head,
    stream: async (stream, from) => {
      const first = Math.max(from, 1)
      let events = await partOf(stream, first)
      for (let read = statements.most; events.length === read; read += statements.most)
        events = [...events, ...(await partOf(stream, first + read))]
      return events
    },
    after: async (place, limit) => {
      const half = Math.ceil(limit / statements.most / 2) * statements.most
      const [one, other] = await Promise.all([
        part(place, Math.min(half, limit)),
        limit > half ? part(place + half, limit - half) : [],
      ])
      // Behind what was not full the other may have seen more of the log: what lies between would be missing.
      const events = one.length < half ? one : [...one, ...other]
      if (events.length > 0 || place === 0) return events
      const last = await head()
      if (last < place) throw brokenLog(`the log ends at ${last}, before ${place}: is it an older copy?`)
      return events
    },
  }
}
