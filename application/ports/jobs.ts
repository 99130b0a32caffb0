/** Payloads refer to entities by id and contain no personal data. */
export interface Job {
  readonly queue: string
  readonly name: string
  readonly data: Readonly<Record<string, string | number | boolean | null>>
  /** Deduplication key: adding a job twice runs it once. Letters, digits, `_` and `-`, not all digits. */
  readonly key: string
  readonly runAt?: Date
}

export type JobHandler = (job: Pick<Job, 'name' | 'data' | 'key'> & { readonly attempt: number }) => Promise<void>

/** `queued` until an attempt succeeds (`done`) or the last one fails (`failed`). */
export type JobState = 'queued' | 'done' | 'failed'

export interface Jobs {
  readonly add: (jobs: readonly Job[]) => Promise<void>
  /** The states of those jobs of a queue that the store knows, by key. */
  readonly states: (queue: string, keys: readonly string[]) => Promise<ReadonlyMap<string, JobState>>
  /** Starts failed jobs over, ends the pause of those waiting for another attempt, and adds those that are unknown. */
  readonly retry: (jobs: readonly Job[]) => Promise<void>
  /**
   * Runs `handler` for each job of the queue, at least once, with exponential backoff; resolves once it is listening.
   */
  readonly work: (queue: string, handler: JobHandler, options?: { readonly concurrency?: number }) => Promise<void>
  /**
   * Schedules a job by a cron pattern in Italian time (Europe/Rome); replaces an earlier pattern. A schedule that the
   * store loses is restored within a minute while this process runs.
   */
  readonly every: (queue: string, name: string, cron: string) => Promise<void>
  /** Removes the schedules of the queue that have other names, with their next runs. */
  readonly keepSchedules: (queue: string, names: readonly string[]) => Promise<void>
  /** Waits for running jobs, then stops. */
  readonly close: () => Promise<void>
}
