import type { AnyPolicy } from '../../application/policy.ts'
import type { Jobs } from '../../application/ports/jobs.ts'
import { projections } from '../../projections/all.ts'
import type { AnyProjection } from '../projections/any-projection.ts'
import type { Reading } from '../projections/reading.ts'
import { runProjection } from '../projections/run-projection.ts'
import { runOutbox } from '../reactions/outbox.ts'
import { runPolicy } from '../reactions/run-policy.ts'

export const allProjections: readonly AnyProjection[] = Object.values(projections)

/** Everything that follows the log, until it is stopped. */
export const startReaders = (reading: Reading, policies: readonly AnyPolicy[], jobs: Pick<Jobs, 'add'>) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = [
    ...allProjections.map((projection) => runProjection(reading, projection, signal)),
    ...policies.map((policy) => runPolicy(reading, policy, signal)),
    runOutbox(reading, jobs, signal),
  ]
  return async (): Promise<void> => {
    stopping.abort()
    await Promise.allSettled(running)
  }
}
