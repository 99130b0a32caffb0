import { heldBy, sizeOf, versionIn, type Placed } from './batch.ts'
import { copyRows } from './copy-rows.ts'
import { encodeHeld, encodeMany, encodeOne } from './encode.ts'
import type { Known } from './outlook.ts'
import type { Row } from './query.ts'
import type { Session } from './session.ts'
import { append, copy, place, placeOne } from './statements.ts'

export type Write = Pick<Session, 'query' | 'insert' | 'copyIn'>

/** From so many events on, COPY costs the database no more than an INSERT, and this process less. */
const fewestToCopy = 64

/**
 * Where the batch begins in the log. While nobody else writes its place is known: there it is inserted, or copied in if it is
 * large. Null when it, or something in it, did not fit: then nothing of it was written.
 */
export const writeBatch = async (
  { query, insert, copyIn }: Write,
  batch: readonly Placed[],
  typeNumber: (type: string) => number,
  { end, isAlone }: Known,
): Promise<number | null> => {
  if (end === null || !isAlone)
    return placeIn(await query(append, [...encodeMany(batch, typeNumber), ...encodeHeld(batch)]))
  const [one] = batch
  const size = sizeOf(batch)
  if (size >= fewestToCopy) {
    await copyIn(copy(end.place, heldBy(batch), end.place + size), copyRows(batch, typeNumber, end.place))
    return end.place
  }
  const written =
    size === 1 && one && versionIn(one.expected) !== null
      ? await insert(placeOne, [end.place, end.id, ...encodeOne(one, typeNumber)])
      : await insert(place, [end.place, end.id, ...encodeMany(batch, typeNumber)])
  return written === size ? end.place : null
}

const placeIn = ([row]: readonly Row[]): number | null => {
  const place = row?.[0] ?? null
  return place === null ? null : Number(place)
}
