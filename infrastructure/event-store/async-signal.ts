/** Tells waiters that something happened since they last looked. */
export interface AsyncSignal {
  readonly notify: () => void
  /** How often it rang so far: look at it before looking at what it announces. */
  readonly count: () => number
  /** Resolves once it has rung more than `seen` times, or when `signal` aborts; never rejects. */
  readonly waitForMoreThan: (seen: number, signal: AbortSignal) => Promise<void>
}

export const asyncSignal = (): AsyncSignal => {
  const waiting = new Set<() => void>()
  let rings = 0
  return {
    notify: () => {
      rings++
      for (const wake of waiting) wake()
    },
    count: () => rings,
    waitForMoreThan: (seen, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || rings > seen) return resolve()
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
