import type { AnyEvent } from '../../domain/kernel/event.ts'
import { E } from '../../domain/kernel/fp.ts'
import type { Position, Recorded } from '../../domain/kernel/recorded.ts'
import type { Projection } from '../../projections/projection.ts'
import type { AnyProjection, Row } from './any-projection.ts'
import { heardBy } from './erasing.ts'
import { foldInto } from './fold.ts'

/** The rows as they were once `upTo` had happened (default: all): time travel, what-if and tests, without a database. */
export const foldInMemory = <R extends object, Event extends AnyEvent>(
  projection: Projection<R, Event>,
  events: readonly Recorded[],
  upTo?: Position,
): ReadonlyMap<string, R> => {
  const any: AnyProjection = projection
  const { codecs } = heardBy(any)
  const heard = events.filter(
    ({ event, position }) => codecs.has(event.type) && (upTo === undefined || position <= upTo),
  )
  const folded = foldInto(any, heard, new Map())
  if (E.isLeft(folded)) throw new Error(`${projection.name} cannot be folded: ${folded.left}`)
  const names = Object.keys(projection.columns)
  const inOrder = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
  return new Map([...folded.right].flatMap(([key, row]) => (row === null ? [] : [[key, inOrder(row) as R]])))
}
