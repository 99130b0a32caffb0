import { setTimeout as pause } from 'node:timers/promises'
import type { EventStoreFailure } from '../../../application/ports/event-store.ts'
import { E } from '../../../domain/kernel/fp.ts'
import { failureIn, isRefusal, unavailable } from './failures.ts'

/** Milliseconds before each next try: long enough for a node to be found again, short enough for a waiting person. */
const pauses: readonly number[] = [50, 100, 200, 400, 800]
/** Milliseconds after which there is no next try. */
export const patience = 10_000

export type Outcome<A> = E.Either<EventStoreFailure, A>

/**
 * Tries again while the outcome is unknown. Only for what may be done twice: reads, and appends on a version, which the
 * server knows again by their ids.
 */
export const insist = async <A>(closing: AbortSignal, attempt: () => Promise<Outcome<A>>): Promise<Outcome<A>> => {
  const started = performance.now()
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const failure = failureIn(error)
      if (failure) return E.left(failure)
      const wait = performance.now() - started < patience ? pauses[tries] : undefined
      if (wait === undefined || closing.aborted || isRefusal(error)) return E.left(unavailable(error))
      await pause(wait, undefined, { signal: closing }).catch(() => undefined)
    }
  }
}
