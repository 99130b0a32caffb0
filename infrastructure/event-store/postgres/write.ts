import { heldBy, sizeOf, versionIn, type Placed } from './batch.ts'
import { copyRows } from './copy-rows.ts'
import { encodeMany, encodeOne } from './encode.ts'
import type { Known } from './outlook.ts'
import type { Row } from './query.ts'
import type { Session } from './session.ts'
import { append, appendOne, copy } from './statements.ts'

export type Write = Pick<Session, 'query' | 'copyIn'>

/** From so many events on, COPY costs the database no more than an INSERT, and this process less. */
const fewestToCopy = 64

/**
 * Where the batch begins in the log: before one event that knows its place, of a few that the database gives theirs, or of
 * many that are copied in. Null when something in the batch did not fit: then nothing of it was written.
 */
export const writeBatch = async (
  { query, copyIn }: Write,
  batch: readonly Placed[],
  typeNumber: (type: string) => number,
  { base, isAlone, isFirst }: Known,
): Promise<number | null> => {
  const [one] = batch
  const size = sizeOf(batch)
  if (base !== null && isAlone && size >= fewestToCopy) {
    await copyIn(copy(base, heldBy(batch), base + size), copyRows(batch, typeNumber, base))
    return base
  }
  if (base !== null && isFirst && size === 1 && one && versionIn(one.expected) !== null)
    return placeIn(await query(appendOne, [base, ...encodeOne(one, typeNumber)]))
  return placeIn(await query(append, encodeMany(batch, typeNumber)))
}

const placeIn = ([row]: readonly Row[]): number | null => {
  const place = row?.[0] ?? null
  return place === null ? null : Number(place)
}
