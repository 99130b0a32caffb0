import { E } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { foldOf, type AnyProjection, type Row } from './any-projection.ts'
import { erasedBy, erasingOf } from './erasing.ts'

/** Rows by key; null is a row that is not there. */
export type Rows = Map<string, Row | null>

/** What events need of the rows before them. */
export interface Touched {
  readonly keys: ReadonlySet<string>
  /** Whoever is erased with them: what is theirs goes from whichever row holds it. */
  readonly erased: readonly string[]
}

export const touchedBy = (projection: AnyProjection, events: readonly Recorded[]): E.Either<string, Touched> =>
  E.tryCatch(() => {
    const keysOf = keysIn(projection)
    return { keys: new Set(events.flatMap(keysOf)), erased: events.flatMap(erasedBy) }
  }, reasonOf)

/**
 * Folds these events into `rows`, which must hold every row there is of those they touch; those they change also stand in
 * `changed` then. After a left both are in pieces.
 */
export const foldInto = (
  projection: AnyProjection,
  events: readonly Recorded[],
  rows: Rows,
  changed: Rows = rows,
): E.Either<string, Rows> => {
  const { evolve } = foldOf(projection)
  const keysOf = keysIn(projection)
  const erasing = erasingOf(projection)
  const put = (key: string, row: Row | null) => {
    rows.set(key, row)
    if (changed !== rows) changed.set(key, row)
  }
  const erase = (subjects: readonly string[]) => {
    for (const [key, row] of rows) {
      const left = row && erasing ? erasing.without(row, subjects) : row
      if (left !== row) put(key, left)
    }
  }
  return E.tryCatch(() => {
    for (const recorded of events) {
      const erased = erasedBy(recorded)
      if (erased.length > 0) erase(erased)
      for (const key of keysOf(recorded)) put(key, evolve(rows.get(key) ?? null, recorded, key))
    }
    return rows
  }, reasonOf)
}

/** The keys of the rows an event touches, each once. */
const keysIn = (projection: AnyProjection) => {
  const { keys } = foldOf(projection)
  const { codecs } = projection.events
  return (recorded: Recorded): readonly string[] => {
    if (!codecs.has(recorded.event.type)) return []
    const all = keys(recorded)
    return all.length > 1 ? [...new Set(all)] : all
  }
}

/** What went wrong, in one line; a syntax error would quote what it could not read. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'SyntaxError: not JSON'
  return (error instanceof Error ? `${error.name}: ${error.message}` : 'something was thrown that is no error').slice(
    0,
    300,
  )
}
