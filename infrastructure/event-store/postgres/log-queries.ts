import type { RecordedEvent, Version } from '../../../application/ports/event-store.ts'
import { batchQueries } from '../../postgres/postgres.ts'
import type { StreamHeadCache } from './batch-composition.ts'
import type { EventTypes } from './event-types.ts'
import { generationalMap } from './generational-map.ts'
import { formatPosition } from './row-encoding.ts'
import * as statements from './statements.ts'
import { type RunQuery, separator, type TextRow } from './statements.ts'

/** Queries on the log; positions count from 1. Rejects if the database does, or if the log has a gap. */
export interface LogQueries {
  readonly stream: (stream: string, from: Version, limit: number) => Promise<readonly RecordedEvent[]>
  readonly after: (position: number, limit: number) => Promise<readonly RecordedEvent[]>
  /** Position of the last event; 0 if the log is empty. */
  readonly head: () => Promise<number>
}

/** The log ends early or has a gap; a reader that continued would miss events permanently. */
export const brokenLog = (why: string): Error => Object.assign(new Error(why), { name: 'BrokenLog' })
export const isBrokenLog = (error: unknown): error is Error => error instanceof Error && error.name === 'BrokenLog'

/** Events are needed that an operator has detached. */
const detachedEvents = (first: string, last: string): Error =>
  Object.assign(new Error(`the events from ${first} to ${last} are detached from the log`), { name: 'DetachedEvents' })
export const isDetachedEvents = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'DetachedEvents'

const maxCachedNames = 20_000

/** A request for events of a stream; several are answered by one statement. */
interface PageOfStream {
  readonly stream: string
  readonly from: Version
  readonly size: number
}

/** Calls made at the same time share a statement, which is sent after them. */
const headReader = (query: RunQuery): LogQueries['head'] => {
  const read = batchQueries(async (calls: readonly 'head'[]) => {
    const [[position] = []] = await query(statements.lastPosition, [])
    return calls.map(() => Number(position ?? 0))
  })
  return () => read('head')
}

/** Stream names for a page of events. A stream's first event carries its name; others are cached or loaded. */
const streamNameLookup = (query: RunQuery) => {
  const names = generationalMap<number, string>(maxCachedNames, (no) => no)
  return async ({
    streamNumbers,
    versions,
    streamNames: firstNames,
  }: StoredPage): Promise<readonly (string | undefined)[]> => {
    let nextName = 0
    const streams = streamNumbers.map((no, n) => {
      if (versions[n] === 1) names.set(no, firstNames[nextName++] ?? '')
      return names.get(no)
    })
    const unknown = streamNumbers.filter((_, n) => streams[n] === undefined)
    if (unknown.length === 0) return streams
    const rows = await query(statements.streamNames, [[...new Set(unknown)]])
    const loaded = new Map(rows.map(([no, name]) => [Number(no), name ?? '']))
    for (const [no, name] of loaded) names.set(no, name)
    return streams.map((name, n) => name ?? loaded.get(streamNumbers[n] ?? 0))
  }
}

/** Throws if an event without texts is in a closed range; others were recorded without. */
const refuseMissing = async (query: RunQuery, positions: readonly number[]): Promise<void> => {
  const [[position, from, to] = []] = await query(statements.findClosed, [positions])
  if (from && to) throw detachedEvents(from, to)
  if (position) throw brokenLog(`the contents of position ${position} are missing`)
}

/** Adds data and metadata of events in closed ranges. */
const withPayloads = async (query: RunQuery, page: StoredPage): Promise<StoredPage> => {
  const { positions, dataTexts, metaTexts } = page
  const closed = positions.filter((_, n) => dataTexts[n] === '' && metaTexts[n] === '')
  const [first, last] = [closed.at(0) ?? 0, closed.at(-1) ?? 0]
  if (closed.length === 0) return page
  const isRange = last - first + 1 === closed.length
  const [row = []] = isRange
    ? await query(statements.readPayloadRange, [first, last])
    : await query(statements.readPayloads, [closed])
  const [found, data, meta] = [parseNumbers(row[0]), splitTexts(row[1]), splitTexts(row[2])]
  const indexes = new Map(found.map((position, n) => [position, n]))
  const missing = closed.filter((position) => !indexes.has(position))
  if (missing.length > 0) await refuseMissing(query, missing)
  const filled = (texts: readonly string[], stored: readonly string[]) =>
    texts.map((text, n) => stored[indexes.get(positions[n] ?? 0) ?? -1] ?? text)
  return { ...page, dataTexts: filled(dataTexts, data), metaTexts: filled(metaTexts, meta) }
}

/** Decodes stored events, of a single stream if one is given. */
const eventDecoder = (query: RunQuery, types: EventTypes) => {
  const namesOf = streamNameLookup(query)
  return async (stored: StoredPage, stream?: string): Promise<readonly RecordedEvent[]> => {
    if (stored.dataTexts.length !== stored.positions.length || stored.metaTexts.length !== stored.positions.length)
      throw brokenLog('a text contains the separator')
    const page = stored.dataTexts.includes('') ? await withPayloads(query, stored) : stored
    const { positions, versions, typeNumbers, ids, dataTexts, metaTexts } = page
    const typeNames = await types.namesOf(query, typeNumbers)
    const streams = stream === undefined ? await namesOf(page) : null
    return positions.map((position, n) => ({
      id: ids[n] ?? '',
      type: typeNames[n] ?? '',
      data: dataTexts[n] ?? '',
      meta: metaTexts[n] ?? '',
      stream: stream ?? streams?.[n] ?? '',
      version: versions[n] ?? 0,
      position: formatPosition(position),
    }))
  }
}

/** Reads streams in pages; streams requested at the same time share a statement. */
const streamReader = (
  query: RunQuery,
  decode: ReturnType<typeof eventDecoder>,
  heads: StreamHeadCache,
): LogQueries['stream'] => {
  const readRow = batchQueries((requests: readonly PageOfStream[]) =>
    query(statements.readStreams, [
      requests.map(({ stream }) => stream),
      requests.map(({ from }) => from),
      Math.max(...requests.map(({ size }) => size)),
    ]),
  )

  /** At least `size` events, unless the stream ends before. */
  const readPage = async ({ stream, from, size }: PageOfStream): Promise<readonly RecordedEvent[]> => {
    const page = decodePage(await readRow({ stream, from, size }))
    const [no, version] = [page.streamNumbers.at(-1), page.versions.at(-1)]
    const isLast = page.positions.length < size
    if (isLast && no !== undefined && version !== undefined) heads.observe(stream, { streamNumber: no, version })
    return decode(page, stream)
  }

  return async (stream, from, limit) => {
    const first = Math.max(from, 1)
    const events: RecordedEvent[] = []
    for (;;) {
      const size = Math.min(limit - events.length, statements.maxRowsPerPage)
      const page = await readPage({ stream, from: first + events.length, size })
      events.push(...page)
      if (page.length < size || events.length >= limit) break
    }
    return events.length > limit ? events.slice(0, limit) : events
  }
}

export const logQueries = (query: RunQuery, types: EventTypes, heads: StreamHeadCache): LogQueries => {
  const head = headReader(query)
  const decode = eventDecoder(query, types)

  const readPart = async (position: number, limit: number): Promise<readonly RecordedEvent[]> => {
    const pages: (readonly RecordedEvent[])[] = []
    let read = 0
    for (const row of await query(statements.readAll, [position, limit])) {
      const page = decodePage(row)
      const [first, last] = page.positions
      const positions = page.ids.map((_, n) => position + read + n + 1)
      if (first !== positions.at(0) || last !== positions.at(-1)) throw await gapError(position, limit)
      pages.push(await decode({ ...page, positions }))
      read += positions.length
    }
    return pages.flat()
  }

  const gapError = async (position: number, limit: number): Promise<Error> => {
    const [[before, next] = []] = await query(statements.findGap, [position, limit])
    return brokenLog(`position ${Number(before) + 1} is missing: the log continues at ${next}`)
  }

  return {
    head,
    stream: streamReader(query, decode, heads),
    after: async (position, limit) => {
      const half = Math.ceil(limit / statements.maxRowsPerPage / 2) * statements.maxRowsPerPage
      const [firstHalf, secondHalf] = await Promise.all([
        readPart(position, Math.min(half, limit)),
        limit > half ? readPart(position + half, limit - half) : [],
      ])
      // If the first half is not full, the second may have seen a longer log, leaving a gap between them.
      const events = firstHalf.length < half ? firstHalf : [...firstHalf, ...secondHalf]
      if (events.length > 0 || position === 0) return events
      const last = await head()
      if (last < position) throw brokenLog(`the log ends at ${last}, before ${position}: was an older backup restored?`)
      return events
    },
  }
}

/** A page of the log in columns. */
export interface StoredPage {
  /** For a page of the whole log, only the first and the last. */
  readonly positions: readonly number[]
  readonly streamNumbers: readonly number[]
  readonly versions: readonly number[]
  readonly typeNumbers: readonly number[]
  readonly ids: readonly string[]
  readonly dataTexts: readonly string[]
  readonly metaTexts: readonly string[]
  /** Names of the streams that start on this page, in order. */
  readonly streamNames: readonly string[]
}

/** Columns in the order of `pageOf`. */
export const decodePage = (row: TextRow = []): StoredPage => {
  const [positions, streamNumbers, versions, typeNumbers, ids, dataTexts, metaTexts, names] = row
  return {
    positions: parseNumbers(positions),
    streamNumbers: parseNumbers(streamNumbers),
    versions: parseNumbers(versions),
    typeNumbers: parseNumbers(typeNumbers),
    ids: parseIds(ids),
    dataTexts: splitTexts(dataTexts),
    metaTexts: splitTexts(metaTexts),
    streamNames: JSON.parse(names ?? '[]') as string[],
  }
}

type Column = string | null | undefined

const withoutBraces = (list: Column) => list?.slice(1, -1) ?? ''
const parseNumbers = (list: Column) => JSON.parse(`[${withoutBraces(list)}]`) as number[]
/** Ids arrive joined as JSON strings. Parsing copies them; a slice would keep the text of the whole page alive. */
const parseIds = (list: Column) => (list ? (JSON.parse(`["${list}"]`) as string[]) : [])
const splitTexts = (joined: Column) => joined?.split(separator) ?? []
