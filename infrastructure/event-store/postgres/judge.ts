import type { Appended, EventStoreFailure, Version } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import type { Position } from '../../../domain/kernel/recorded.ts'
import { versionIn, type Appending } from './batch.ts'
import { int4s, texts, uuids } from './binary-arrays.ts'
import { encodeExpected } from './encode.ts'
import { positionOf } from './position.ts'
import { listOf, type Query, type Row } from './query.ts'
import { judge } from './statements.ts'

/** What the log holds where an append would have come to lie. */
export interface Evidence {
  readonly actual: Version
  /** The stream's version before this append, if it names one or was made before. */
  readonly before: Version | null
  readonly ids: readonly string[]
  /** Of the last of them. */
  readonly position: Position
}

export const gather = async (query: Query, appends: readonly Appending[]): Promise<readonly Evidence[]> => {
  const rows = await query(judge, [
    texts(appends.map(({ stream }) => stream)),
    int4s(appends.map(({ expected }) => encodeExpected(expected))),
    int4s(appends.map(({ events }) => events.length)),
    uuids(appends.map(({ events }) => events[0]?.id ?? '')),
  ])
  return rows.map(evidence)
}

const evidence = ([actual, before, ids, position]: Row): Evidence => ({
  actual: Number(actual),
  before: before === null || before === undefined ? null : Number(before),
  ids: listOf(ids),
  position: positionOf(position ?? 0),
})

/**
 * The same ids in the same places are the same append; in some of the places they are a mistake. `head` is the version
 * the stream will have by then. Null: nothing speaks against appending now.
 */
export const verdict = (
  { stream, expected, events }: Appending,
  { actual, before, ids, position }: Evidence,
  head: Version,
): E.Either<EventStoreFailure, Appended> | null => {
  const inPlace = events.filter(({ id }, n) => ids[n] === id.toLowerCase()).length
  if (before !== null && inPlace === events.length) return E.right({ version: before + inPlace, position })
  if (inPlace > 0) return E.left({ type: 'IdsAlreadyUsed', stream })
  const named = versionIn(expected)
  const fits = named === null ? expected === 'any' || head > 0 : named === head
  return fits ? null : E.left({ type: 'WrongVersion', expected, actual })
}
