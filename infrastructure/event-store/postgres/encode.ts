import { heldBy, versionIn, type Placed } from './batch.ts'
import { bools, int2s, int4s, int8s, texts, uuids } from './binary-arrays.ts'

/** The events as `log.append` and `place` take them, column by column. */
export const encodeMany = (
  batch: readonly Placed[],
  typeNumber: (type: string) => number,
): readonly (Buffer | null)[] => {
  const events = batch.flatMap((one) => one.events)
  const streams: number[] = []
  const names: (string | null)[] = []
  const versions: number[] = []
  const repeatable: boolean[] = []
  for (const { stream, expected, events: own, no, before } of batch)
    for (let step = 1; step <= own.length; step++) {
      streams.push(no)
      names.push(before + step === 1 ? stream : null)
      versions.push(before + step)
      repeatable.push(step === 1 && versionIn(expected) === null)
    }
  return [
    int8s(streams),
    texts(names),
    int4s(versions),
    int2s(events.map(({ type }) => typeNumber(type))),
    uuids(events.map(({ id }) => id)),
    texts(events.map(({ meta }) => meta)),
    texts(events.map(({ data }) => data)),
    repeatable.includes(true) ? bools(repeatable) : null,
  ]
}

/** The versions a batch builds on, as `log.append` takes them behind the events. */
export const encodeHeld = (batch: readonly Placed[]): readonly (Buffer | null)[] => {
  const held = heldBy(batch)
  return held.size > 0 ? [int8s([...held.keys()]), int4s([...held.values()])] : [null, null]
}

/** The same of one event that names its version, for `placeOne`. */
export const encodeOne = ({ events, no, before, stream }: Placed, typeNumber: (type: string) => number) =>
  events.flatMap(({ id, type, meta, data }) => [
    no,
    before === 0 ? stream : null,
    before + 1,
    typeNumber(type),
    id,
    meta,
    data,
  ])
