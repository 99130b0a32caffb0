import type { AnyPolicy } from '../../application/policy.ts'
import { projections } from '../../projections/all.ts'
import {
  type AnyProjection,
  countSetAside,
  listProjections,
  type ReaderRuntime,
  type ReaderStatus,
  runProjection,
  type SetAsideCount,
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

export interface ReaderHealth {
  /** Why this process is not ready: readers that are missing or too far behind. Empty when ready. */
  readonly notReady: readonly string[]
  /** What an operator should look at although everybody can be served: events set aside, stopped readers. */
  readonly warnings: readonly string[]
}

export type CheckReaders = () => Promise<ReaderHealth>

export const readerHealth =
  (runtime: Pick<ReaderRuntime, 'pool' | 'store'>, policies: readonly AnyPolicy[]): CheckReaders =>
  async () => {
    try {
      const readers = [...(await listProjections(runtime, allProjections)), ...(await listPolicies(runtime, policies))]
      const setAside = await countSetAside(runtime.pool)
      return {
        notReady: readers.flatMap(notReadyReason),
        warnings: [...readers.flatMap(stopWarning), ...setAside.map(setAsideWarning)],
      }
    } catch {
      return { notReady: ['the database or the event log is unavailable'], warnings: [] }
    }
  }

const notReadyReason = ({ name, state, lag }: ReaderStatus): readonly string[] => {
  if (state === 'stopped') return []
  if (state !== 'running') return [`${name} is ${state}`]
  return lag === null || lag > maxLag ? [`${name} is ${lag ?? 'an unknown number of'} events behind`] : []
}

const stopWarning = ({ name, stopped }: ReaderStatus): readonly string[] =>
  stopped === null ? [] : [`${name} is stopped at ${stopped.position}: ${stopped.reason}`]

const setAsideWarning = ({ reader, failed, waiting }: SetAsideCount): string =>
  `${reader} has set aside ${failed} events, for which ${waiting} later ones wait`
