import type { LookupFailure } from '../application/ports/lookups.ts'
import type { Projections } from '../application/ports/projections.ts'
import type { Position } from '../domain/kernel/event-envelope.ts'
import { TE } from '../domain/kernel/fp.ts'

/** Turns a database error into a failure. */
export const queryReadModel = <A>(query: () => Promise<A>) =>
  TE.tryCatch(query, (cause): LookupFailure => ({ type: 'Unavailable', cause }))

const defaultWaitMs = 10_000

/** Waits until the read models show `place`; false on timeout. A null place is an empty log. */
export const waitUntilShown = async (
  projections: Pick<Projections, 'waitFor'>,
  names: readonly string[],
  place: Position | null,
  ms = defaultWaitMs,
): Promise<boolean> => place === null || (await projections.waitFor(names, place, ms)).type === 'Reached'

/** Like `waitUntilShown`, but throws on timeout. */
export const requireShown = async (
  projections: Pick<Projections, 'waitFor'>,
  names: readonly string[],
  place: Position | null,
): Promise<void> => {
  if (!(await waitUntilShown(projections, names, place))) throw new Error(`Read models are behind: ${names.join(', ')}`)
}
