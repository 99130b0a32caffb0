import type { AnyPolicy } from '../../application/policy.ts'
import { projections } from '../../projections/all.ts'
import {
  type AnyProjection,
  listProjections,
  type ReaderRuntime,
  type ReaderStatus,
  runProjection,
} from '../projections/projection-engine.ts'
import { listPolicies, type OutboxOptions, runOutbox, runPolicy } from '../reactions/policy-runner.ts'

export const allProjections: readonly AnyProjection[] = Object.values(projections)

/** Starts all projections, policies and the outbox; the result stops them. */
export const startReaders = (runtime: ReaderRuntime, policies: readonly AnyPolicy[], outbox: OutboxOptions) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = [
    ...allProjections.map((projection) => runProjection(runtime, projection, signal)),
    ...policies.map((policy) => runPolicy(runtime, policy, signal)),
    runOutbox(runtime, outbox, signal),
  ]
  return async (): Promise<void> => {
    stopping.abort()
    await Promise.allSettled(running)
  }
}

/** A reader further behind than this is not ready, in events. */
const maxLag = 500

/** Lists why this process is not ready: readers that are stopped or too far behind. Empty when ready. */
export const readinessCheck =
  (runtime: Pick<ReaderRuntime, 'pool' | 'store'>, policies: readonly AnyPolicy[]) =>
  async (): Promise<readonly string[]> => {
    try {
      const projections = await listProjections(runtime, allProjections)
      const policyStatuses = await listPolicies(runtime, policies)
      return [...projections, ...policyStatuses].flatMap(reasonOf)
    } catch {
      return ['the database or the event log is unavailable']
    }
  }

const reasonOf = ({ name, state, lag, stopped }: ReaderStatus): readonly string[] => {
  if (state === 'stopped')
    return [
      `${name} is stopped at ${stopped?.position ?? 'an unknown position'}: ${stopped?.reason ?? 'unknown reason'}`,
    ]
  if (state !== 'running') return [`${name} is ${state}`]
  return lag === null || lag > maxLag ? [`${name} is ${lag ?? 'an unknown number of'} events behind`] : []
}
