import type { Projections } from '../../application/ports/projections.ts'
import type { Position } from '../../domain/kernel/recorded.ts'

const patienceMs = 10_000

/** Waits until read models show the log up to a place, but no longer than so; null is the place of an empty log. */
export const areShown = async (
  projections: Pick<Projections, 'waitFor'>,
  names: readonly string[],
  place: Position | null,
  ms = patienceMs,
): Promise<boolean> => place === null || (await projections.waitFor(names, place, ms)).type === 'Reached'

/** The same; read models that have not come so far have no answer. */
export const mustShow = async (
  projections: Pick<Projections, 'waitFor'>,
  names: readonly string[],
  place: Position | null,
): Promise<void> => {
  if (!(await areShown(projections, names, place))) throw new Error(`Not shown yet: ${names.join(', ')}`)
}
