import { E } from '../../domain/kernel/fp.ts'
import type { Recorded } from '../../domain/kernel/recorded.ts'
import type { Fold, Row } from './any-projection.ts'

/** Rows by key; null is a row that is not there. */
export type Rows = Map<string, Row | null>

/** An event with the keys of the rows it touches, each once. */
export interface Touch {
  readonly recorded: Recorded
  readonly keys: readonly string[]
}

export const touchesOf = (fold: Fold, events: readonly Recorded[]): E.Either<string, readonly Touch[]> =>
  E.tryCatch(() => events.map((recorded) => ({ recorded, keys: onceEach(fold.keys(recorded)) })), reasonOf)

/** The touched rows after these events, given the rows before them; `known` must hold every row that exists. */
export const foldOver = (fold: Fold, touches: readonly Touch[], known: ReadonlyMap<string, Row | null>) =>
  E.tryCatch((): Rows => {
    const changed: Rows = new Map()
    for (const { recorded, keys } of touches)
      for (const key of keys) {
        const before = changed.get(key)
        changed.set(key, fold.evolve(before === undefined ? (known.get(key) ?? null) : before, recorded, key))
      }
    return changed
  }, reasonOf)

/** What went wrong, in one line; a syntax error would quote what it could not read. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof SyntaxError) return 'SyntaxError: not JSON'
  return (error instanceof Error ? `${error.name}: ${error.message}` : 'something was thrown that is no error').slice(
    0,
    300,
  )
}

const onceEach = (keys: readonly string[]) => (keys.length > 1 ? [...new Set(keys)] : keys)
