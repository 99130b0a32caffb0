import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Job, JobHandler, Jobs } from '../../../application/ports/jobs.ts'

/** One store of jobs; each `process` is another process at work on it. Jobs are tried `attempts` times. */
export interface JobsUnderTest {
  readonly process: () => Jobs
  readonly attempts: number
  readonly firstPauseMs: number
}
export type Check = (workshop: JobsUnderTest, queue: string) => Promise<void>
export type Promises = Readonly<Record<string, Check>>

export const jobOf = (queue: string, more: Partial<Job> = {}): Job => ({
  queue,
  name: 'greet',
  data: {},
  key: randomUUID(),
  ...more,
})

const waitTimeoutMs = 10_000

export const until = async (condition: () => boolean): Promise<void> => {
  for (const end = performance.now() + waitTimeoutMs; !condition(); await pause(5))
    if (performance.now() > end) throw new Error('nothing happened')
}

/** For what may never end once a promise was broken. */
export const contractTimeout = () => pause(waitTimeoutMs, undefined, { ref: false })

/** Long enough for what must not happen to happen. */
export const shortWhile = () => pause(400)

export interface RecordedRuns {
  readonly runs: readonly (Parameters<JobHandler>[0] & { readonly at: number })[]
  readonly keys: () => readonly string[]
  readonly handler: JobHandler
}

/** Remembers what it was given to do, then does `work`. */
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
