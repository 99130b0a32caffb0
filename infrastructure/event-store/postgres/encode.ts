import { versionIn, type Placed } from './batch.ts'
import { int2s, int4s, int8s, texts, uuids } from './binary-arrays.ts'
import type { Statement } from './query.ts'
import { append, appendOne } from './statements.ts'

export interface Call {
  readonly statement: Statement
  readonly values: readonly (Buffer | string | number | null)[]
}

/** What writes these; `end` is where the log is believed to end. */
export const encode = (batch: readonly Placed[], typeNumber: (type: string) => number, end: number | null): Call => {
  const [one, another] = batch
  const event = one?.events[0]
  if (end === null || !one || !event || another || one.events.length > 1 || versionIn(one.expected) === null)
    return { statement: append, values: encodeMany(batch, typeNumber) }
  const { no, before, stream } = one
  const { id, type, meta, data } = event
  const name = before === 0 ? stream : null
  return { statement: appendOne, values: [end, no, name, before + 1, typeNumber(type), id, meta, data] }
}

const encodeMany = (batch: readonly Placed[], typeNumber: (type: string) => number): readonly (Buffer | null)[] => {
  const events = batch.flatMap((one) => one.events)
  const streams: number[] = []
  const names: (string | null)[] = []
  const versions: number[] = []
  const held = new Map<number, number>()
  const repeats = { ids: [] as string[], places: [] as number[] }
  for (const { stream, expected, events: own, no, before, place } of batch) {
    for (let step = 1; step <= own.length; step++) {
      streams.push(no)
      names.push(before + step === 1 ? stream : null)
      versions.push(before + step)
    }
    if (no > 0 && !held.has(no)) held.set(no, before)
    if (versionIn(expected) !== null) continue
    repeats.ids.push(own[0]?.id ?? '')
    repeats.places.push(place)
  }
  return [
    int8s(streams),
    texts(names),
    int4s(versions),
    int2s(events.map(({ type }) => typeNumber(type))),
    uuids(events.map(({ id }) => id)),
    texts(events.map(({ meta }) => meta)),
    texts(events.map(({ data }) => data)),
    held.size > 0 ? int8s([...held.keys()]) : null,
    held.size > 0 ? int4s([...held.values()]) : null,
    repeats.ids.length > 0 ? uuids(repeats.ids) : null,
    repeats.ids.length > 0 ? int4s(repeats.places) : null,
  ]
}
