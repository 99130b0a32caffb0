import { E } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import { foldOf, type AnyProjection, type Row } from './any-projection.ts'
import { erasedBy, erasingOf } from './erasing.ts'

/** Rows by key; null is a row that is not there. */
export type Rows = Map<string, Row | null>

/** An event with the keys of the rows it touches, each once. */
export interface Touch {
  readonly recorded: Recorded
  readonly keys: readonly string[]
  /** Whoever is erased with it: what is theirs goes from whichever row holds it. */
  readonly erased: readonly string[]
}

export const touchesOf = (
  projection: AnyProjection,
  events: readonly Recorded[],
): E.Either<string, readonly Touch[]> => {
  const fold = foldOf(projection)
  const keysOf = (recorded: Recorded) =>
    projection.events.codecs.has(recorded.event.type) ? onceEach(fold.keys(recorded)) : []
  return E.tryCatch(
    () => events.map((recorded) => ({ recorded, keys: keysOf(recorded), erased: erasedBy(recorded) })),
    reasonOf,
  )
}

/** The touched rows after these events, given the rows before them; `known` must hold every row that exists. */
export const foldOver = (
  projection: AnyProjection,
  touches: readonly Touch[],
  known: ReadonlyMap<string, Row | null>,
) => {
  const fold = foldOf(projection)
  const erasing = erasingOf(projection)
  return E.tryCatch((): Rows => {
    const changed: Rows = new Map()
    const erase = (rows: ReadonlyMap<string, Row | null>, subjects: readonly string[]) => {
      for (const [key, row] of rows) {
        if (!row || !erasing || (rows === known && changed.has(key))) continue
        const left = erasing.without(row, subjects)
        if (left !== row) changed.set(key, left)
      }
    }
    for (const { recorded, keys, erased } of touches) {
      if (erased.length > 0) {
        erase(known, erased)
        erase(changed, erased)
      }
      for (const key of keys) {
        const before = changed.get(key)
        changed.set(key, fold.evolve(before === undefined ? (known.get(key) ?? null) : before, recorded, key))
      }
    }
    return changed
  }, reasonOf)
}

/** What went wrong, in one line; a syntax error would quote what it could not read. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'SyntaxError: not JSON'
  return (error instanceof Error ? `${error.name}: ${error.message}` : 'something was thrown that is no error').slice(
    0,
    300,
  )
}

const onceEach = (keys: readonly string[]) => (keys.length > 1 ? [...new Set(keys)] : keys)
