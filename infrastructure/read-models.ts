import type { LookupFailure } from '../application/ports/lookups.ts'
import type { Projections } from '../application/ports/projections.ts'
import type { Position } from '../domain/kernel/event-envelope.ts'
import { TE } from '../domain/kernel/fp.ts'

/** A query's answer; a database that cannot be asked is a failure, not an exception. */
export const queryReadModel = <A>(query: () => Promise<A>) =>
  TE.tryCatch(query, (cause): LookupFailure => ({ type: 'Unavailable', cause }))

const defaultWaitMs = 10_000

/** Waits until read models show the log up to a place, but no longer than so; null is the place of an empty log. */
export const waitUntilShown = async (
  projections: Pick<Projections, 'waitFor'>,
  names: readonly string[],
  place: Position | null,
  ms = defaultWaitMs,
): Promise<boolean> => place === null || (await projections.waitFor(names, place, ms)).type === 'Reached'

/** The same; read models that have not come so far have no answer. */
export const requireShown = async (
  projections: Pick<Projections, 'waitFor'>,
  names: readonly string[],
  place: Position | null,
): Promise<void> => {
  if (!(await waitUntilShown(projections, names, place))) throw new Error(`Not shown yet: ${names.join(', ')}`)
}
