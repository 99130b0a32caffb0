import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Job, JobHandler, Jobs } from '../../../application/ports/jobs.ts'

/** A job store; each call of `process` represents a separate process. Jobs are attempted `attempts` times. */
export interface JobsUnderTest {
  readonly process: () => Jobs
  /** Loses everything, as `FLUSHALL` does, while processes run. */
  readonly empty: () => Promise<void>
  readonly attempts: number
  readonly firstPauseMs: number
}
export type Check = (subject: JobsUnderTest, queue: string) => Promise<void>
export type Guarantees = Readonly<Record<string, Check>>

export const jobOf = (queue: string, overrides: Partial<Job> = {}): Job => ({
  queue,
  name: 'greet',
  data: {},
  key: randomUUID(),
  ...overrides,
})

const waitTimeoutMs = 10_000

export const until = (condition: () => boolean): Promise<void> => untilAsync(() => Promise.resolve(condition()))

export const untilAsync = async (condition: () => Promise<boolean>): Promise<void> => {
  for (const end = performance.now() + waitTimeoutMs; !(await condition()); await pause(5))
    if (performance.now() > end) throw new Error('the condition was not met in time')
}

/** Limits waits that would not end if a guarantee were broken. */
export const contractTimeout = () => pause(waitTimeoutMs, undefined, { ref: false })

/** Long enough for unwanted effects to appear. */
export const shortWhile = () => pause(400)

export interface RecordedRuns {
  readonly runs: readonly (Parameters<JobHandler>[0] & { readonly at: number })[]
  readonly keys: () => readonly string[]
  readonly handler: JobHandler
}

/** Records its jobs, then runs `work`. */
export const recordRuns = (work: JobHandler = () => Promise.resolve()): RecordedRuns => {
  const runs: (Parameters<JobHandler>[0] & { readonly at: number })[] = []
  return {
    runs,
    keys: () => runs.map(({ key }) => key),
    handler: async (job) => {
      runs.push({ ...job, at: Date.now() })
      await work(job)
    },
  }
}

export interface Gate {
  readonly open: () => void
  readonly passed: Promise<void>
}

export const gate = (): Gate => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, passed: promise }
}
