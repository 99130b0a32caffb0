import type { CommonQueryMethods } from 'slonik'
import type { LookupFailure, LookupResult } from '../application/ports/lookups.ts'
import type { Projections } from '../application/ports/projections.ts'
import type { Position } from '../domain/kernel/event-envelope.ts'
import { TE } from '../domain/kernel/fp.ts'

/** How a lookup queries the read models, depending on how fresh its answer must be. */
export interface ReadModels {
  readonly db: CommonQueryMethods
  /**
   * For lookups that often follow the write they depend on. If nothing is found, waits until the named read models show
   * the current head and queries again. Fails if they do not get there in time and still nothing is found.
   */
  readonly find: <A>(names: readonly string[], query: () => Promise<A>) => LookupResult<A>
  /** Waits briefly for the named read models, then queries even if they are still behind. */
  readonly queryRecent: <A>(names: readonly string[], query: () => Promise<A>) => LookupResult<A>
  /** Queries once the named read models show `upTo`, by default the current head; fails if they do not in time. */
  readonly queryCaughtUp: <A>(names: readonly string[], query: () => Promise<A>, upTo?: Position) => LookupResult<A>
  /** Queries once the named read models show `upTo`; null if they do not within a short time. */
  readonly queryIfShown: <A>(
    names: readonly string[],
    query: () => Promise<A>,
    upTo: Position,
  ) => LookupResult<A | null>
}

const shortWaitMs = 2_000
const longWaitMs = 10_000

export const readModels = (
  db: CommonQueryMethods,
  projections: Pick<Projections, 'waitFor'>,
  head: () => Promise<Position | null>,
): ReadModels => {
  /** False on timeout. A null position is an empty log. */
  const waitUntilShown = async (names: readonly string[], position: Position | null, timeoutMs: number) =>
    position === null || (await projections.waitFor(names, position, timeoutMs)).type === 'Reached'

  return {
    db,
    find: (names, query) =>
      queryReadModel(async () => {
        const found = await query()
        if (isFound(found)) return found
        const isShown = await waitUntilShown(names, await head(), shortWaitMs)
        const foundLater = await query()
        if (!isShown && !isFound(foundLater)) throw readModelsBehind(names)
        return foundLater
      }),
    queryRecent: (names, query) =>
      queryReadModel(async () => {
        await waitUntilShown(names, await head(), shortWaitMs)
        return query()
      }),
    queryCaughtUp: (names, query, upTo) =>
      queryReadModel(async () => {
        if (!(await waitUntilShown(names, upTo ?? (await head()), longWaitMs))) throw readModelsBehind(names)
        return query()
      }),
    queryIfShown: (names, query, upTo) =>
      queryReadModel(async () => ((await waitUntilShown(names, upTo, shortWaitMs)) ? query() : null)),
  }
}

/** Queries what the read models show now. Turns a database error into a failure. */
export const queryReadModel = <A>(query: () => Promise<A>): LookupResult<A> =>
  TE.tryCatch(query, (cause): LookupFailure => ({ type: 'Unavailable', cause }))

const isFound = (found: unknown) => found !== null && found !== false

const readModelsBehind = (names: readonly string[]) => new Error(`Read models are behind: ${names.join(', ')}`)
