/** Tells waiters that something happened since they last looked. */
export interface Bell {
  readonly ring: () => void
  /** How often it rang so far: look at it before looking at what it announces. */
  readonly rings: () => number
  /** Resolves once it has rung more than `seen` times, or when `signal` aborts; never rejects. */
  readonly since: (seen: number, signal: AbortSignal) => Promise<void>
}

export const bell = (): Bell => {
  const waiting = new Set<() => void>()
  let rings = 0
  return {
    ring: () => {
      rings++
      for (const wake of waiting) wake()
    },
    rings: () => rings,
    since: (seen, signal) =>
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
