/** Wakes waiters when something has happened since they last checked. */
export interface AsyncSignal {
  readonly notify: () => void
  /** Number of notifications so far. Read it before checking the state it announces. */
  readonly count: () => number
  /** Resolves after more than `seen` notifications, or when `signal` aborts. Never rejects. */
  readonly waitForMoreThan: (seen: number, signal: AbortSignal) => Promise<void>
}

export const asyncSignal = (): AsyncSignal => {
  const waiting = new Set<() => void>()
  let notifications = 0
  return {
    notify: () => {
      notifications++
      for (const wake of waiting) wake()
    },
    count: () => notifications,
    waitForMoreThan: (seen, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || notifications > seen) return resolve()
        const wake = () => {
          waiting.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        waiting.add(wake)
        signal.addEventListener('abort', wake)
      }),
  }
}
