/** Notices that a leader has work but makes no progress. */
export interface StallWatch {
  /** There is work, or some of it has been done. */
  readonly progressed: () => void
  /** There is nothing to do. */
  readonly idle: () => void
  /** Aborts when the leader has had work for too long without progress. */
  readonly stalled: AbortSignal
  readonly stop: () => void
}

/** `stallMs` is how long a leader may work without progress. */
export const stallWatch = (stallMs: number): StallWatch => {
  const stalling = new AbortController()
  let busySince: number | null = null
  const check = () => {
    if (busySince !== null && performance.now() - busySince >= stallMs) stalling.abort()
  }
  const timer = setInterval(check, stallMs / 10)
  timer.unref()
  return {
    progressed: () => {
      busySince = performance.now()
    },
    idle: () => {
      busySince = null
    },
    stalled: stalling.signal,
    stop: () => clearInterval(timer),
  }
}
